// SPDX-License-Identifier: BSD-3-Clause
// Inputs whose equilibrium has frames where they are wanted: reachable targets, those that are not, several at once,
// drives of given position, closed loops.
#include "core/control/inverse_statics/equilibrium_targets.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "core/control/tracking.hpp"
#include "core/equilibria/statics.hpp"
#include "core/math/so3.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

ModelSpec pulledOnly(double most = std::numeric_limits<double>::infinity()) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = {};
  for (auto& make : spec.actuators)
    make = [make, most](const Model& model) {
      auto actuator = make(model);
      actuator->ranges.front() = {0, most};
      return actuator;
    };
  return spec;
}

Pose frameAt(const Model& model, const VecX& q, const Task& task) {
  Data data(model);
  kinematics(model, data, q, VecX::Zero(model.nv));
  const auto [frame, offset] = model.place(task.link, task.station);
  return worldPose(data, frame) * offset;
}

struct Arm {
  explicit Arm(ModelSpec spec) : model(std::move(spec)), data(model) {
    tip.link = static_cast<int>(model.links.size()) - 1;
    problem.inputs.resize(static_cast<std::size_t>(model.nu));
    std::iota(problem.inputs.begin(), problem.inputs.end(), 0);
    problem.u.setZero(model.nu);
    problem.q = equilibrium(problem.u);
  }
  VecX equilibrium(const VecX& u) {
    StaticsProblem given;
    given.u = u;
    const StaticsResult result = solveStatics(model, data, given);
    EXPECT_TRUE(result.converged) << result.failure;
    return result.q;
  }
  /// By solveStatics from the result's own configuration: it is an equilibrium of its inputs.
  void expectEquilibrium(const EquilibriumTargetsResult& result) {
    StaticsProblem given;
    given.u = result.u, given.q = result.q;
    const StaticsResult again = solveStatics(model, data, given, {.preferStable = false});
    ASSERT_TRUE(again.converged) << again.failure;
    VecX apart(model.nv);
    difference(model, result.q, again.q, apart);
    EXPECT_LE(apart.norm(), 1e-7 * (1 + result.q.norm()));
  }
  Vec3 tipAt(const VecX& q) { return frameAt(model, q, tip).p; }

  Model model;
  Data data;
  Task tip;
  EquilibriumTargetsProblem problem;
};

TEST(EquilibriumTargets, ReachesWhatTendonsThatOnlyPullCanReach) {
  Arm arm(pulledOnly());
  Random random(5);
  int reached = 0;
  constexpr int kTargets = 500;
  for (int k = 0; k < kTargets; ++k) {
    VecX u(arm.model.nu);
    for (double& each : u) each = uniform(random, 0, 4);
    const Vec3 to = arm.tipAt(arm.equilibrium(u));
    arm.problem.targets = {{arm.tip, to}};
    const EquilibriumTargetsResult result = reachTargets(arm.model, arm.data, arm.problem);
    EXPECT_GE(result.u.minCoeff(), 0);
    if (!result.reached) continue;
    ++reached;
    EXPECT_LE((arm.tipAt(result.q) - to).norm(), 1e-8);
    if (k % 25 == 0) arm.expectEquilibrium(result);
    EXPECT_LE(result.u.sum(), 1.02 * u.sum()) << "tendons pull against each other";
  }
  EXPECT_GE(reached, kTargets * 99 / 100);
}

TEST(EquilibriumTargets, ComesAsNearAsItCan) {
  Arm arm(pulledOnly(3));
  Random random(8);
  int ended = 0;
  for (int k = 0; k < 12; ++k) {
    const Vec3 to = arm.tipAt(arm.problem.q) + randomVector(random, 3, 2.0);
    arm.problem.targets = {{arm.tip, to}};
    const EquilibriumTargetsResult result = reachTargets(arm.model, arm.data, arm.problem);
    ASSERT_TRUE(result.nearest) << k << ' ' << result.failure;
    ASSERT_GT(result.misses.norm(), 1e-3);
    arm.expectEquilibrium(result);
    ended += static_cast<int>(result.ended.size());
    // Karush, Kuhn, Tucker: no change of an input within its range comes nearer, to first order, by other equilibria.
    for (int i = 0; i < arm.model.nu; ++i)
      for (const double change : {1e-4, -1e-4}) {
        VecX u = result.u;
        u[i] = std::clamp(u[i] + change, 0.0, 3.0);
        if (u[i] == result.u[i]) continue;
        StaticsProblem given;
        given.u = u, given.q = result.q;
        const StaticsResult other = solveStatics(arm.model, arm.data, given, {.preferStable = false});
        ASSERT_TRUE(other.converged);
        EXPECT_GE((arm.tipAt(other.q) - to).norm() - result.misses.norm(), -1e-8) << k << ' ' << i;
      }
  }
  EXPECT_GT(ended, 0);
}

TEST(EquilibriumTargets, TurnsAFrameAndLeavesOtherInputsAlone) {
  Arm arm(pulledOnly());
  VecX u = VecX::Constant(arm.model.nu, 0.5);
  u[0] = 2.5, u[1] = 1;
  const VecX q = arm.equilibrium(u);
  Task turn = arm.tip;
  turn.kind = TaskKind::kOrientation;
  const Vec3 wanted = logSO3<double>(frameAt(arm.model, q, turn).R);
  arm.problem.targets = {{turn, wanted}};
  arm.problem.u = VecX::Constant(arm.model.nu, 0.5);
  arm.problem.q = arm.equilibrium(arm.problem.u);
  arm.problem.inputs = {0, 1};
  const EquilibriumTargetsResult result = reachTargets(arm.model, arm.data, arm.problem, {.relaxation = 0});
  // Two tendons turn the tip about two axes: three numbers are reached because these two inputs have made them.
  ASSERT_TRUE(result.reached) << result.failure << result.misses.transpose();
  EXPECT_LE((result.u - u).norm(), 1e-6);
}

/// Positions of a plane arm's drives: inverse kinematics with two closed forms.
TEST(EquilibriumTargets, MovesDrivesOfGivenPosition) {
  ModelSpec spec = doublePendulumSpec();
  for (int k = 0; k < 2; ++k)
    spec.actuators.push_back([k](const Model& model) {
      auto drive = std::make_unique<JointPosition>("drive" + std::to_string(k), model, k);
      drive->ranges[0] = {-3, 3};
      return drive;
    });
  spec.links[1].rigidTip.p = Vec3(0.4, 0, 0);
  Model model(spec);
  Data data(model);
  EquilibriumTargetsProblem problem;
  problem.q = problem.u = Vec2(0.3, 0.8);
  problem.inputs = {0, 1};
  const Task tip{1};
  const Vec2 there(-0.4, 1.1);
  problem.targets = {{tip, frameAt(model, there, tip).p}};
  const EquilibriumTargetsResult result = reachTargets(model, data, problem);
  ASSERT_TRUE(result.reached) << result.failure;
  const Vec2 other = result.q - there;
  EXPECT_LE(std::min(other.norm(), std::abs(result.q[1] + there[1])), 1e-7) << result.q.transpose();
  EXPECT_LE((result.q - result.u).norm(), 1e-12);
}

TEST(EquilibriumTargets, SayWhatDoesNotFit) {
  Arm arm(pulledOnly());
  const auto refused = [&](const EquilibriumTargetsProblem& problem) {
    EXPECT_THROW(reachTargets(arm.model, arm.data, problem), std::invalid_argument);
  };
  refused(arm.problem);  // no target
  EquilibriumTargetsProblem bad = arm.problem;
  bad.targets = {{arm.tip, Vec3(0, std::nan(""), 0)}};
  refused(bad);
  bad.targets = {{arm.tip, VecX::Zero(6)}};
  refused(bad);
  bad.targets = {{{-1}, Vec3::Zero()}};
  refused(bad);
  bad.targets = {{arm.tip, Vec3::Zero()}};
  bad.inputs = {arm.model.nu};
  refused(bad);
  bad.inputs = {};
  refused(bad);
  // Nothing holds a pendulum in every direction where it stands on its head without a spring and without gravity.
  ModelSpec loose = pendulumSpec(0.5, 0.2);
  loose.gravity.setZero();
  loose.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("motor", model, 0); });
  Model model(loose);
  Data data(model);
  const EquilibriumTargetsResult result =
      reachTargets(model, data, {{{{0}, Vec3(0, 0, 1)}}, {0}, model.q0, VecX::Zero(1)});
  EXPECT_FALSE(result.reached || result.nearest);
  EXPECT_NE(result.failure.find("give the robot springs"), std::string::npos) << result.failure;
}

}  // namespace
}  // namespace tendril
