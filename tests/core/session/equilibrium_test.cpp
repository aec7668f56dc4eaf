// SPDX-License-Identifier: BSD-3-Clause
// Equilibria in a session: asked for once, or followed while inputs, gravity and programs change.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/session/live/session.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

/// One link on a spring that a motor turns without weight: q = torque / stiffness.
std::shared_ptr<const Model> spring(double stiffness) {
  ModelSpec spec = chainSpec(1);
  spec.gravity.setZero();
  spec.links[0].joint.stiffness = VecX::Constant(1, stiffness);
  spec.actuators.push_back([](const Model& model) {
    auto motor = std::make_unique<JointActuator>("motor", model, 0);
    motor->ranges[0] = {-1, 1};
    return motor;
  });
  return std::make_shared<const Model>(std::move(spec));
}

bool still(const Snapshot& s) {
  return s.statics && !s.solvingStatics;
}

TEST(Equilibrium, IsFoundShownAndKept) {
  Session session;
  const auto model = chain(2);
  session.load(std::make_unique<Program>(model));
  runTo(session, 0.3);
  const double t = session.snapshot().t;
  const VecX from = session.snapshot().q;
  session.solveStatics();
  EXPECT_EQ(latest(session).state, RunState::kPaused);
  ASSERT_TRUE(session.snapshot().statics);
  ASSERT_TRUE(session.snapshot().statics->converged) << session.snapshot().statics->failure;
  if (session.snapshot().solvingStatics) {
    EXPECT_LT((session.snapshot().q - from).norm(), (session.snapshot().q - session.state()->q).norm() + 1);
  }
  ASSERT_TRUE(waitUntil(session, still));
  const Snapshot& s = session.snapshot();
  EXPECT_EQ(s.t, t);
  EXPECT_EQ(s.v, VecX::Zero(2));
  EXPECT_LT(s.a.norm(), 1e-8);
  // Two links of a pendulum that turns about y, x along them: hangs down at q = (π/2, 0).
  EXPECT_NEAR(s.q[0], std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(s.q[1], 0, 1e-9);
  ASSERT_EQ(s.runs->size(), 2u);
  EXPECT_EQ(s.runs->back()->reason, RunReason::kEquilibrium);
  session.stepOnce(20);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& now) { return now.steps == 20; }));
  EXPECT_NEAR(session.snapshot().q[0], std::numbers::pi / 2, 1e-8);
}

TEST(Equilibrium, FollowsInputsGravityAndPrograms) {
  Session session;
  session.load(std::make_unique<Program>(spring(2)));
  session.setEquilibriumMode(true);
  EXPECT_TRUE(latest(session).equilibriumMode);
  for (const double torque : {0.5, -1.0, 0.25}) {
    session.overrideInput(0, torque);
    EXPECT_NEAR(latest(session).q[0], torque / 2, 1e-9);
    EXPECT_EQ(session.snapshot().state, RunState::kPaused);
  }
  session.load(std::make_unique<Program>(spring(4)), StateTransfer::kState);
  EXPECT_NEAR(latest(session).q[0], 0.25 / 4, 1e-9);
  session.releaseInput(0);  // at once: time stands still
  EXPECT_NEAR(latest(session).q[0], 0, 1e-9);
  session.setGravity(Vec3(0, 0, -9.81));
  const double q = latest(session).q[0];
  EXPECT_NEAR(4 * q, 9.81 * 0.1 * std::cos(q), 1e-8);  // a weight of 1 kg at 0.1 m, downwards is positive
  session.setConfiguration(VecX::Constant(1, -0.4), VecX::Zero(1));
  EXPECT_NEAR(latest(session).q[0], q, 1e-8);
  for (int k = 0; k < 3000; ++k) session.overrideInput(0, std::sin(0.01 * k));
  session.overrideInput(0, 0.5);
  const double pulled = latest(session).q[0];
  EXPECT_NEAR(4 * pulled, 0.5 + 9.81 * 0.1 * std::cos(pulled), 1e-8);
  EXPECT_EQ(session.snapshot().runs->size(), 1u);
  session.play();
  EXPECT_FALSE(latest(session).equilibriumMode);
  EXPECT_EQ(session.snapshot().state, RunState::kRunning);
}

TEST(Equilibrium, SaysWhyThereIsNone) {
  ModelSpec spec = chainSpec(1);
  spec.links[0].joint = {};
  spec.links[0].joint.type = JointType::kPrismatic;  // falls for ever
  spec.links[0].joint.axis = Vec3::UnitZ();
  spec.links[0].jointQ0 = VecX::Zero(1);
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  session.stepOnce(10);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 10; }));
  const State before = *session.state();
  session.solveStatics();
  const Snapshot& s = latest(session);
  ASSERT_TRUE(s.statics);
  EXPECT_FALSE(s.statics->converged);
  EXPECT_NE(s.statics->failure.find("link0"), std::string::npos) << s.statics->failure;
  EXPECT_EQ(session.state()->q, before.q);
  EXPECT_EQ(session.state()->v, before.v);
  EXPECT_EQ(s.state, RunState::kPaused);
}

TEST(Equilibrium, StartsFromTheInstantThatIsShown) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 0.5);
  const std::uint64_t parent = session.snapshot().run;
  session.seek(0, 0.2);
  session.solveStatics();
  EXPECT_TRUE(latest(session).statics->converged);
  ASSERT_TRUE(waitUntil(session, still));
  EXPECT_NEAR(session.snapshot().t, 0.2, 1e-9);
  EXPECT_EQ(session.snapshot().runs->back()->parent, parent);
  EXPECT_FALSE(session.snapshot().replaying);
}

TEST(Equilibrium, IsForgottenWithTheProject) {
  Session session;
  session.solveStatics();
  session.setEquilibriumMode(true);
  EXPECT_FALSE(latest(session).statics);
  EXPECT_FALSE(session.snapshot().equilibriumMode);
  session.load(std::make_unique<Program>(spring(2)));
  session.setEquilibriumMode(true);
  EXPECT_TRUE(latest(session).statics);
  session.load(std::make_unique<Program>(spring(2)));
  EXPECT_FALSE(latest(session).statics);
  EXPECT_FALSE(session.snapshot().equilibriumMode);
}

/// What was found beside the run is a run of its own with all inputs held, and the way back is exact.
TEST(Equilibrium, FromElsewhereIsShownAndLeftAgain) {
  Session session;
  session.load(std::make_unique<Program>(spring(2)));
  runTo(session, 0.2);
  session.pause();
  const Snapshot before = latest(session);
  session.keepPlace();
  session.showEquilibrium(VecX::Constant(1, 0.2), VecX::Constant(1, 0.4));
  EXPECT_EQ(latest(session).q[0], 0.2);
  EXPECT_EQ(session.snapshot().v[0], 0);
  EXPECT_EQ(session.snapshot().u[0], 0.4);
  EXPECT_TRUE(session.snapshot().inputs[0].held);
  EXPECT_LT(session.snapshot().a.norm(), 1e-10) << "it is one";
  EXPECT_EQ(session.snapshot().state, RunState::kPaused);
  ASSERT_EQ(session.snapshot().runs->size(), 2u);
  EXPECT_EQ(session.snapshot().runs->back()->reason, RunReason::kEquilibrium);
  session.showEquilibrium(VecX::Constant(1, 0.5), VecX::Constant(1, 7));
  EXPECT_EQ(latest(session).u[0], 1) << "the end of the range";
  EXPECT_EQ(session.snapshot().runs->size(), 2u) << "no time has passed in the one before";
  // What does not fit changes nothing.
  session.showEquilibrium(VecX::Zero(2), VecX::Zero(1));
  session.showEquilibrium(VecX::Constant(1, std::nan("")), VecX::Zero(1));
  EXPECT_EQ(latest(session).q[0], 0.5);
  session.returnToPlace();
  EXPECT_EQ(latest(session).q, before.q);
  EXPECT_EQ(session.snapshot().v, before.v);
  EXPECT_EQ(session.snapshot().t, before.t);
  EXPECT_EQ(session.snapshot().u, before.u);
  EXPECT_FALSE(session.snapshot().inputs[0].held);
  // Another robot has another place.
  session.keepPlace();
  session.load(std::make_unique<Program>(spring(4)), StateTransfer::kState);
  session.showEquilibrium(VecX::Constant(1, 0.1), VecX::Constant(1, 0.4));
  session.returnToPlace();
  EXPECT_EQ(latest(session).q[0], 0.1);
}

}  // namespace
}  // namespace tendril
