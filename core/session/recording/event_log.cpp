// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/event_log.hpp"

#include <utility>

namespace tendril {

std::string_view eventKindName(EventKind kind) {
  switch (kind) {
    case EventKind::kLimit:
      return "Joint limit";
    case EventKind::kSaturation:
      return "Input saturated";
    case EventKind::kInfeasible:
      return "Not feasible";
    case EventKind::kDiverged:
      return "Diverged";
    case EventKind::kEdited:
      return "Edited";
    case EventKind::kGrab:
      return "Grabbed";
    case EventKind::kRelease:
      return "Released";
    case EventKind::kContact:
      return "Contact";
    case EventKind::kNote:
      return "Note";
  }
  return "";
}

bool EventLog::append(RunEvent event) {
  const std::size_t index = size_.load(std::memory_order_relaxed);
  if (index == kCapacity) return false;
  std::unique_ptr<Chunk>& chunk = chunks_[index / kChunk];
  if (!chunk) chunk = std::make_unique<Chunk>();
  (*chunk)[index % kChunk] = std::move(event);
  size_.store(index + 1, std::memory_order_release);
  return true;
}

}  // namespace tendril
