// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/signals/run_spans.hpp"

#include <algorithm>
#include <limits>

namespace tendril {
namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();

PlotSpan spanOf(const Run& run, double to, bool shown) {
  return {run.id, QString::fromStdString(run.name), run.start, to, shown};
}

bool continuesParent(const Run& run) {
  return run.reason == RunReason::kBranch || run.reason == RunReason::kEdit;
}

}  // namespace

std::vector<PlotSpan> runSpans(const RunList& runs, std::uint64_t shown, int others,
                               const std::vector<std::uint64_t>& chosen) {
  std::vector<PlotSpan> past, compared;
  std::shared_ptr<const Run> run = findRun(runs, shown);
  if (!run) return {};
  std::vector<std::uint64_t> used;
  const auto isUsed = [&](std::uint64_t id) { return std::find(used.begin(), used.end(), id) != used.end(); };
  const auto isChosen = [&](std::uint64_t id) { return std::find(chosen.begin(), chosen.end(), id) != chosen.end(); };
  std::vector<PlotSpan> wanted;
  double until = kOpen;
  // A run that was deleted ends the past; ids never repeat, so this ends.
  while (run && !isUsed(run->id)) {
    if (run->start <= until) past.push_back(spanOf(*run, until, true));
    used.push_back(run->id);
    const bool goesFurther = until != kOpen && run->end() > until;
    if (goesFurther && (isChosen(run->id) || static_cast<int>(compared.size()) < others)) {
      std::vector<PlotSpan>& list = isChosen(run->id) ? wanted : compared;
      list.push_back(spanOf(*run, kOpen, false));
      list.back().from = until;
    }
    until = std::min(until, run->branchTime);
    run = continuesParent(*run) ? findRun(runs, run->parent) : nullptr;
  }
  std::reverse(past.begin(), past.end());
  for (const std::uint64_t id : chosen)
    if (const auto other = findRun(runs, id); other && !isUsed(id)) {
      wanted.push_back(spanOf(*other, kOpen, false));
      used.push_back(id);
    }
  for (auto other = runs.rbegin(); other != runs.rend(); ++other) {
    if (static_cast<int>(compared.size()) >= others) break;
    if (!isUsed((*other)->id)) compared.push_back(spanOf(**other, kOpen, false));
  }
  past.insert(past.end(), wanted.begin(), wanted.end());
  past.insert(past.end(), compared.begin(), compared.end());
  return past;
}

}  // namespace tendril
