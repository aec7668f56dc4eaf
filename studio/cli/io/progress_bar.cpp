// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/progress_bar.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace tendril::cli {

namespace {
constexpr int kCells = 32;
}

ProgressBar::ProgressBar(std::ostream& stream, bool terminal, std::string title)
    : stream_(stream), terminal_(terminal), title_(std::move(title)) {}

ProgressBar::~ProgressBar() {
  if (terminal_) stream_ << "\r\033[K" << std::flush;
}

void ProgressBar::show(double fraction) {
  if (!terminal_) return;
  fraction = std::clamp(fraction, 0.0, 1.0);
  const int full = static_cast<int>(fraction * kCells);
  std::string bar;
  for (int i = 0; i < kCells; ++i) bar += i < full ? "█" : "░";
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  char times[64] = "";
  if (fraction > 0.01)
    std::snprintf(times, sizeof times, "%4.0f %%  %.0f s left", 100 * fraction, wall / fraction - wall);
  stream_ << '\r' << title_ << ' ' << bar << ' ' << times << "\033[K" << std::flush;
}

}  // namespace tendril::cli
