// SPDX-License-Identifier: BSD-3-Clause
#include "core/plots/signal_analysis.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace tendril::figure {
namespace {

constexpr double kSettled = 0.02;  // of the way

/// Rows of a column that have a number.
std::vector<Point> knownRows(const SignalHistory& table, int column, double from, double to) {
  std::vector<Point> rows;
  const auto [first, end] = rowsBetween(table, from, to);
  rows.reserve(end - first);
  for (std::size_t row = first; row < end; ++row)
    if (const double value = table.value(column, row); std::isfinite(value)) rows.push_back({table.time(row), value});
  return rows;
}

/// Time after the first row from which on all rows lie near the last one.
double settlingTime(const std::vector<Point>& rows) {
  const double near = kSettled * std::abs(rows.back().y - rows.front().y);
  const auto away =
      std::find_if(rows.rbegin(), rows.rend(), [&](const Point& p) { return std::abs(p.y - rows.back().y) > near; });
  return away == rows.rend() ? 0.0 : std::prev(away)->x - rows.front().x;
}

/// The next number that has no prime factors but 2, 3 and 5: transforms of others are slow.
std::size_t smoothSize(std::size_t least) {
  for (std::size_t n = least;; ++n) {
    std::size_t rest = n;
    for (const std::size_t factor : {2U, 3U, 5U})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return n;
  }
}

/// Values at n equal times of the stretch, between the rows by straight lines.
std::vector<double> resampled(const std::vector<Point>& rows, std::size_t n, double step) {
  std::vector<double> out(n);
  std::size_t row = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = rows.front().x + static_cast<double>(i) * step;
    while (row + 2 < rows.size() && rows[row + 1].x < t) ++row;
    const double share = (t - rows[row].x) / (rows[row + 1].x - rows[row].x);
    out[i] = rows[row].y + std::clamp(share, 0.0, 1.0) * (rows[row + 1].y - rows[row].y);
  }
  return out;
}

}  // namespace

std::pair<std::size_t, std::size_t> rowsBetween(const SignalHistory& table, double from, double to) {
  const std::size_t rows = table.size();
  if (rows == 0) return {0, 0};
  const double slack = 1e-9 * std::max(std::abs(from), std::abs(to));
  const double first = std::max(from - slack, table.time(0)), last = std::min(to + slack, table.time(rows - 1));
  if (!(first <= last)) return {0, 0};
  std::size_t begin = table.find(first);
  if (table.time(begin) < first) ++begin;
  return {begin, table.find(last) + 1};
}

std::span<const RunNumber> runNumbers() {
  static constexpr std::array<RunNumber, 5> kNumbers = {{{"final", "final value", &SignalStatistics::last},
                                                         {"max", "maximum", &SignalStatistics::high},
                                                         {"min", "minimum", &SignalStatistics::low},
                                                         {"mean", "mean", &SignalStatistics::mean},
                                                         {"rms", "rms", &SignalStatistics::rms}}};
  return kNumbers;
}

const RunNumber* findRunNumber(std::string_view key) {
  const auto all = runNumbers();
  const auto at = std::ranges::find(all, key, &RunNumber::key);
  return at == all.end() ? nullptr : &*at;
}

SignalStatistics statisticsOf(const SignalHistory& table, int column, double from, double to) {
  const std::vector<Point> rows = knownRows(table, column, from, to);
  SignalStatistics out;
  if (rows.empty()) return out;
  double area = 0, squares = 0, stretch = 0, sum = 0, sumOfSquares = 0;
  out.low = out.high = rows.front().y;
  for (const Point& row : rows) {
    out.low = std::min(out.low, row.y), out.high = std::max(out.high, row.y);
    sum += row.y, sumOfSquares += row.y * row.y;
  }
  const auto [first, end] = rowsBetween(table, from, to);
  for (std::size_t row = first + 1; row < end; ++row) {
    const double step = table.time(row) - table.time(row - 1);
    const double a = table.value(column, row - 1), b = table.value(column, row);
    if (!std::isfinite(a) || !std::isfinite(b)) continue;  // a gap counts neither as time nor as value
    stretch += step;
    area += step * (a + b) / 2;
    squares += step * (a * a + a * b + b * b) / 3;  // of the straight line between them
  }
  const auto count = static_cast<double>(rows.size());
  out.mean = stretch > 0 ? area / stretch : sum / count;
  out.rms = std::sqrt(stretch > 0 ? squares / stretch : sumOfSquares / count);
  out.last = rows.back().y;
  out.settling = settlingTime(rows);
  return out;
}

std::vector<Point> amplitudeSpectrum(const SignalHistory& table, int column, double from, double to) {
  const std::vector<Point> rows = knownRows(table, column, from, to);
  if (rows.size() < 4) return {};
  const std::size_t n = smoothSize(rows.size());
  // One period of the transform ends where the next row would stand.
  const double step = (rows.back().x - rows.front().x) / static_cast<double>(rows.size() - 1) *
                      static_cast<double>(rows.size()) / static_cast<double>(n);
  std::vector<double> values = resampled(rows, n, step);
  double mean = 0, weight = 0;
  for (const double value : values) mean += value / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double window = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
    values[i] = (values[i] - mean) * window;
    weight += window;
  }
  std::vector<std::complex<double>> transformed;
  Eigen::FFT<double>().fwd(transformed, values);
  std::vector<Point> out;
  for (std::size_t k = 0; k <= n / 2; ++k)
    out.push_back({static_cast<double>(k) / (static_cast<double>(n) * step), 2 * std::abs(transformed[k]) / weight});
  return out;
}

std::vector<int> histogramOf(const SignalHistory& table, int column, double from, double to, double low, double high,
                             int bins) {
  std::vector<double> numbers;
  for (const Point& row : knownRows(table, column, from, to)) numbers.push_back(row.y);
  return countsOf(numbers, low, high, bins);
}

std::vector<int> countsOf(std::span<const double> numbers, double low, double high, int bins) {
  std::vector<int> out(static_cast<std::size_t>(bins), 0);
  for (const double number : numbers) {
    if (!(number >= low && number <= high)) continue;
    const int bin = static_cast<int>((number - low) / (high - low) * bins);
    ++out[static_cast<std::size_t>(std::min(bin, bins - 1))];
  }
  return out;
}

}  // namespace tendril::figure
