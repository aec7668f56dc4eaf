// SPDX-License-Identifier: BSD-3-Clause
// What a stretch of a signal amounts to: numbers of it, its frequencies, how often its values occur.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plots/figure.hpp"
#include "core/session/recording/signals.hpp"

namespace tendril::figure {

/// Of a signal over a stretch of time, SI; NaN where it has no numbers.
struct SignalStatistics {
  double mean = std::numeric_limits<double>::quiet_NaN();  ///< over time, not over rows
  double rms = mean, low = mean, high = mean, last = mean;
  double settling = mean;  ///< s from the start of the stretch till it stays within 2 % of its way from its last value
};

/// A number by which a run is told from others.
struct RunNumber {
  std::string_view key;   ///< in files and on the command line: "final"
  std::string_view name;  ///< for people: "final value"
  double SignalStatistics::*of;
};
/// All of them, in the order in which they are offered.
std::span<const RunNumber> runNumbers();
/// The one with that key, or null.
const RunNumber* findRunNumber(std::string_view key);

/// Of the rows with times in [from, to]. Rows without a number do not count.
SignalStatistics statisticsOf(const SignalHistory& table, int column, double from, double to);

/// Frequency (Hz) and amplitude of the parts of a signal: one-sided, without its mean, seen through a Hann window, so
/// that a sine of amplitude A shows A where its period fits the stretch. Rows at uneven times are interpolated. Empty
/// for less than four rows.
std::vector<Point> amplitudeSpectrum(const SignalHistory& table, int column, double from, double to);

/// How many of the numbers lie in each of `bins` equal parts of [low, high]; those that are none do not count.
std::vector<int> countsOf(std::span<const double> numbers, double low, double high, int bins);
/// How many of the rows with times in [from, to] lie in each of `bins` equal parts of [low, high].
std::vector<int> histogramOf(const SignalHistory& table, int column, double from, double to, double low, double high,
                             int bins);

/// Rows with times in [from, to], within a rounding of times that are sums of steps: first, and one past the last.
std::pair<std::size_t, std::size_t> rowsBetween(const SignalHistory& table, double from, double to);

}  // namespace tendril::figure
