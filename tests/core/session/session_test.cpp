// SPDX-License-Identifier: BSD-3-Clause
// A live run on its own thread: commands, pacing, swapping, divergence, and a thread that pulls at everything.
#include "core/session/live/session.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "core/model/propellers.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;
using namespace std::chrono_literals;

TEST(Session, IsEmptyUntilAProgramIsLoaded) {
  Session session;
  session.play();
  session.stepOnce();
  session.reset();
  session.overrideInput(0, 1);
  session.releaseAllInputs();
  session.setConfiguration(VecX::Zero(1), VecX::Zero(1));
  const Snapshot& snapshot = latest(session);
  EXPECT_EQ(snapshot.state, RunState::kEmpty);
  EXPECT_EQ(snapshot.model, nullptr);
  EXPECT_FALSE(session.state());
}

TEST(Session, ShowsTheInitialStateOnceLoaded) {
  Session session;
  const auto model = chain(3);
  session.load(std::make_unique<Program>(model));
  const Snapshot& snapshot = latest(session);
  EXPECT_EQ(snapshot.state, RunState::kReady);
  EXPECT_EQ(snapshot.model, model);
  EXPECT_EQ(snapshot.q, model->q0);
  EXPECT_EQ(snapshot.t, 0);
  ASSERT_EQ(snapshot.linkPoses.size(), 3u);
  ASSERT_EQ(snapshot.firstSection.size(), 4u);
  EXPECT_TRUE(snapshot.sections.empty());
  EXPECT_EQ(snapshot.a.size(), model->nv);
  ASSERT_TRUE(snapshot.history);
  EXPECT_EQ(snapshot.history->size(), 1u);
}

TEST(Session, StepsOnceAndPauses) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  session.stepOnce();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 1; }));
  EXPECT_EQ(session.snapshot().state, RunState::kPaused);
  EXPECT_DOUBLE_EQ(session.snapshot().t, 0.002);
  session.stepOnce(9);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 10; }));
  EXPECT_NEAR(session.snapshot().t, 0.02, 1e-12);
  session.reset();
  EXPECT_EQ(latest(session).t, 0);
  EXPECT_EQ(session.snapshot().state, RunState::kReady);
  EXPECT_EQ(session.snapshot().steps, 0);
}

TEST(Session, StepsAreThoseOfAHeadlessRun) {
  const auto model = chain(4);
  Program program(model);
  State state = initialState(*model);
  const SignalInputs inputs(*model);
  ASSERT_FALSE(program.integrator->reset(*model, program.data, state, inputs));
  for (int k = 0; k < 50; ++k) ASSERT_FALSE(program.integrator->step(*model, program.data, state, 0.002, inputs));
  Session session;
  session.load(std::make_unique<Program>(model));
  session.stepOnce(50);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 50; }));
  const std::optional<State> live = session.state();
  ASSERT_TRUE(live);
  EXPECT_EQ(live->q, state.q);
  EXPECT_EQ(live->v, state.v);
  EXPECT_EQ(live->z, state.z);
}

TEST(Session, KeepsPaceWithTheWallClock) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  session.setSpeed(0.5);
  session.play();
  EXPECT_TRUE(session.flush());
  const auto begin = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(1s);
  session.pause();
  const Snapshot& snapshot = latest(session);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_LE(snapshot.t, 0.5 * wall + 0.02);
  EXPECT_GE(snapshot.t, 0.1);  // loaded machines lose time, which is forgiven
  EXPECT_EQ(snapshot.state, RunState::kPaused);
  EXPECT_GT(snapshot.msPerStep, 0);
}

/// A step that takes longer than the wall time that is ever made up for.
TEST(Session, GoesOnWhereAStepTakesLong) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  session.setSpeed(0.01);  // of 2 ms: 0.2 s each
  session.play();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_TRUE(waitUntil(
      session, [](const Snapshot& s) { return s.steps == 3; }, 10));
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GE(wall, 0.35);  // not faster than asked for
}

TEST(Session, PausesWhereItShallStop) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  session.stopAt(0.5);
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused; }));
  EXPECT_NEAR(session.snapshot().t, 0.5, 1e-9);
  // 100 records per second, first and last included
  EXPECT_EQ(session.snapshot().history->size(), 51u);
}

TEST(Session, RefusesSpeedsThatMakeNoSense) {
  Session session;
  session.load(std::make_unique<Program>(chain(1)));
  for (const auto& [asked, given] : {std::pair{0.0, 0.01}, {-5.0, 0.01}, {1e9, 1000.0}}) {
    session.setSpeed(asked);
    EXPECT_EQ(latest(session).speed, given);
  }
  session.setSpeed(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(latest(session).speed, 1000.0);
}

TEST(Session, CarriesStatesOverWhenTheModelIsSwapped) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  session.stepOnce(40);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 40; }));
  const State before = *session.state();
  const std::uint64_t generation = session.snapshot().generation;
  const auto longer = chain(5, 2.0);  // heavier, and two links more
  session.load(std::make_unique<Program>(longer), StateTransfer::kState);
  const Snapshot& after = latest(session);
  EXPECT_GT(after.generation, generation);
  EXPECT_EQ(after.state, RunState::kPaused);
  EXPECT_EQ(after.t, before.t);
  EXPECT_EQ(after.q.head(3), before.q);
  EXPECT_EQ(after.v.head(3), before.v);
  EXPECT_EQ(after.q.tail(2), longer->q0.tail(2));
  EXPECT_EQ(after.history->generation(), after.generation);
  session.load(std::make_unique<Program>(chain(2)));
  EXPECT_EQ(latest(session).state, RunState::kReady);
  EXPECT_EQ(session.snapshot().t, 0);
}

TEST(Session, SwapsWhileRunning) {
  Session session;
  session.load(std::make_unique<Program>(chain(3)));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  double t = 0;
  for (int k = 0; k < 20; ++k) {
    session.load(std::make_unique<Program>(chain(2 + k % 4)), StateTransfer::kState);
    const Snapshot& snapshot = latest(session);
    EXPECT_EQ(snapshot.state, RunState::kRunning);
    EXPECT_GE(snapshot.t, t);
    t = snapshot.t;
    EXPECT_EQ(snapshot.q.size(), snapshot.model->nq);
    EXPECT_EQ(static_cast<int>(snapshot.linkPoses.size()), 2 + k % 4);
  }
}

TEST(Session, TakesInputsOverAndHandsThemBack) {
  Session session;
  session.load(std::make_unique<Program>(driven()));
  EXPECT_EQ(latest(session).u[0], 0.25);
  session.overrideInput(0, 0.75);
  session.overrideInput(7, 1);
  session.overrideInput(-1, 1);
  session.overrideInput(0, std::numeric_limits<double>::quiet_NaN());
  session.stepOnce();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 1; }));
  EXPECT_EQ(session.snapshot().u[0], 0.75);
  session.overrideInput(0, 99);  // range ends at 1
  session.stepOnce();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 2; }));
  EXPECT_EQ(session.snapshot().u[0], 1);
  session.overrideInput(0, 0.75);
  session.releaseInput(0);
  session.stepOnce(50);  // half of the 0.2 s
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 52; }));
  EXPECT_NEAR(session.snapshot().u[0], 0.5, 1e-9);
  session.stepOnce(60);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 112; }));
  EXPECT_EQ(session.snapshot().u[0], 0.25);
}

TEST(Session, GoesOnFromAGivenState) {
  Session session;
  const auto model = chain(3);
  session.load(std::make_unique<Program>(model));
  session.stepOnce(30);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 30; }));
  const State branch = *session.state();
  session.stepOnce(25);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 55; }));
  const State end = *session.state();
  session.setState(branch);
  session.stepOnce(25);
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.steps == 25; }));
  EXPECT_EQ(session.state()->q, end.q);
  EXPECT_EQ(session.state()->v, end.v);

  State wrong = branch;
  wrong.q.conservativeResize(1);
  session.setState(wrong);
  EXPECT_NE(latest(session).failure.find("3 positions"), std::string::npos) << session.snapshot().failure;
  EXPECT_EQ(session.snapshot().q, end.q);
  wrong = branch;
  wrong.v[0] = std::numeric_limits<double>::quiet_NaN();
  session.setState(wrong);
  EXPECT_FALSE(latest(session).failure.empty());
  session.setConfiguration(VecX::Constant(3, 0.25), VecX::Zero(3));
  EXPECT_EQ(latest(session).q, VecX::Constant(3, 0.25));
  EXPECT_TRUE(session.snapshot().failure.empty());
}

TEST(Session, TellsWhenASnapshotShowsWhatACommandDid) {
  std::atomic<int> answers = 0;
  Session session({.answered = [&answers] { ++answers; }});
  const auto answered = [&](int before) {
    return waitUntil(session, [&](const Snapshot&) { return answers > before; });
  };
  session.load(std::make_unique<Program>(driven()));
  ASSERT_TRUE(answered(0));
  session.update();
  EXPECT_EQ(session.snapshot().state, RunState::kReady);
  session.play();
  ASSERT_TRUE(answered(1));
  for (int k = 1; k <= 50; ++k) {
    const int before = answers;
    const double was = session.snapshot().u[0];
    session.overrideInput(0, 0.25 + 0.01 * k);
    while (answers == before) std::this_thread::yield();
    session.update();  // the very next look shows it on its way
    ASSERT_GT(session.snapshot().u[0], was);
  }
}

TEST(Session, PausesAtTheLastGoodStateWhenItDiverges) {
  Session session;
  session.load(std::make_unique<Program>(failing(0.101)));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kDiverged; }));
  const Snapshot& snapshot = session.snapshot();
  EXPECT_NEAR(snapshot.t, 0.1, 1e-12);
  EXPECT_TRUE(snapshot.q.allFinite() && snapshot.v.allFinite());
  EXPECT_EQ(snapshot.failedLink, 1);
  EXPECT_NE(snapshot.failure.find("link1"), std::string::npos) << snapshot.failure;
  EXPECT_NE(snapshot.failure.find("push"), std::string::npos) << snapshot.failure;
  EXPECT_NE(snapshot.failure.find("t = 0.1 s"), std::string::npos) << snapshot.failure;
  session.play();  // tries again and fails again
  ASSERT_TRUE(session.flush());
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kDiverged; }));
  session.reset();
  EXPECT_EQ(latest(session).state, RunState::kReady);
  EXPECT_TRUE(session.snapshot().failure.empty());
}

/// Something moves without inertia, so that nothing has told yet what the inputs are.
TEST(Session, ShowsRotorsOfARobotThatCannotStart) {
  ModelSpec spec = chainSpec(2);
  spec.links[1].rigid = {};
  spec.actuators.push_back([](const Model&) {
    Rotor rotor;
    rotor.thrust = 1e-5;
    return std::make_unique<Propellers>("air", 0, std::vector{rotor, rotor});
  });
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  const Snapshot& snapshot = latest(session);
  EXPECT_EQ(snapshot.state, RunState::kDiverged);
  EXPECT_NE(snapshot.failure.find("link1"), std::string::npos) << snapshot.failure;
  ASSERT_EQ(snapshot.rotors.size(), 2u);
  EXPECT_EQ(snapshot.rotors[1].thrust, 0);
}

TEST(Session, TurnsExceptionsIntoDivergence) {
  Session session;
  session.load(std::make_unique<Program>(throwing(0.05)));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kDiverged; }));
  EXPECT_NE(session.snapshot().failure.find("signal broke"), std::string::npos);
}

TEST(Session, HistoryStaysWithinItsCap) {
  Session session(Session::Options{.historyBytes = 1 << 16});
  session.load(std::make_unique<Program>(chain(3)));
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.stopAt(30);
  session.play();
  ASSERT_TRUE(waitUntil(
      session, [](const Snapshot& s) { return s.state == RunState::kPaused; }, 120));
  const auto& history = session.snapshot().history;
  EXPECT_LE(history->bytes(), std::size_t{1} << 16);
  EXPECT_GT(history->thinning(), 1);
  EXPECT_EQ(history->time(0), 0);
  EXPECT_GT(history->time(history->size() - 1), 29);
  for (std::size_t i = 1; i < history->size(); ++i) ASSERT_GT(history->time(i), history->time(i - 1));
}

std::shared_ptr<const Run> anyRun(const Snapshot& s, std::mt19937_64& random) {
  return s.runs->empty() ? nullptr : (*s.runs)[random() % s.runs->size()];
}

/// One random command.
void doAnything(Session& session, std::mt19937_64& random) {
  const auto number = [&random](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  switch (random() % 24) {
    case 0:
      return session.pause();
    case 1:
      return session.reset();
    case 2:
      return session.stepOnce(number(20));
    case 3:
      return session.setSpeed(std::exp(number(20) - 5.0));
    case 4:
      return session.load(std::make_unique<Program>(chain(1 + number(6))), StateTransfer::kState);
    case 5:
      return session.load(std::make_unique<Program>(driven()),
                          number(4) == 0 ? StateTransfer::kInitial : StateTransfer::kState);
    case 6:
      return session.overrideInput(number(3), number(100) / 50.0);
    case 7:
      return session.releaseAllInputs();
    case 8:
      return session.setConfiguration(VecX::Zero(number(4)), VecX::Zero(2));
    case 9:
      return session.stopAt(number(10));
    case 10:
      return session.seek(0, number(100) / 20.0);
    case 11:
      return session.seek(static_cast<std::uint64_t>(number(200)), number(100) / 20.0);
    case 12:
      return session.stepBack();
    case 13:
      return session.followLatest();
    case 14:
      return session.replay(static_cast<std::uint64_t>(number(200)), number(4), number(8), number(2) == 0);
    case 15:
      return session.deleteRun(static_cast<std::uint64_t>(number(200)));
    case 16:
      return session.renameRun(static_cast<std::uint64_t>(number(200)), "renamed");
    case 17:
      return session.note({0, EventKind::kNote, -1, -1, "note"});
    case 18:
      return session.setGravity(Vec3(0, 0, -number(20)));
    case 19:
      return session.perturb({.link = static_cast<std::uint64_t>(1 + number(5)), .place = {}},
                             {.point = Vec3(number(3), 0, number(3))});
    case 20:
      return session.movePerturbation({.point = Vec3(number(3), 0, number(3))});
    case 21:
      return session.releasePerturbation();
    default:
      return session.play();
  }
}

/// All that a window would read.
void readEverything(const Snapshot& s, std::mt19937_64& random) {
  ASSERT_EQ(s.q.size(), s.model->nq);
  ASSERT_EQ(s.u.size(), s.model->nu);
  ASSERT_EQ(s.linkPoses.size(), s.model->links.size());
  ASSERT_TRUE(s.q.allFinite());
  ASSERT_FALSE(s.runs->empty());
  ASSERT_EQ(s.runs->back()->id, s.liveRun);
  ASSERT_GE(s.historyFill, 0);
  ASSERT_LE(s.historyFill, 1);
  const auto shown = findRun(*s.runs, s.run);
  ASSERT_TRUE(shown);
  ASSERT_EQ(shown->history, s.history);
  ASSERT_EQ(shown->model()->nq, s.model->nq);
  const auto run = anyRun(s, random);
  for (std::size_t i = 0; i < run->events->size(); ++i) ASSERT_FALSE((*run->events)[i].text.empty());
  const std::size_t size = run->history->size();
  if (size == 0) return;
  const std::size_t index = random() % size;
  ASSERT_EQ(run->history->record(index).q.size(), run->model()->nq);
  ASSERT_TRUE(run->history->record(index).q.allFinite());
}

TEST(Session, SurvivesRandomCommandsFromSeveralThreads) {
  Session session;
  std::atomic<int> commanding = 2;
  std::vector<std::jthread> people;
  for (int person = 0; person < 2; ++person) {
    people.emplace_back([&session, &commanding, person] {
      std::mt19937_64 random(static_cast<std::uint64_t>(person) + 1);
      for (int k = 0; k < 1500; ++k) {
        doAnything(session, random);
        if (random() % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 1000));
      }
      --commanding;
    });
  }
  std::uint64_t sequence = 0;
  std::mt19937_64 random(3);
  while (commanding > 0) {
    if (!session.update()) continue;
    const Snapshot& s = session.snapshot();
    ASSERT_GT(s.sequence, sequence);
    sequence = s.sequence;
    if (s.model) readEverything(s, random);
  }
  EXPECT_TRUE(session.flush());
}

TEST(Session, StopsWhereEnergyComesFromNowhere) {
  ModelSpec spec = chainSpec(2);
  for (LinkSpec& link : spec.links) link.joint.damping.resize(0), link.jointQ0 = VecX::Constant(1, 1.5);
  spec.simulation.step = 0.2;
  spec.simulation.integrator = "newmark";
  Session session;
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kDiverged; }));
  EXPECT_NE(session.snapshot().failure.find("has diverged"), std::string::npos) << session.snapshot().failure;
  EXPECT_GE(session.snapshot().failedLink, 0);
  EXPECT_LE(session.snapshot().v.cwiseAbs().maxCoeff(), 100);
}

}  // namespace
}  // namespace tendril
