// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/table.hpp"

#include <algorithm>
#include <charconv>

#include "studio/cli/io/errors.hpp"
#include "studio/recording/recorded_file.hpp"

namespace tendril::cli {
namespace {

/// Fields of one line; names may stand in double quotes.
std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

double numberOf(std::string field, const std::string& where) {
  std::erase(field, ' ');
  double value = 0;
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc() || stop != end || field.empty())
    throw Error(ExitCode::kBadFile, where + ": '" + field + "' is not a number");
  return value;
}

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
    for (const RecordedColumn& column : run.columns) table.names.push_back(column.name);
    table.rows.resize(run.values.empty() ? 0 : run.values.front().size());
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      for (const std::vector<double>& values : run.values) table.rows[r].push_back(values[r]);
    return table;
  } catch (const RecordingError& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
}

}  // namespace

int Table::column(std::string_view name) const {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    found = std::ranges::find(names, bare(name), [](const std::string& each) { return bare(each); });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

Table readTable(const std::filesystem::path& file) {
  if (isRecordingName(file)) return readRecordedTable(file);
  std::ifstream stream(file);
  std::string line;
  if (!stream || !std::getline(stream, line))
    throw Error(ExitCode::kBadFile, file.string() + ": cannot be read, or is empty");
  Table table{.names = fieldsOf(line), .rows = {}};
  for (int number = 2; std::getline(stream, line); ++number) {
    if (line.empty()) continue;
    const std::string where = file.string() + ":" + std::to_string(number);
    std::vector<double> row;
    for (const std::string& field : fieldsOf(line)) row.push_back(numberOf(field, where));
    if (row.size() != table.names.size())
      throw Error(ExitCode::kBadFile, where + ": " + std::to_string(row.size()) + " numbers, the header has " +
                                          std::to_string(table.names.size()));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tendril::cli
