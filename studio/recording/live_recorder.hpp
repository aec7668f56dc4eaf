// SPDX-License-Identifier: GPL-3.0-or-later
// What a session does, written to files while it does it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "studio/recording/run_rows.hpp"

namespace tendril {

/// Where live runs are recorded to.
struct LiveTarget {
  std::filesystem::path file;              ///< of the first run; later ones are "run 2.h5", "run 3.h5" beside it
  std::filesystem::path projectFile = {};  ///< RunOrigin
  std::filesystem::path projectDirectory = {};
  /// Text of the project that a model was built from. Any thread.
  std::function<std::string(const std::shared_ptr<const Model>&)> project;
};

/// How far a recording is.
struct LiveProgress {
  std::vector<std::filesystem::path> files;  ///< that hold motion, in the order of their runs
  double seconds = 0;                        ///< recorded, of simulated time
  std::uintmax_t bytes = 0;                  ///< of all files
  std::string failure;                       ///< why it ended early, with what to do; empty: it did not
  bool ended = false;                        ///< everything is written
};

/// Records the live run of a session (Session::recordTo) into a file for each run: what follows a reset, a branch, an
/// edit or a state set by hand is a new run. Edits that share a run are noted in its file. Signals are computed and
/// written on threads of its own; at most 64 MB wait in memory, then the session waits for the disk. After a failure
/// instants are dropped and the session goes on.
class LiveRecorder : public RunSink {
 public:
  explicit LiveRecorder(LiveTarget target);
  ~LiveRecorder() override;  ///< writes what is left

  void instant(const std::shared_ptr<const Run>& run, const RecordedInstant& now) override;
  void ended() override;

  /// Any thread; never waits for the disk.
  LiveProgress progress() const;

 private:
  struct Instant {
    std::shared_ptr<const Run> run;
    State state;
    VecX u;
    double kinetic, gravity, elastic, balance;
    std::size_t bytes() const;
  };
  struct File;

  void work();
  void take(const Instant& now);
  void begin(const Instant& first);
  void write(const Instant& now);
  void finishFile();
  void fail(const std::string& why);
  std::filesystem::path nextFile() const;

  LiveTarget target_;
  mutable std::mutex mutex_;  ///< of what follows
  std::condition_variable wake_, room_;
  std::deque<Instant> waiting_;
  std::size_t bytes_ = 0;
  bool stop_ = false;
  LiveProgress progress_;
  // of the thread that writes
  std::unique_ptr<File> file_;
  std::optional<Instant> first_;  ///< of a run in which no time has passed yet
  std::thread thread_;
};

}  // namespace tendril
