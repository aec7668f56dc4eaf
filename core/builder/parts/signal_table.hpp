// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/description/controller.hpp"
#include "core/math/types.hpp"

namespace tendril {

/// A signal of time from a CSV file: first column time (ascending), one header line if the first cell is no number.
/// Cells are separated by commas, semicolons or tabs; headings may have units ("time [ms]", "pull [kN]"), without them
/// numbers are SI. Held before and after the table.
class SignalTable {
 public:
  /// Column by its name in the header, or by its number from 0. Null with the reason on failure.
  static std::optional<SignalTable> load(const std::filesystem::path& file, const std::string& column,
                                         description::TableInterpolation interpolation, std::string& problem);

  /// Rows of (time, value); times strictly ascending, at least one.
  SignalTable(std::vector<double> times, std::vector<double> values, description::TableInterpolation interpolation);

  double value(double t) const { return motion(t)[0]; }
  /// Value, first and second derivative.
  Vec3 motion(double t) const;
  /// Value and three derivatives; the third one jumps at rows.
  Vec4 jerkyMotion(double t) const;

 private:
  double slope(std::size_t i) const;

  std::vector<double> times_, values_, slopes_;
};

}  // namespace tendril
