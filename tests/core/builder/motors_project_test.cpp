// SPDX-License-Identifier: BSD-3-Clause
// Drives of joints with motors behind springs, from the file to the model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/builder/parts/formula_spring.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/project/project.hpp"
#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;

/// Two links; `drive` is that of the first one's joint, `rest` follows the links.
std::string project(const std::string& drive, const std::string& rest = "", const std::string& type = "revolute") {
  return R"({"format": "tendril", "version": 1, "name": "arm", "links": [
    {"name": "arm", "parent": "world", "joint": {"type": ")" +
         type + R"(", "drive": )" + drive +
         R"(}, "body": {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}},
    {"name": "hand", "parent": "arm", "pose": {"position": [0.2, 0, 0]}, "joint": {"type": "prismatic", "q0": [0.1]},
     "body": {"type": "rigid", "mass": 0.5, "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}}])" +
         rest + "}";
}

const std::string kElastic =
    R"({"type": "elastic", "stiffness": 80, "motor_inertia": 0.5, "motor_friction": 0.2, "deflection": 0.1})";
const std::string kPair =
    R"({"type": "variable_stiffness", "spring": {"linear": 40, "cubic": 200}, "motor_inertia": [0.5, 0.6], "deflection": [0.2, -0.3]})";
const std::string kMotor = R"(, "actuators": [{"name": "m", "type": "joint", "link": "arm"}])";

std::shared_ptr<const Model> built(const std::string& text, std::string& told, BuildOptions options = {}) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  std::shared_ptr<const Model> model =
      hasErrors(problems) ? nullptr : buildModel(result.description, problems, options);
  for (const Problem& problem : problems) told += problem.text() + '\n';
  return model;
}

std::string problemsOf(const std::string& text) {
  std::string told;
  EXPECT_FALSE(built(text, told));
  return told;
}

TEST(MotorDrives, ElasticIsAMotorOfItsOwn) {
  std::string told;
  const auto model = built(project(kElastic, kMotor), told);
  ASSERT_TRUE(model) << told;
  EXPECT_EQ(told, "");
  EXPECT_EQ(model->nvRobot, 2);
  ASSERT_EQ(model->driveSprings.size(), 1u);
  const DriveSpring& spring = model->driveSprings[0];
  EXPECT_EQ(spring.jointV, 0);
  EXPECT_EQ(spring.motorV, 2);
  EXPECT_EQ(model->q0[2], 0.1);
  EXPECT_EQ(spring.law->evaluate(0.5).torque, 40);
  EXPECT_EQ(model->velocityName(2), "arm.motor");
  EXPECT_EQ(model->links[2].joint.driveInertia[0], 0.5);
  EXPECT_EQ(model->links[2].joint.driveFriction[0], 0.2);
  EXPECT_EQ(model->nu, 1);
  Data data(*model);
  actuationMatrix(*model, data, model->q0);
  EXPECT_EQ(data.B.col(0), VecX::Unit(3, 2)) << "the input turns the motor";
  const SignalCatalogue signals(*model);
  EXPECT_GE(signals.find("arm.motor.deflection"), 0);
  EXPECT_GE(signals.find("arm.motor.q[0]"), 0);
  EXPECT_LT(signals.find("arm.stiffness"), 0) << "it does not change";
}

TEST(MotorDrives, PairsHaveTwoInputs) {
  std::string told;
  const auto model = built(project(kPair, kMotor), told);
  ASSERT_TRUE(model) << told;
  ASSERT_EQ(model->driveSprings.size(), 2u);
  EXPECT_EQ(model->nu, 2);
  EXPECT_EQ(model->links[3].joint.driveInertia[0], 0.6);
  EXPECT_EQ(model->q0[3], -0.3);
  const SignalCatalogue signals(*model);
  EXPECT_GE(signals.find("arm.motor[1].spring_torque"), 0);
  EXPECT_GE(signals.find("arm.stiffness"), 0);
  EXPECT_GE(signals.find("m.torque[1]"), 0);
}

TEST(MotorDrives, TheLinkSideAloneHasNone) {
  std::string told;
  const auto model = built(project(kPair, kMotor), told, {.controllers = false, .motors = false});
  ASSERT_TRUE(model) << told;
  EXPECT_EQ(model->nv, 2);
  EXPECT_EQ(model->nu, 2);
  EXPECT_EQ(model->links[0].joint.motors.size(), 2u) << "but it knows of them";
  Data data(*model);
  actuationMatrix(*model, data, model->q0);
  EXPECT_EQ(data.B, (MatX(2, 2) << 1, 1, 0, 0).finished());
}

TEST(MotorDrives, PositionsAreThoseOfTheMotors) {
  std::string told;
  const std::string rest =
      R"(, "actuators": [{"name": "m", "type": "joint", "link": "arm", "mode": "position", "signal": ["0.2*t", "-0.1"]}])";
  const auto model = built(project(kPair, rest), told);
  ASSERT_TRUE(model) << told;
  ASSERT_EQ(model->prescribedJoints.size(), 2u);
  EXPECT_EQ(model->prescribedJoints[1].v, 3);
  const auto linkSide = built(project(kPair, rest), told, {.motors = false});
  ASSERT_TRUE(linkSide) << told;
  EXPECT_TRUE(linkSide->prescribedJoints.empty()) << "springs move the joint";
}

TEST(MotorDrives, FormulasAreLaws) {
  std::string told;
  const auto model =
      built(project(R"({"type": "variable_stiffness", "torque": "40*phi + 200*phi^3", "motor_inertia": 0.5})"), told);
  ASSERT_TRUE(model) << told;
  const SpringLaw& law = *model->driveSprings[0].law;
  const CubicSpring same(40, 200);
  for (const double phi : {-0.7, 0.0, 0.2}) {
    const SpringTorque at = law.evaluate(phi), wanted = same.evaluate(phi);
    EXPECT_NEAR(at.torque, wanted.torque, 1e-12);
    EXPECT_NEAR(at.stiffness, wanted.stiffness, 1e-12);
    EXPECT_NEAR(at.slope, wanted.slope, 1e-11);
    EXPECT_NEAR(at.curvature, wanted.curvature, 1e-10);
    EXPECT_NEAR(law.energy(phi), same.energy(phi), 1e-12);
  }
  const double series[] = {0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.2, 0.3};
  double found[8], wanted[8];
  law.series(series, 7, found), same.series(series, 7, wanted);
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(found[k], wanted[k], 1e-11);
}

TEST(MotorDrives, SayWhatIsWrong) {
  EXPECT_THAT(problemsOf(project(R"({"type": "elastic", "motor_inertia": 1})")),
              HasSubstr("links.arm.joint.drive.stiffness"));
  EXPECT_THAT(problemsOf(project(R"({"type": "elastic", "stiffness": 0, "motor_inertia": 1})")),
              HasSubstr("links.arm.joint.drive.stiffness"));
  EXPECT_THAT(problemsOf(project(R"({"type": "elastic", "stiffness": [1, 2], "motor_inertia": 1})")),
              HasSubstr("links.arm.joint.drive.stiffness: has 2 numbers"));
  EXPECT_THAT(problemsOf(project(kElastic, "", "spherical")), HasSubstr("no angles that motors could turn"));
  EXPECT_THAT(problemsOf(project(kPair, "", "universal")), HasSubstr("no single coordinate"));
  EXPECT_THAT(problemsOf(project(R"({"type": "variable_stiffness", "motor_inertia": 1})")),
              HasSubstr("says nothing of its springs"));
  EXPECT_THAT(
      problemsOf(project(
          R"({"type": "variable_stiffness", "motor_inertia": 1, "torque": "phi", "spring": {"linear": 1, "cubic": 1}})")),
      HasSubstr("has spring and torque"));
  EXPECT_THAT(problemsOf(project(R"({"type": "variable_stiffness", "motor_inertia": 1, "torque": "-phi"})")),
              HasSubstr("does not grow with phi"));
  EXPECT_THAT(problemsOf(project(R"({"type": "variable_stiffness", "motor_inertia": 1, "torque": "2*psi"})")),
              HasSubstr("links.arm.joint.drive.torque"));
  EXPECT_THAT(problemsOf(project(R"({"type": "variable_stiffness", "motor_inertia": [1, 2, 3], "torque": "phi"})")),
              HasSubstr("motor_inertia: has 3 numbers"));
}

TEST(MotorDrives, ControllersSayWhatDoesNotFit) {
  const auto controlled = [](const std::string& drive, const std::string& law) {
    return project(drive, kMotor + R"(, "controllers": [{"name": "c", "outputs": ["m"], )" + law + "}]");
  };
  const std::string reference = R"("reference": {"type": "constant", "value": 0})";
  EXPECT_THAT(problemsOf(controlled(kElastic, R"("type": "elastic_joints", )" + reference)),
              HasSubstr("all of whose joints have motors behind springs; hand.q[0] has none"));
  EXPECT_THAT(problemsOf(controlled(kPair, R"("type": "elastic_joints", )" + reference)),
              HasSubstr("variable_stiffness also leads"));
  EXPECT_THAT(problemsOf(controlled(kElastic, R"("type": "variable_stiffness", )" + reference +
                                                  R"(, "stiffness": {"type": "constant", "value": 90})")),
              HasSubstr("elastic_joints leads links alone"));
  EXPECT_THAT(problemsOf(controlled(kPair, R"("type": "variable_stiffness", )" + reference)),
              HasSubstr("controllers.c.stiffness"));
  EXPECT_THAT(problemsOf(controlled(kPair, R"("type": "variable_stiffness", "gains": {"jerk": -1}, )" + reference +
                                               R"(, "stiffness": {"type": "constant", "value": 90})")),
              HasSubstr("controllers.c.gains.jerk"));
}

}  // namespace
}  // namespace tendril
