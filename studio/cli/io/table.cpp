// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text/table_text.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/recording/recorded_file.hpp"

namespace tendril::cli {
namespace {

constexpr std::string_view kRun = "run";  // the column that tells which run a row is of

std::string bare(std::string_view name) {
  std::string out(name);
  std::erase(out, '\'');
  std::erase(out, ' ');
  return out;
}

Table readRecordedTable(const std::filesystem::path& file) {
  try {
    const RecordedRun run = readRecording(file);
    Table table;
    table.file = file;
    for (const RecordedColumn& column : run.columns)
      table.names.push_back(column.name), table.units.push_back(column.unit);
    table.rows.resize(run.values.empty() ? 0 : run.values.front().size());
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (const std::vector<double>& values : run.values) table.rows[r].push_back(values[r]);
    return table;
  } catch (const RecordingError& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
}

/// A table of text, line by line.
class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& file) : stream_(file) { table_.file = file; }

  Table read() {
    std::string header, row;
    if (!stream_ || !nextLine(header))
      throw Error(ExitCode::kBadFile, table_.file.string() + ": cannot be read, or is empty");
    const bool more = nextLine(row);
    separator_ = tableSeparator(header, row);
    readHeader(header);
    for (bool any = more; any; any = nextLine(row)) readRow(row);
    return std::move(table_);
  }

 private:
  /// One that is neither empty nor a comment.
  bool nextLine(std::string& line) {
    while (std::getline(stream_, line)) {
      line = std::string(tableLine(line, ++number_ == 1));
      if (line.find_first_not_of(" \t,;") != std::string::npos && line.front() != '#') return true;
    }
    return false;
  }
  void readHeader(const std::string& line) {
    splitTableLine(line, separator_, cells_);
    if (std::ranges::all_of(cells_, [](const std::string& cell) { return tableNumber(cell).has_value(); }))
      throw Error(ExitCode::kBadFile, table_.file.string() + ": has no header; name the columns in the first line");
    for (const std::string& cell : cells_) {
      TableHeading heading = tableHeading(cell);
      table_.names.push_back(std::move(heading.name));
      table_.units.push_back(std::move(heading.unit));
      factors_.push_back(heading.factor);
    }
    runColumn_ = std::ranges::find(table_.names, kRun) - table_.names.begin();
  }
  void readRow(const std::string& line) {
    splitTableLine(line, separator_, cells_);
    table_.lines.push_back(number_);
    const std::string where = table_.file.string() + ":" + std::to_string(number_);
    if (cells_.size() != table_.names.size())
      throw Error(ExitCode::kBadFile, where + ": " + std::to_string(cells_.size()) + " numbers, the header has " +
                                          std::to_string(table_.names.size()) +
                                          (separator_ == ',' && cells_.size() > table_.names.size()
                                               ? "; numbers are written with decimal points, not commas"
                                               : ""));
    std::vector<double>& row = table_.rows.emplace_back();
    row.reserve(cells_.size());
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      std::optional<double> value = tableNumber(cells_[c]);
      if (std::ssize(row) == runColumn_) {
        table_.runs.push_back(cells_[c]);
        if (!value) value = std::numeric_limits<double>::quiet_NaN();
      }
      if (!value)
        throw Error(ExitCode::kBadFile, where + ": column " + table_.names[c] + ": " + tableNumberProblem(cells_[c]));
      row.push_back(*value * factors_[c]);
    }
  }

  std::ifstream stream_;
  Table table_;
  std::vector<std::string> cells_;
  std::vector<double> factors_;  ///< SI per number of the file, of the columns
  char separator_ = ',';
  std::ptrdiff_t runColumn_ = 0;
  int number_ = 0;  ///< of the line
};

}  // namespace

int Table::column(std::string_view name) const {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    found = std::ranges::find(names, bare(name), [](const std::string& each) { return bare(each); });
  if (found == names.end()) found = std::ranges::find(names, tableHeading(name).name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::string Table::place(std::size_t row) const {
  return lines.empty() ? file.string() + ", row " + std::to_string(row + 1)
                       : file.string() + ":" + std::to_string(lines[row]);
}

double Table::number(std::size_t row, int column) const {
  const auto at = static_cast<std::size_t>(column);
  const double value = rows[row][at];
  if (!std::isfinite(value))
    throw Error(ExitCode::kBadFile,
                place(row) + ": column " + names[at] + " has no number; fill the gap, or leave the row out");
  return value;
}

Table readTable(const std::filesystem::path& file) {
  return isRecordingName(file) ? readRecordedTable(file) : TableReader(file).read();
}

}  // namespace tendril::cli
