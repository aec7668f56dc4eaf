// SPDX-License-Identifier: BSD-3-Clause
// A point led by hand through equilibria: what can be reached is reached, what cannot is approached until no input
// comes nearer, and depth is left to the robot.
#include "core/control/inverse_statics/equilibrium_lead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>

#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace tests;
using Verdict = EquilibriumLeadState::Verdict;

std::shared_ptr<const Model> pulled(double most) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = {};
  for (auto& make : spec.actuators)
    make = [make, most](const Model& model) {
      auto actuator = make(model);
      actuator->ranges.front() = {0, most};
      return actuator;
    };
  return std::make_shared<const Model>(std::move(spec));
}

EquilibriumLeadProblem problemOf(const Model& model) {
  EquilibriumLeadProblem problem;
  problem.place = placeAlong(model, 0, 1);
  problem.gravity = model.gravity;
  problem.q = model.q0;
  problem.u = VecX::Zero(model.nu);
  return problem;
}

Vec3 tipAt(const Model& model, const VecX& u) {
  Data data(model);
  StaticsProblem given;
  given.u = u;
  const StaticsResult result = solveStatics(model, data, given);
  EXPECT_TRUE(result.converged) << result.failure;
  return LedPoint(model, 0, placeAlong(model, 0, 1)).position(data, result.q);
}

int settle(EquilibriumLead& lead) {
  int steps = 1;
  while (lead.step()) ++steps;
  return steps;
}

void expectEquilibrium(const EquilibriumLead& lead) {
  Data data(lead.model());
  StaticsProblem given;
  given.u = lead.state().u, given.q = lead.state().q;
  const StaticsResult again = solveStatics(lead.model(), data, given, {.preferStable = false});
  ASSERT_TRUE(again.converged) << again.failure;
  EXPECT_LE((again.q - lead.state().q).norm(), 1e-7 * (1 + again.q.norm()));
}

TEST(EquilibriumLead, ReachesWhatInputsCanReach) {
  const auto model = pulled(8);
  EquilibriumLead lead(model, problemOf(*model));
  ASSERT_EQ(lead.begin(), "");
  const Vec3 start = tipAt(*model, VecX::Zero(5));
  EXPECT_LE((lead.state().point - start).norm(), 1e-9);
  EXPECT_EQ(lead.state().verdict, Verdict::kReached);
  EXPECT_FALSE(lead.step()) << "nothing is wanted yet";
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    VecX u(5);
    for (double& each : u) each = uniform(random, 0, 4);
    const Vec3 to = tipAt(*model, u);
    lead.aim(to);
    settle(lead);
    ASSERT_EQ(lead.state().verdict, Verdict::kReached) << k << ' ' << lead.state().left;
    EXPECT_LE((lead.state().point - to).norm(), 1e-6);
    EXPECT_LE(lead.state().left, 1e-6);
    EXPECT_TRUE(lead.state().stable);
    EXPECT_GE(lead.state().u.minCoeff(), 0);
    if (k % 5 == 0) expectEquilibrium(lead);
  }
  // Back at the start no tendons pull against each other for nothing.
  lead.aim(start);
  settle(lead);
  EXPECT_LE(lead.state().u.maxCoeff(), 1e-3);
}

TEST(EquilibriumLead, ComesAsNearAsRangesAllowAndNamesTheInputsAtTheirEnds) {
  const auto model = pulled(2);
  EquilibriumLead lead(model, problemOf(*model));
  ASSERT_EQ(lead.begin(), "");
  const Vec3 out = lead.state().point + Vec3(1, 0.3, 0.2);
  lead.aim(out);
  settle(lead);
  const EquilibriumLeadState state = lead.state();
  ASSERT_EQ(state.verdict, Verdict::kNearest);
  EXPECT_NEAR(state.left, (out - state.point).norm(), 1e-12);
  ASSERT_FALSE(state.ended.empty());
  for (const int input : state.ended) EXPECT_TRUE(state.u[input] == 0 || state.u[input] == 2);
  expectEquilibrium(lead);
  // No change of an input within its range comes nearer.
  for (int i = 0; i < 5; ++i)
    for (const double change : {1e-3, -1e-3}) {
      VecX u = state.u;
      u[i] = std::clamp(u[i] + change, 0.0, 2.0);
      if (u[i] == state.u[i]) continue;
      EXPECT_GE((tipAt(*model, u) - out).norm(), state.left - 1e-7) << i << ' ' << change;
    }
  lead.aim(tipAt(*model, VecX::Constant(5, 0.5)));
  settle(lead);
  EXPECT_EQ(lead.state().verdict, Verdict::kReached) << "and back";
}

/// Somebody looks along y and wants the tip elsewhere on the screen: it gets there though nothing can bring it to that
/// depth.
TEST(EquilibriumLead, LeavesDepthToTheRobot) {
  ModelSpec spec = pendulumSpec(0.5, 0.2);  // turns about y, so the tip stays in the plane y = 0
  spec.links[0].rigidTip.p = Vec3(0.5, 0, 0);
  spec.gravity.setZero();
  spec.links[0].joint.stiffness = VecX::Constant(1, 2);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("motor", model, 0); });
  const auto model = std::make_shared<const Model>(std::move(spec));
  EquilibriumLeadProblem problem = problemOf(*model);
  problem.sight = Vec3(0.6, 0.8, 0);
  EquilibriumLead lead(model, problem);
  ASSERT_EQ(lead.begin(), "");
  // Seen along that direction the tip moves in z and along (0.8, −0.6); its circle is an ellipse there.
  const double q = 0.9;
  const Vec3 wanted = Vec3(0.5 * std::cos(q), 0, -0.5 * std::sin(q)) + 0.2 * problem.sight;
  lead.aim(wanted);
  settle(lead);
  EXPECT_EQ(lead.state().verdict, Verdict::kReached) << lead.state().left;
  EXPECT_NEAR(lead.state().q[0], q, 2e-3);
  EXPECT_NEAR(lead.state().depth, 0.2, 1e-3);
  EXPECT_NEAR(lead.state().u[0], 2 * lead.state().q[0], 1e-9);
}

TEST(EquilibriumLead, SaysWhyAPointCannotBeLed) {
  ModelSpec spec = pendulumSpec(0.5, 0.2);
  const auto dead = std::make_shared<const Model>(spec);
  EXPECT_NE(EquilibriumLead(dead, problemOf(*dead)).begin().find("no inputs"), std::string::npos);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("motor", model, 0); });
  spec.gravity.setZero();
  const auto loose = std::make_shared<const Model>(spec);
  EXPECT_NE(EquilibriumLead(loose, problemOf(*loose)).begin().find("springs"), std::string::npos);
  // The point on the joint's axis stays where it is.
  spec.links[0].joint.stiffness = VecX::Constant(1, 2);
  const auto fixed = std::make_shared<const Model>(spec);
  EquilibriumLeadProblem problem = problemOf(*fixed);
  problem.place = placeAlong(*fixed, 0, 0);
  EXPECT_NE(EquilibriumLead(fixed, problem).begin().find("No input moves this point"), std::string::npos);
  problem.link = 3;
  EXPECT_THROW(EquilibriumLead(fixed, problem), std::invalid_argument);
  problem = problemOf(*fixed);
  problem.u[0] = std::nan("");
  EXPECT_THROW(EquilibriumLead(fixed, problem), std::invalid_argument);
  EquilibriumLead lead(fixed, problemOf(*fixed));
  EXPECT_FALSE(lead.step()) << "before it has begun";
}

/// A hand that moves 60 times a second: each move is worked off before the next one, on average.
TEST(EquilibriumLead, KeepsUpWithAHand) {
  const auto model = pulled(4);
  EquilibriumLead lead(model, problemOf(*model));
  ASSERT_EQ(lead.begin(), "");
  const Vec3 start = lead.state().point;
  std::vector<double> took;  // ms
  int steps = 0;
  constexpr int kMoves = 240;
  for (int k = 0; k < kMoves; ++k) {  // four seconds, beyond what can be reached and back
    const double angle = 0.05 * k;
    lead.aim(start + Vec3(0.25 * std::sin(angle), 0.15 * std::sin(0.7 * angle), 0.1 * (1 - std::cos(angle))));
    const auto begin = std::chrono::steady_clock::now();
    steps += settle(lead);
    took.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::ranges::nth_element(took, took.begin() + kMoves / 2);
  const double median = took[kMoves / 2];
  RecordProperty("milliseconds_per_move", std::to_string(median));
  std::cout << median << " ms and " << static_cast<double>(steps) / kMoves << " steps a move\n";
  EXPECT_LT(static_cast<double>(steps) / kMoves, 80);
  if (!kSanitized) {
    EXPECT_LT(median, 33) << "30 pictures a second";
  }
}

}  // namespace
}  // namespace tendril
