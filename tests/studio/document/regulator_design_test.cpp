// SPDX-License-Identifier: GPL-3.0-or-later
// Regulators as they are added: with what they begin with, robots that fall by themselves are held after a push.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/control/control_loop.hpp"
#include "core/control/controlled_integrator.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;
using ::testing::HasSubstr;

Document opened(const std::string& text) {
  ReadResult read = readProjectText(text);
  EXPECT_TRUE(read.problems.empty()) << textOf(read.problems);
  return {std::move(read.description), text, {}};
}

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems, {.directory = document.directory()});
  EXPECT_TRUE(model) << textOf(problems);
  return model;
}

std::string hinge(const std::string& name, const std::string& parent, const std::string& more, double length) {
  const std::string l = std::to_string(length), half = std::to_string(length / 2);
  return R"({"name": ")" + name + R"(", "parent": ")" + parent +
         R"(", "joint": {"type": "revolute", "axis": [0, 1, 0]})" + more +
         R"(, "body": {"type": "rigid", "mass": 0.4, "com": [)" + half +
         R"(, 0, 0], "inertia": [1e-4, 2e-3, 2e-3, 0, 0, 0], "tip": {"position": [)" + l + ", 0, 0]}}}";
}

constexpr const char* kUp = R"(, "pose": {"rpy": [0, -1.5707963267948966, 0]})";

std::string project(const std::string& links, const std::string& actuators) {
  return R"({"format": "tendril", "version": 1, "simulation": {"integrator": "bdf", "step": 0.005},
    "materials": {"silicone": {"density": 1000, "young": 1e6, "poisson": 0.5, "viscosity": 2000}}, "links": [)" +
         links + R"(], "actuators": [)" + actuators + "]}";
}

std::string motor(const std::string& link) {
  return R"({"name": "motor )" + link + R"(", "type": "joint", "link": ")" + link + R"("})";
}

/// A silicone rod that stands, longer than it can by itself.
std::string rod(const std::string& joint) {
  return R"({"name": "rod", "parent": "world")" + std::string(kUp) + R"(, "joint": )" + joint +
         R"(, "body": {"type": "rod", "material": "silicone", "length": 0.32, "section": {"shape": "circle",
             "radius": 0.01}, "strain": {"bending_y": {"basis": "legendre", "order": 2},
             "bending_z": {"basis": "legendre", "order": 2}}}})";
}

std::string tendons() {
  std::string out;
  for (const char* at : {R"("y": "0.008", "z": "0")", R"("y": "-0.008", "z": "0")", R"("y": "0", "z": "0.008")",
                         R"("y": "0", "z": "-0.008")"})
    out += std::string(out.empty() ? "" : ", ") + R"({"name": "t)" + std::to_string(out.size()) +
           R"(", "type": "tendon", "tension_only": true, "range": [0, 50], "route": [{"link": "rod", )" + at + "}]}";
  return out;
}

/// With a regulator as the window adds it.
Document regulated(Document document) {
  ControllerWish wish{"lqr", {}};
  for (const desc::Actuator& actuator : document.description().actuators) wish.outputs.push_back(actuator.id);
  const ControllerDesign design = designController(*built(document), document.description(), wish);
  EXPECT_FALSE(design.problem) << design.problem->text();
  EXPECT_TRUE(apply(document, edits::addController(design)));
  return document;
}

/// Largest coordinate apart from the start, so long after each was pushed aside by so much.
double leftAfter(const Document& document, double duration, double push) {
  const auto model = built(document);
  if (!model) return INFINITY;
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  const VecX start = state.q;
  integrate(*model, start, VecX::Constant(model->nv, push), state.q);
  const double h = model->simulation.step;
  StepResult bad = integrator->reset(*model, data, state, inputs);
  for (int i = 0; i < std::lround(duration / h) && !bad; ++i) bad = integrator->step(*model, data, state, h, inputs);
  EXPECT_FALSE(bad) << bad->message();
  return bad ? INFINITY : (state.q - start).cwiseAbs().maxCoeff();
}

TEST(RegulatorDesign, HoldsRigidRobotsThatStand) {
  const std::string cart = R"({"name": "cart", "parent": "world", "joint": {"type": "prismatic", "axis": [1, 0, 0]},
      "body": {"type": "rigid", "mass": 1.5, "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}})";
  const std::string pole = hinge("pole", "world", kUp, 0.5), second = hinge("second", "pole", "", 0.5);
  const struct {
    const char* name;
    std::string text;
    double push;
  } robots[] = {
      {"pendulum", project(pole, motor("pole")), 0.3},
      {"double pendulum, both driven", project(pole + ", " + second, motor("pole") + ", " + motor("second")), 0.2},
      {"double pendulum, driven below", project(pole + ", " + second, motor("pole")), 0.02},
      // Balances, swinging out 45 times as far as it was pushed: from 0.02 no linear law with these weights comes back.
      {"double pendulum, driven between", project(pole + ", " + second, motor("second")), 0.005},
      {"pole on a cart", project(cart + ", " + hinge("pole", "cart", kUp, 0.5), motor("cart")), 0.1}};
  for (const auto& robot : robots) {
    Document document = opened(robot.text);
    EXPECT_GT(leftAfter(document, 4, robot.push), 0.5) << robot.name << ": it falls by itself";
    document = regulated(std::move(document));
    const auto& lqr = std::get<desc::LqrController>(document.description().controllers.back().type);
    EXPECT_EQ(lqr.about, desc::OperatingPoint::kInitial) << robot.name;
    EXPECT_FALSE(lqr.positionWeights.list) << robot.name << ": one number, which a slider turns";
    EXPECT_LT(leftAfter(document, 10, robot.push), 0.02 * robot.push) << robot.name;
  }
}

TEST(RegulatorDesign, OfNoActuatorsHasAReason) {
  const Document document = opened(project(hinge("pole", "world", kUp, 0.5), motor("pole")));
  const ControllerDesign design = designController(*built(document), document.description(), {"lqr", {}});
  ASSERT_TRUE(design.problem);
  EXPECT_THAT(design.problem->message, HasSubstr("needs an actuator"));
}

TEST(RegulatorDesign, HoldsSoftRodsThatStand) {
  Document hinged =
      regulated(opened(project(rod(R"({"type": "universal", "axis": [0, 1, 0], "axis2": [0, 0, 1]})"), motor("rod"))));
  EXPECT_LT(leftAfter(hinged, 8, 0.02), 1e-3);
  Document pulled = opened(project(rod(R"({"type": "fixed"})"), tendons()));
  EXPECT_GT(leftAfter(pulled, 20, 0.02), 0.5) << "it bends down by itself";
  pulled = regulated(std::move(pulled));
  const auto& lqr = std::get<desc::LqrController>(pulled.description().controllers.back().type);
  EXPECT_EQ(lqr.about, desc::OperatingPoint::kEquilibrium);
  EXPECT_GT(lqr.inputs.values.front().value, 0) << "tendons only pull: they are tight";
  EXPECT_LT(leftAfter(pulled, 10, 0.02), 2e-3);
}

TEST(RegulatorDesign, HangingRobotsComeToRestSooner) {
  Document document =
      opened(project(hinge("pole", "world", R"(, "pose": {"rpy": [0, 1.5707963267948966, 0]})", 0.5), motor("pole")));
  EXPECT_LT(leftAfter(regulated(std::move(document)), 6, 0.3), 1e-3);
}

TEST(RegulatorDesign, WhatCannotBeHeldSaysWhy) {
  const std::string cart = R"({"name": "cart", "parent": "world", "joint": {"type": "prismatic", "axis": [0, 1, 0]},
      "body": {"type": "rigid", "mass": 1.5, "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}})";
  Document document = opened(project(cart + ", " + hinge("pole", "cart", kUp, 0.5), motor("pole")));
  const ControllerDesign design =
      designController(*built(document), document.description(), {"lqr", {document.description().actuators[0].id}});
  ASSERT_TRUE(design.problem);
  EXPECT_THAT(design.problem->message, HasSubstr("cannot be stabilised"));
  EXPECT_THAT(design.problem->cure, HasSubstr("Add an actuator"));
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::addController(design), problems));
  EXPECT_EQ(problems.size(), 1u);
}

TEST(RegulatorDesign, WeightsFollowTheOutputs) {
  const std::string both = hinge("pole", "world", kUp, 0.5) + ", " + hinge("second", "pole", "", 0.5);
  Document document = regulated(opened(project(both, motor("pole") + ", " + motor("second"))));
  const ObjectId id = document.description().controllers.back().id;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("controllers.lqr.input_weights", "[3, 5]", problems)) << textOf(problems);
  ASSERT_TRUE(document.setField("controllers.lqr.about", "\"equilibrium\"", problems)) << textOf(problems);
  const ObjectId second = document.description().actuators[1].id;
  ControllerDesign fewer = designController(*built(document), document.description(), {"lqr", {second}});
  ASSERT_TRUE(apply(document, edits::changeController(document.description(), id, fewer)));
  const auto lqr = [&] { return std::get<desc::LqrController>(document.description().controllers.back().type); };
  ASSERT_EQ(lqr().inputWeights.values.size(), 1u);
  EXPECT_EQ(lqr().inputWeights.values[0].values[0].value, 5);
  EXPECT_EQ(lqr().about, desc::OperatingPoint::kEquilibrium) << "what was set stays";
  document.undo();
  ASSERT_TRUE(document.setField("controllers.lqr.input_weights", "[[3, 1], [1, 5]]", problems)) << textOf(problems);
  document.undo();
  ASSERT_TRUE(document.setField("controllers.lqr.input_weights", "[3, 5]", problems)) << textOf(problems);
  // Another controller takes one of them over.
  ASSERT_TRUE(apply(
      document, edits::addController(designController(*built(document), document.description(), {"pd", {second}}))));
  const auto& left = std::get<desc::LqrController>(document.description().controllers.front().type);
  ASSERT_EQ(left.inputWeights.values.size(), 1u);
  EXPECT_EQ(left.inputWeights.values[0].values[0].value, 3);
  EXPECT_TRUE(built(document));
}

}  // namespace
}  // namespace tendril
