// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/table_signals.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/text/nearest_name.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

/// The column that is the time; −1: none.
int timeColumn(const Table& table) {
  for (const char* name : {"t", "time", "Time"})
    if (const int column = table.column(name); column >= 0) return column;
  return -1;
}

using Rows = std::vector<std::size_t>;

bool ascends(const Table& table, const Rows& rows, int time) {
  double last = -std::numeric_limits<double>::infinity();
  for (const std::size_t row : rows)
    if (const double t = table.number(row, time); !(t > std::exchange(last, t))) return false;
  return true;
}

/// "3" of a window's table is run 3; others have names.
std::string runName(const std::string& text) {
  const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return number ? "run " + text : text;
}

/// Rows of a run, and whether its time is known.
struct RunRows {
  std::string name;
  Rows rows;
  bool timed = false;
};

/// The runs of a table with a column "run", if each has times of its own; otherwise all rows are one, as those of a
/// sweep with a run per row are.
std::vector<RunRows> runsOf(const Table& table, int time) {
  Rows all(table.rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const bool timed = time >= 0 && ascends(table, all, time);
  std::vector<RunRows> one = {{table.runs.empty() ? "" : runName(table.runs.front()), all, timed}}, several;
  if (timed || time < 0 || table.runs.empty()) return one;
  std::map<std::string, std::size_t> known;
  for (const std::size_t row : all) {
    const auto [run, isNew] = known.try_emplace(table.runs[row], several.size());
    if (isNew) several.push_back({runName(table.runs[row]), {}, true});
    several[run->second].rows.push_back(row);
  }
  const bool apart = several.size() < all.size() &&
                     std::ranges::all_of(several, [&](const RunRows& run) { return ascends(table, run.rows, time); });
  return apart ? several : one;
}

}  // namespace

TableSignals tableSignals(const std::filesystem::path& file, const std::vector<std::string>& names) {
  const Table table = readTable(file);
  if (table.rows.empty()) throw Error(ExitCode::kBadFile, file.string() + ": has no rows");
  TableSignals out;
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
    SignalColumn& column = out.columns.emplace_back();
    column.text = column.name = table.names[places.back()];
    column.unit = table.units[places.back()];
  }
  const int time = timeColumn(table);
  std::vector<double> values(places.size());
  for (const RunRows& run : runsOf(table, time)) {
    const auto history = std::make_shared<SignalHistory>(static_cast<int>(places.size()), run.rows.size());
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
      const std::size_t row = run.rows[i];
      for (std::size_t k = 0; k < places.size(); ++k) values[k] = table.rows[row][places[k]];
      history->append(run.timed ? table.number(row, time) : static_cast<double>(i), values);
    }
    out.runs.push_back({run.name, history});
  }
  return out;
}

}  // namespace tendril::cli
