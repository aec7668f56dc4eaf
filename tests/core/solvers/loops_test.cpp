// SPDX-License-Identifier: BSD-3-Clause
// Machines with closed loops in time and at rest.
#include <gtest/gtest.h>

#include "core/dynamics/loops.hpp"
#include "core/model/rod/rod.hpp"
#include "core/solvers/loop_closure.hpp"
#include "core/solvers/statics.hpp"
#include "tests/core/solvers/robots.hpp"

namespace tendril {
namespace {

using namespace testing;

constexpr double kGround = 0.40, kCrank = 0.12, kCoupler = 0.35, kRocker = 0.30;

/// The four-bar linkage of trees.md §11.4 with a crank angle (rad); the other angles close it roughly.
ModelSpec fourBarSpec(double crank) {
  ModelSpec spec;
  spec.gravity = {0, -9.81, 0};
  const std::array<double, 3> lengths = {kCrank, kCoupler, kRocker}, masses = {0.4, 1.0, 0.8};
  const std::array<Vec3, 3> places = {Vec3::Zero(), Vec3(kCrank, 0, 0), Vec3(kGround, 0, 0)};
  const std::array<double, 3> angles = {crank, 0.0, 1.7};
  for (std::size_t i = 0; i < 3; ++i) {
    LinkSpec link;
    link.id = i + 1;
    link.name = std::array<const char*, 3>{"crank", "coupler", "rocker"}[i];
    link.parent = i == 1 ? 0 : kWorld;
    link.station = kBaseStation;
    link.pose.p = places[i];
    link.joint.type = JointType::kRevolute;
    link.rigid.mass = masses[i];
    link.rigid.com = Vec3(lengths[i] / 2, 0, 0);
    link.rigid.inertia = masses[i] * lengths[i] * lengths[i] / 12 * Mat3::Identity();
    link.rigidTip.p = Vec3(lengths[i], 0, 0);
    link.jointQ0 = VecX::Constant(1, angles[i]);
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint.type = JointType::kRevolute;
  loop.a = {1, 0, Pose()}, loop.b = {2, 0, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

/// Two clamped upright rods whose tips meet in a hinge.
ModelSpec archSpec() {
  ModelSpec spec;
  for (int side = 0; side < 2; ++side) {
    RodDivisionSpec division;
    division.length = 0.3;
    division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
    division.density = 1000, division.young = 1e7, division.poisson = 0.5, division.viscosity = 2e4;
    division.strain.fill(makeStrainBasis("legendre", 2));
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(side) + 1;
    link.name = side ? "right" : "left";
    link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
    link.pose.p = Vec3(side ? 0.03 : -0.03, 0, 0);
    link.pose.R << 0, 0, -1, 0, 1, 0, 1, 0, 0;  // forward is up
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "top";
  loop.joint.type = JointType::kRevolute;
  loop.joint.axis = Vec3::UnitY();
  loop.a = {0, 0, Pose()}, loop.b = {1, 0, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

double openness(const Model& model, const State& state) {
  Data data(model);
  kinematics(model, data, state.q, state.v);
  loopErrors(model, data);
  return data.loopError.cwiseAbs().maxCoeff();
}

class LoopMotion : public ::testing::TestWithParam<const char*> {};

TEST_P(LoopMotion, KeepsEnergyAndLoop) {
  const std::string name = GetParam();
  SimulationSettings chosen = settings(name, 0.001, 0.9);
  chosen.rtol = 1e-9, chosen.atol = 1e-11;
  Runner run(build(fourBarSpec(0.7), chosen));
  const double start = run.energyNow().total();
  double widest = 0, largestKinetic = 0;
  for (int k = 0; k < 100; ++k) {
    run.run(0.1, 0.001);
    widest = std::max(widest, openness(*run.model, run.state));
    largestKinetic = std::max(largestKinetic, run.energyNow().kinetic);
  }
  EXPECT_GT(largestKinetic, 1);  // it swings
  EXPECT_LE(widest, name == "generalized_alpha" ? 1e-9 : 1e-6);
  const double change = std::abs(run.energyNow().total() - start) / largestKinetic;
  EXPECT_LE(change, 1e-4);
}

TEST_P(LoopMotion, ResumesFromItsState) {
  SimulationSettings chosen = settings(GetParam(), 0.002);
  chosen.rtol = 1e-7, chosen.atol = 1e-9;
  const ModelPtr model = build(fourBarSpec(0.7), chosen);
  Runner whole(model), first(model);
  whole.steps(100, 0.002);
  first.steps(50, 0.002);
  Runner second(model, first.state);
  second.steps(50, 0.002);
  if (std::string(GetParam()) == "bdf") {
    EXPECT_LE(stateError(*model, whole.state, second.state), 1e-3);  // remembers nothing: within its tolerances
  } else {
    EXPECT_EQ(whole.state.q, second.state.q);
    EXPECT_EQ(whole.state.v, second.state.v);
  }
}

INSTANTIATE_TEST_SUITE_P(All, LoopMotion, ::testing::Values("generalized_alpha", "runge_kutta_4", "bdf"));

/// A damped arch comes to rest where statics finds it.
TEST(SoftArch, ComesToRestInItsEquilibrium) {
  for (const char* name : {"generalized_alpha", "bdf"}) {
    SCOPED_TRACE(name);
    Runner run(build(archSpec(), settings(name, 0.005)));
    const StaticsResult rest = solveStatics(*run.model, run.data);
    ASSERT_TRUE(rest.converged);
    run.run(6, 0.005);
    EXPECT_LE(openness(*run.model, run.state), 1e-5);
    EXPECT_LE(run.state.v.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LE((run.state.q - rest.q).cwiseAbs().maxCoeff(), 1e-3);
  }
}

/// All integrators walk the same path.
TEST(LoopMotion, IntegratorsAgree) {
  std::vector<State> ends;
  for (const char* name : {"generalized_alpha", "runge_kutta_4", "bdf"}) {
    SimulationSettings chosen = settings(name, 0.0002, 0.9);
    chosen.rtol = 1e-10, chosen.atol = 1e-12;
    Runner run(build(fourBarSpec(0.7), chosen));
    run.run(1, 0.0002);
    ends.push_back(run.state);
  }
  const ModelPtr model = build(fourBarSpec(0.7), settings("newmark", 0.001));
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) EXPECT_LE(stateError(*model, ends[k], ends.back()), 1e-4) << k;
}

TEST(LoopClosure, MovesAnOpenStateAndLeavesAClosedOne) {
  const ModelPtr model = build(fourBarSpec(0.7), settings("newmark", 0.001));
  Data data(*model);
  State state;
  state.q = model->q0, state.v = VecX::Constant(3, 1.0);
  EXPECT_GT(openness(*model, state), 1e-3);
  ASSERT_FALSE(closeLoops(*model, data, state));
  EXPECT_LE(openness(*model, state), 1e-12);
  kinematics(*model, data, state.q, state.v);
  loopErrors(*model, data);
  EXPECT_LE((data.loopJacobian * state.v).cwiseAbs().maxCoeff(), 1e-12);
  const State before = state;
  ASSERT_FALSE(closeLoops(*model, data, state));
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.v, before.v);
}

/// Stretched straight no row tells which way to fold.
TEST(LoopClosure, LeadsOutOfASingularPosition) {
  ModelSpec spec = fourBarSpec(0);
  for (LinkSpec& link : spec.links) link.jointQ0.setZero();
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.001));
  Data data(*model);
  State state;
  state.q = model->q0, state.v = model->v0;
  ASSERT_FALSE(closeLoops(*model, data, state));
  EXPECT_LE(openness(*model, state), 1e-12);
  State again;
  again.q = model->q0, again.v = model->v0;
  ASSERT_FALSE(closeLoops(*model, data, again));
  EXPECT_EQ(again.q, state.q);  // the same every time
}

TEST(LoopClosure, SaysWhichLoopCannotBeClosed) {
  ModelSpec spec = fourBarSpec(0.7);
  spec.links[2].pose.p.x() = 5;
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.001));
  Data data(*model);
  State state;
  state.q = model->q0, state.v = model->v0;
  const State before = state;
  const StepResult open = closeLoops(*model, data, state);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->kind, Failure::Kind::kLoopOpen);
  EXPECT_NE(open->message().find("hinge"), std::string::npos) << open->message();
  EXPECT_EQ(state.q, before.q);
  const auto integrator = makeIntegrator(model->simulation);
  EXPECT_TRUE(integrator->reset(*model, data, state, SignalInputs(*model)));
}

TEST(LoopStatics, ArchStandsAndItsForcesBalance) {
  const ModelPtr model = build(archSpec(), settings("newmark", 0.001));
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  ASSERT_TRUE(found.converged) << found.failure;
  EXPECT_TRUE(found.stable);
  EXPECT_LE(found.residual, 1e-12);
  State rest;
  rest.q = found.q, rest.v = VecX::Zero(model->nv);
  EXPECT_LE(openness(*model, rest), 1e-12);
  // mirrored: both tips equally high, left and right alike
  kinematics(*model, data, rest.q, rest.v);
  const Pose left = worldPose(data, model->place(0, 0).first);
  EXPECT_NEAR(left.p.x(), 0, 1e-9);
  forwardDynamics(*model, data, rest.q, rest.v, {});
  EXPECT_LE(data.acceleration.cwiseAbs().maxCoeff(), 1e-6);
}

TEST(LoopStatics, FourBarHangs) {
  ModelSpec spec = fourBarSpec(-1.0);
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.001));
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  ASSERT_TRUE(found.converged) << found.failure;
  EXPECT_TRUE(found.stable);
  // no neighbour that the loop allows lies lower
  State rest;
  rest.q = found.q, rest.v = VecX::Zero(3);
  const double lowest = energy(*model, data, rest.q, rest.v).gravity;
  for (const double change : {-0.02, 0.02}) {
    State other = rest;
    other.q[0] += change;
    ASSERT_FALSE(closeLoops(*model, data, other));
    EXPECT_GT(energy(*model, data, other.q, other.v).gravity, lowest);
  }
}

TEST(LoopStatics, SaysThatALoopCannotBeClosed) {
  ModelSpec spec = fourBarSpec(0.7);
  spec.links[2].pose.p.x() = 5;
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.001));
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  EXPECT_FALSE(found.converged);
  EXPECT_NE(found.failure.find("hinge"), std::string::npos) << found.failure;
}

}  // namespace
}  // namespace tendril
