// SPDX-License-Identifier: BSD-3-Clause
// Controllers that compute with a variant of the project.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/builder/controllers/controlled_arm.hpp"

namespace tendril {
namespace {

using namespace tests;

/// One link without weight, and computed torque: the mass about its joint is 0.02 kg m², with the variants α times
/// that.
std::string turner(const std::string& model) {
  return R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0], "links": [
    {"name": "link", "parent": "world", "joint": {"type": "revolute", "axis": [0,1,0], "q0": [0.3], "v0": [0.5]},
     "body": {"type": "rigid", "mass": 1, "com": [0.1,0,0], "inertia": [0.01,0.01,0.01,0,0,0]}}],
   "actuators": [{"name": "m", "type": "joint", "link": "link"}],
   "variants": {"heavy": {"links.link.body.mass": 2, "links.link.body.inertia": [0.02,0.02,0.02,0,0,0]},
                "light": {"links.link.body.mass": 0.5, "links.link.body.inertia": [0.005,0.005,0.005,0,0,0]}},
   "controllers": [{"name": "c", "type": "computed_torque", "outputs": ["m"], "gains": {"proportional": 25, "derivative": 6})" +
         model + R"(}], "simulation": {"step": 0.001, "integrator": "runge_kutta_4"}})";
}

/// ë + α K_D ė + α K_P e = 0 where the controller's mass is α times that of the plant: below critical damping here.
double predicted(double alpha, double e, double rate, double t) {
  const double damping = 0.5 * alpha * 6, square = alpha * 25 - damping * damping;
  const double omega = std::sqrt(std::abs(square));
  const double c = square > 0 ? std::cos(omega * t) : std::cosh(omega * t);
  const double s = square > 0 ? std::sin(omega * t) : std::sinh(omega * t);
  return std::exp(-damping * t) * (e * c + (rate + damping * e) / omega * s);
}

TEST(ControllerModels, AWrongMassGivesTheErrorThatItsEquationPredicts) {
  for (const auto& [model, alpha] :
       {std::pair("", 1.0), std::pair(R"(, "model": "heavy")", 2.0), std::pair(R"(, "model": "light")", 0.5)}) {
    const auto built = build(turner(model));
    ASSERT_TRUE(built);
    for (const double t : {0.1, 0.3, 0.7})
      EXPECT_NEAR(run(built, t).q[0], predicted(alpha, 0.3, 0.5, t), 1e-9) << model << ' ' << t;
  }
}

const std::string kVariants = R"(, "variants": {"same": {"simulation.step": 0.001},
    "heavy": {"links.lower.body.mass": 0.8}, "stiff": {"links.lower.joint.type": "fixed"},
    "wrong": {"links.lower.body.mass": -1}, "lost": {"links.hand.body.mass": 1},
    "other": {"actuators.m2.name": "m3"}, "slide": {"links.lower.joint.type": "prismatic"}})";
const std::string kSteps = R"("step": 0.001)";

TEST(ControllerModels, OfTheSameRobotChangesNothing) {
  const std::string all = R"("outputs": ["m1", "m2"], "reference": {"type": "constant", "value": 0.2}, )";
  const std::string gains = R"("gains": {"proportional": 30, "derivative": 5})";
  const std::string tip =
      R"("link": "lower", "at": "base", "outputs": ["m1", "m2"], "gains": {"proportional": 30, "derivative": 5})";
  for (const std::string& law :
       {R"("type": "pd_cancellation", )" + all + gains, R"("type": "computed_torque", )" + all + gains,
        R"("type": "partial_feedback_linearization", )" + all + gains, R"("type": "task_space", )" + tip,
        std::string(R"("type": "lqr", "about": "initial", "outputs": ["m1", "m2"])")}) {
    const auto plain = build(arm(R"({"name": "c", )" + law + "}", kSteps, kVariants));
    const auto named = build(arm(R"({"name": "c", "model": "same", )" + law + "}", kSteps, kVariants));
    const auto heavy = build(arm(R"({"name": "c", "model": "heavy", )" + law + "}", kSteps, kVariants));
    ASSERT_TRUE(plain && named && heavy) << law;
    const State a = run(plain, 0.2), b = run(named, 0.2), c = run(heavy, 0.2);
    EXPECT_EQ(a.q, b.q) << law;
    EXPECT_EQ(a.v, b.v) << law;
    EXPECT_GT((a.q - c.q).norm(), 1e-6) << law;
  }
}

/// The station that inverse statics leads is one of the variant's body, too.
TEST(ControllerModels, LeadStationsOfSoftBodies) {
  const auto text = [](const std::string& model) {
    return R"({"format": "tendril", "version": 1, "materials": {"silicone": {"density": 1000, "young": 5e5, "poisson": 0.5}},
      "links": [{"name": "arm", "parent": "world", "body": {"type": "rod", "material": "silicone", "length": 0.3,
        "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_z": {"basis": "legendre", "order": 1}}}}],
      "gravity": [0, 0, 0], "actuators": [
        {"name": "a", "type": "tendon", "route": [{"link": "arm", "y": "0.008"}]},
        {"name": "b", "type": "tendon", "route": [{"link": "arm", "y": "-0.008", "to": 0.5}]}],
      "variants": {"soft": {"materials.silicone.young": 2.5e5}},
      "controllers": [{"name": "c", "type": "inverse_statics", "outputs": ["a", "b"], "link": "arm", "at": 0.5,
        "period": 0.01, "reference": {"type": "constant", "value": [0.1495, 0.01, 0]}, "gains": {"proportional": 3})" +
           model + R"(}], "simulation": {"step": 0.01}})";
  };
  const auto plain = build(text("")), soft = build(text(R"(, "model": "soft")"));
  ASSERT_TRUE(plain && soft);
  const State a = run(plain, 0.3), b = run(soft, 0.3);
  const int demand = controllerLayouts(*plain)[0].demandAt();
  // Without gravity inputs are to stiffness: half as stiff, half the tension for the same shape of its own model.
  EXPECT_GT(a.z.segment(demand, 2).norm(), 0.01);
  EXPECT_NEAR(b.z.segment(demand, 2).norm() / a.z.segment(demand, 2).norm(), 0.5, 1e-6);
}

TEST(ControllerModels, WhatCannotBeIsToldAtItsField) {
  const auto model = [](const std::string& name) {
    return R"({"name": "c", "type": "computed_torque", "outputs": ["m1", "m2"], "model": ")" + name + "\"}";
  };
  const std::string path = "controllers.c.model";
  expectTold(
      {
          {model("heavi"), path, "did you mean \"heavy\"?"},
          {model("nothing at all"), path, "same, heavy, stiff"},
          {model("stiff"), path, "the joint of \"lower\" is fixed"},
          {model("slide"), path, "another joint"},
          {model("other"), path, "m3"},
          {model("wrong"), path, "links.lower.body.mass"},
          {model("lost"), path, "hand"},
      },
      [](const std::string& controllers) { return arm(controllers, kSteps, kVariants); });
  expectTold({{model("heavy"), path, "there is no variant"}});
}

TEST(ControllerModels, AnyNumberOfControllersMayNameAVariant) {
  const auto named = build(arm(R"({"name": "c", "type": "pd_cancellation", "outputs": ["m1"], "model": "heavy"},
      {"name": "d", "type": "sequence", "phases": [{"controller": {"type": "pd_cancellation", "outputs": ["m2"], "model": "heavy"}}]})",
                               kSteps, kVariants));
  EXPECT_TRUE(named);
}

}  // namespace
}  // namespace tendril
