// SPDX-License-Identifier: GPL-3.0-or-later
// Makes programs of descriptions on a thread of its own; the latest request wins.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/builder/build_model.hpp"
#include "core/session/live/session.hpp"

namespace tendril {

/// What two programs, of which only the later one is loaded, do with the run together: one that begins anew still does.
StateTransfer stronger(StateTransfer a, StateTransfer b);

/// A description to be made into a program.
struct BuildRequest {
  std::shared_ptr<const Description> description;
  BuildOptions options;
  StateTransfer transfer = StateTransfer::kState;  ///< what the session does with the result
  std::uint64_t tag = 0;                           ///< of who asks; comes back
};

/// What came of it.
struct BuiltProgram {
  BuildRequest request;
  std::vector<Problem> problems;     ///< errors: there is no program
  std::unique_ptr<Program> program;  ///< handed on once
  double seconds = 0;                ///< wall time of the build
};

class ProgramBuilder {
 public:
  /// `done` is called on the builder's thread with every result but those that a later request has made useless before
  /// they were begun; it may post to a Session at once.
  explicit ProgramBuilder(std::function<void(BuiltProgram)> done);
  ~ProgramBuilder();  ///< waits for the build in progress
  ProgramBuilder(const ProgramBuilder&) = delete;
  ProgramBuilder& operator=(const ProgramBuilder&) = delete;

  /// Builds this next, in place of what waits. What the waiting one was to do with the run is not weakened: one that
  /// begins anew still does.
  void request(BuildRequest request);
  /// Drops what waits; what is being built is still delivered.
  void cancel();
  bool busy() const;
  /// Waits until nothing is waiting or being built. For tests and shutdown.
  void wait();

  /// The work itself, on the calling thread. Never throws.
  static BuiltProgram build(BuildRequest request);

 private:
  void run(const std::stop_token& stop);

  std::function<void(BuiltProgram)> done_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<BuildRequest> waiting_;
  bool building_ = false;
  std::jthread thread_;  ///< last: it uses the others
};

}  // namespace tendril
