// SPDX-License-Identifier: GPL-3.0-or-later
// Live runs in files: rows are those of a run without a session, runs are files, a recording is gone on from exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/session/simulate.hpp"
#include "studio/recording/live_recorder.hpp"
#include "studio/recording/recorded_file.hpp"
#include "studio/recording/recorded_motion.hpp"
#include "studio/recording/tables/run_export.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using namespace tests;
using testing::HasSubstr;

std::shared_ptr<const Model> example(const std::string& name) {
  ReadResult read =
      readProject(std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json");
  return buildModel(read.description, read.problems, {.directory = read.directory});
}

/// A recorder whose projects are named by the masses of their first links.
std::shared_ptr<LiveRecorder> recorderTo(const std::string& file) {
  return std::make_shared<LiveRecorder>(
      LiveTarget{.file = file, .project = [](const std::shared_ptr<const Model>& model) {
                   return "mass " + std::to_string(static_cast<int>(model->links.front().rigid.mass));
                 }});
}

/// Ends it, and waits until everything is written.
LiveProgress finished(Session& session, LiveRecorder& recorder) {
  session.recordTo(nullptr);
  EXPECT_TRUE(session.flush());
  while (!recorder.progress().ended) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return recorder.progress();
}

TEST(LiveRecorder, RowsAreThoseOfARunWithoutASession) {
  for (const char* name : {"soft-manipulator", "ball-on-platform"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto model = example(name);
    ASSERT_TRUE(model);
    Session session;
    session.load(std::make_unique<Program>(model));
    const auto recorder = recorderTo(folder.path("run.h5"));
    session.recordTo(recorder);
    runTo(session, 0.5);
    const LiveProgress progress = finished(session, *recorder);
    EXPECT_EQ(progress.failure, "");
    EXPECT_NEAR(progress.seconds, 0.5, 1e-9);
    EXPECT_GT(progress.bytes, 1000u);
    ASSERT_EQ(progress.files.size(), 1u);
    const RecordedRun run = readRecording(progress.files[0]);
    EXPECT_EQ(run.status, "complete");

    Program program(model);
    std::vector<std::vector<double>> rows;
    SimulationRequest request;
    request.duration = 0.5;
    request.signals = recordedSignals(*model);
    request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
    simulate(program, request);
    ASSERT_EQ(run.values[0].size(), rows.size());
    ASSERT_EQ(run.columns.size(), rows[0].size());
    for (std::size_t c = 0; c < run.columns.size(); ++c)
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const double wanted = rows[r][c], got = run.values[c][r];
        ASSERT_TRUE(got == wanted || (std::isnan(got) && std::isnan(wanted)) ||
                    std::abs(got - wanted) < 1e-9 * std::max(1.0, std::abs(wanted)))
            << run.columns[c].name << " at " << rows[r][0] << ": " << got << ", " << wanted;
      }
  }
}

TEST(LiveRecorder, EveryRunIsAFileAndWhatDoesNotMoveIsNone) {
  const TemporaryFolder folder;
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  const auto recorder = recorderTo(folder.path("run.h5"));
  session.recordTo(recorder);
  runTo(session, 0.3);
  session.reset();
  session.setConfiguration(VecX::Constant(2, 0.5), VecX::Zero(2));  // no time passes between
  session.setConfiguration(VecX::Constant(2, 0.7), VecX::Zero(2));
  runTo(session, 0.2);
  session.load(std::make_unique<Program>(chain(3, 4)), StateTransfer::kState);
  runTo(session, 0.4);
  session.seek(0, 0.25);
  session.stopAt(0.6);
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused && s.t > 0.59; }));
  session.reset();
  const LiveProgress progress = finished(session, *recorder);
  EXPECT_EQ(progress.failure, "");
  ASSERT_EQ(progress.files.size(), 4u);
  const double from[] = {0, 0, 0.2, 0.25}, to[] = {0.3, 0.2, 0.4, 0.6};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(progress.files[i].filename().string(), i == 0 ? "run.h5" : "run " + std::to_string(i + 1) + ".h5");
    const RecordedRun run = readRecording(progress.files[i]);
    EXPECT_NEAR(run.values[0].front(), from[i], 1e-9) << i;
    EXPECT_NEAR(run.values[0].back(), to[i], 1e-9) << i;
    EXPECT_EQ(readRecordedProject(progress.files[i]).text, i < 2 ? "mass 1" : "mass 4");
  }
  EXPECT_EQ(readRecording(progress.files[1]).values[1].front(), 0.7);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 4);
}

TEST(LiveRecorder, WhereNoTimePassesNoFileIsLeft) {
  const TemporaryFolder folder;
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  const auto recorder = recorderTo(folder.path("run.h5"));
  session.recordTo(recorder);
  while (!std::filesystem::exists(folder.path("run.h5"))) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const LiveProgress progress = finished(session, *recorder);
  EXPECT_EQ(progress.failure, "");
  EXPECT_TRUE(progress.files.empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}

/// A run of which nothing was recorded beyond its start is replaced by the next edit, and keeps its id.
TEST(LiveRecorder, AReplacedRunOfOtherCoordinatesHasAFileOfItsOwn) {
  const auto slowly = [](int links) {
    ModelSpec spec = chainSpec(links);
    spec.simulation.recordRate = 10;
    return std::make_unique<Program>(std::make_shared<const Model>(std::move(spec)));
  };
  const TemporaryFolder folder;
  Session session;
  session.load(slowly(2));
  const auto recorder = recorderTo(folder.path("run.h5"));
  session.recordTo(recorder);
  runTo(session, 0.3);
  session.load(slowly(3), StateTransfer::kState);
  session.stepOnce(3);
  const double step = session.snapshot().model->simulation.step;
  ASSERT_TRUE(
      waitUntil(session, [&](const Snapshot& s) { return s.state == RunState::kPaused && s.t > 0.3 + 2.5 * step; }));
  const double edited = session.snapshot().t;
  const std::uint64_t replaced = session.snapshot().liveRun;
  EXPECT_LT(edited, 0.4 - 1e-9) << "no record was due";
  session.load(slowly(40), StateTransfer::kState);
  runTo(session, 0.7);
  EXPECT_EQ(session.snapshot().liveRun, replaced);
  const LiveProgress progress = finished(session, *recorder);
  EXPECT_EQ(progress.failure, "");
  ASSERT_EQ(progress.files.size(), 2u);
  const RecordedRun first = readRecording(progress.files[0]), second = readRecording(progress.files[1]);
  EXPECT_EQ(first.status, "complete");
  EXPECT_EQ(first.columns.size(), 1u + 2 * 2 + 4);
  EXPECT_EQ(second.status, "complete");
  EXPECT_EQ(second.columns.size(), 1u + 2 * 40 + 4);
  EXPECT_NEAR(second.values[0].front(), edited, 1e-9);
  EXPECT_NEAR(second.values[0].back(), 0.7, 1e-9);
}

TEST(LiveRecorder, EditsThatShareARunAreNotedInItsFile) {
  const TemporaryFolder folder;
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 0.1);
  session.load(std::make_unique<Program>(chain(2, 2)), StateTransfer::kState);
  const auto recorder = recorderTo(folder.path("run.h5"));
  session.recordTo(recorder);
  session.stopAt({});
  session.setSpeed(1);
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.2; }));
  session.load(std::make_unique<Program>(chain(2, 3)), StateTransfer::kState);  // within a second: the same run
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.t > 0.4; }));
  session.pause();
  const LiveProgress progress = finished(session, *recorder);
  ASSERT_EQ(progress.files.size(), 1u);
  EXPECT_EQ(readRecordedProject(progress.files[0], 0.12).text, "mass 2");
  EXPECT_EQ(readRecordedProject(progress.files[0], 0.39).text, "mass 3");
  EXPECT_EQ(readRecordedProject(progress.files[0]).text, "mass 3");
}

TEST(LiveRecorder, WhereNothingCanBeWrittenItSaysSoAndTheRunGoesOn) {
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  const auto recorder = recorderTo("/nowhere/at/all.h5");
  session.recordTo(recorder);
  EXPECT_GT(runTo(session, 0.3).t, 0.29);
  const LiveProgress progress = finished(session, *recorder);
  EXPECT_THAT(progress.failure, HasSubstr("/nowhere/at/all.h5: cannot be written to; does its folder exist?"));
  EXPECT_TRUE(progress.files.empty());
}

/// Controllers that remember, contacts that stick: what follows is what would have followed.
TEST(RecordedMotion, IsShownAndGoneOnFromExactly) {
  for (const char* name : {"soft-manipulator", "wall-drawing"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto model = example(name);
    Session first;
    first.load(std::make_unique<Program>(model));
    runTo(first, 0.6);
    const std::shared_ptr<const tendril::Run> run = first.snapshot().runs->back();
    ASSERT_TRUE(writeRun(folder.path("run.h5"), *run, runOrigin(run->parts.back(), "{}")));

    Session session;
    session.load(std::make_unique<Program>(model));
    ASSERT_TRUE(session.flush());
    session.update();
    tendril::Run read = readMotion(folder.path("run.h5"), model, session.snapshot().generation, 1 << 24);
    EXPECT_EQ(read.name, "run.h5");
    ASSERT_EQ(read.history->size(), run->history->size());
    const std::uint64_t id = session.addRun(read);
    session.seek(id, 0.3);
    const Snapshot& shown = latest(session);
    EXPECT_EQ(shown.run, id);
    EXPECT_TRUE(shown.replaying);
    const History::Record there = run->history->record(run->history->find(0.3 + 1e-9));
    EXPECT_EQ(shown.q, there.q);
    EXPECT_EQ(shown.u, there.u);
    EXPECT_EQ(shown.energy.kinetic, there.kinetic);
    const State end = *first.state();
    session.setSpeed(std::numeric_limits<double>::infinity());
    session.stopAt(0.6);
    session.play();
    ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.state == RunState::kPaused && s.t > 0.599; }));
    EXPECT_EQ(session.snapshot().runs->back()->reason, RunReason::kBranch);
    EXPECT_EQ(session.snapshot().runs->back()->parent, id);
    const State again = *session.state();
    EXPECT_EQ(again.t, end.t);
    EXPECT_LE((again.q - end.q).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((again.v - end.v).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(RecordedMotion, LongOnesAreReadWithFewerRecordsAndOthersAreRefused) {
  const TemporaryFolder folder;
  const auto model = chain(2);
  Session session;
  session.load(std::make_unique<Program>(model));
  runTo(session, 3);
  const std::shared_ptr<const tendril::Run> run = session.snapshot().runs->back();
  ASSERT_TRUE(writeRun(folder.path("run.h5"), *run, runOrigin(run->parts.back(), "{}")));
  const tendril::Run few = readMotion(folder.path("run.h5"), model, 1, 100 * 9 * sizeof(double));
  EXPECT_LE(few.history->size(), 110u);
  EXPECT_GE(few.history->size(), 40u);
  for (std::size_t i = 0; i < few.history->size(); ++i) {
    const History::Record record = few.history->record(i);
    EXPECT_EQ(record.q, run->history->record(run->history->find(record.t)).q);
  }
  try {
    readMotion(folder.path("run.h5"), chain(3), 1, 1 << 20);
    ADD_FAILURE() << "it is of another robot";
  } catch (const RecordingError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has no link2.q[0], so it is of another robot"));
  }
}

TEST(RunExport, CancelledLeavesNothing) {
  const TemporaryFolder folder;
  Session session;
  session.load(std::make_unique<Program>(chain(2)));
  runTo(session, 1);
  const std::shared_ptr<const tendril::Run> run = session.snapshot().runs->back();
  const std::atomic<bool> cancelled = true;
  for (const char* name : {"run.h5", "run.csv"}) {
    EXPECT_FALSE(writeRun(folder.path(name), *run, runOrigin(run->parts.back(), "{}"), {.cancelled = &cancelled}));
    EXPECT_FALSE(std::filesystem::exists(folder.path(name)));
  }
  EXPECT_THROW(writeRun(folder.path("run.txt"), *run, runOrigin(run->parts.back(), "{}")), RecordingError);
}

}  // namespace
}  // namespace tendril
