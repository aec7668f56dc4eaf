// SPDX-License-Identifier: BSD-3-Clause
// Propellers in project files: what they become, and what is told of those that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/builder/build_model.hpp"
#include "core/model/propellers.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;

/// A base that floats with a rod below it; `rotors` are the fields of its propellers.
std::string drone(const std::string& rotors, const std::string& controllers = "") {
  return R"({"format": "tendril", "version": 1, "parameters": {"count": 6},
   "materials": {"silicone": {"density": 1000, "young": 1e6, "poisson": 0.5, "viscosity": 1e3}},
   "links": [
    {"name": "base", "parent": "world", "joint": {"type": "free"},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.02,0.02,0.03,0,0,0]}},
    {"name": "arm", "parent": "base", "joint": {"type": "fixed"},
     "body": {"type": "rod", "material": "silicone", "length": 0.2, "section": {"shape": "circle", "radius": 0.01},
              "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
   "actuators": [{"name": "rotors", "type": "propellers", "link": "base", )" +
         rotors + R"(}], "controllers": [)" + controllers + "]}";
}

std::string arms(const std::string& rest) {
  return R"("arms": 6, "radius": 0.3, "thrust": 2e-5, "drag": 4e-7)" + rest;
}

std::shared_ptr<const Model> build(const std::string& text, std::string& told) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  std::shared_ptr<const Model> model;
  if (!hasErrors(problems)) model = buildModel(result.description, problems);
  told.clear();
  for (const Problem& problem : problems) told += problem.path + ": " + problem.text() + "\n";
  return model;
}
std::string told(const std::string& text) {
  std::string out;
  build(text, out);
  return out;
}

const Propellers& propellersOf(const Model& model) {
  return dynamic_cast<const Propellers&>(*model.actuators[0]);
}

TEST(PropellersInFiles, StandOnArmsWhoseSignsAlternate) {
  std::string problems;
  const auto model = build(drone(arms(R"(, "alpha": 0.6, "beta": -0.17, "height": 0.05, "phase": 0.1)")), problems);
  ASSERT_TRUE(model) << problems;
  const Propellers& made = propellersOf(*model);
  ASSERT_EQ(made.inputs(), 6);
  for (int k = 0; k < 6; ++k) {
    const double angle = 0.1 + k * M_PI / 3, sign = k % 2 ? -1 : 1;
    const Rotor& rotor = made.rotors()[static_cast<std::size_t>(k)];
    EXPECT_LE((rotor.position - Vec3(0.3 * std::cos(angle), 0.3 * std::sin(angle), 0.05)).norm(), 1e-15);
    EXPECT_LE((rotor.axis - rotorAxis(rotor.position, sign * 0.6, -0.17)).norm(), 1e-15);
    EXPECT_EQ(rotor.spin, sign);
    EXPECT_EQ(made.ranges[static_cast<std::size_t>(k)].lower, 0);
  }
  EXPECT_EQ(allocationRank(made.allocation()), 6);
  // the number may come from a parameter, and is that of a controller's outputs
  const std::string counted = R"("arms": "=count", "radius": 0.3, "thrust": 2e-5, "drag": 4e-7)";
  const auto same = build(drone(counted, R"({"name": "hover", "type": "signals",
      "outputs": {"rotors": ["1", "1", "1", "1", "1", "1"]}})"),
                          problems);
  ASSERT_TRUE(same) << problems;
  EXPECT_EQ(same->nu, 6);
}

TEST(PropellersInFiles, StandWhereAListSays) {
  std::string problems;
  const auto model = build(drone(R"("range": [0.1, 8], "rotors": [
      {"position": [0.3, 0, 0.1], "tilt": [0.2, 0.1], "spin": -1, "thrust": 2e-5, "drag": 4e-7},
      {"position": [0, 0.3, 0], "thrust": 1e-5}])"),
                           problems);
  ASSERT_TRUE(model) << problems;
  const std::vector<Rotor>& rotors = propellersOf(*model).rotors();
  ASSERT_EQ(rotors.size(), 2u);
  EXPECT_LE((rotors[0].axis - rotorAxis({0.3, 0, 0.1}, 0.2, 0.1)).norm(), 1e-15);
  EXPECT_EQ(rotors[0].spin, -1);
  EXPECT_EQ(rotors[1].spin, 1);
  EXPECT_EQ(rotors[1].axis, Vec3::UnitZ());
  EXPECT_EQ(model->actuators[0]->ranges[1].lower, 0.1);
  EXPECT_EQ(model->actuators[0]->ranges[1].upper, 8);
}

TEST(PropellersInFiles, AreWrittenAsTheyWereRead) {
  const ReadResult once = readProjectText(drone(arms(R"(, "alpha": 0.6)")));
  ASSERT_TRUE(once.problems.empty()) << once.problems.front().text();
  const std::string written = projectText(once.description);
  EXPECT_EQ(projectText(readProjectText(written).description), written);
  EXPECT_THAT(written, HasSubstr("\"arms\": 6"));
}

TEST(PropellersInFiles, SayWhatIsWrong) {
  const auto rotor = [](const std::string& fields) {
    return told(drone(R"("rotors": [{"position": [0.3, 0, 0], )" + fields + "}]"));
  };
  EXPECT_THAT(told(drone(R"("rotors": [])")), HasSubstr("actuators.rotors.rotors: "));
  EXPECT_THAT(told(drone(R"("rotors": [])")), HasSubstr("is empty"));
  EXPECT_THAT(rotor(R"("thrust": 0)"), HasSubstr("actuators.rotors.rotors[0].thrust: "));
  EXPECT_THAT(rotor(R"("thrust": 0)"), HasSubstr("is 0; must be greater than 0, in N·s²"));
  EXPECT_THAT(rotor(R"("drag": 1e-7)"), HasSubstr("actuators.rotors.rotors[0].thrust: "));
  EXPECT_THAT(rotor(R"("thrust": "=0/0")"), HasSubstr("actuators.rotors.rotors[0].thrust: "));
  EXPECT_THAT(rotor(R"j("thrust": 1e-5, "tilt": ["=sqrt(-1)", 0])j"),
              HasSubstr("actuators.rotors.rotors[0].tilt[0]: "));
  EXPECT_THAT(rotor(R"("thrust": 1e-5, "drag": -1)"), HasSubstr("actuators.rotors.rotors[0].drag: "));
  for (const char* spin : {"0", "0.5", "-0.9", "2"})
    EXPECT_THAT(rotor(R"("thrust": 1e-5, "spin": )" + std::string(spin)), HasSubstr("must be 1 or -1")) << spin;
  EXPECT_THAT(rotor(R"("thrust": 1e-5, "spin": 2)"), HasSubstr("actuators.rotors.rotors[0].spin: "));
  EXPECT_THAT(told(drone(arms(R"(, "rotors": [{"thrust": 1e-5}])"))), HasSubstr("only without arms"));
  EXPECT_THAT(told(drone(R"("radius": 0.3, "rotors": [{"thrust": 1e-5}])")), HasSubstr("only with arms"));
  EXPECT_THAT(told(drone(R"("arms": 2.5, "radius": 0.3, "thrust": 1e-5)")), HasSubstr("whole number"));
  EXPECT_THAT(told(drone(R"("arms": 4, "thrust": 1e-5)")), HasSubstr("actuators.rotors.radius: "));
  EXPECT_THAT(told(drone(arms(R"(, "range": [-5, 5])"))), HasSubstr("propellers push one way"));
  EXPECT_THAT(told(drone(arms(R"(, "range": [0, 0])"))), HasSubstr("actuators.rotors.range: "));
  std::string soft = drone(arms(""));
  soft.replace(soft.find(R"("propellers", "link": "base")"), 28, R"("propellers", "link": "arm")");
  EXPECT_THAT(told(soft), HasSubstr("propellers sit on rigid links"));
  EXPECT_THAT(told(drone(arms(""), R"({"name": "c", "type": "signals", "outputs": {"rotors": "1"}})")),
              HasSubstr("has 6 inputs"));
}

TEST(PropellersInFiles, OfLowRankDoNotTrackPoses) {
  const std::string track = R"({"name": "track", "type": "pose_tracking", "outputs": ["rotors"],
      "gains": {"proportional": 36, "derivative": 12}, "reference": {"type": "constant"}})";
  EXPECT_EQ(told(drone(arms(R"(, "alpha": 0.6, "beta": -0.17)"), track)), "");
  const std::string flat = told(drone(arms(""), track));
  EXPECT_THAT(flat, HasSubstr("controllers.track.outputs: "));
  EXPECT_THAT(flat, HasSubstr("in 4 of 6 directions: the rank of their allocation is 4"));
  EXPECT_THAT(told(drone(R"("arms": 3, "radius": 0.3, "alpha": 0.6, "thrust": 2e-5, "drag": 4e-7)", track)),
              HasSubstr("in 3 of 6 directions"));
  EXPECT_THAT(
      told(drone(R"("arms": 8, "radius": 0.3, "alpha": 0.6, "beta": 0.1, "thrust": 2e-5, "drag": 4e-7)", track)),
      HasSubstr("needs six"));
}

TEST(PropellersInFiles, HaveNoCoordinatesToFollow) {
  for (const char* type : {"pd", "pid", "pd_cancellation", "partial_feedback_linearization"})
    EXPECT_THAT(told(drone(arms(""), R"({"name": "c", "outputs": ["rotors"], "type": ")" + std::string(type) + "\"}")),
                HasSubstr("works on no coordinate"))
        << type;
}

TEST(PropellersInFiles, FlyByGeometricTrackingWithUsualGains) {
  const std::string fly = R"({"name": "fly", "type": "geometric_tracking", "outputs": ["rotors"])";
  const std::string four = R"("arms": 4, "radius": 0.2, "thrust": 2e-5, "drag": 4e-7)";
  std::string problems;
  const auto model = build(drone(four, fly + R"(, "reference": {"type": "constant"}})"), problems);
  ASSERT_TRUE(model) << problems;
  EXPECT_EQ(problems, "");
  EXPECT_EQ(model->controllers[0]->outputs.size(), 4u);
  EXPECT_EQ(model->controllers[0]->led()->link, 0);
  EXPECT_FALSE(model->controllers[0]->led()->orientation);
  // it stands on the usual gains, which the file need not hold
  const ReadResult read = readProjectText(drone(four, fly + "}"));
  EXPECT_THAT(projectText(read.description), ::testing::Not(HasSubstr("gains")));
  // what is given beside them stays, also where it is nothing
  const ReadResult undamped = readProjectText(drone(four, fly + R"(, "gains": {"derivative": 0}})"));
  const ReadResult again = readProjectText(projectText(undamped.description));
  const auto& law = std::get<description::GeometricTrackingController>(again.description.controllers[0].type);
  EXPECT_EQ(law.gains.derivative.values.front().values.front().value, 0);
  EXPECT_EQ(law.gains.proportional.values.size(), 6u);
  EXPECT_THAT(told(drone(R"("arms": 3, "radius": 0.2, "thrust": 2e-5, "drag": 4e-7)", fly + "}")),
              HasSubstr("in 3 of 4 ways"));
  EXPECT_THAT(told(drone(R"("arms": 4, "radius": 0.2, "thrust": 2e-5)", fly + "}")), HasSubstr("in 3 of 4 ways"));
  EXPECT_THAT(told(drone(four, fly + R"(, "tilt_limit": 2})")), HasSubstr("controllers.fly.tilt_limit: "));
  EXPECT_THAT(told(drone(four, fly + R"(, "gains": {"proportional": [1, 2, 3]}})")),
              HasSubstr("controllers.fly.gains.proportional: "));
  EXPECT_THAT(told(drone(four, fly + R"(, "link": "arm"})")), HasSubstr("no floating base"));
}

}  // namespace
}  // namespace tendril
