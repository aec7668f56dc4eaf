// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/run.hpp"

#include <algorithm>

namespace tendril {

std::string_view runReasonName(RunReason reason) {
  switch (reason) {
    case RunReason::kStart:
      return "start";
    case RunReason::kReset:
      return "reset";
    case RunReason::kBranch:
      return "branch";
    case RunReason::kEdit:
      return "edited";
    case RunReason::kState:
      return "state set";
    case RunReason::kEquilibrium:
      return "equilibrium";
    case RunReason::kRecording:
      return "recording";
  }
  return "";
}

const RunPart& Run::partAt(double t) const {
  const auto after = std::upper_bound(parts.begin(), parts.end(), t,
                                      [](double time, const RunPart& part) { return time < part.from; });
  return after == parts.begin() ? parts.front() : *(after - 1);
}

double Run::end() const {
  const std::size_t size = history->size();
  return size > 0 ? history->time(size - 1) : start;
}

std::shared_ptr<const Run> findRun(const RunList& runs, std::uint64_t id) {
  const auto found = std::ranges::find_if(runs, [id](const auto& run) { return run->id == id; });
  return found == runs.end() ? nullptr : *found;
}

}  // namespace tendril
