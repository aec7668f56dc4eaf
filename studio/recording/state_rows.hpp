// SPDX-License-Identifier: GPL-3.0-or-later
// Full states in a recording:
//
//   state/rows      how many there are
//   state/t, q, v   a row for each
//   state/z         the memories of integrators and controllers, one after the other
//   state/z_end     where that of each state ends
//   state/layout    line of state/layouts, per state
//   state/layouts   names and sizes of the blocks of z, separated by tabs; a line per layout
#pragma once

#include <string>
#include <vector>

#include "core/constraints/state.hpp"
#include "studio/recording/hdf5_file.hpp"

namespace tendril {

/// States that wait to be written, as they stand in the file.
class StateRows {
 public:
  void add(const State& state);
  bool empty() const { return t_.empty(); }
  std::size_t bytes() const;
  void clear();

  /// Makes the data sets. Widths are those of the first state.
  static void create(hid_t file, int nq, int nv);
  /// Appends all of them; state/rows is left as it was.
  void write(hid_t file);
  /// Says how many there are now: what was written counts.
  void commit(hid_t file) const;

 private:
  std::vector<double> t_, q_, v_, z_;
  std::vector<std::int64_t> ends_;
  std::vector<std::int32_t> layout_;
  std::string newLayouts_;
  std::vector<std::string> layouts_;  ///< all lines so far
  std::size_t nq_ = 0, nv_ = 0;
  std::int64_t written_ = 0, zWritten_ = 0, layoutsWritten_ = 0, zAll_ = 0;
};

/// Memories of many states, read in pieces.
class StateMemories {
 public:
  explicit StateMemories(hid_t file);
  const std::vector<double>& times() const { return t_; }
  /// Of the first state; null: there is none, or it remembers nothing.
  const std::shared_ptr<const StateLayout>& layout() const { return first_; }
  /// z of state `index`; empty where it is not of the layout. Quick where the indices ascend.
  VecX read(std::size_t index);

 private:
  static constexpr std::size_t kAtOnce = 512;  // states
  hdf5::Identifier group_;
  std::vector<double> t_;
  std::vector<std::int64_t> ends_;
  std::vector<std::int32_t> layouts_;
  std::shared_ptr<const StateLayout> first_;
  std::size_t from_ = 0, to_ = 0;  ///< states of the piece
  std::vector<double> piece_;
};

/// Numbers of a recording's states: their times; state `index`.
std::vector<double> stateTimes(hid_t file);
State readState(hid_t file, std::size_t index);

}  // namespace tendril
