// SPDX-License-Identifier: BSD-3-Clause
// All runs of a session and the memory they may take; the last one is live and grows. Used by one thread; what it
// hands out is immutable or append-only.
#pragma once

#include <memory>
#include <string>

#include "core/session/recording/run.hpp"

namespace tendril {

class RunStore {
 public:
  explicit RunStore(std::size_t capacityBytes) : capacity_(capacityBytes) {}

  /// What a new run is called and where it comes from.
  struct Origin {
    RunReason reason = RunReason::kStart;
    std::uint64_t parent = 0;
    double branchTime = 0;
  };

  void clear();
  /// Begins a run at t. One that holds no motion yet is replaced under its id; it keeps its reason and parent if it is
  /// only edited.
  /// `layout`: of the z that append() is given; null: none.
  void begin(Origin origin, RunPart part, std::shared_ptr<const StateLayout> layout = {});
  /// A run that was recorded elsewhere, behind the live one; ignored while there is none, and where its id is known.
  void add(Run run);
  /// The live run goes on with another model of the same sizes, or under other conditions, from part.from on.
  void addPart(RunPart part);
  /// A record of the live run; older runs are dropped and then its own records thinned out where memory is short.
  void append(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, const double (&energies)[3],
              double balance, const VecXRef& z = VecX());
  void addEvent(RunEvent event);
  void setLastSteps(std::shared_ptr<const History> steps);
  void rename(std::uint64_t run, std::string name);
  /// False for the live run and for unknown ones.
  bool remove(std::uint64_t run);

  bool empty() const { return runs_->empty(); }
  const std::shared_ptr<const RunList>& runs() const { return runs_; }
  std::shared_ptr<const Run> find(std::uint64_t id) const { return findRun(*runs_, id); }
  const Run& live() const { return *runs_->back(); }
  const History& history() const { return *history_; }
  bool liveHasMotion() const { return history_ && history_->size() > 1; }
  double fill() const;  ///< 0…1

 private:
  static constexpr std::size_t kMostRuns = 200, kMostParts = 64;
  std::size_t bytes() const;
  void makeRoom();
  void replaceLive(const Run& run);
  void replaceAt(std::size_t index, const Run& run);
  bool dropOldest();

  std::size_t capacity_;
  std::uint64_t lastId_ = 0;
  int lastNumber_ = 0;
  std::shared_ptr<const RunList> runs_ = std::make_shared<const RunList>();
  std::shared_ptr<History> history_;  // of the live run
  std::shared_ptr<EventLog> events_;
};

}  // namespace tendril
