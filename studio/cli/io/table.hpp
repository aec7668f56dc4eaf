// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers as CSV: one header line, then rows; full double precision. Recordings of runs are read as tables.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "studio/recording/table_writer.hpp"

namespace tendril::cli {

struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;

  /// −1 if there is none. Quotes and spaces do not count: arm 1.q[0] is 'arm 1'.q[0].
  int column(std::string_view name) const;
};

/// A table, or a recording by its ending (.h5). Error (bad file) that names the line if a row is not as wide as the
/// header or holds something that is no number.
Table readTable(const std::filesystem::path& file);

}  // namespace tendril::cli
