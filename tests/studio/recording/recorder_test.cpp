// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings while they are made: killed, without room, beside readers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <test_paths.hpp>
#include "studio/recording/recorded_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

constexpr int kColumns = 40;

std::vector<RecordedColumn> someColumns() {
  std::vector<RecordedColumn> columns = {{"t", "s", "Time", "Robot"}};
  for (int k = 1; k < kColumns; ++k) columns.push_back({"arm.q[" + std::to_string(k - 1) + "]", "rad", "", "arm"});
  return columns;
}

State stateAt(double t) {
  auto layout = std::make_shared<StateLayout>();
  layout->add("integrator.acceleration", 3);
  State state;
  state.t = t, state.q = VecX::Constant(4, 2 * t), state.v = VecX::Constant(3, 3 * t);
  state.z = VecX::Constant(3, 5 * t), state.layout = layout;
  return state;
}

std::vector<double> rowAt(double t) {
  std::vector<double> row = {t};
  for (int k = 1; k < kColumns; ++k) row.push_back(t * k);
  return row;
}

/// What a child process and the test both see.
struct Shared {
  std::atomic<double> last;  ///< t of the last row that was handed over
};

Shared* sharedMemory() {
  void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : new (memory) Shared{};
}

/// A process that records, a row about every `pause`, t being the seconds since it began, until it is killed.
pid_t startRecording(const std::string& file, double interval, std::chrono::microseconds pause, Shared* shared) {
  const pid_t child = fork();
  if (child != 0) return child;
  try {
    RunRecorder recorder(file, someColumns(), {}, stateAt(0), interval);
    const auto begin = std::chrono::steady_clock::now();
    for (double before = -1;;) {
      const double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (t > before) recorder.row(rowAt(t)), recorder.state(stateAt(t));
      before = t;
      shared->last = t;
      std::this_thread::sleep_for(pause);
    }
  } catch (const std::exception&) {
    _exit(3);
  }
}

void killProcess(pid_t child) {
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself";
}

/// Every number is what was handed over.
void expectWhole(const RecordedRun& run) {
  ASSERT_EQ(run.columns.size(), static_cast<std::size_t>(kColumns));
  for (std::size_t r = 0; r < run.values[0].size(); ++r)
    for (std::size_t c = 1; c < run.values.size(); ++c)
      ASSERT_EQ(run.values[c][r], run.values[0][r] * static_cast<double>(c)) << "row " << r << ", column " << c;
}

TEST(RunRecorder, KilledLosesNoMoreThanTheInterval) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run.h5");
  Shared* const shared = sharedMemory();
  ASSERT_TRUE(shared);
  constexpr double kInterval = 0.2;
  const pid_t child = startRecording(file, kInterval, std::chrono::milliseconds(1), shared);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  killProcess(child);
  const RecordedRun run = readRecording(file);
  EXPECT_EQ(run.status, "running");
  ASSERT_FALSE(run.values[0].empty());
  constexpr double kBusy = 0.5;  // s that a busy machine may hold the thread back
  EXPECT_GE(run.values[0].back(), shared->last - kInterval - kBusy);
  EXPECT_GT(run.values[0].size(), 20u);
  expectWhole(run);
}

/// Without a pause between two moments of writing, nearly every kill comes in the middle of one.
TEST(RunRecorder, KilledInTheMiddleOfWritingTheFileIsWhole) {
  const TemporaryFolder folder;
  Shared* const shared = sharedMemory();
  ASSERT_TRUE(shared);
  const std::string script = std::string(TENDRIL_SOURCE_DIR) + "/tests/studio/recording/check_killed.py";
  for (int round = 0; round < 25; ++round) {
    const std::string file = folder.path("run" + std::to_string(round) + ".h5");
    shared->last = 0;
    const pid_t child = startRecording(file, 0, std::chrono::microseconds(50), shared);
    for (int waited = 0; shared->last == 0 && waited < 2000; ++waited)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::microseconds(60000 + 7919 * round));
    killProcess(child);
    RecordedRun run;
    ASSERT_NO_THROW(run = readRecording(file)) << round;
    expectWhole(run);
    if (run.values[0].empty()) continue;
    const ResumePoint point = resumePoint(file, {});
    EXPECT_EQ(point.state.q, stateAt(point.state.t).q);
    EXPECT_EQ(point.state.z, stateAt(point.state.t).z);
    if (round % 5 == 0) {
      EXPECT_EQ(std::system(("/usr/bin/python3 '" + script + "' '" + file + "' > /dev/null").c_str()), 0) << round;
    }
  }
}

/// The child ends with 0 if it was told in a sentence.
TEST(RunRecorder, WithoutRoomItSaysSoAndKeepsWhatThereIs) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run.h5");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {1 << 21, 1 << 21};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      RunRecorder recorder(file, someColumns(), {}, stateAt(0), 0.01);
      for (int k = 1; k < 1000000; ++k) {
        recorder.row(rowAt(k));
        recorder.state(stateAt(k));
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
      _exit(1);
    } catch (const RecordingError& error) {
      const std::string text = error.what();
      _exit(text.find("may not grow") != std::string::npos && text.find("recorded up to t = ") != std::string::npos
                ? 0
                : 2);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const RecordedRun run = readRecording(file);
  EXPECT_GT(run.values[0].size(), 2000u) << "most of what fits";
  EXPECT_EQ(resumePoint(file, {}).state.t, run.values[0].back());
  expectWhole(run);
  EXPECT_LE(std::filesystem::file_size(file), std::uintmax_t{1 << 21});
}

/// While it grows others read it, and do not stop it.
TEST(RunRecorder, IsReadWhileItGrows) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run.h5");
  Shared* const shared = sharedMemory();
  ASSERT_TRUE(shared);
  const pid_t child = startRecording(file, 0.05, std::chrono::microseconds(500), shared);
  std::size_t before = 0, grown = 0;
  for (int k = 0; k < 60; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    if (shared->last == 0) continue;
    RecordedRun run;
    try {
      run = readRecording(file);
    } catch (const RecordingError&) {
      continue;  // it was just being made
    }
    expectWhole(run);
    grown += run.values[0].size() > before;
    before = run.values[0].size();
  }
  killProcess(child);
  EXPECT_GT(grown, 5u);
}

TEST(RunRecorder, EndsAsItWasTold) {
  const TemporaryFolder folder;
  const std::string file = folder.path("run.h5");
  {
    RunOrigin origin;
    origin.integrator = "bdf";
    RunRecorder recorder(file, someColumns(), origin, stateAt(0), 60);
    for (int k = 0; k < 2000; ++k) recorder.row(rowAt(k)), recorder.state(stateAt(k));
    const std::vector<RunEvent> events = {{.t = 1.5, .kind = EventKind::kContact, .text = "'a' touches \"b\""}};
    recorder.finish({.failure = "the motion has diverged", .events = events});
  }
  const RecordedRun run = readRecording(file);
  EXPECT_EQ(run.status, "failed");
  EXPECT_EQ(run.failure, "the motion has diverged");
  EXPECT_EQ(run.integrator, "bdf");
  EXPECT_EQ(run.values[0].size(), 2000u);
  expectWhole(run);
  EXPECT_EQ(resumePoint(file, 777.2).state.t, 777);
  EXPECT_EQ(resumePoint(file, 777.2).state.z, stateAt(777).z);
  EXPECT_THROW(resumePoint(file, 2500), RecordingError);
  EXPECT_THROW(resumePoint(file, -1), RecordingError);
  { const RunRecorder recorder(folder.path("left.h5"), someColumns(), {}, stateAt(0), 60); }
  EXPECT_EQ(readRecording(folder.path("left.h5")).status, "interrupted");
}

TEST(Recordings, OtherFilesAreRefusedInASentence) {
  const TemporaryFolder folder;
  const auto told = [](const std::string& file) -> std::string {
    try {
      readRecording(file);
    } catch (const RecordingError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(told(folder.path("none.h5")), HasSubstr("there is no such file"));
  EXPECT_THAT(told(folder.write("text.h5", "t,q\n")), HasSubstr("is no file of HDF5"));
  EXPECT_THAT(told(folder.write("empty.h5", "")), HasSubstr("is no file of HDF5"));
  std::string bytes;
  {
    RunRecorder recorder(folder.path("cut.h5"), someColumns(), {}, stateAt(0), 60);
    for (int k = 0; k < 100; ++k) recorder.row(rowAt(k));
    recorder.finish({});
  }
  std::filesystem::resize_file(folder.path("cut.h5"), std::filesystem::file_size(folder.path("cut.h5")) / 2);
  EXPECT_NE(told(folder.path("cut.h5")), "");
}

}  // namespace
}  // namespace tendril
