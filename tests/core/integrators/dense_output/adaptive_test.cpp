// SPDX-License-Identifier: BSD-3-Clause
// Step control of generalized_alpha and newmark: the error follows the tolerance, sudden things cost few steps.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/constraints/prescribed_motion.hpp"
#include "core/dynamics/loops.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;

SimulationSettings adaptive(double rtol, const std::string& name = "generalized_alpha", double step = 2e-3) {
  SimulationSettings out = settings(name, step);
  out.adaptive = true;
  out.rtol = rtol, out.atol = 1e-2 * rtol;
  return out;
}

struct End {
  State state;
  StepStatistics made;
  double balance;
};

End after(const ModelSpec& spec, const SimulationSettings& simulation, double duration) {
  Runner runner(build(spec, simulation));
  runner.run(duration, simulation.step);
  return {runner.state, runner.integrator->statistics(), runner.balance()};
}

State exact(const ModelSpec& spec, double duration) {
  SimulationSettings fine = settings("bdf", 2e-3);
  fine.rtol = 1e-11, fine.atol = 1e-13;
  return after(spec, fine, duration).state;
}

/// A second order method: a thousandth of the tolerance is a hundredth of the error.
void expectFollows(const ModelSpec& spec, const std::string& name, double duration) {
  const ModelPtr model = build(spec, adaptive(1e-3, name));
  const State end = exact(spec, duration);
  const double size = 1 + end.v.cwiseAbs().maxCoeff();
  std::vector<double> errors;
  std::vector<std::int64_t> steps;
  for (const double rtol : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
    const End got = after(spec, adaptive(rtol, name), duration);
    errors.push_back(stateError(*model, got.state, end) / size);
    steps.push_back(got.made.substeps);
    EXPECT_LT(errors.back(), 30 * std::pow(rtol, 2.0 / 3)) << name << " " << model->nv << " " << rtol;
    EXPECT_LT(std::abs(got.balance), 1e4 * std::pow(rtol, 2.0 / 3)) << name << " " << model->nv << " " << rtol;
  }
  EXPECT_LT(errors.back(), 0.03 * errors.front()) << name << " " << model->nv;
  EXPECT_GT(steps.back(), 8 * steps.front());
  EXPECT_LT(steps.back(), 60 * steps.front());
}

TEST(Adaptive, ErrorFollowsTheTolerance) {
  for (const ModelSpec& spec : {doublePendulumSpec(), freeBodySpec(), sphericalPendulumSpec(), floatingRobotSpec(2)})
    expectFollows(spec, "generalized_alpha", 1.0);
  expectFollows(doublePendulumSpec(), "newmark", 1.0);
}

TEST(Adaptive, ErrorOfASoftRobotFollowsTheTolerance) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = goldenTensions();
  const ModelPtr model = build(spec, adaptive(1e-3));
  const State end = exact(spec, 0.5);
  double last = std::numeric_limits<double>::infinity();
  for (const double rtol : {1e-3, 1e-4, 1e-5}) {
    const double error = stateError(*model, after(spec, adaptive(rtol), 0.5).state, end);
    EXPECT_LT(error, 0.5 * last) << rtol;
    last = error;
  }
}

double openingOf(Runner& run, bool velocity) {
  kinematics(*run.model, run.data, run.state.q, run.state.v);
  loopErrors(*run.model, run.data);
  return (velocity ? VecX(run.data.loopJacobian * run.state.v) : run.data.loopError).cwiseAbs().maxCoeff();
}

TEST(Adaptive, HoldsLoopsAtIndexThree) {
  Runner run(build(fourBarSpec(0.7), adaptive(1e-4)));
  for (int k = 0; k < 2000; ++k) {
    run.steps(1, 1e-3);
    ASSERT_LE(openingOf(run, false), 1e-9) << run.state.t;
    ASSERT_LE(openingOf(run, true), 1e-9) << run.state.t;
  }
  EXPECT_LT(run.integrator->statistics().substeps, 1000);
  EXPECT_LT(std::abs(run.balance()), 1);
  const ModelPtr model = run.model;
  const State end = exact(fourBarSpec(0.7), 1.0);
  double last = std::numeric_limits<double>::infinity();
  for (const double rtol : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const double error = stateError(*model, after(fourBarSpec(0.7), adaptive(rtol), 1.0).state, end);
    EXPECT_LT(error, 0.5 * last) << rtol;
    last = error;
  }
  EXPECT_LT(last, 1e-3);
}

// ---- sudden things

/// An arm that falls on a hard stop: long steps in flight, short ones at the impact.
ModelSpec fallingArm() {
  ModelSpec spec = pendulumSpec(0.7, 0);
  Joint& joint = spec.links[0].joint;
  joint.lower = VecX::Constant(1, -std::numeric_limits<double>::infinity());
  joint.upper = VecX::Constant(1, 1.0);
  joint.stopStiffness = 1e6, joint.stopDamping = 200;
  return spec;
}

TEST(Adaptive, TakesFewerStepsThanFixedOnesForTheSameError) {
  const double duration = 1.5;
  const State end = exact(fallingArm(), duration);
  const ModelPtr model = build(fallingArm(), adaptive(1e-3));
  const End controlled = after(fallingArm(), adaptive(1e-5), duration);
  const double error = stateError(*model, controlled.state, end);
  EXPECT_LT(error, 1e-2);
  double h = 2e-3;
  std::int64_t fixedSteps = 0;
  for (; h > 1e-5; h /= 2) {
    const End fixed = after(fallingArm(), settings("generalized_alpha", h), duration);
    fixedSteps = fixed.made.substeps;
    if (stateError(*model, fixed.state, end) <= error) break;
  }
  EXPECT_GT(fixedSteps, 3 * (controlled.made.substeps + controlled.made.rejected)) << "error " << error;
}

/// Thrown up beside a stop that it meets for a moment near the top of its way, between two long steps.
TEST(Adaptive, DoesNotJumpOverAStop) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "ball";
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = Vec3::UnitZ();
  link.joint.lower = VecX::Constant(1, -std::numeric_limits<double>::infinity());
  link.joint.upper = VecX::Constant(1, 0.5);
  link.joint.stopStiffness = 1e5, link.joint.stopDamping = 0;
  const double g = 9.81, start = std::sqrt(2 * g * 0.501);  // it would rise by 0.501 m
  link.jointV0 = VecX::Constant(1, start);
  link.rigid.mass = 1;
  spec.links.push_back(link);
  Runner run(build(spec, adaptive(1e-4)));
  const double speed = std::sqrt(2 * g * 0.001), omega = std::sqrt(1e5), since = 0.1;
  const double hit = (start - speed) / g, touching = (M_PI - 2 * std::atan(g / (omega * speed))) / omega;
  run.run(hit + touching + since, 2e-3);
  EXPECT_NEAR(run.state.q[0], 0.5 - speed * since - g / 2 * since * since, 1e-3);
  EXPECT_NEAR(run.state.v[0], -speed - g * since, 1e-2);
  EXPECT_LT(run.integrator->statistics().substeps, 200);
}

LinkSpec slider(const std::string& name, int parent, const Vec3& axis, double q0, double v0) {
  LinkSpec link;
  link.name = name, link.parent = parent, link.station = kBaseStation;
  link.joint.type = JointType::kPrismatic, link.joint.axis = axis;
  link.jointQ0 = VecX::Constant(1, q0), link.jointV0 = VecX::Constant(1, v0);
  link.rigid = {2, Vec3::Zero(), 0.02 * Mat3::Identity()};
  return link;
}

/// A ball of radius 0.1 m and mass 2 kg above the plane z = 0, on a sledge of the same mass that slides along x.
ModelSpec ballOnSledge(double height, double speed, const ContactLaw& law) {
  ModelSpec spec;
  spec.links = {slider("sledge", kWorld, Vec3::UnitX(), 0, speed), slider("ball", 0, Vec3::UnitZ(), height, 0)};
  ContactSpec contact;
  contact.name = "floor", contact.law = law, contact.linkA = 1;
  BallSpec ball;
  ball.link = 1, ball.station = kBaseStation, ball.radius = 0.1;
  contact.ballsA = {ball};
  contact.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  spec.contacts = {contact};
  return spec;
}

TEST(Adaptive, BouncesAndKeepsTheEnergy) {
  const ModelSpec spec = ballOnSledge(0.4, 0, {.stiffness = 1e7});
  const End end = after(spec, adaptive(1e-6), 2), reference = after(spec, settings("runge_kutta_4", 2e-5), 2);
  EXPECT_NEAR(end.state.q[1], reference.state.q[1], 2e-3);
  EXPECT_LT(std::abs(end.balance), 0.05);
  EXPECT_LT(end.made.substeps + end.made.rejected, 3000);
}

/// It slides to rest under friction: v²/2a far, and stays.
TEST(Adaptive, SlidesToRest) {
  const ContactLaw law{.stiffness = 1e6, .damping = 1, .friction = 0.5};
  const double pressed = std::pow(2 * 9.81 / law.stiffness, 1 / law.exponent), speed = 1.5;
  const double slowing = law.friction * 9.81 / 2, way = speed * speed / (2 * slowing);
  Runner run(build(ballOnSledge(0.1 - pressed, speed, law), adaptive(1e-5)));
  run.run(2, 2e-3);
  EXPECT_NEAR(run.state.q[0], way, 2e-3 * way);
  EXPECT_NEAR(run.state.v[0], 0, 1e-6);
  const std::int64_t until = run.integrator->statistics().substeps;
  run.run(20, 2e-3);
  EXPECT_LT(run.integrator->statistics().substeps - until, 1000);  // of 10000 that are asked for
  EXPECT_LT(std::abs(run.balance()), 0.1);
}

/// A cart on a slide that is driven by a zigzag, with a hanging arm: every kink is a blow.
ModelSpec zigzag() {
  ModelSpec spec = pendulumSpec(0.5, 2.0);
  LinkSpec slide;
  slide.id = 99, slide.name = "slide";
  slide.joint.type = JointType::kPrismatic, slide.joint.axis = Vec3::UnitX();
  slide.rigid.mass = 1;
  LinkSpec arm = spec.links[0];
  arm.parent = 0, arm.station = 0;
  spec.links = {slide, arm};
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointPosition>("drive", model, 0); });
  spec.signals = [](const Model&) {
    const auto motion = [](double t) {  // slope 1, −1, 1 with kinks at 0.33, 0.71, 1.1
      const int turn = (t > 0.33) + (t > 0.71) + (t > 1.1);
      const double slope = turn % 2 ? -1 : 1;
      double x = t;
      for (const double kink : {0.33, 0.71, 1.1})
        if (t > kink) x += (kink == 0.71 ? 2 : -2) * (t - kink);
      return Vec3(x, slope, 0);
    };
    return std::vector<InputSignal>{{0, [motion](double t) { return motion(t)[0]; }, motion}};
  };
  return spec;
}

/// Between kinks the arm is a free pendulum; at each its velocity jumps by −Δẋ (e · x)/L, e its direction of motion.
State zigzagByFormula(double duration) {
  State state;
  double q = 2.0, w = 0, t = 0;
  const auto rate = [](double angle) { return 9.81 / 0.5 * std::cos(angle); };
  // at t = 0 the cart moves already, the arm does not: no blow
  const std::array<double, 4> ends = {0.33, 0.71, 1.1, duration};
  double slope = 1;
  for (const double end : ends) {
    const int count = 20000;
    const double h = (end - t) / count;
    for (int k = 0; k < count; ++k) {
      const double a1 = rate(q), a2 = rate(q + h / 2 * w), a3 = rate(q + h / 2 * w + h * h / 4 * a1);
      const double a4 = rate(q + h * w + h * h / 2 * a2);
      q += h * w + h * h / 6 * (a1 + a2 + a3);
      w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    t = end;
    if (end < duration) w += -2 * slope * std::sin(q) / 0.5, slope = -slope;
  }
  state.q = (VecX(2) << 0, q).finished(), state.v = (VecX(2) << 0, w).finished();
  return state;
}

TEST(Adaptive, EndsStepsAtKinksOfWhatIsDriven) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    for (const double step : {2e-3, 0.05}) {
      Runner run(build(zigzag(), adaptive(1e-6, name, step)));
      run.run(1.5, step);
      const State end = zigzagByFormula(1.5);
      EXPECT_NEAR(run.state.q[1], end.q[1], 3e-3) << name << step;
      EXPECT_NEAR(run.state.v[1], end.v[1], 1e-2) << name << step;
      EXPECT_LT(std::abs(run.balance()), 0.2);
    }
  }
}

// ---- the interface

TEST(Adaptive, TheSameRunGivesTheSameBitsAndAnyReading) {
  for (const ModelSpec& spec : {floatingRobotSpec(2), fourBarSpec(0.7)}) {
    const End a = after(spec, adaptive(1e-5), 0.4), b = after(spec, adaptive(1e-5), 0.4);
    EXPECT_TRUE(a.state.q == b.state.q && a.state.v == b.state.v);
    const ModelPtr model = build(spec, adaptive(1e-6));
    Runner often(model), seldom(model);
    often.run(0.4, 1e-3), seldom.run(0.4, 0.1);
    EXPECT_LT(stateError(*model, often.state, seldom.state), 1e-3);
    EXPECT_NEAR(often.balance(), seldom.balance(), 1e-3);
  }
}

TEST(Adaptive, AStateResumesWithinTheTolerances) {
  for (const ModelSpec& spec : {floatingRobotSpec(2), fourBarSpec(0.7), zigzag()}) {
    const ModelPtr model = build(spec, adaptive(1e-6));
    Runner whole(model), first(model);
    whole.steps(200, 2e-3), first.steps(100, 2e-3);
    Runner second(model, first.state);
    second.steps(100, 2e-3);
    EXPECT_LT(stateError(*model, whole.state, second.state), 1e-3);
  }
}

TEST(Adaptive, SaysThatTolerancesAreOutOfReach) {
  Runner runner(build(doublePendulumSpec(), adaptive(1e-30)));
  const State before = runner.state;
  const StepResult bad = runner.integrator->step(*runner.model, runner.data, runner.state, 2e-3, runner.inputs);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, Failure::Kind::kToleranceNotMet);
  EXPECT_FALSE(bad->linkName.empty());
  EXPECT_EQ(runner.state.q, before.q);
  EXPECT_EQ(runner.state.t, before.t);
}

TEST(Adaptive, StopsAtTheLastGoodStateBeforeNonsense) {
  ModelSpec spec = doublePendulumSpec();
  const auto push = [](double t) { return Vec6(Vec6::Constant(std::log(0.2 - t))); };
  spec.loads.push_back({"push", 1, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, push)});
  Runner runner(build(spec, adaptive(1e-4)));
  StepResult bad;
  for (int k = 0; k < 200 && !bad; ++k)
    bad = runner.integrator->step(*runner.model, runner.data, runner.state, 2e-3, runner.inputs);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, Failure::Kind::kNotFinite);
  EXPECT_EQ(bad->linkName, "link1");
  EXPECT_EQ(bad->time, runner.state.t);
  EXPECT_LT(runner.state.t, 0.2);
  EXPECT_GT(runner.state.t, 0.19);
}

}  // namespace
}  // namespace tendril
