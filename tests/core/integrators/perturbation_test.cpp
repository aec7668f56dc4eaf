// SPDX-License-Identifier: BSD-3-Clause
// What holds a robot from outside, over time: equilibrium, energy, restarts, gains.
#include "core/model/perturbation.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "core/dynamics/perturbations.hpp"
#include "core/equilibria/statics.hpp"
#include "core/inverse_kinematics/perturbation_gains.hpp"
#include "core/math/so3.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using Mode = PerturbationSpec::Mode;

/// A rigid link, the tip of a rod, its middle.
enum class Place { kRigid, kRigidBall, kTip, kMiddle };

ModelSpec robotOf(Place place) {
  if (place == Place::kRigid) return doublePendulumSpec();
  return place == Place::kRigidBall ? floatingRobotSpec(1) : softManipulatorSpec();
}

Perturbation held(const Model& model, Place place, Mode mode, double stiffness = 40, double damping = 3) {
  PerturbationSpec spec;
  const int link = place == Place::kRigid ? 1 : place == Place::kRigidBall ? 2 : 0;
  spec.link = model.links[static_cast<std::size_t>(link)].id;
  if (place == Place::kTip) spec.place.at = 1;
  if (place == Place::kMiddle) spec.place.at = 0.43;
  spec.place.offset = Vec3(0.02, -0.03, 0.05);
  spec.mode = mode;
  spec.axis = Vec3(0.3, -0.5, 0.8).normalized();
  spec.start = expSO3<double>(Vec3(0.2, 0.1, -0.4));
  Perturbation out = makePerturbation(model, spec).value();
  out.target = {Vec3(0.2, -0.1, 0.3), 0.7};
  out.stiffness = stiffness, out.damping = damping;
  return out;
}

/// Inputs of signals, and something that holds the robot from `from` (steps) on.
class HeldInputs : public SignalInputs {
 public:
  explicit HeldInputs(const Model& model) : SignalInputs(model) {}
  const Perturbation* perturbation() const override { return held ? &*held : nullptr; }
  std::optional<Perturbation> held;
};

StaticsProblem under(const Perturbation& perturbation) {
  StaticsProblem problem;
  problem.perturbation = &perturbation;
  return problem;
}

TEST(Perturbation, PullsAPointToWhereItIsWanted) {
  const Model model(robotOf(Place::kTip));
  Perturbation tip = held(model, Place::kTip, Mode::kPull, 1e7);
  tip.spec.place.offset.setZero();
  tip.target.point = Vec3(0.05, 0.02, -0.45);
  Data data(model);
  const StaticsResult result = solveStatics(model, data, under(tip));
  ASSERT_TRUE(result.converged) << result.failure;
  kinematics(model, data, result.q, VecX::Zero(model.nv));
  EXPECT_LE((worldPose(data, model.links[0].firstStation).p - tip.target.point).norm(), 1e-5);
}

TEST(Perturbation, TurnsABodyByTheAngleItIsWanted) {
  ModelSpec spec = pendulumSpec(0.5, 0.3);
  spec.gravity.setZero();
  const Model model(std::move(spec));
  PerturbationSpec twist;
  twist.link = model.links[0].id;
  twist.mode = Mode::kTwist;
  twist.axis = Vec3::UnitY();
  twist.start = expSO3<double>(Vec3(0, 0.3, 0));
  Perturbation perturbation = makePerturbation(model, twist).value();
  perturbation.stiffness = 40, perturbation.target.angle = 1.1;
  Data data(model);
  const StaticsResult result = solveStatics(model, data, under(perturbation));
  ASSERT_TRUE(result.converged) << result.failure;
  EXPECT_NEAR(result.q[0], 1.4, 1e-12);
  kinematics(model, data, model.q0, model.v0);
  EXPECT_LE((springForce(perturbation, worldPose(data, 1), 0) - Vec3(0, 40 * 1.1, 0)).norm(), 1e-12);
}

TEST(Perturbation, CountsAsWorkDoneOnTheRobot) {
  for (const char* method : {"generalized_alpha", "runge_kutta_4", "bdf"})
    for (const Place place : {Place::kRigid, Place::kMiddle}) {
      if (place == Place::kMiddle && std::string(method) == "runge_kutta_4") continue;  // too stiff for it
      const ModelPtr model = build(robotOf(place), settings(method, 0.001, 1.0));
      Data data(*model);
      HeldInputs inputs(*model);
      inputs.held = held(*model, place, Mode::kPull, 60, 4);
      const auto integrator = makeIntegrator(model->simulation);
      State state = initialState(*model);
      ASSERT_FALSE(integrator->reset(*model, data, state, inputs)) << method;
      for (int k = 0; k < 1000; ++k) ASSERT_FALSE(integrator->step(*model, data, state, 0.001, inputs)) << method;
      EXPECT_LE(std::abs(integrator->balancePercent(energy(*model, data, state.q, state.v))), 0.2) << method;
    }
}

/// Without dampers, the energy of the robot and of the spring stays what it is.
TEST(Perturbation, AnUndampedSpringKeepsTheEnergy) {
  for (const Mode mode : {Mode::kPull, Mode::kTwist}) {
    const ModelPtr model = build(robotOf(Place::kRigid), settings("generalized_alpha", 2e-4, 1.0));
    Data data(*model);
    HeldInputs inputs(*model);
    inputs.held = held(*model, Place::kRigid, mode, 20, 0);
    inputs.held->spec.axis = Vec3::UnitY(), inputs.held->spec.start.setIdentity();
    inputs.held->target.angle = 0.2;
    const auto stored = [&](const State& state) {
      kinematics(*model, data, state.q, state.v);
      const double force = springForce(*inputs.held, heldFrame(*model, data, *inputs.held), state.t).norm();
      return 0.5 * force * force / inputs.held->stiffness;
    };
    const auto integrator = makeIntegrator(model->simulation);
    State state = initialState(*model);
    ASSERT_FALSE(integrator->reset(*model, data, state, inputs));
    const double before = energy(*model, data, state.q, state.v).total() + stored(state);
    double most = 0, least = 1e300;
    for (int k = 0; k < 10000; ++k) {
      ASSERT_FALSE(integrator->step(*model, data, state, 2e-4, inputs));
      const double spring = stored(state);
      most = std::max(most, spring), least = std::min(least, spring);
      ASSERT_NEAR(energy(*model, data, state.q, state.v).total() + spring, before, 1e-4 * (1 + std::abs(before)));
    }
    EXPECT_GT(most - least, 0.1);  // it took part
  }
}

/// Methods that are ahead of the state, or keep rates from the last step, see that something took hold or let go.
TEST(Perturbation, ActsAtOnceWhereItChangesBetweenSteps) {
  const auto run = [](const SimulationSettings& simulation, bool pulls) {
    const ModelPtr model = build(pendulumSpec(0.7, std::numbers::pi / 2), simulation);  // hangs at rest
    Data data(*model);
    HeldInputs inputs(*model);
    State state = initialState(*model);
    const auto integrator = makeIntegrator(simulation);
    EXPECT_FALSE(integrator->reset(*model, data, state, inputs));
    PerturbationSpec spec;
    spec.link = model->links[0].id;
    spec.place.offset = Vec3(0.7, 0, 0);
    for (int k = 0; k < 400; ++k) {
      if (k == 300 && pulls) {
        inputs.held = makePerturbation(*model, spec);
        inputs.held->stiffness = 30, inputs.held->target.point = Vec3(0.3, 0, -0.6);
      }
      if (k == 340 && pulls) inputs.held->target.point = Vec3(0.5, 0, -0.5);
      if (k == 370) inputs.held.reset();
      EXPECT_FALSE(integrator->step(*model, data, state, 1e-3, inputs));
    }
    return state;
  };
  SimulationSettings bdf = settings("bdf", 1e-3);
  bdf.rtol = bdf.atol = 1e-7;
  const ModelPtr model = build(pendulumSpec(0.7, std::numbers::pi / 2), bdf);
  const State want = run(settings("generalized_alpha", 1e-3), true);
  const double moved = stateError(*model, want, run(settings("generalized_alpha", 1e-3), false));
  EXPECT_GT(moved, 1e-2);
  EXPECT_LT(stateError(*model, want, run(bdf, true)), 0.02 * moved);
  EXPECT_LT(stateError(*model, want, run(settings("runge_kutta_4", 1e-3), true)), 0.02 * moved);
}

/// At the first instant as if nothing held it, then to the full spring; a target that moves takes its time, a turn the
/// short way round.
TEST(Perturbation, GrowsAndFollowsWithoutJumps) {
  constexpr double kConstant = Perturbation::kFollow;
  const Model model(robotOf(Place::kRigid));
  Data data(model);
  for (const Mode mode : {Mode::kPull, Mode::kTwist}) {
    Perturbation grown = held(model, Place::kRigid, mode, 40, 0);
    kinematics(model, data, model.q0, model.v0);
    const Pose X = heldFrame(model, data, grown);
    const Vec3 full = springForce(grown, X, 5);
    grown.heldSince = 5;
    EXPECT_EQ(springForce(grown, X, 5), Vec3::Zero());
    EXPECT_EQ(springForce(grown, X, 4), Vec3::Zero());
    EXPECT_LE((springForce(grown, X, 5 + kConstant) / (1 - 2 / std::numbers::e) - full).norm(),
              1e-11 * full.norm());  // milliseconds are known to 9e-16 s there
    EXPECT_LE((springForce(grown, X, 5 + 100 * kConstant) - full).norm(), 1e-12 * full.norm());

    grown.settle();
    const auto slope = [&](double t) -> Vec3 {
      return (springForce(grown, X, t + 1e-9) - springForce(grown, X, t)) / 1e-9;
    };
    const double last = 8 + 1.25 * kConstant;
    for (const double t : {8.0, 8 + kConstant / 2, last}) {
      const Vec3 before = springForce(grown, X, t), rate = slope(t);
      const double sign = t == 8 ? 1 : -1;
      grown.moveTarget({Vec3(0.2 + sign * 0.1, 0.1, 0.3), sign * 3}, t);
      EXPECT_LE((springForce(grown, X, t) - before).norm(), 1e-12 * full.norm());
      EXPECT_LE((slope(t) - rate).norm(), 1e-5 * full.norm() / kConstant);
      EXPECT_NE(springForce(grown, X, t + kConstant / 2), before);
    }
    EXPECT_GE(std::abs(grown.targetAt(8 + 2 * kConstant).angle), 3 - 1e-9);  // from 3 to −3 by π, not by 0
    const Vec3 end = springForce(grown, X, 8 + 100 * kConstant);
    grown.settle();
    EXPECT_EQ(springForce(grown, X, last), end);
  }
}

/// What a jump of the force sets ringing is what a method that watches its error pays for.
TEST(Perturbation, ThatMovesSmoothlyCostsFewerInternalSteps) {
  const auto stepsAfterMove = [](bool smooth) {
    const ModelPtr model = build(robotOf(Place::kTip), settings("bdf", 0.005));
    Data data(*model);
    HeldInputs inputs(*model);
    inputs.held = held(*model, Place::kTip, Mode::kPull, 40, 1);
    State state = initialState(*model);
    const auto integrator = makeIntegrator(model->simulation);
    EXPECT_FALSE(integrator->reset(*model, data, state, inputs));
    for (int k = 0; k < 100; ++k) EXPECT_FALSE(integrator->step(*model, data, state, 0.005, inputs));
    const std::int64_t before = integrator->statistics().substeps;
    inputs.held->moveTarget({inputs.held->target.point + Vec3(0.05, 0, 0), 0}, state.t);
    if (!smooth) inputs.held->settle();
    EXPECT_FALSE(integrator->step(*model, data, state, 0.005, inputs));
    return integrator->statistics().substeps - before;
  };
  const std::int64_t jump = stepsAfterMove(false), follow = stepsAfterMove(true);
  EXPECT_LT(3 * follow, 2 * jump) << follow << " of " << jump;
}

/// A run by bdf in which somebody takes hold of the robot after 100 steps of 5 ms, and pulls on after five more.
struct HeldRun {
  State state;                    ///< at 0.6 s
  std::int64_t afterGrab = 0;     ///< internal steps of the step behind the grab
  double grabbed = 0, moved = 0;  ///< s, from when on the spring grew and the target moved
};

/// `ahead`: what changes does so where the method is, instead of where the state is; `at`: at the times of that run,
/// but the method begins anew.
HeldRun pullByBdf(bool ahead, const HeldRun* at = nullptr) {
  SimulationSettings bdf = settings("bdf", 0.005);
  bdf.rtol = 1e-9, bdf.atol = 1e-11;
  const ModelPtr model = build(robotOf(Place::kTip), bdf);
  Data data(*model);
  HeldInputs inputs(*model);
  HeldRun run;
  run.state = initialState(*model);
  const auto integrator = makeIntegrator(model->simulation);
  EXPECT_FALSE(integrator->reset(*model, data, run.state, inputs));
  const auto changeTime = [&] { return ahead ? integrator->committedTime(run.state) : run.state.t; };
  for (int k = 0; k < 120; ++k) {
    const std::int64_t before = integrator->statistics().substeps;
    if (k == 100) {
      run.grabbed = at ? at->grabbed : changeTime();
      inputs.held = held(*model, Place::kTip, Mode::kPull, 40, 1);
      inputs.held->heldSince = run.grabbed;
    }
    if (k == 105) {
      run.moved = at ? at->moved : changeTime();
      inputs.held->moveTarget({inputs.held->target.point + Vec3(0.05, 0, 0), 0}, run.moved);
    }
    if (at && (k == 100 || k == 105)) {
      EXPECT_FALSE(integrator->reset(*model, data, run.state, inputs));
    }
    EXPECT_FALSE(integrator->step(*model, data, run.state, 0.005, inputs));
    if (k == 100) run.afterGrab = integrator->statistics().substeps - before;
  }
  return run;
}

/// What begins where a method is that is ahead of the state leaves what it has made true, and gives the same motion as
/// a method that begins anew.
TEST(Perturbation, ThatBeginsAheadNeedsNoNewStart) {
  const HeldRun ahead = pullByBdf(true), anew = pullByBdf(false, &ahead);
  ASSERT_GT(ahead.grabbed, 0.5);
  EXPECT_LE(ahead.grabbed, 0.5 + 50 * 0.005) << "internal steps are no longer";
  EXPECT_GT(ahead.moved, 0.525);
  EXPECT_LT((ahead.state.q - anew.state.q).norm(), 1e-6 * anew.state.q.norm());
  EXPECT_LT((ahead.state.v - anew.state.v).norm(), 1e-5 * anew.state.v.norm());
  const HeldRun now = pullByBdf(false);
  EXPECT_LT(2 * ahead.afterGrab, now.afterGrab) << ahead.afterGrab << " of " << now.afterGrab;
}

TEST(PerturbationGains, SuitTheRobot) {
  for (const Place place : {Place::kRigid, Place::kRigidBall, Place::kTip, Place::kMiddle})
    for (const auto mode : {Mode::kPull, Mode::kTwist}) {
      const Model model(robotOf(place));
      const PerturbationGains gains = PerturbationTuner(model, model.q0).gains(held(model, place, mode, 0, 0));
      EXPECT_GT(gains.stiffness, 0);
      EXPECT_GT(gains.damping, 0);
      EXPECT_TRUE(std::isfinite(gains.stiffness) && std::isfinite(gains.damping));
    }
  // A pull by a third of the manipulator's length bends its tip well, and moves it less than all the way.
  const Model model(robotOf(Place::kTip));
  Data data(model);
  Perturbation pull = held(model, Place::kTip, Mode::kPull, 0, 0);
  const PerturbationGains gains = PerturbationTuner(model, model.q0).gains(pull);
  const StaticsResult rest = solveStatics(model, data);
  const auto point = [&](const VecX& q) {
    kinematics(model, data, q, VecX::Zero(model.nv));
    return Vec3(heldFrame(model, data, pull) * pull.spec.place.offset);
  };
  const Vec3 from = point(rest.q);
  pull.stiffness = gains.stiffness;
  pull.target.point = from + Vec3(0.15, 0, 0);
  const StaticsResult pulled = solveStatics(model, data, under(pull));
  ASSERT_TRUE(pulled.converged) << pulled.failure;
  const double moved = (point(pulled.q) - from).norm();
  EXPECT_GE(moved, 0.05);
  EXPECT_LE(moved, 0.15);
}

TEST(PerturbationGains, LeaveARobotThatCannotMoveAlone) {
  ModelSpec spec;
  LinkSpec block;
  block.id = 1, block.name = "block", block.rigid.mass = 1;
  spec.links.push_back(block);
  const Model model(std::move(spec));
  PerturbationSpec hold;
  hold.link = 1;
  EXPECT_EQ(PerturbationTuner(model, model.q0).gains(makePerturbation(model, hold).value()).stiffness, 0);
}

}  // namespace
}  // namespace tendril
