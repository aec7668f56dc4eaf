// SPDX-License-Identifier: BSD-3-Clause
// Something that holds the robot of a session: a pose while time stands still, a spring while it runs.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

/// Three hinges about y with links of 0.2 m, to be held at the tip.
struct HeldChain {
  HeldChain() { spec.link = 3, spec.place.offset = Vec3(0.2, 0, 0); }
  Vec3 tip(const VecX& q) const {
    Snapshot at;
    Data data(*model);
    fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, at);
    return at.linkPoses[2] * spec.place.offset;
  }
  void grab(Session& session) const { session.perturb(spec, {.point = tip(latest(session).q)}); }

  std::shared_ptr<const Model> model = chain(3);
  PerturbationSpec spec;
};

TEST(SessionPerturbation, MovesARobotAtRestWithoutTime) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  const VecX start = latest(session).q;
  const std::uint64_t run = session.snapshot().run;
  EXPECT_GE(session.snapshot().perturbation.left, 0);
  EXPECT_EQ(session.snapshot().run, run);
  const Vec3 to(0.3, 0, -0.2);
  session.movePerturbation({.point = to});
  const Snapshot& now = latest(session);
  EXPECT_LE((held.tip(now.q) - to).norm(), 1e-6);
  EXPECT_LE(now.perturbation.left, 1e-6);
  EXPECT_EQ(now.t, 0);
  EXPECT_EQ(now.v, VecX::Zero(3));
  EXPECT_EQ(now.state, RunState::kReady);
  EXPECT_EQ(now.runs->size(), 1u);  // a run in which no time has passed is replaced
  session.movePerturbation({.point = held.tip(start)});
  EXPECT_LE((latest(session).q - start).norm(), 1e-4);
  session.movePerturbation({.point = Vec3(3, 0, 0)});
  EXPECT_NEAR(latest(session).perturbation.left, 2.4, 1e-6);
  session.reset();
  EXPECT_EQ(latest(session).q, start);
}

TEST(SessionPerturbation, IsASpringWhileTheRobotRuns) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.05; }));
  session.movePerturbation({.point = Vec3(0.3, 0, 0.2)});
  const std::uint64_t run = latest(session).run;
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.2; }));
  EXPECT_LT(session.snapshot().perturbation.left, 0);
  EXPECT_EQ(session.snapshot().run, run);
  session.pause();
  const double paused = latest(session).t;
  const VecX before = session.snapshot().q;
  session.movePerturbation({.point = Vec3(0.35, 0, 0.1)});
  EXPECT_LE(latest(session).perturbation.left, 1e-6);
  EXPECT_EQ(session.snapshot().t, paused);
  EXPECT_NE(session.snapshot().run, run);  // the run that was made stays as it is
  EXPECT_NE(findRun(*session.snapshot().runs, run), nullptr);
  EXPECT_EQ(session.snapshot().v, VecX::Zero(3));
  session.play();
  ASSERT_TRUE(waitUntil(session, [&](const Snapshot& s) { return s.t > paused + 0.1; }));
  EXPECT_LT(session.snapshot().perturbation.left, 0);
}

TEST(SessionPerturbation, GrabAndReleaseLeaveModelAndRunAsTheyAre) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.05; }));
  const Snapshot before = latest(session);
  held.grab(session);
  session.movePerturbation({.point = Vec3(0.3, 0, 0.3)});
  const double grabbed = latest(session).t;
  ASSERT_TRUE(waitUntil(session, [grabbed](const Snapshot& s) { return s.t > grabbed + 0.02; }));
  EXPECT_TRUE(session.snapshot().perturbation.active);
  EXPECT_GT(session.snapshot().perturbation.force.norm(), 0);
  EXPECT_LE((session.snapshot().perturbation.point - held.tip(session.snapshot().q)).norm(), 1e-12);
  session.releasePerturbation();
  EXPECT_FALSE(latest(session).perturbation.active);
  const double released = latest(session).t;
  ASSERT_TRUE(waitUntil(session, [released](const Snapshot& s) { return s.t > released + 0.02; }));
  session.pause();
  const Snapshot& after = latest(session);
  EXPECT_EQ(after.model, before.model);
  EXPECT_EQ(after.generation, before.generation);
  EXPECT_EQ(after.run, before.run);
  EXPECT_EQ(after.history, before.history);
  EXPECT_GE(after.steps, before.steps);
  const tendril::Run& run = *findRun(*after.runs, after.run);
  ASSERT_EQ(run.parts.size(), 3u);  // its signals know when something held the robot
  EXPECT_FALSE(run.parts[0].perturbed);
  EXPECT_TRUE(run.parts[1].perturbed);
  EXPECT_FALSE(run.parts[2].perturbed);
}

TEST(SessionPerturbation, HoldsTheSameLinkAfterAnEdit) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  const Vec3 to(0.25, 0, 0.3);
  session.movePerturbation({.point = to});
  ModelSpec longer = chainSpec(4);
  const auto edited = std::make_shared<const Model>(std::move(longer));
  session.load(std::make_unique<Program>(edited), StateTransfer::kState);
  EXPECT_TRUE(latest(session).perturbation.active);
  EXPECT_LE((session.snapshot().perturbation.point - to).norm(), 1e-6);
  session.load(std::make_unique<Program>(chain(2)), StateTransfer::kState);  // the link is gone
  EXPECT_FALSE(latest(session).perturbation.active);
  held.grab(session);
  session.load(std::make_unique<Program>(held.model));  // another project
  EXPECT_FALSE(latest(session).perturbation.active);
}

TEST(SessionPerturbation, OfARecordedInstantANewRunGoesOn) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  runTo(session, 0.2);
  session.seek(0, 0.1);
  const VecX shown = latest(session).q;
  const std::uint64_t run = session.snapshot().run;
  held.grab(session);
  EXPECT_FALSE(latest(session).replaying);
  EXPECT_LE((session.snapshot().q - shown).norm(), 1e-6);
  EXPECT_NEAR(session.snapshot().t, 0.1, 1e-9);
  EXPECT_NE(session.snapshot().run, run);
}

TEST(SessionPerturbation, ThePoseStaysWhenItIsReleased) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  const Vec3 to(0.25, 0, 0.3);
  session.movePerturbation({.point = to});
  session.releasePerturbation();
  EXPECT_LT(latest(session).perturbation.left, 0);
  EXPECT_LE((held.tip(session.snapshot().q) - to).norm(), 1e-6);
}

TEST(SessionPerturbation, BeginsAnewWhereSomebodyElseHasMovedTheRobot) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  session.movePerturbation({.point = Vec3(0.3, 0, -0.2)});
  const VecX typed = Vec3(0.5, -0.7, 0.9);
  session.setConfiguration(typed, VecX::Zero(3));
  session.movePerturbation({.point = held.tip(typed) + Vec3(0, 0, 1e-4)});
  EXPECT_LE((latest(session).q - typed).norm(), 1e-2);
}

TEST(SessionPerturbation, LeavesEquilibriaAndRecordedInstantsAlone) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  runTo(session, 0.1);
  held.grab(session);
  session.seek(0, 0.05);
  session.movePerturbation({.point = Vec3(0.3, 0, 0.2)});
  EXPECT_TRUE(latest(session).replaying);
  EXPECT_LT(session.snapshot().perturbation.left, 0);
  session.followLatest();
  session.setEquilibriumMode(true);
  session.movePerturbation({.point = Vec3(0.3, 0, 0.25)});
  EXPECT_LT(latest(session).perturbation.left, 0);
  ASSERT_NE(session.snapshot().statics, nullptr);
  EXPECT_TRUE(session.snapshot().statics->converged) << session.snapshot().statics->failure;
  EXPECT_GT((held.tip(session.snapshot().statics->q) - Vec3(0.3, 0, 0.25)).norm(), 1e-3);  // a spring, that gives way
}

TEST(SessionPerturbation, NonsenseAndHurryDoNoHarm) {
  const HeldChain held;
  Session session;
  session.load(std::make_unique<Program>(held.model));
  held.grab(session);
  for (int k = 0; k < 500; ++k) {
    const double angle = 0.37 * k;
    session.movePerturbation({.point = Vec3(std::cos(angle), k % 50 ? 0.0 : std::nan(""), std::sin(angle))});
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
