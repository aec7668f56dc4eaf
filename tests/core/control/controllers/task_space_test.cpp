// SPDX-License-Identifier: BSD-3-Clause
// Leading a frame: the acceleration that it gets, targets that it reaches, tendons that only pull.
#include "core/control/controllers/task_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/control/controllers/inverse_statics.hpp"
#include "core/dynamics/station_motion.hpp"
#include "core/equilibria/statics.hpp"
#include "core/math/so3.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace tests;

FeedbackGains gainsOf(int n, double proportional, double derivative) {
  const MatX one = MatX::Identity(n, n);
  return {proportional * one, derivative * one, {}};
}

std::vector<int> allInputs(const Model& model) {
  std::vector<int> inputs(static_cast<std::size_t>(model.nu));
  for (int i = 0; i < model.nu; ++i) inputs[static_cast<std::size_t>(i)] = i;
  return inputs;
}

/// A serial arm of revolute joints about random axes, with a motor in each, that weighs about 1 kg per link.
ModelSpec randomArm(Random& random, int joints) {
  ModelSpec spec;
  spec.name = "arm";
  for (int i = 0; i < joints; ++i) {
    LinkSpec link;
    link.name = "link" + std::to_string(i);
    link.parent = i - 1;
    link.joint.type = JointType::kRevolute;
    link.joint.axis = randomUnit(random);
    link.jointQ0 = VecX::Constant(1, uniform(random, -0.5, 0.5));
    link.rigid = {1, Vec3(0.1, 0, 0), 0.01 * Mat3::Identity()};
    // One draw a statement: compilers evaluate arguments in orders of their own.
    const double z = uniform(random, -0.05, 0.05), y = uniform(random, -0.05, 0.05);
    link.rigidTip.p = Vec3(0.2, y, z);
    spec.links.push_back(link);
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
  }
  return spec;
}

Pose tipOf(const Model& model, const VecX& q) {
  Data data(model);
  StationMotion at(model);
  const VecX rest = VecX::Zero(model.nv);
  stationMotion(model, data, static_cast<int>(model.links.size()) - 1, 0, q, rest, rest, at);
  return at.X;
}

/// From one vector to another one in a second, by the polynomial of degree 5.
std::shared_ptr<const Reference> transition(const VecX& from, const VecX& to) {
  std::vector<GivenReference::Motion> motions;
  for (Eigen::Index i = 0; i < from.size(); ++i)
    motions.push_back([a = from[i], b = to[i]](double t) {
      const double s = std::clamp(t, 0.0, 1.0);
      const double d = b - a;
      return std::array<double, 5>{a + d * s * s * s * (10 + s * (-15 + 6 * s)), d * 30 * s * s * (1 + s * (-2 + s)),
                                   d * 60 * s * (1 + s * (-3 + 2 * s)), 0, 0};
    });
  return std::make_shared<GivenReference>(std::move(motions));
}

VecX taskOf(const Pose& X, TaskKind task) {
  VecX out(taskSize(task));
  if (task != TaskKind::kOrientation) out.head<3>() = X.p;
  if (task != TaskKind::kPosition) out.tail<3>() = logSO3<double>(X.R);
  return out;
}

class EveryTask : public ::testing::TestWithParam<TaskKind> {};

TEST_P(EveryTask, TheFrameHasTheWantedAcceleration) {
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const Model model(randomArm(random, 7));
    const int n = taskSize(GetParam());
    std::vector<GivenReference::Motion> motions;
    for (int i = 0; i < n; ++i) motions.push_back(sine(0.3, 2 + 0.3 * i, 0.4 * i, 0.2));
    const GivenReference reference(motions);
    const auto law = makeTaskSpace("lead", allInputs(model), model, nullptr,
                                   taskReference(GetParam(), std::make_shared<GivenReference>(reference)),
                                   gainsOf(n, 30, 8), {.task = {6, 0, GetParam()}, .damping = 0});
    const auto workspace = law->makeWorkspace(model);
    const VecX q = randomConfiguration(random, model, 1), v = randomVector(random, model.nv, 0.5);
    VecX u(model.nu), none(0), signals(2 * n + 1);
    const double t = 0.1 * k;
    law->update(*workspace, {t, 0, q, v}, {none, u, signals});
    Data data(model);
    forwardDynamics(model, data, q, v, {.t = t, .u = &u});
    const VecX a = data.acceleration;
    StationMotion at(model);
    stationMotion(model, data, 6, 0, q, v, a, at);
    MatX wanted(n, 3);
    reference.evaluate(t, 2, wanted);
    if (GetParam() != TaskKind::kOrientation) {
      const Vec3 expected = wanted.col(2).head<3>() + 8 * (wanted.col(1).head<3>() - at.velocity.tail<3>()) +
                            30 * (wanted.col(0).head<3>() - at.X.p);
      EXPECT_LE(relativeError(at.acceleration.tail<3>(), expected), 1e-8);
    }
    if (GetParam() != TaskKind::kPosition) {
      // Angular velocity and acceleration of the reference by differences of its orientation.
      constexpr double kStep = 1e-3;
      const auto omega = [&](double instant) {
        MatX r(n, 1);
        const auto orientation = [&](double s) {
          reference.evaluate(s, 0, r);
          return expSO3<double>(Vec3(r.col(0).tail<3>()));
        };
        const Mat3 R = orientation(instant);
        const auto turn = [&](double s) { return logSO3<double>(orientation(instant + s) * R.transpose()); };
        return Vec3((turn(-2 * kStep) - 8 * turn(-kStep) + 8 * turn(kStep) - turn(2 * kStep)) / (12 * kStep));
      };
      const Vec3 rate =
          (omega(t - 2 * kStep) - 8 * omega(t - kStep) + 8 * omega(t + kStep) - omega(t + 2 * kStep)) / (12 * kStep);
      const Mat3 R = expSO3<double>(Vec3(wanted.col(0).tail<3>()));
      const Vec3 expected = rate + 8 * (omega(t) - at.velocity.head<3>()) + 30 * logSO3<double>(R * at.X.R.transpose());
      EXPECT_LE(relativeError(at.acceleration.head<3>(), expected), 1e-7);
    }
  }
}

/// Whether an arm of seven joints gets to the task of a random configuration, and rests there.
bool reaches(Random& random, TaskKind task) {
  ModelSpec spec = randomArm(random, 7);
  const Model plain(spec);
  VecX goal = plain.q0;
  for (double& q : goal) q += uniform(random, -1.2, 1.2);
  const VecX from = taskOf(tipOf(plain, plain.q0), task), to = taskOf(tipOf(plain, goal), task);
  const auto law = [&](const Model& model) {
    auto made = makeTaskSpace("lead", allInputs(model), model, nullptr, taskReference(task, transition(from, to)),
                              gainsOf(taskSize(task), 36, 12), {.task = {6, 0, task}});
    made->period = 0.005;
    return made;
  };
  ControlledRun run(withController(std::move(spec), {law}, "generalized_alpha", 0.005));
  // Most are there after 3 s; the way along a singular direction is slow.
  for (int k = 0; k < 5 && !run.failure; ++k) {
    run.steps(k == 0 ? 700 : 400, 0.005);
    const VecX left = taskOf(tipOf(*run.model, run.state.q), task) - to;
    if (left.norm() < 1e-4 && run.state.v.norm() < 1e-3) return true;
  }
  if (run.failure) ADD_FAILURE() << run.failure->message();
  return false;
}

TEST(TaskSpace, ReachesRandomTargets) {
  Random random(8);
  constexpr int kTargets = kSanitized ? 25 : 500;
  int reached = 0;
  for (int k = 0; k < kTargets; ++k) reached += reaches(random, TaskKind::kPosition);
  EXPECT_EQ(reached, kTargets);
}

TEST(TaskSpace, AFrameThatCannotGoOnComesAsNearAsItCan) {
  Random random(9);
  for (int k = 0; k < 5; ++k) {
    ModelSpec spec = randomArm(random, 7);
    const Model plain(spec);
    const Vec3 from = tipOf(plain, plain.q0).p, to = 1.8 * from.normalized();
    const auto law = [&](const Model& model) {
      auto made =
          makeTaskSpace("lead", allInputs(model), model, nullptr,
                        taskReference(TaskKind::kPosition, transition(from, to)), gainsOf(3, 16, 8), {.task = {6}});
      made->period = 0.005;
      return made;
    };
    ControlledRun run(withController(std::move(spec), {law}, "generalized_alpha", 0.005));
    run.steps(2000, 0.005);
    ASSERT_FALSE(run.failure) << run.failure->message();
    EXPECT_LE(run.state.v.norm(), 0.05);
    const Vec3 tip = tipOf(*run.model, run.state.q).p;
    EXPECT_GT(tip.norm(), 0.95 * 7 * 0.2);
    EXPECT_GT(tip.normalized().dot(to.normalized()), 0.999);
  }
}

TEST(InverseStatics, TendonsThatOnlyPullLeadASoftArm) {
  Random random(10);
  for (int k = 0; k < 5; ++k) {
    ModelSpec spec = softManipulatorSpec();
    spec.signals = {};
    for (auto& make : spec.actuators)
      make = [make](const Model& model) {
        auto actuator = make(model);
        actuator->ranges.front().lower = 0;
        return actuator;
      };
    const Model plain(spec);
    Data data(plain);
    // Where the tip stands in equilibrium under some tensions it can be brought to.
    StaticsProblem problem;
    problem.u.setZero(plain.nu);
    for (double& u : problem.u) u = uniform(random, 0, 4);
    const StaticsResult there = solveStatics(plain, data, problem);
    ASSERT_TRUE(there.converged) << there.failure;
    problem.u.setZero();
    const StaticsResult rest = solveStatics(plain, data, problem);
    ASSERT_TRUE(rest.converged) << rest.failure;
    const int last = static_cast<int>(plain.links.size()) - 1;
    const Vec3 from = tipOf(plain, rest.q).p, to = tipOf(plain, there.q).p;
    const auto law = [&](const Model& model) {
      auto made = makeInverseStatics("lead", allInputs(model), model, nullptr,
                                     taskReference(TaskKind::kPosition, transition(from, to)), gainsOf(3, 4, 0),
                                     {.task = {last}});
      made->period = 0.005;
      return made;
    };
    ControlledRun run(withController(std::move(spec), {law}, "generalized_alpha", 0.005));
    run.state.q = rest.q, run.state.v.setZero();
    run.failure = run.integrator->reset(*run.model, run.data, run.state, run.inputs);
    double least = 0;
    for (int i = 0; i < 2000 && !run.failure; ++i) {
      run.steps(1, 0.005);
      least = std::min(least, run.integrator->inputs().minCoeff());
    }
    ASSERT_FALSE(run.failure) << run.failure->message();
    EXPECT_GE(least, 0);
    EXPECT_LE((tipOf(*run.model, run.state.q).p - to).norm(), 1e-5 * (to - from).norm()) << k;
    EXPECT_LT(run.integrator->inputs().minCoeff(), 0.8) << "tendons pull against each other";
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, EveryTask,
                         ::testing::Values(TaskKind::kPosition, TaskKind::kOrientation, TaskKind::kPose));

}  // namespace
}  // namespace tendril
