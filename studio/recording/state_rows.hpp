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

/// Numbers of a recording's states: their times; state `index`.
std::vector<double> stateTimes(hid_t file);
State readState(hid_t file, std::size_t index);

}  // namespace tendril
