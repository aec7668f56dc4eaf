// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers as CSV: one header line, then rows; full double precision.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tendril {

/// "name [unit]" as the heading of a column; the name alone where there is no unit.
std::string headingWithUnit(const std::string& name, const std::string& unit);

/// Writes rows as they come. The file appears under its name when it is finished, so an interrupted run leaves the old
/// one.
class TableWriter {
 public:
  /// RecordingError if the file cannot be written.
  TableWriter(std::filesystem::path file, const std::vector<std::string>& names);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  /// `name`: a text as the first cell, such as the run that the row is of; empty: there is none.
  void write(const std::vector<double>& row, const std::string& name = {});
  /// RecordingError if the disk is full.
  void finish();

 private:
  std::filesystem::path file_, temporary_;
  std::ofstream stream_;
};

}  // namespace tendril
