// SPDX-License-Identifier: GPL-3.0-or-later
// Drives given to joints and taken from them, and controllers of motors behind springs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/form/field_rows.hpp"
#include "core/session/simulate.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;
using ::testing::HasSubstr;

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems, {.directory = document.directory()});
  EXPECT_TRUE(model) << textOf(problems);
  return model;
}

/// Two hinges with a motor each.
Document arm() {
  Document document;
  ObjectId last = 0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, last)));
    last = document.description().links.back().id;
    EXPECT_TRUE(apply(document, edits::addMotor(last)));
  }
  return document;
}

std::string drivePath(const Document& document, std::size_t link) {
  return "links." + document.description().links[link].name + ".joint.drive";
}

/// What the inspector writes when somebody chooses a drive.
void choose(Document& document, std::size_t link, const std::string& drive) {
  std::vector<Problem> problems;
  const std::string path = drivePath(document, link);
  if (document.description().links[link].joint.drive) {
    ASSERT_TRUE(document.setField(path + ".type", "\"" + drive + "\"", problems)) << textOf(problems);
    return;
  }
  for (const FieldRow& row : fieldRows(document.description(), "links." + document.description().links[link].name))
    if (row.path == path) {
      ASSERT_TRUE(document.setField(path, withOption(document.description(), row, drive), problems))
          << textOf(problems);
    }
  ASSERT_TRUE(document.description().links[link].joint.drive) << drive;
}

TEST(DriveEdits, EveryDriveBuildsAtOnce) {
  Document document = arm();
  for (const char* drive : {"direct", "elastic", "variable_stiffness", "elastic", "direct", "variable_stiffness"}) {
    choose(document, 0, drive);
    const auto model = built(document);
    ASSERT_TRUE(model);
    const std::size_t motors = drive == std::string("direct") ? 0 : drive == std::string("elastic") ? 1 : 2;
    EXPECT_EQ(model->driveSprings.size(), motors);
    EXPECT_EQ(model->nu, motors == 2 ? 3 : 2);
  }
}

TEST(DriveEdits, AMotorKeepsItsNumbers) {
  Document document = arm();
  std::vector<Problem> problems;
  choose(document, 0, "direct");
  ASSERT_TRUE(document.setField(drivePath(document, 0) + ".inertia", "0.7", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField(drivePath(document, 0) + ".friction", "0.3", problems)) << textOf(problems);
  choose(document, 0, "variable_stiffness");
  const auto& drive = std::get<desc::VariableStiffnessDrive>(*document.description().links[0].joint.drive);
  EXPECT_EQ(drive.motorInertia.values[0].value, 0.7);
  EXPECT_EQ(drive.motorFriction.values[0].value, 0.3);
}

TEST(DriveEdits, SignalsFollowTheNumberOfMotors) {
  Document document = arm();
  ASSERT_TRUE(
      apply(document, edits::addController(designController(*built(document), document.description(),
                                                            {"signals", {document.description().actuators[0].id}}))));
  choose(document, 0, "variable_stiffness");
  EXPECT_TRUE(built(document));
  choose(document, 0, "elastic");
  EXPECT_TRUE(built(document));
}

TEST(DriveEdits, AJointThatCannotHaveADriveHasNone) {
  Document document = arm();
  choose(document, 0, "elastic");
  std::vector<Problem> problems;
  const std::string type = "links." + document.description().links[0].name + ".joint.type";
  ASSERT_TRUE(document.setField(type, "\"universal\"", problems)) << textOf(problems);
  EXPECT_TRUE(document.description().links[0].joint.drive) << "a motor for each of its turns";
  EXPECT_TRUE(built(document));
  ASSERT_TRUE(document.setField(type, "\"spherical\"", problems)) << textOf(problems);
  EXPECT_FALSE(document.description().links[0].joint.drive);
  EXPECT_TRUE(built(document));
}

std::string reasonOf(const Document& document, std::string_view type) {
  for (const edits::ControllerOffer& offer : edits::controllerOffers(document.description(), built(document).get()))
    if (offer.type == type) return offer.reason;
  return "no such kind";
}

TEST(DriveEdits, ControllersAreOfferedWhereTheyFit) {
  Document document = arm();
  EXPECT_THAT(reasonOf(document, "elastic_joints"), HasSubstr("turns no motor behind springs"));
  choose(document, 0, "elastic");
  EXPECT_THAT(reasonOf(document, "elastic_joints"), HasSubstr("has no motor behind a spring"));
  choose(document, 1, "elastic");
  EXPECT_EQ(reasonOf(document, "elastic_joints"), "");
  EXPECT_THAT(reasonOf(document, "variable_stiffness"), HasSubstr("no joint has a drive of variable stiffness"));
  choose(document, 1, "variable_stiffness");
  EXPECT_EQ(reasonOf(document, "variable_stiffness"), "");
  EXPECT_THAT(reasonOf(document, "elastic_joints"), HasSubstr("have a stiffness to choose"));
}

/// The new controller holds links and stiffness where they begin, and other references begin there.
TEST(DriveEdits, ANewControllerHoldsTheRobot) {
  Document document = arm();
  choose(document, 0, "elastic");
  choose(document, 1, "variable_stiffness");
  std::vector<ObjectId> outputs;
  for (const desc::Actuator& actuator : document.description().actuators) outputs.push_back(actuator.id);
  ASSERT_TRUE(apply(document, edits::addController(designController(*built(document), document.description(),
                                                                    {"variable_stiffness", outputs}))));
  const std::string path = "controllers." + document.description().controllers[0].name;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("simulation.step", "0.001", problems));
  ASSERT_TRUE(document.setField("simulation.integrator", "\"runge_kutta_4\"", problems));
  for (const char* motion : {"constant", "half_cosine", "polynomial", "lissajous"}) {
    ASSERT_TRUE(apply(document, edits::setType(path + ".stiffness.type", motion)));
    Program program(built(document));
    SimulationRequest request;
    request.duration = 3;
    const SimulationResult result = simulate(program, request);
    ASSERT_FALSE(result.failure) << motion << ": " << result.failure->message();
    const VecX& start = program.model->q0;
    EXPECT_LT((result.final.q.head(2) - start.head(2)).cwiseAbs().maxCoeff(), 2e-3) << motion;
  }
}

}  // namespace
}  // namespace tendril
