// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/signal_table.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include "core/text/table_text.hpp"

namespace tendril {
namespace {

using Row = std::vector<std::string>;

bool isNumber(const std::string& cell) {
  const std::optional<double> value = tableNumber(cell);
  return value && !std::isnan(*value);
}

/// Number of the column called so, or −1.
int findColumn(const Row& header, bool named, const std::string& column) {
  if (named)
    for (std::size_t i = 0; i < header.size(); ++i)
      if (header[i] == column || tableHeading(header[i]).name == column) return static_cast<int>(i);
  const double index = tableNumber(column).value_or(-1);
  const bool there = index >= 0 && index < static_cast<double>(header.size()) && index == std::floor(index);
  return there ? static_cast<int>(index) : -1;
}

/// Rows of time and value of a file, as long as nothing is wrong with them.
class TableReader {
 public:
  TableReader(const std::filesystem::path& file, std::string column) : file_(file), column_(std::move(column)) {}

  bool read() {
    std::error_code code;
    std::ifstream stream;
    if (std::filesystem::is_regular_file(file_, code)) stream.open(file_);  // a pipe would wait for ever
    if (!stream.is_open()) return fail("there is no readable file " + file_.string());
    std::string first, second;
    if (!nextLine(stream, first)) return fail(file_.string() + " has no rows");
    const int number = number_;
    const bool more = nextLine(stream, second);
    separator_ = tableSeparator(first, second);
    const int afterwards = std::exchange(number_, number);
    if (!begin(first)) return false;
    number_ = afterwards;
    for (bool row = more; row; row = nextLine(stream, second))
      if (!take(second)) return false;
    return !times.empty() || fail(file_.string() + " has no rows");
  }

  std::vector<double> times, values;
  std::string problem;

 private:
  bool fail(std::string text) {
    problem = std::move(text);
    return false;
  }
  /// One that is neither empty nor a comment.
  bool nextLine(std::istream& stream, std::string& line) {
    while (std::getline(stream, line)) {
      line = std::string(tableLine(line, ++number_ == 1));
      if (line.find_first_not_of(" \t,;") != std::string::npos && line.front() != '#') return true;
    }
    return false;
  }
  /// The header, or the first row where there is none.
  bool begin(const std::string& line) {
    splitTableLine(line, separator_, cells_);
    const bool named = !isNumber(cells_[0]);
    const int index = findColumn(cells_, named, column_);
    if (index < 0) return fail(file_.string() + " has no column \"" + column_ + '"');
    index_ = static_cast<std::size_t>(index);
    if (!named) return take(line);
    seconds_ = tableHeading(cells_[0]).factor, factor_ = tableHeading(cells_[index_]).factor;
    return true;
  }
  bool take(const std::string& line) {
    splitTableLine(line, separator_, cells_);
    double t = 0, value = 0;
    if (!number(0, t) || !number(index_, value)) return false;
    t *= seconds_;
    if (!times.empty() && t <= times.back()) return fail(place() + "the time does not ascend; sort the rows");
    times.push_back(t);
    values.push_back(value * factor_);
    return true;
  }
  bool number(std::size_t column, double& value) {
    const bool there = column < cells_.size() && !cells_[column].empty();
    const std::optional<double> found = there ? tableNumber(cells_[column]) : std::nullopt;
    if (!found || !std::isfinite(*found))
      return fail(place() + "column " + std::to_string(column + 1) + ": " +
                  (!there   ? "there is no number; fill the gap, or leave the row out"
                   : !found ? tableNumberProblem(cells_[column])
                            : cells_[column] + " is not a finite number; write one, or leave the row out"));
    value = *found;
    return true;
  }
  std::string place() const { return file_.string() + ", line " + std::to_string(number_) + ", "; }

  std::filesystem::path file_;
  std::string column_;
  Row cells_;
  char separator_ = ',';
  std::size_t index_ = 0;
  double seconds_ = 1, factor_ = 1;  ///< SI per number of the file
  int number_ = 0;                   ///< of the line
};

}  // namespace

std::optional<SignalTable> SignalTable::load(const std::filesystem::path& file, const std::string& column,
                                             description::TableInterpolation interpolation, std::string& problem) {
  TableReader reader(file, column);
  if (!reader.read()) {
    problem = reader.problem;
    return std::nullopt;
  }
  return SignalTable(std::move(reader.times), std::move(reader.values), interpolation);
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
