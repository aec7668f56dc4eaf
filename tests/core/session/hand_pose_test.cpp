// SPDX-License-Identifier: BSD-3-Clause
// A hand that holds the robot of a session: a pose while time stands still, a spring while it runs.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "core/model/hand.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace testing;

/// Three hinges about y with links of 0.2 m, held at the tip.
struct HeldChain {
  explicit HeldChain(double stiffness = 0) {
    ModelSpec spec = chainSpec(3);
    HandSpec hand;
    hand.link = 3;
    hand.offset = Vec3(0.2, 0, 0);
    hand.target = target;
    target->stiffness = stiffness, target->damping = 0.1;
    spec.loads.push_back({"hand", 2, kBaseStation, std::make_shared<HandLoad>(hand)});
    model = std::make_shared<const Model>(std::move(spec));
    target->point = tip(initialState(*model).q);
  }
  Vec3 tip(const VecX& q) const {
    Snapshot at;
    Data data(*model);
    fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, at);
    return at.linkPoses[2] * Vec3(0.2, 0, 0);
  }
  std::shared_ptr<HandTarget> target = std::make_shared<HandTarget>();
  std::shared_ptr<const Model> model;
};

TEST(HandPose, MovesARobotAtRestWithoutTime) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  const VecX start = latest(session).q;
  const std::uint64_t run = session.snapshot().run;
  EXPECT_GE(session.snapshot().handLeft, 0);
  EXPECT_EQ(session.snapshot().run, run);
  const Vec3 to(0.3, 0, -0.2);
  session.moveHand(held.target, to, 0);
  const Snapshot& now = latest(session);
  EXPECT_LE((held.tip(now.q) - to).norm(), 1e-6);
  EXPECT_LE(now.handLeft, 1e-6);
  EXPECT_EQ(now.t, 0);
  EXPECT_EQ(now.v, VecX::Zero(3));
  EXPECT_EQ(now.state, RunState::kReady);
  EXPECT_EQ(now.runs->size(), 1u);  // a run in which no time has passed is replaced
  session.moveHand(held.target, held.tip(start), 0);
  EXPECT_LE((latest(session).q - start).norm(), 1e-4);
  session.moveHand(held.target, Vec3(3, 0, 0), 0);
  EXPECT_NEAR(latest(session).handLeft, 2.4, 1e-6);
  session.reset();
  EXPECT_EQ(latest(session).q, start);
}

TEST(HandPose, IsASpringWhileTheRobotRuns) {
  const HeldChain held(50);
  Session session;
  session.load(std::make_unique<Program>(held.model));
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.05; }));
  session.moveHand(held.target, Vec3(0.3, 0, 0.2), 0);
  const std::uint64_t run = latest(session).run;
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.2; }));
  EXPECT_LT(session.snapshot().handLeft, 0);
  EXPECT_EQ(session.snapshot().run, run);
  session.pause();
  const double paused = latest(session).t;
  const VecX before = session.snapshot().q;
  session.moveHand(held.target, Vec3(0.35, 0, 0.1), 0);
  EXPECT_LE(latest(session).handLeft, 1e-6);
  EXPECT_EQ(session.snapshot().t, paused);
  EXPECT_NE(session.snapshot().run, run);  // the run that was made stays as it is
  EXPECT_NE(findRun(*session.snapshot().runs, run), nullptr);
  EXPECT_EQ(session.snapshot().v, VecX::Zero(3));
  session.play();
  ASSERT_TRUE(waitUntil(session, [&](const Snapshot& s) { return s.t > paused + 0.1; }));
  EXPECT_LT(session.snapshot().handLeft, 0);
}

TEST(HandPose, MovesMadeBeforeTheHandIsThereCount) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  const Vec3 to(0.25, 0, 0.3);
  session.moveHand(held.target, to, 0);
  EXPECT_LT(latest(session).handLeft, 0);
  session.load(std::make_unique<Program>(held.model), StateTransfer::kSameRun);
  EXPECT_LE((held.tip(latest(session).q) - to).norm(), 1e-6);
  session.load(std::make_unique<Program>(chain(3)), StateTransfer::kSameRun);
  EXPECT_LT(latest(session).handLeft, 0);
  EXPECT_LE((held.tip(session.snapshot().q) - to).norm(), 1e-6);  // the pose stays when the hand lets go
}

TEST(HandPose, BeginsAnewWhereSomebodyElseHasMovedTheRobot) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  session.moveHand(held.target, Vec3(0.3, 0, -0.2), 0);
  const VecX typed = Vec3(0.5, -0.7, 0.9);
  session.setConfiguration(typed, VecX::Zero(3));
  session.moveHand(held.target, held.tip(typed) + Vec3(0, 0, 1e-4), 0);
  EXPECT_LE((latest(session).q - typed).norm(), 1e-2);
}

TEST(HandPose, LeavesEquilibriaAndRecordedInstantsAlone) {
  const HeldChain held(50);
  Session session;
  session.load(std::make_unique<Program>(held.model));
  runTo(session, 0.1);
  session.seek(0, 0.05);
  session.moveHand(held.target, Vec3(0.3, 0, 0.2), 0);
  EXPECT_TRUE(latest(session).replaying);
  EXPECT_LT(session.snapshot().handLeft, 0);
  session.followLatest();
  session.setEquilibriumMode(true);
  session.moveHand(held.target, Vec3(0.3, 0, 0.25), 0);
  EXPECT_LT(latest(session).handLeft, 0);
  ASSERT_NE(session.snapshot().statics, nullptr);
  EXPECT_TRUE(session.snapshot().statics->converged) << session.snapshot().statics->failure;
  EXPECT_GT((held.tip(session.snapshot().statics->q) - held.target->point).norm(), 1e-3);  // a spring, that gives way
}

TEST(HandPose, NonsenseAndHurryDoNoHarm) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  for (int k = 0; k < 500; ++k) {
    const double angle = 0.37 * k;
    session.moveHand(held.target, Vec3(std::cos(angle), k % 50 ? 0.0 : std::nan(""), std::sin(angle)), 0);
    if (k % 37 == 0) session.play();
    if (k % 41 == 0) session.pause();
    if (k % 97 == 0) session.reset();
    if (k % 53 == 0) session.stepOnce();
  }
  session.pause();
  EXPECT_TRUE(latest(session).q.allFinite());
}

}  // namespace
}  // namespace tendril
