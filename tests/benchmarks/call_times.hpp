// SPDX-License-Identifier: BSD-3-Clause
// How long a call takes, and how times grow with what they are of.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace tendril::benchmarks {

/// Microseconds of one call, the best of some rounds of at least 2 ms: others use the machine, too, and the best round
/// is not theirs.
template <class Work>
double microseconds(int rounds, Work work, double least = 2000) {
  using Clock = std::chrono::steady_clock;
  double best = HUGE_VAL;
  for (int round = 0; round < rounds; ++round) {
    int calls = 0;
    const auto begin = Clock::now();
    double spent = 0;
    do {
      work();
      ++calls;
      spent = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    } while (spent < least);
    best = std::min(best, spent / calls);
  }
  return best;
}

/// Slope of log(time) over log(n) by least squares.
inline double slope(const std::vector<double>& n, const std::vector<double>& time) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < n.size(); ++i) {
    const double x = std::log(n[i]), y = std::log(time[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const auto count = static_cast<double>(n.size());
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

}  // namespace tendril::benchmarks
