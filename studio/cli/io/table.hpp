// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers as CSV: one header line, then rows; full double precision. Recordings of runs are read as tables.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

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

/// Writes rows as they come. The file appears under its name when it is finished, so an interrupted run leaves the old
/// one.
class TableWriter {
 public:
  /// Error (a run that failed) if the file cannot be written.
  TableWriter(std::filesystem::path file, const std::vector<std::string>& names);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  void write(const std::vector<double>& row);
  /// Error if the disk is full.
  void finish();

 private:
  std::filesystem::path file_, temporary_;
  std::ofstream stream_;
};

}  // namespace tendril::cli
