// SPDX-License-Identifier: BSD-3-Clause
// What happened during a run: append-only, capped, readable from any thread while it grows.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tendril {

enum class EventKind {
  kLimit,       ///< a joint ran into the stop at the end of its range, or left it
  kSaturation,  ///< a signal or a controller asks for more than the range of its input allows
  kInfeasible,  ///< a controller cannot do all that it is for (Controller::feasibility)
  kDiverged,    ///< a step could not be made
  kEdited,      ///< the model, the state or the gravity was changed
  kGrab,        ///< somebody took hold of the robot
  kRelease,     ///< and let go
  kContact,     ///< two bodies touched, or left each other
  kNote,        ///< anything else worth a tick
};
/// "Joint limit", "Input saturated", "Not feasible", "Diverged", "Edited", "Grabbed", "Released", "Contact", "Note".
std::string_view eventKindName(EventKind kind);

/// One tick on the timeline.
struct RunEvent {
  double t = 0;  ///< s
  EventKind kind = EventKind::kNote;
  int link = -1;      ///< index into Model::links, −1: none
  int input = -1;     ///< index into u, −1: none
  std::string text;   ///< one line for people
  bool ends = false;  ///< of limits and contacts: left again, lost
  int contact = -1;   ///< index into Model::contacts, −1: none
};

/// One thread appends; any thread reads the events below size() without locks.
class EventLog {
 public:
  static constexpr std::size_t kCapacity = 4096;

  // ---- any thread
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  /// index < size(); stays where it is as long as the log.
  const RunEvent& operator[](std::size_t index) const { return (*chunks_[index / kChunk])[index % kChunk]; }

  // ---- the appending thread
  /// False, and nothing is stored, when full.
  bool append(RunEvent event);

 private:
  static constexpr std::size_t kChunk = 64;
  using Chunk = std::array<RunEvent, kChunk>;
  std::array<std::unique_ptr<Chunk>, kCapacity / kChunk> chunks_;  // a chunk is allocated before size_ covers it
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace tendril
