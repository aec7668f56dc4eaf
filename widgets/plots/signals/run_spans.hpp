// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/session/recording/run.hpp"
#include "widgets/plots/signals/plot_source.hpp"

namespace tendril {

/// Which stretches of which runs plots show: the past of run `shown` through its ancestors up to each branch, the run
/// itself, and, for comparison, what the `chosen` runs recorded besides, then `others` more: first what followed after
/// a branch, then the newest.
/// In the order of time for what is shown. Empty if there is no such run.
std::vector<PlotSpan> runSpans(const RunList& runs, std::uint64_t shown, int others,
                               const std::vector<std::uint64_t>& chosen = {});

}  // namespace tendril
