// SPDX-License-Identifier: BSD-3-Clause
// Runs: recorded instants, branches, edits, events, memory.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <thread>

#include "core/session/live/session.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;
using namespace std::chrono_literals;

const Run& runAt(const Snapshot& s, std::size_t index) {
  return *s.runs->at(index);
}

int count(const Run& run, EventKind kind) {
  int found = 0;
  for (std::size_t i = 0; i < run.events->size(); ++i) found += (*run.events)[i].kind == kind;
  return found;
}

void waitForAnotherEdit() {
  std::this_thread::sleep_for(1100ms);
}

TEST(Runs, SeekShowsExactlyWhatWasRecorded) {
  Session session;
  const auto model = chain(3);
  session.load(std::make_unique<Program>(model));
  const double end = runTo(session, 1).t;
  const State live = *session.state();
  const auto history = session.snapshot().history;
  ASSERT_EQ(history->size(), 101u);
  Data data(*model);
  for (const std::size_t index : {std::size_t{0}, std::size_t{17}, std::size_t{50}, std::size_t{99}}) {
    const History::Record record = history->record(index);
    session.seek(0, record.t + 0.004);
    const Snapshot& s = latest(session);
    EXPECT_TRUE(s.replaying);
    EXPECT_EQ(s.state, RunState::kPaused);
    EXPECT_EQ(s.t, record.t);
    EXPECT_EQ(s.q, record.q);
    EXPECT_EQ(s.v, record.v);
    EXPECT_EQ(s.u, record.u);
    EXPECT_EQ(s.energy.kinetic, record.kinetic);
    EXPECT_EQ(s.liveTime, end);
    EXPECT_EQ(s.run, s.liveRun);
    Snapshot drawn;
    fillSnapshot(model, data, record.t, record.q, record.v, nullptr, drawn);
    for (std::size_t i = 0; i < drawn.linkPoses.size(); ++i) EXPECT_EQ(s.linkPoses[i].p, drawn.linkPoses[i].p);
  }
  session.followLatest();
  const Snapshot& s = latest(session);
  EXPECT_FALSE(s.replaying);
  EXPECT_EQ(s.q, live.q);
  EXPECT_EQ(s.t, end);
  EXPECT_EQ(s.runs->size(), 1u);
}

TEST(Runs, LookingBackDoesNotTouchTheLiveRun) {
  const auto model = chain(3);
  Session looked, plain;
  for (Session* session : {&looked, &plain}) {
    session->load(std::make_unique<Program>(model));
    session->stepOnce(200);
    ASSERT_TRUE(waitUntil(*session, [](const Snapshot& s) { return s.steps == 200; }));
  }
  looked.seek(0, 0.1);
  looked.replay(0, 0, 0.2, true);
  EXPECT_EQ(latest(looked).state, RunState::kRunning);
  looked.setSpeed(3);
  std::this_thread::sleep_for(30ms);
  looked.followLatest();
  for (Session* session : {&looked, &plain}) {
    session->stepOnce(100);
    ASSERT_TRUE(waitUntil(*session, [](const Snapshot& s) { return s.steps == 300; }));
  }
  EXPECT_EQ(looked.state()->q, plain.state()->q);
  EXPECT_EQ(looked.state()->v, plain.state()->v);
  EXPECT_EQ(looked.state()->z, plain.state()->z);
}

TEST(Runs, PlayingFromARecordedInstantBranchesThere) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  runTo(session, 1);
  const auto history = session.snapshot().history;
  const std::size_t size = history->size();
  const History::Record from = history->record(40);
  session.seek(0, from.t);
  session.stopAt(from.t + 0.3);
  session.play();
  ASSERT_TRUE(session.flush());
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused; }));
  const Snapshot& s = session.snapshot();
  ASSERT_EQ(s.runs->size(), 2u);
  const tendril::Run& branch = runAt(s, 1);
  EXPECT_EQ(branch.reason, RunReason::kBranch);
  EXPECT_EQ(branch.parent, runAt(s, 0).id);
  EXPECT_EQ(branch.branchTime, from.t);
  EXPECT_EQ(branch.start, from.t);
  EXPECT_EQ(branch.name, "run 2");
  EXPECT_EQ(s.run, branch.id);
  EXPECT_EQ(branch.history->record(0).q, from.q);
  EXPECT_EQ(branch.history->record(0).v, from.v);
  EXPECT_EQ(history->size(), size);  // the parent is as it was
  // A headless run from that instant goes the same way.
  const auto model = branch.model();
  Program program(model);
  State state;
  state.t = from.t, state.q = from.q, state.v = from.v;
  state.z = from.z, state.layout = history->layout();
  const SignalInputs inputs(*model);
  ASSERT_FALSE(program.integrator->reset(*model, program.data, state, inputs));
  while (state.t < from.t + 0.3 - 1e-9)
    ASSERT_FALSE(program.integrator->step(*model, program.data, state, 0.002, inputs));
  EXPECT_EQ(s.q, state.q);
  EXPECT_EQ(s.v, state.v);
  // And so did its parent, bit by bit.
  const History::Record then = history->record(history->find(s.t + 1e-9));
  EXPECT_EQ(then.t, s.t);
  EXPECT_EQ(then.q, s.q);
  EXPECT_EQ(then.v, s.v);
}

TEST(Runs, StepsThroughRecordsThenReally) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  session.stepOnce(52);  // 0.104 s: between two records
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 52; }));
  for (const double t : {0.1, 0.09, 0.08}) {
    session.stepBack();
    EXPECT_NEAR(latest(session).t, t, 1e-9);
    EXPECT_TRUE(session.snapshot().replaying);
  }
  session.stepOnce(2);
  EXPECT_NEAR(latest(session).t, 0.1, 1e-9);
  session.stepOnce();
  EXPECT_NEAR(latest(session).t, 0.104, 1e-9);
  EXPECT_FALSE(session.snapshot().replaying);
  session.stepOnce();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 53; }));
  EXPECT_NEAR(session.snapshot().t, 0.106, 1e-9);
  for (int k = 0; k < 20; ++k) session.stepBack();
  EXPECT_EQ(latest(session).t, 0);
  session.stepOnce(1000);  // eleven records, the live instant, then real steps
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 53 + 1000 - 11; }));
  EXPECT_EQ(session.snapshot().runs->size(), 1u);
}

TEST(Runs, SteppingBeyondTheEndOfAnOlderRunBranches) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 0.1);
  session.reset();
  runTo(session, 0.05);
  const std::uint64_t first = runAt(session.snapshot(), 0).id;
  session.seek(first, 1);
  EXPECT_NEAR(latest(session).t, 0.1, 1e-9);
  EXPECT_EQ(session.snapshot().run, first);
  session.stepOnce(3);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.1059; }));
  const Snapshot& s = session.snapshot();
  ASSERT_EQ(s.runs->size(), 3u);
  EXPECT_EQ(runAt(s, 2).parent, first);
  EXPECT_EQ(runAt(s, 2).reason, RunReason::kBranch);
}

TEST(Runs, EditsWhileRunningBeginANewRunAndDragsShareOne) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  runTo(session, 0.2);
  session.stopAt({});
  session.setSpeed(1);
  session.play();
  double before = 0;
  std::vector<std::shared_ptr<const Model>> models;
  for (int k = 0; k < 5; ++k) {
    models.push_back(chain(3, 1.1 + 0.1 * k));
    before = latest(session).t;
    session.load(std::make_unique<Program>(models.back()), StateTransfer::kState);
    const double shown = latest(session).t;
    EXPECT_GE(shown, before);
    ASSERT_TRUE(waitUntil(session, [&](const Snapshot& s) { return s.t > shown + 0.03; }));
  }
  const Snapshot& s = session.snapshot();
  ASSERT_EQ(s.runs->size(), 2u);
  const tendril::Run& edited = runAt(s, 1);
  EXPECT_EQ(edited.reason, RunReason::kEdit);
  EXPECT_EQ(edited.parent, runAt(s, 0).id);
  EXPECT_EQ(runAt(s, 0).parts.size(), 1u);
  ASSERT_EQ(edited.parts.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(edited.parts[k].model, models[k]);
  EXPECT_EQ(count(edited, EventKind::kEdited), 1);
  EXPECT_GE(edited.start, 0.2);
  // A recorded instant is shown with the model that made it.
  session.seek(edited.id, edited.parts[2].from + 0.02);
  EXPECT_EQ(latest(session).model, models[2]);
  EXPECT_EQ(session.snapshot().generation, edited.parts[2].generation);
  session.seek(runAt(s, 0).id, 0.1);
  EXPECT_NE(latest(session).model, models[2]);
  session.followLatest();
  session.play();
  waitForAnotherEdit();
  session.load(std::make_unique<Program>(chain(3, 3)), StateTransfer::kState);
  EXPECT_EQ(latest(session).runs->size(), 3u);
}

TEST(Runs, EditsOfARunWithoutMotionLeaveNothingBehind) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  for (int k = 0; k < 5; ++k) session.load(std::make_unique<Program>(chain(2 + k % 3, 1 + k)), StateTransfer::kState);
  const Snapshot& s = latest(session);
  ASSERT_EQ(s.runs->size(), 1u);
  EXPECT_EQ(runAt(s, 0).reason, RunReason::kStart);
  EXPECT_EQ(runAt(s, 0).name, "run 1");
  EXPECT_EQ(runAt(s, 0).model(), s.model);
  EXPECT_EQ(s.state, RunState::kReady);
  runTo(session, 0.1);
  session.reset();
  session.reset();
  session.setConfiguration(VecX::Constant(s.model->nq, 0.3), VecX::Zero(s.model->nv));
  session.setConfiguration(VecX::Constant(s.model->nq, 0.4), VecX::Zero(s.model->nv));
  EXPECT_EQ(latest(session).runs->size(), 2u);
  EXPECT_EQ(runAt(session.snapshot(), 1).history->record(0).q, VecX::Constant(s.model->nq, 0.4));
}

TEST(Runs, AnUntouchedRobotTakesTheNewInitialState) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  ModelSpec moved = chainSpec(2);
  moved.links[0].jointQ0 = VecX::Constant(1, -0.7);
  const auto model = std::make_shared<const Model>(std::move(moved));
  session.load(std::make_unique<Program>(model), StateTransfer::kState);
  EXPECT_EQ(latest(session).q[0], -0.7);
  session.stepOnce(3);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 3; }));
  const VecX q = session.snapshot().q;
  session.load(std::make_unique<Program>(chain(2)), StateTransfer::kState);
  EXPECT_EQ(latest(session).q, q);
}

TEST(Runs, AnEditWhileLookingBackGoesOnFromThere) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  runTo(session, 0.5);
  const auto record = session.snapshot().history->record(20);
  const std::uint64_t parent = session.snapshot().run;
  session.seek(0, record.t);
  session.load(std::make_unique<Program>(chain(3, 2)), StateTransfer::kState);
  const Snapshot& s = latest(session);
  EXPECT_FALSE(s.replaying);
  EXPECT_EQ(s.state, RunState::kPaused);
  EXPECT_EQ(s.t, record.t);
  EXPECT_EQ(s.q, record.q);
  ASSERT_EQ(s.runs->size(), 2u);
  EXPECT_EQ(runAt(s, 1).parent, parent);
  EXPECT_EQ(runAt(s, 1).reason, RunReason::kEdit);
  EXPECT_NEAR(runAt(s, 0).end(), 0.5, 1e-9);
}

TEST(Runs, GrabbingGoesOnInTheSameRun) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  runTo(session, 0.2);
  const auto history = session.snapshot().history;
  const VecX q = session.snapshot().q;
  PerturbationSpec grab;
  grab.link = 1;
  session.perturb(grab, {});
  session.note({0, EventKind::kGrab, 1, -1, "link1 was grabbed"});
  EXPECT_EQ(latest(session).q, q);
  EXPECT_EQ(session.snapshot().history, history);
  EXPECT_EQ(session.snapshot().steps, 100);
  runTo(session, 0.3);
  const Snapshot& s = session.snapshot();
  ASSERT_EQ(s.runs->size(), 1u);
  ASSERT_EQ(runAt(s, 0).parts.size(), 2u);
  EXPECT_FALSE(runAt(s, 0).partAt(0.1).perturbed);
  EXPECT_TRUE(runAt(s, 0).partAt(0.25).perturbed);
  EXPECT_EQ(runAt(s, 0).partAt(0.25).model, runAt(s, 0).parts[0].model);
  EXPECT_EQ(count(runAt(s, 0), EventKind::kGrab), 1);
  EXPECT_NEAR((*runAt(s, 0).events)[0].t, 0.2, 1e-9);
  EXPECT_EQ(s.history->size(), 31u);
  session.load(std::make_unique<Program>(chain(4)), StateTransfer::kState);  // other sizes need another run
  EXPECT_EQ(latest(session).runs->size(), 2u);
}

TEST(Runs, OldRunsGiveWayWhenMemoryIsShort) {
  Session session(Session::Options{.historyBytes = 1 << 17});  // 5 chunks of a chain of three
  session.load(std::make_unique<Program>(chain(3)));
  for (int k = 0; k < 9; ++k) {
    session.reset();
    runTo(session, 1);
    const Snapshot& s = latest(session);
    std::size_t bytes = 0;
    for (const auto& run : *s.runs) bytes += run->history->bytes();
    EXPECT_LE(bytes, std::size_t{1} << 17);
    EXPECT_EQ(runAt(s, s.runs->size() - 1).number, k + 1);
    EXPECT_LE(s.historyFill, 1);
  }
  EXPECT_LT(session.snapshot().runs->size(), 9u);
  EXPECT_GT(session.snapshot().runs->size(), 2u);
  EXPECT_GT(session.snapshot().historyFill, 0.5);
  runTo(session, 30);  // 3000 records do not fit: the others go, then every second record of this one
  const Snapshot& s = session.snapshot();
  ASSERT_EQ(s.runs->size(), 1u);
  EXPECT_LE(s.history->bytes(), std::size_t{1} << 17);
  EXPECT_GT(s.history->thinning(), 1);
  EXPECT_EQ(runAt(s, 0).history, s.history);
}

TEST(Runs, AreDeletedAndRenamed) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 0.1);
  session.reset();
  runTo(session, 0.1);
  const std::uint64_t first = runAt(session.snapshot(), 0).id, second = runAt(session.snapshot(), 1).id;
  session.seek(first, 0.05);
  session.renameRun(first, "stiff");
  EXPECT_EQ(runAt(latest(session), 0).name, "stiff");
  EXPECT_TRUE(session.snapshot().replaying);
  session.renameRun(first, "");
  EXPECT_EQ(runAt(latest(session), 0).name, "run 1");
  session.deleteRun(second);  // live
  session.deleteRun(77);
  session.seek(77, 0);
  EXPECT_EQ(latest(session).runs->size(), 2u);
  EXPECT_EQ(session.snapshot().run, first);
  session.deleteRun(first);
  EXPECT_EQ(latest(session).runs->size(), 1u);
  EXPECT_FALSE(session.snapshot().replaying);
  EXPECT_EQ(session.snapshot().run, second);
  session.load(std::make_unique<Program>(chain(2)));
  ASSERT_EQ(latest(session).runs->size(), 1u);
  EXPECT_EQ(runAt(session.snapshot(), 0).name, "run 1");
  EXPECT_NE(runAt(session.snapshot(), 0).id, first);
}

TEST(Runs, ARangeIsPlayedBack) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 1);
  session.setSpeed(10);
  session.replay(0, 0.3, 0.6, false);
  EXPECT_EQ(latest(session).state, RunState::kRunning);
  EXPECT_TRUE(session.snapshot().replaying);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused; }));
  EXPECT_NEAR(session.snapshot().t, 0.6, 1e-9);
  EXPECT_EQ(session.snapshot().runs->size(), 1u);
  session.replay(0, 0.6, 0.3, true);  // in either order, and round again
  double last = 0;
  int rounds = 0;
  ASSERT_TRUE(waitUntil(session, [&](const Snapshot& s) {
    EXPECT_TRUE(s.t > 0.3 - 1e-9 && s.t < 0.6 + 1e-9);
    rounds += s.t < last;
    last = s.t;
    return rounds == 3;
  }));
  session.pause();
  EXPECT_EQ(latest(session).state, RunState::kPaused);
  EXPECT_TRUE(session.snapshot().replaying);
  session.replay(0, std::nan(""), 1, true);
  session.seek(0, std::nan(""));
  EXPECT_EQ(latest(session).state, RunState::kPaused);
  session.replay(0, 0.5, 0.5, true);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused; }));
}

TEST(Runs, ManySeeksAreWorkedOffAtOnce) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 1);
  const std::uint64_t before = latest(session).sequence;
  for (int k = 0; k <= 100'000; ++k) session.seek(0, 0.5 + k % 7 * 0.01);
  const Snapshot& s = latest(session);
  EXPECT_NEAR(s.t, 0.5 + 100'000 % 7 * 0.01, 0.0101);
  EXPECT_LT(s.sequence - before, 100'000u);
}

TEST(Runs, TellWhenAJointReachesItsLimit) {
  ModelSpec spec = chainSpec(2);
  spec.links[1].joint.lower = VecX::Constant(1, -0.5);
  spec.links[1].joint.upper = VecX::Constant(1, 0.25);
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  const Snapshot& s = runTo(session, 2);
  const tendril::Run& run = runAt(s, 0);
  ASSERT_GE(count(run, EventKind::kLimit), 1);
  const RunEvent& event = (*run.events)[0];
  EXPECT_EQ(event.link, 1);
  EXPECT_NE(event.text.find("link1 ran into its"), std::string::npos) << event.text;
  // At the record after the event the joint is beyond the limit, at the one before it is not.
  const std::size_t before = run.history->find(event.t - 1e-9);
  const double q = run.history->record(before).q[1];
  EXPECT_TRUE(q >= -0.5 && q <= 0.25);
}

TEST(Runs, TellWhenASignalLeavesItsRange) {
  Session session;
  session.load(std::make_unique<Program>(withMotor([](double t) { return 2 * std::sin(4 * t); })));
  const Snapshot& s = runTo(session, 1.5);
  const tendril::Run& run = runAt(s, 0);
  ASSERT_EQ(count(run, EventKind::kSaturation), 2);  // above 1 from π/24 on, below −1 from 7π/24 on
  EXPECT_NEAR((*run.events)[0].t, std::numbers::pi / 24, 0.011);
  EXPECT_NEAR((*run.events)[1].t, 7 * std::numbers::pi / 24, 0.011);
  EXPECT_EQ((*run.events)[0].input, 0);
  session.overrideInput(0, 5);
  EXPECT_EQ(count(runAt(runTo(session, 3), 0), EventKind::kSaturation), 2);
}

TEST(Runs, KeepTheLastStepsBeforeADivergence) {
  Session session;
  session.load(std::make_unique<Program>(failing(0.701)));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kDiverged; }));
  const Snapshot& s = session.snapshot();
  const tendril::Run& run = runAt(s, 0);
  EXPECT_EQ(count(run, EventKind::kDiverged), 1);
  EXPECT_NEAR(run.end(), 0.7, 1e-9);
  ASSERT_TRUE(run.lastSteps);
  ASSERT_EQ(run.lastSteps->size(), 200u);
  EXPECT_NEAR(run.lastSteps->time(0), 0.302, 1e-9);
  EXPECT_EQ(run.lastSteps->time(199), s.t);
  EXPECT_EQ(run.lastSteps->record(199).q, s.q);
  session.seek(0, 0.3);
  EXPECT_EQ(latest(session).state, RunState::kPaused);
  session.followLatest();
  EXPECT_EQ(latest(session).state, RunState::kDiverged);
  session.seek(0, 0.3);
  session.stopAt(0.4);
  session.play();
  EXPECT_TRUE(waitUntil(session, [](const Snapshot& s2) { return s2.state == RunState::kPaused && !s2.replaying; }));
  EXPECT_EQ(session.snapshot().runs->size(), 2u);
}

TEST(Runs, GravityChangesWithoutAnotherProgram) {
  Session session;
  ModelSpec spec = chainSpec(1);
  spec.links[0].joint.damping = VecX::Constant(1, 0.5);
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  const std::uint64_t generation = latest(session).generation;
  EXPECT_EQ(session.snapshot().gravity, Vec3(0, 0, -9.81));
  runTo(session, 0.1);
  session.setGravity(Vec3(0, 0, 9.81));
  session.setGravity(Vec3(0, 0, std::nan("")));
  EXPECT_EQ(latest(session).gravity, Vec3(0, 0, 9.81));
  EXPECT_EQ(session.snapshot().steps, 50);
  const Snapshot& s = runTo(session, 15);
  EXPECT_EQ(s.generation, generation);
  ASSERT_EQ(s.runs->size(), 1u);
  EXPECT_EQ(runAt(s, 0).parts.size(), 2u);
  EXPECT_EQ(runAt(s, 0).parts[0].gravity, Vec3(0, 0, -9.81));
  // Hangs upwards: the first link points along +z, x turned about y by −π/2.
  EXPECT_NEAR(std::remainder(s.q[0] + std::numbers::pi / 2, 2 * std::numbers::pi), 0, 1e-3);
}

TEST(Runs, HeldInputsSurviveAnotherProgram) {
  const auto twoMotors = [](const char* first, const char* second) {
    ModelSpec spec = chainSpec(2);
    for (const char* name : {first, second})
      spec.actuators.push_back([name](const Model& model) {
        return std::make_unique<JointActuator>(name, model, std::string_view(name) == "elbow" ? 1 : 0);
      });
    return std::make_shared<const Model>(std::move(spec));
  };
  Session session;
  session.load(std::make_unique<Program>(twoMotors("hip", "elbow")));
  session.overrideInput(1, 0.5);
  EXPECT_TRUE(latest(session).inputs.at(1).held);
  EXPECT_EQ(session.snapshot().inputs.at(1).fade, 1);
  EXPECT_FALSE(session.snapshot().inputs.at(0).held);
  session.load(std::make_unique<Program>(twoMotors("elbow", "hip")), StateTransfer::kState);
  EXPECT_TRUE(latest(session).inputs.at(0).held);
  EXPECT_FALSE(session.snapshot().inputs.at(1).held);
  EXPECT_EQ(session.snapshot().u[0], 0.5);
  session.load(std::make_unique<Program>(twoMotors("elbow2", "hip")), StateTransfer::kState);  // renamed
  EXPECT_EQ(latest(session).u[0], 0.5);
  session.releaseInput(0);
  session.stepOnce(50);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 50; }));
  EXPECT_NEAR(session.snapshot().inputs.at(0).fade, 0.5, 1e-9);
  EXPECT_FALSE(session.snapshot().inputs.at(0).held);
}

}  // namespace
}  // namespace tendril
