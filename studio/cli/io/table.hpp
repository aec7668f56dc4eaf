// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers as CSV: one header line, then rows; full double precision. Recordings of runs are read as tables.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "studio/recording/tables/table_writer.hpp"

namespace tendril::cli {

struct Table {
  std::vector<std::string> names = {};         ///< of the columns, without the units of their headings
  std::vector<std::string> units = {};         ///< of the columns; empty: none is told
  std::vector<std::vector<double>> rows = {};  ///< NaN where a cell is empty or says nan
  std::vector<std::string> runs = {};          ///< per row what the column "run" says; empty: there is none
  std::filesystem::path file = {};
  std::vector<int> lines = {};  ///< per row, of the file; empty: a recording, which has none

  /// −1 if there is none. Quotes and spaces do not count: arm 1.q[0] is 'arm 1'.q[0]; neither does a unit behind it.
  int column(std::string_view name) const;
  /// "run.csv:12", or "run.h5, row 11" of a recording.
  std::string place(std::size_t row) const;
  /// A number that cannot be missing. Error (bad file) that names line and column where there is none.
  double number(std::size_t row, int column) const;
};

/// A table of text, or a recording by its ending (.h5). Cells are separated by commas, semicolons or tabs, and numbers
/// have decimal points. Headings may have units ("time [ms]", "x [mm]"), whose numbers become SI. Lines that begin
/// with # and empty ones are left out. The column "run" may hold names. Error (bad file) that names the line if a row
/// is not as wide as the header, and the column of what is no number.
Table readTable(const std::filesystem::path& file);

}  // namespace tendril::cli
