// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/table_signals.hpp"

#include <algorithm>

#include "core/text/nearest_name.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

/// "t [s]" → "t", "s".
SignalColumn named(const std::string& header) {
  SignalColumn column;
  column.text = column.name = header;
  const auto open = header.rfind('[');
  if (open == std::string::npos || open == 0 || header[open - 1] != ' ' || header.back() != ']') return column;
  column.name = header.substr(0, open - 1);
  column.unit = header.substr(open + 1, header.size() - open - 2);
  return column;
}

bool ascends(const Table& table, int column) {
  for (std::size_t row = 1; row < table.rows.size(); ++row)
    if (!(table.rows[row][static_cast<std::size_t>(column)] > table.rows[row - 1][static_cast<std::size_t>(column)]))
      return false;
  return true;
}

}  // namespace

TableSignals tableSignals(const std::filesystem::path& file, const std::vector<std::string>& names) {
  Table table = readTable(file);
  if (table.rows.empty()) throw Error(ExitCode::kBadFile, file.string() + ": has no rows");
  TableSignals out;
  std::vector<SignalColumn> all;
  for (std::string& name : table.names) all.push_back(named(name)), name = all.back().name;
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const int at = table.column(name);
    if (at < 0) {
      std::string known;
      for (const std::string& each : table.names) known += (known.empty() ? "" : ", ") + each;
      throw Error(ExitCode::kUsage,
                  file.string() + ": has no column " + name + didYouMean(name, table.names) + " It has " + known);
    }
    places.push_back(static_cast<std::size_t>(at));
    out.columns.push_back(all[places.back()]);
  }
  const int time = table.column("t");
  const bool timed = time >= 0 && ascends(table, time);
  const auto rows = std::make_shared<SignalHistory>(static_cast<int>(places.size()), table.rows.size());
  std::vector<double> values(places.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (std::size_t i = 0; i < places.size(); ++i) values[i] = table.rows[row][places[i]];
    rows->append(timed ? table.rows[row][static_cast<std::size_t>(time)] : static_cast<double>(row), values);
  }
  out.rows = rows;
  return out;
}

}  // namespace tendril::cli
