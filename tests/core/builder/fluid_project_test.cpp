// SPDX-License-Identifier: BSD-3-Clause
// Fluids, chambers and tendons driven by length in project files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/builder/build_model.hpp"
#include "core/description/references.hpp"
#include "core/model/kinematics.hpp"
#include "core/model/rod/rod.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using ::testing::HasSubstr;

std::string project(const std::string& fields) {
  return R"json({"format": "tendril", "version": 1,
    "materials": {"m": {"density": 1000, "young": 1e6, "relaxation": 0.1}},
    "links": [{"name": "hull", "joint": {"type": "free"},
               "body": {"type": "rigid", "mass": 2, "com": [0.1, 0, 0], "inertia": [0.1, 0.1, 0.1, 0, 0, 0],
                        "volume": 0.002}},
              {"name": "arm", "parent": "hull",
               "body": {"type": "rod", "material": "m", "length": 0.4, "section": {"shape": "circle", "radius": 0.01},
                        "strain": {"bending_z": {"basis": "constant"}, "stretch": {"basis": "constant"}}}}], )json" +
         fields + "}";
}

std::string water(const std::string& fields) {
  return project(R"("loads": [{"name": "water", "type": "fluid", "density": 1000)" + fields + "}]");
}

std::string actuator(const std::string& fields) {
  return project(R"("actuators": [{"name": "a", )" + fields + "}]");
}

struct Built {
  std::shared_ptr<const Model> model;
  std::string problems;  ///< all in one text
};

Built build(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  Built out;
  if (!hasErrors(problems)) out.model = buildModel(result.description, problems);
  for (const Problem& problem : problems) out.problems += problem.text() + '\n';
  return out;
}

TEST(FluidProject, isBuilt) {
  const Built built = build(water(R"(, "added_mass": {"hull": [1, 2, 3, 4, 5, 6], "arm": [0, 0, 0, 0, 0.6, 0.6]},
      "viscous_drag": {"hull": [0, 0, 0, 1, 1, 1],
        "arm": [[0,0,0,0,0,0], [0,0,0,0,0,0], [0,0,0,0,0,0], [0,0,0,0,0,0], [0,0,0,0,1.1,0.1], [0,0,0,0,-0.1,1.1]]})"));
  ASSERT_TRUE(built.model) << built.problems;
  EXPECT_EQ(built.problems, "");
  const Link& hull = built.model->links[0];
  ASSERT_TRUE(hull.fluid);
  EXPECT_EQ(hull.fluid->displaced, 2);
  EXPECT_EQ(hull.fluid->center, Vec3(0.1, 0, 0));
  EXPECT_NEAR(hull.fluid->added(5, 1), -0.1 * 6, 1e-15);  // about the base frame: m (−z velocity) at x = 0.1
  EXPECT_NEAR(hull.fluid->added(1, 1), 2 + 0.01 * 6, 1e-15);
  const auto slices = dynamic_cast<const Rod&>(*built.model->links[1].body).slices();
  ASSERT_EQ(built.model->loads.size(), 1 + slices.size());
  for (const LoadSpec& load : built.model->loads) EXPECT_EQ(load.name, "water");
  StationState state;
  state.V << 0, 0, 0, 0, 2, 0;
  StationWrench wrench;
  built.model->loads[1].load->evaluate(state, wrench);
  EXPECT_NEAR(wrench.F[4], -1.1 * 1000 * 0.01 * slices[0].length * 4, 1e-12);
  EXPECT_NEAR(wrench.F[5], 0.1 * 1000 * 0.01 * slices[0].length * 4, 1e-12);
  const Data data(*built.model);
  EXPECT_NEAR(data.bodies[1]->displaced, 1000 * 3.14159265358979 * 1e-4 * 0.4, 1e-12);
}

TEST(FluidProject, knowsTetrahedra) {
  const Built built = build(R"json({"format": "tendril", "version": 1,
    "materials": {"m": {"density": 1100, "model": "neo_hookean", "c1": 1e5}},
    "links": [{"name": "arm", "body": {"type": "primitives", "material": "m", "length": 0.2,
      "mesh": {"tube": {"radius": 0.02, "inner": 0.01, "tetrahedra": 400}},
      "quadrature": 4, "primitives": [{"type": "bending_z", "modes": ["1/L"]}]}}],
    "loads": [{"name": "water", "type": "fluid", "density": 1000, "added_mass": {"arm": [0, 0, 0, 0, 0.6, 0.6]},
               "viscous_drag": {"arm": [0, 0, 0, 0, 1.1, 1.1]}}]})json");
  ASSERT_TRUE(built.model) << built.problems;
  EXPECT_EQ(built.problems, "");
  const std::vector<BodySlice> slices = built.model->links[0].body->slices();
  ASSERT_GE(slices.size(), 4u);
  ASSERT_EQ(built.model->loads.size(), slices.size());
  StationState state;
  state.V << 0, 0, 0, 0, 2, 0;
  StationWrench wrench;
  built.model->loads[0].load->evaluate(state, wrench);
  EXPECT_NEAR(wrench.F[4], -1.1 * 1000 * 0.02 * slices[0].length * 4, 1e-3);
  const Body& body = *built.model->links[0].body;
  const std::unique_ptr<BodyData> data = body.makeData();
  const VecX zero = VecX::Zero(1);
  const BodyCoordinates still{{zero.data(), 1}, {zero.data(), 1}, {zero.data(), 1}};
  body.kinematics(*data, still);
  body.inertia(*data, still);
  constexpr double kVolume = 3.14159265358979 * 3e-4 * 0.2;  // m³
  EXPECT_NEAR(data->mass, 1100 * kVolume, 1e-6);
  EXPECT_NEAR(data->displaced, 1000 * kVolume, 1e-6);
  EXPECT_NEAR(data->I(4, 4), (1100 + 0.6 * 1000) * kVolume, 1e-6);
  EXPECT_NEAR(data->I(3, 3), 1100 * kVolume, 1e-6);
}

TEST(FluidProject, liftsObjectsByTheirShape) {
  const auto objects = [](const std::string& fluid) {
    return build(R"({"format": "tendril", "version": 1, "objects": [
        {"name": "ball", "shape": {"sphere": 0.1}, "mass": 2},
        {"name": "rod", "shape": {"cylinder": {"radius": 0.1, "length": 0.3}}, "mass": 2},
        {"name": "pill", "shape": {"capsule": {"radius": 0.1, "length": 0.3}}, "mass": 2},
        {"name": "brick", "shape": {"box": [0.1, 0.2, 0.3]}, "mass": 2}],
      "loads": [{"name": "water", "type": "fluid", "density": 1000)" +
                 fluid + "}]}");
  };
  const Built built =
      objects(R"(, "added_mass": {"ball": [0, 0, 0, 2, 2, 2]}, "viscous_drag": {"brick": [0, 0, 0, 5, 5, 5]})");
  ASSERT_TRUE(built.model) << built.problems;
  EXPECT_EQ(built.problems, "");
  constexpr double kPi = 3.14159265358979;
  const double ball = 4e3 * kPi / 3 * 1e-3, rod = 1e3 * kPi * 3e-3;
  const std::vector<double> expected = {ball, rod, ball + rod, 6};
  for (std::size_t i = 0; i < 4; ++i) {
    const Link& link = built.model->links[i];
    ASSERT_TRUE(link.fluid) << link.name;
    EXPECT_NEAR(link.fluid->displaced, expected[i], 1e-12) << link.name;
    EXPECT_EQ(link.fluid->added(4, 4), i == 0 ? 2 : 0);
  }
  ASSERT_EQ(built.model->loads.size(), 1u);
  EXPECT_EQ(built.model->loads[0].link, 3);
  EXPECT_FALSE(objects(R"(, "buoyancy": false)").model->links[0].fluid);
}

TEST(FluidProject, isWrittenAsItWasRead) {
  const ReadResult read =
      readProjectText(water(R"(, "buoyancy": false, "added_mass": {"arm": [0, 0, 0, 0, 0.6, "=3/5"]})"));
  ASSERT_FALSE(hasErrors(read.problems));
  const ReadResult again = readProjectText(projectText(read.description));
  const auto& fluid = std::get<description::FluidLoad>(again.description.loads[0].type);
  EXPECT_FALSE(fluid.buoyancy);
  EXPECT_EQ(fluid.addedMass.entries[0].first.name, "arm");
  EXPECT_EQ(fluid.addedMass.entries[0].second[5].values[0].expression, "3/5");
}

TEST(FluidProject, followsTheNamesOfItsLinks) {
  ReadResult read = readProjectText(water(R"(, "viscous_drag": {"arm": [0, 0, 0, 0, 1, 1]})"));
  assignIds(read.description);
  std::vector<Problem> problems;
  resolveReferences(read.description, problems);
  read.description.links[1].name = "tail";
  resolveReferences(read.description, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_THAT(projectText(read.description), HasSubstr(R"("viscous_drag": { "tail")"));
}

TEST(FluidProject, saysWhatIsWrong) {
  const auto problems = [](const std::string& fields) { return build(water(fields)).problems; };
  EXPECT_THAT(build(project(R"("loads": [{"name": "water", "type": "fluid", "density": -1}])")).problems,
              HasSubstr("loads.water.density"));
  EXPECT_THAT(build(project(R"("loads": [{"name": "water", "type": "fluid"}])")).problems, HasSubstr("density"));
  EXPECT_THAT(problems(R"(, "added_mass": {"hul": [0, 0, 0, 1, 1, 1]})"), HasSubstr("did you mean \"hull\"?"));
  EXPECT_THAT(problems(R"(, "added_mass": {"world": [0, 0, 0, 1, 1, 1]})"), HasSubstr("the world is no link"));
  EXPECT_THAT(problems(R"(, "added_mass": {"hull": [0, 0, 0, 1, 1]})"), HasSubstr("6 numbers"));
  EXPECT_THAT(problems(R"(, "added_mass": {"hull": [[0], 0, 0, 1, 1, 1]})"), HasSubstr("6 numbers"));
  EXPECT_THAT(problems(R"(, "added_mass": {"hull": [0, 0, 0, 1, 1, -1]})"), HasSubstr("positive semidefinite"));
  EXPECT_THAT(problems(R"(, "viscous_drag": {"arm": [0, 0, 0, -1, 1, 1]})"), HasSubstr("positive semidefinite"));
  EXPECT_THAT(problems(R"(, "added_mass": {"hull": [[0,0,0,0,0,0], [0,0,0,0,0,0], [0,0,0,0,0,0], [0,0,0,1,0.5,0],
                                                    [0,0,0,0,1,0], [0,0,0,0,0,1]]})"),
              HasSubstr("not symmetric"));
  EXPECT_THAT(build(project(R"("loads": [{"name": "a", "type": "fluid", "density": 1},
                                         {"name": "b", "type": "fluid", "density": 2}])"))
                  .problems,
              HasSubstr("already in the fluid \"a\""));
}

TEST(FluidProject, hintsAtAMissingVolume) {
  std::string text = water("");
  text.replace(text.find("\"volume\": 0.002"), 15, "\"volume\": 0");
  const Built built = build(text);
  EXPECT_TRUE(built.model);
  EXPECT_THAT(built.problems, HasSubstr("warning: links.hull.body.volume: displaces nothing"));
}

TEST(ChamberProject, isBuilt) {
  const Built built = build(actuator(R"("type": "pressure", "link": "arm", "area": "pi*(r(X)/4)^2", "y": "r(X)/2")"));
  ASSERT_TRUE(built.model) << built.problems;
  const Actuator& chamber = *built.model->actuators[0];
  EXPECT_EQ(chamber.ranges[0].lower, 0);
  EXPECT_EQ(chamber.ranges[0].upper, std::numeric_limits<double>::infinity());
  Data data(*built.model);
  kinematics(*built.model, data, built.model->q0, built.model->v0);
  EXPECT_NEAR(dynamic_cast<const PressureChamber&>(chamber).volume(*built.model, data),
              3.14159265358979 * 0.0025 * 0.0025 * 0.4, 1e-14);
  const SignalCatalogue signals(*built.model);
  ASSERT_GE(signals.find("a.pressure"), 0);
  EXPECT_EQ(signals[signals.find("a.pressure")].unit, "Pa");
  ASSERT_GE(signals.find("a.volume"), 0);
  EXPECT_EQ(signals[signals.find("a.volume")].unit, "m³");
}

TEST(ChamberProject, saysWhatIsWrong) {
  const auto problems = [](const std::string& fields) {
    return build(actuator(R"("type": "pressure", )" + fields)).problems;
  };
  EXPECT_THAT(problems(R"("link": "arm")"), HasSubstr("actuators.a.area"));
  EXPECT_THAT(problems(R"("link": "arm", "area": 0)"), HasSubstr("must be greater than 0, in m²"));
  EXPECT_THAT(problems(R"("link": "arm", "area": "0.5 - X")"), HasSubstr("is not positive everywhere"));
  EXPECT_THAT(problems(R"("link": "hull", "area": 1e-5)"), HasSubstr("\"hull\" is rigid"));
  EXPECT_THAT(problems(R"("link": "leg", "area": 1e-5)"), HasSubstr("unknown link \"leg\""));
  EXPECT_THAT(problems(R"("link": "arm", "area": 1e-5, "division": 1)"), HasSubstr("has 1 divisions"));
  EXPECT_THAT(problems(R"("link": "arm", "area": 1e-5, "from": 0.5, "to": 0.5)"),
              HasSubstr("a chamber needs a length"));
}

TEST(SpoolProject, isBuilt) {
  const Built built = build(actuator(R"("type": "tendon", "mode": "length", "cable_stiffness": 2000, "pretension": 3,
      "range": [0, 0.05], "route": [{"link": "arm", "y": 0.005}])"));
  ASSERT_TRUE(built.model) << built.problems;
  EXPECT_TRUE(built.model->hasEffortLaws);
  const Effort effort = built.model->actuators[0]->effort(0.01, 0.004, 5);
  EXPECT_NEAR(effort.value, 2000 * 0.006 + 3, 1e-12);
  EXPECT_EQ(built.model->actuators[0]->ranges[0].upper, 0.05);
  const SignalCatalogue signals(*built.model);
  for (const auto& [name, unit] : {std::pair{"a.input", "m"}, {"a.tension", "N"}, {"a.length", "m"}}) {
    ASSERT_GE(signals.find(name), 0) << name;
    EXPECT_EQ(signals[signals.find(name)].unit, unit) << name;
  }
  EXPECT_EQ(signals.find("a.u"), signals.find("a.input"));
}

TEST(SpoolProject, saysWhatIsWrong) {
  const auto problems = [](const std::string& fields) {
    return build(actuator(R"("type": "tendon", "route": [{"link": "arm"}], )" + fields)).problems;
  };
  EXPECT_THAT(problems(R"("mode": "length")"), HasSubstr("actuators.a.cable_stiffness"));
  EXPECT_THAT(problems(R"("mode": "length", "cable_stiffness": 0)"), HasSubstr("must be greater than 0"));
  EXPECT_THAT(problems(R"("mode": "length", "cable_stiffness": 1, "pretension": -1)"), HasSubstr("pretension"));
  EXPECT_THAT(problems(R"("cable_stiffness": 1000)"), HasSubstr("only in mode length"));
  EXPECT_THAT(problems(R"("mode": "speed")"), HasSubstr("tension, length"));
}

}  // namespace
}  // namespace tendril
