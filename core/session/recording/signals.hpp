// SPDX-License-Identifier: BSD-3-Clause
// Signals over a run: columns of numbers that grow beside it, and what a plot of any width needs of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/session/recording/run.hpp"
#include "core/signals/signal_program.hpp"

namespace tendril {

/// Columns over time in chunks that never move. One thread appends; any thread reads the rows below size() without
/// locks. Minimum and maximum of 64, 64², 64³ … rows are kept, so that looking at 10⁶ rows costs what 10³ do.
class SignalHistory {
 public:
  SignalHistory(int columns, std::size_t capacity);
  ~SignalHistory();
  SignalHistory(const SignalHistory&) = delete;
  SignalHistory& operator=(const SignalHistory&) = delete;

  // ---- any thread
  int columns() const { return columns_; }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  std::size_t capacity() const { return capacity_; }
  double time(std::size_t row) const { return at(0, row); }  ///< s, ascending
  double value(int column, std::size_t row) const { return at(1 + static_cast<std::size_t>(column), row); }
  /// Rows [from, to) of a column.
  void copy(int column, std::size_t from, std::size_t to, double* out) const;
  /// Last row with time ≤ t (0 if there is none before). Needs size() > 0.
  std::size_t find(double t) const;

  /// Smallest and largest finite value; low > high if there is none.
  struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    bool empty() const { return low > high; }
    void include(double value) {
      if (!std::isfinite(value)) return;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    void include(const Range& other) {
      low = std::min(low, other.low);
      high = std::max(high, other.high);
    }
  };
  /// Over rows [from, to). O(64 · levels).
  Range range(int column, std::size_t from, std::size_t to) const;

  // ---- the appending thread
  /// One row; `values` has one entry per column. False, and nothing is stored, when full.
  bool append(double t, std::span<const double> values);

 private:
  static constexpr std::size_t kChunk = 1024, kFan = 64;  // rows
  struct Level {
    std::size_t rows;                              ///< that one entry covers
    std::vector<std::unique_ptr<Range[]>> chunks;  ///< kFan entries each, column after column
  };
  double at(std::size_t track, std::size_t row) const;
  const Range& summary(const Level& level, std::size_t column, std::size_t entry) const;
  void summarise(std::size_t rows);

  int columns_;
  std::size_t capacity_;
  std::vector<std::unique_ptr<double[]>> chunks_;  ///< track after track, time first
  std::vector<Level> levels_;
  std::atomic<std::size_t> size_ = 0;
};

/// One point of a drawn curve. NaN: the curve is interrupted here.
struct CurvePoint {
  double t, value;
};

/// Points that look like the whole column at a width of `pixels` over the times [from, to]: all rows where there are
/// few, else first, smallest, largest and last of each pixel, in ascending time. One row on either side belongs to it,
/// so that the curve leaves the picture. `out` is overwritten. About 4 · pixels points; O(pixels · 128).
void decimate(const SignalHistory& history, int column, double from, double to, int pixels,
              std::vector<CurvePoint>& out);

/// Computes columns from what a run recorded. Owned by one worker thread, with a workspace of its own.
class SignalSampler {
 public:
  /// `texts`: names or formulas (SignalProgram).
  SignalSampler(std::shared_ptr<const Model> model, const SignalCatalogue& catalogue,
                std::span<const std::string> texts);
  ~SignalSampler();

  /// What the columns are, and what is wrong with them.
  const std::vector<SignalColumn>& columns() const;
  /// Reads records of `history` that the table lacks, at most `atMost`. Another history than the last one (a branch, a
  /// thinned one) starts a new table. Returns the number of records that are left. The history must be of the model.
  std::size_t sample(const std::shared_ptr<const History>& history,
                     std::size_t atMost = std::numeric_limits<std::size_t>::max());
  /// The same for a run: each record with the model and the gravity that made it.
  std::size_t sample(const Run& run, std::size_t atMost = std::numeric_limits<std::size_t>::max());
  /// What has been read so far; null before the first sample(). Any thread may keep and read it.
  std::shared_ptr<const SignalHistory> table() const;
  /// What made the instants that evaluate() is given from now on: a model of the same signals, its gravity.
  void use(const RunPart& part);
  /// Values of all columns at one instant outside of any history (rates give NaN); `out` one per column. `z`: of a
  /// State, for the signals of controllers; empty: those are NaN.
  void evaluate(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, std::span<double> out,
                const VecXRef& z = VecX());

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tendril
