// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/signal_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

namespace tendril {
namespace {

using Row = std::vector<std::string>;

std::string trimmed(std::string text) {
  constexpr std::string_view kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Cells between commas or semicolons.
Row cells(const std::string& line) {
  Row row(1);
  for (const char c : line) {
    if (c == ',' || c == ';') {
      row.emplace_back();
    } else {
      row.back() += c;
    }
  }
  for (std::string& cell : row) cell = trimmed(std::move(cell));
  return row;
}

bool parseNumber(const std::string& text, double& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && std::isfinite(value);
}

/// Number of the column called so, or −1.
int findColumn(const Row& header, bool named, const std::string& column) {
  if (named)
    for (std::size_t i = 0; i < header.size(); ++i)
      if (header[i] == column) return static_cast<int>(i);
  double index = 0;
  if (!parseNumber(column, index) || index < 0 || index >= static_cast<double>(header.size()) ||
      index != std::floor(index))
    return -1;
  return static_cast<int>(index);
}

}  // namespace

std::optional<SignalTable> SignalTable::load(const std::filesystem::path& file, const std::string& column,
                                             description::TableInterpolation interpolation, std::string& problem) {
  std::error_code code;
  std::ifstream stream;
  if (std::filesystem::is_regular_file(file, code)) stream.open(file);  // a pipe would wait for ever
  if (!stream.is_open()) {
    problem = "there is no readable file " + file.string();
    return std::nullopt;
  }
  std::vector<double> times, values;
  int index = -1, number = 0;
  std::string line;
  while (std::getline(stream, line)) {
    ++number;
    if (trimmed(line).empty() || line.front() == '#') continue;
    const Row row = cells(line);
    double t = 0, value = 0;
    const bool first = index < 0, header = first && !parseNumber(row[0], t);
    if (first) index = findColumn(row, header, column);
    if (index < 0) {
      problem = file.string() + " has no column \"" + column + "\"";
      return std::nullopt;
    }
    if (header) continue;
    const auto at = static_cast<std::size_t>(index);
    if (at >= row.size() || !parseNumber(row[0], t) || !parseNumber(row[at], value) ||
        (!times.empty() && t <= times.back())) {
      problem = file.string() + ", line " + std::to_string(number) + ": needs ascending times and finite numbers";
      return std::nullopt;
    }
    times.push_back(t);
    values.push_back(value);
  }
  if (times.empty()) {
    problem = file.string() + " has no rows";
    return std::nullopt;
  }
  return SignalTable(std::move(times), std::move(values), interpolation);
}

SignalTable::SignalTable(std::vector<double> times, std::vector<double> values,
                         description::TableInterpolation interpolation)
    : times_(std::move(times)), values_(std::move(values)) {
  if (interpolation == description::TableInterpolation::kCubic)
    for (std::size_t i = 0; i < times_.size(); ++i) slopes_.push_back(slope(i));
}

/// Derivative at a row of the parabola through it and its neighbours; one-sided at the ends. Exact for parabolas.
double SignalTable::slope(std::size_t i) const {
  const std::size_t n = times_.size();
  if (n < 2) return 0;
  const auto secant = [&](std::size_t a) { return (values_[a + 1] - values_[a]) / (times_[a + 1] - times_[a]); };
  if (n == 2) return secant(0);
  const std::size_t middle = std::clamp<std::size_t>(i, 1, n - 2);
  const double h0 = times_[middle] - times_[middle - 1], h1 = times_[middle + 1] - times_[middle];
  const double curvature = (secant(middle) - secant(middle - 1)) / (h0 + h1);
  const double atMiddle = secant(middle - 1) + curvature * h0;
  return atMiddle + 2 * curvature * (times_[i] - times_[middle]);
}

Vec3 SignalTable::motion(double t) const {
  return jerkyMotion(t).head<3>();
}

Vec4 SignalTable::jerkyMotion(double t) const {
  if (!(t >= times_.front())) return {values_.front(), 0, 0, 0};
  if (t >= times_.back()) return {values_.back(), 0, 0, 0};
  const auto next = static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), t) - times_.begin());
  const std::size_t i = next - 1;
  const double h = times_[next] - times_[i], u = (t - times_[i]) / h, rise = values_[next] - values_[i];
  if (slopes_.empty()) return {values_[i] + u * rise, rise / h, 0, 0};
  const double w = 1 - u, a = slopes_[i], b = slopes_[next];
  return {w * w * (1 + 2 * u) * values_[i] + u * u * (1 + 2 * w) * values_[next] + u * w * h * (w * a - u * b),
          6 * u * w * rise / h + w * (1 - 3 * u) * a + u * (3 * u - 2) * b,
          6 * (1 - 2 * u) * rise / (h * h) + ((6 * u - 4) * a + (6 * u - 2) * b) / h,
          -12 * rise / (h * h * h) + 6 * (a + b) / (h * h)};
}

}  // namespace tendril
