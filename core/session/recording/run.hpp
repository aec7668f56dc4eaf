// SPDX-License-Identifier: BSD-3-Clause
// A run: one recorded stretch of motion, stamped with the model that made it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.hpp"
#include "core/session/recording/event_log.hpp"
#include "core/session/recording/history.hpp"

namespace tendril {

enum class RunReason {
  kStart,        ///< a project was opened
  kReset,        ///< began again at the start
  kBranch,       ///< plays on from a recorded instant
  kEdit,         ///< goes on with another model
  kState,        ///< goes on from a state that was set by hand
  kEquilibrium,  ///< goes on from an equilibrium that was searched for
  kRecording,    ///< was recorded elsewhere and read from a file (Session::addRun)
};
std::string_view runReasonName(RunReason reason);  ///< "start", "reset", "branch", "edited", "state set",
                                                   ///< "equilibrium", "recording"

/// The model that made the records, and what it was under, from `from` on, up to the next part.
struct RunPart {
  double from = 0;  ///< s
  std::uint64_t generation = 0;
  std::shared_ptr<const Model> model;
  Vec3 gravity = Vec3::Zero();  ///< m/s², that acted
  bool perturbed = false;       ///< something held the robot (Inputs::perturbation), whose force is not recorded
};

/// Immutable: a change makes another Run with the same id. History and events of the newest run still grow.
struct Run {
  std::uint64_t id = 0;  ///< never used again
  int number = 0;        ///< counts from 1 since the project was opened
  std::string name;      ///< "run 3" unless renamed
  RunReason reason = RunReason::kStart;
  std::uint64_t parent = 0;  ///< id of the run that it goes on from, 0: none
  double branchTime = 0;     ///< s, where it left its parent
  double start = 0;          ///< s, its first instant
  std::chrono::system_clock::time_point started;
  std::vector<RunPart> parts;  ///< at least one; all have the same nq, nv, nu
  std::shared_ptr<const History> history;
  std::shared_ptr<const EventLog> events;
  /// The last 200 steps before it diverged, one by one; null if it did not.
  std::shared_ptr<const History> lastSteps;
  /// Its model is of another project than the live one: what is the same there has the same name, whatever its id.
  bool foreign = false;

  const RunPart& partAt(double t) const;  ///< the one that made the record at t
  const std::shared_ptr<const Model>& model() const { return parts.back().model; }
  double end() const;  ///< s, its last recorded instant so far
};

/// In the order in which they began.
using RunList = std::vector<std::shared_ptr<const Run>>;
/// Null if there is none of that id.
std::shared_ptr<const Run> findRun(const RunList& runs, std::uint64_t id);

}  // namespace tendril
