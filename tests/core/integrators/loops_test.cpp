// SPDX-License-Identifier: BSD-3-Clause
// Machines with closed loops in time and at rest.
#include <gtest/gtest.h>

#include "core/constraints/loop_closure.hpp"
#include "core/dynamics/loops.hpp"
#include "core/equilibria/branch.hpp"
#include "core/equilibria/modes.hpp"
#include "core/equilibria/statics.hpp"
#include "tests/core/integrators/machines.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

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

/// Far too fast for the step, so that Newton's method may run away: a step is made with its loops closed, or not at
/// all.
TEST(FastLoops, StepsThatAreMadeKeepTheLoopsClosed) {
  int made = 0, refused = 0;
  for (const char* name : {"generalized_alpha", "newmark"})
    for (const double step : {0.003, 0.1})
      for (const double speed : {1.0, 1e3, 16777216.0, 129140163.0, 1e9}) {
        const ModelPtr model = build(archSpec(), settings(name, step));
        State start;
        start.q = model->q0, start.v = speed * VecX::LinSpaced(model->nv, -1, 0.7).array().sin().matrix();
        Runner run(model, start);
        for (int k = 0; k < 3; ++k) {
          if (run.integrator->step(*model, run.data, run.state, step, run.inputs)) {
            ++refused;
            break;
          }
          ++made;
          ASSERT_LE(openness(*model, run.state), 1e-6) << name << ", step " << step << ", speed " << speed << ", " << k;
        }
      }
  EXPECT_GT(made, 10);
  EXPECT_GT(refused, 0);
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

/// A planar linkage whose ends are 5 m apart across its plane, where no row of an equation looks: all of them depend on
/// others or move nothing.
ModelPtr apartAcross() {
  ModelSpec spec = fourBarSpec(0.7);
  spec.links[2].pose.p.z() = 5;
  return build(std::move(spec), settings("newmark", 0.001));
}

/// All rows with their values, those that are in no equation marked.
void expectRows(const std::string& text) {
  for (const char* part : {"hinge: vx ", "vy ", "vz -5 m (implied)", "wx 0 rad (implied)", "wy 0 rad (implied)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in: " << text;
}

StaticsProblem problemAt(const VecX& q) {
  StaticsProblem problem;
  problem.q = q;
  return problem;
}

TEST(ImpliedRows, StaticsSeesThatTheyAreOpen) {
  const ModelPtr model = apartAcross();
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  EXPECT_FALSE(found.converged);
  EXPECT_FALSE(found.stable);
  EXPECT_GT(found.residual, 1);
  expectRows(found.failure);
}

TEST(ImpliedRows, AGuessDoesNotHideThem) {
  const ModelPtr model = apartAcross();
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data, problemAt(model->q0));
  EXPECT_FALSE(found.converged);
  expectRows(found.failure);
}

TEST(ImpliedRows, NoMotionStartsWithThemOpen) {
  const ModelPtr model = apartAcross();
  for (const std::string& name : integratorNames()) {
    SimulationSettings chosen = model->simulation;
    chosen.integrator = name;
    Data data(*model);
    State state;
    state.q = model->q0, state.v = model->v0;
    const StepResult open = makeIntegrator(chosen)->reset(*model, data, state, SignalInputs(*model));
    ASSERT_TRUE(open) << name;
    EXPECT_EQ(open->kind, Failure::Kind::kLoopOpen);
    expectRows(open->message());
  }
}

TEST(ImpliedRows, ModesAndBranchesWantThemClosed) {
  const ModelPtr model = apartAcross();
  Data data(*model);
  // As near to an equilibrium as the rows of the equations know.
  ModelSpec flat = fourBarSpec(0.7);
  const ModelPtr closed = build(std::move(flat), settings("newmark", 0.001));
  Data work(*closed);
  const StaticsResult rest = solveStatics(*closed, work);
  ASSERT_TRUE(rest.converged);
  const StaticsProblem problem = problemAt(rest.q);
  expectRows(modalAnalysis(*model, data, problem).failure);
  EXPECT_FALSE(followBranch({*model, problem}, {*model, problem}, data).complete);
}

/// Two links that nothing can move, held together 1 m apart: the loop has no row in any equation.
TEST(ImpliedRows, CountWhereNothingMoves) {
  ModelSpec spec = fourBarSpec(0.7);
  for (LinkSpec& link : spec.links) link.joint.type = JointType::kFixed, link.jointQ0.resize(0);
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.001));
  ASSERT_EQ(model->nl, 0);
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  EXPECT_FALSE(found.converged);
  EXPECT_NE(found.failure.find("(implied)"), std::string::npos) << found.failure;
  State state;
  state.q = model->q0, state.v = model->v0;
  EXPECT_TRUE(closeLoops(*model, data, state));
}

/// What a run may not leave: rows of equations and others alike.
TEST(ImpliedRows, AStateThatLostThemIsRefused) {
  const ModelPtr model = apartAcross();
  Data data(*model);
  kinematics(*model, data, model->q0, model->v0);
  const StepResult open = checkLoops(*model, data, 0.5, kLoopsLost);
  ASSERT_TRUE(open);
  EXPECT_EQ(open->time, 0.5);
  expectRows(open->message());
  const ModelPtr flat = build(fourBarSpec(0.7), settings("newmark", 0.001));
  Data other(*flat);
  State state;
  state.q = flat->q0, state.v = flat->v0;
  ASSERT_FALSE(closeLoops(*flat, other, state));
  kinematics(*flat, other, state.q, state.v);
  EXPECT_FALSE(checkLoops(*flat, other, 0, kLoopsClosed));
}

}  // namespace
}  // namespace tendril
