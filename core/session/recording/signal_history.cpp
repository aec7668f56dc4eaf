// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/session/recording/signals.hpp"

namespace tendril {
namespace {

/// Extremes of `count` numbers, four side by side.
void include(const double* values, std::size_t count, SignalHistory::Range& out) {
  constexpr std::size_t kWide = 4;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double low[kWide], high[kWide];
  std::fill_n(low, kWide, out.low), std::fill_n(high, kWide, out.high);
  std::size_t i = 0;
  for (; i + kWide <= count; i += kWide)
    for (std::size_t k = 0; k < kWide; ++k) {
      const double value = values[i + k];  // infinities change nothing, and nor does what is no number
      low[k] = value < low[k] && value > -kInfinity ? value : low[k];
      high[k] = value > high[k] && value < kInfinity ? value : high[k];
    }
  for (; i < count; ++i) out.include(values[i]);
  for (std::size_t k = 0; k < kWide; ++k) out.include({low[k], high[k]});
}

}  // namespace

SignalHistory::SignalHistory(int columns, std::size_t capacity)
    : columns_(columns), capacity_(std::max<std::size_t>(capacity, 1)), chunks_((capacity_ + kChunk - 1) / kChunk) {
  for (std::size_t rows = kFan; rows <= capacity_; rows *= kFan) {
    const std::size_t entries = capacity_ / rows;
    levels_.push_back({rows, std::vector<std::unique_ptr<Range[]>>((entries + kFan - 1) / kFan)});
  }
}

SignalHistory::~SignalHistory() = default;

double SignalHistory::at(std::size_t track, std::size_t row) const {
  return chunks_[row / kChunk][track * kChunk + row % kChunk];
}

void SignalHistory::copy(int column, std::size_t from, std::size_t to, double* out) const {
  const std::size_t track = 1 + static_cast<std::size_t>(column);
  while (from < to) {
    const std::size_t end = std::min(to, (from / kChunk + 1) * kChunk);
    out = std::copy_n(&chunks_[from / kChunk][track * kChunk + from % kChunk], end - from, out);
    from = end;
  }
}

std::size_t SignalHistory::find(double t) const {
  std::size_t low = 0, high = size();  // time(low) ≤ t or low = 0; time(high) > t or high = size
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (time(middle) <= t ? low : high) = middle;
  }
  return low;
}

const SignalHistory::Range& SignalHistory::summary(const Level& level, std::size_t column, std::size_t entry) const {
  return level.chunks[entry / kFan][column * kFan + entry % kFan];
}

SignalHistory::Range SignalHistory::range(int column, std::size_t from, std::size_t to) const {
  Range out;
  const auto c = static_cast<std::size_t>(column);
  // Rows one by one up to where a summary begins, summaries as coarse as they fit, what is left one by one.
  const auto rows = [&](std::size_t end) {
    while (from < end) {
      const std::size_t stop = std::min(end, (from / kChunk + 1) * kChunk);
      const double* value = &chunks_[from / kChunk][(1 + c) * kChunk + from % kChunk];
      include(value, stop - from, out);
      from = stop;
    }
  };
  rows(std::min(to, (from + kFan - 1) / kFan * kFan));
  while (from + kFan <= to) {
    const Level* coarse = &levels_.front();
    for (const Level& level : levels_)
      if (from % level.rows == 0 && from + level.rows <= to) coarse = &level;
    out.include(summary(*coarse, c, from / coarse->rows));
    from += coarse->rows;
  }
  rows(to);
  return out;
}

bool SignalHistory::append(double t, std::span<const double> values) {
  const std::size_t row = size_.load(std::memory_order_relaxed);
  if (row >= capacity_) return false;
  std::unique_ptr<double[]>& chunk = chunks_[row / kChunk];
  if (!chunk) chunk = std::make_unique<double[]>((1 + static_cast<std::size_t>(columns_)) * kChunk);
  double* place = &chunk[row % kChunk];
  *place = t;
  for (const double value : values) *(place += kChunk) = value;
  if ((row + 1) % kFan == 0) summarise(row + 1);
  size_.store(row + 1, std::memory_order_release);
  return true;
}

/// Fills the entries that end with the row before `rows`, which no reader looks at yet.
void SignalHistory::summarise(std::size_t rows) {
  for (std::size_t l = 0; l < levels_.size() && rows % levels_[l].rows == 0; ++l) {
    Level& level = levels_[l];
    const std::size_t entry = rows / level.rows - 1;
    std::unique_ptr<Range[]>& chunk = level.chunks[entry / kFan];
    if (!chunk) chunk = std::make_unique<Range[]>(static_cast<std::size_t>(columns_) * kFan);
    for (std::size_t c = 0; c < static_cast<std::size_t>(columns_); ++c) {
      Range& out = chunk[c * kFan + entry % kFan];
      for (std::size_t k = 0; k < kFan; ++k) {
        if (l == 0) {
          out.include(at(1 + c, rows - kFan + k));
        } else {
          out.include(summary(levels_[l - 1], c, entry * kFan + k));
        }
      }
    }
  }
}

namespace {

class Decimation {
 public:
  Decimation(const SignalHistory& history, int column, std::size_t size, std::vector<CurvePoint>& out)
      : history_(history), column_(column), size_(size), out_(out) {}

  void rows(std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) point(history_.time(row), history_.value(column_, row));
  }

  /// Rows [from, to) that share one pixel.
  void pixel(std::size_t from, std::size_t to) {
    if (to - from <= 4) return rows(from, to);
    const SignalHistory::Range range = history_.range(column_, from, to);
    const double first = history_.time(from), last = history_.time(to - 1);
    if (range.empty()) return point(first, std::nan(""));
    const double a = history_.value(column_, from), b = history_.value(column_, to - 1);
    const bool rising = std::abs(a - range.low) <= std::abs(a - range.high);  // which end it meets first
    point(first, a);
    point(first + (last - first) / 3, rising ? range.low : range.high);
    point(first + (last - first) * 2 / 3, rising ? range.high : range.low);
    point(last, b);
  }

  /// First row at or after `from` whose time is not before t. It is looked for near `from + guess` first: times of runs
  /// are even nearly everywhere.
  std::size_t rowAt(double t, std::size_t from, std::size_t guess = 0) const {
    std::size_t low = from, high = size_, at = from + guess, step = guess / 64 + 1;
    for (; at < high && history_.time(at) < t; at += std::exchange(step, 2 * step)) low = at + 1;
    high = std::min(high, at);
    for (; low == from && high >= from + step && history_.time(high - step) >= t; step *= 2) high -= step;
    if (low == from && high >= from + step) low = high - step + 1;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (history_.time(middle) < t) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  void point(double t, double value) { out_.push_back({t, std::isfinite(value) ? value : std::nan("")}); }

  const SignalHistory& history_;
  int column_;
  std::size_t size_;
  std::vector<CurvePoint>& out_;
};

}  // namespace

void decimate(const SignalHistory& history, int column, double from, double to, int pixels,
              std::vector<CurvePoint>& out) {
  out.clear();
  const std::size_t size = history.size();
  if (size == 0 || pixels < 1 || !(from <= to)) return;
  Decimation curve(history, column, size, out);
  const std::size_t begin = curve.rowAt(from, 0), end = curve.rowAt(std::nextafter(to, INFINITY), begin);
  if (begin > 0) curve.rows(begin - 1, begin);
  const auto columns = static_cast<std::size_t>(pixels);
  if (end - begin <= 4 * columns) {
    curve.rows(begin, end);
  } else {
    std::size_t row = begin, wide = (end - begin) / columns;
    for (std::size_t p = 1; p <= columns; ++p) {
      const double edge = from + (to - from) * static_cast<double>(p) / static_cast<double>(columns);
      const std::size_t next = p == columns ? end : std::min(end, curve.rowAt(edge, row, wide));
      if (next > row) curve.pixel(row, next);
      wide = next - row;
      row = next;
    }
  }
  if (end < size) curve.rows(end, end + 1);
}

}  // namespace tendril
