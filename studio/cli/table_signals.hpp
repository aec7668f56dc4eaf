// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a table as signals: sweeps, branches of equilibria, measurements.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/session/recording/signals.hpp"

namespace tendril::cli {

/// Rows of a table that belong to one run.
struct TableRun {
  std::string name;  ///< "run 2", or as the table has it; empty: the table does not tell runs apart
  std::shared_ptr<const SignalHistory> rows;
};

struct TableSignals {
  std::vector<SignalColumn> columns;  ///< as asked for; the unit is what stands behind the name in brackets
  std::vector<TableRun> runs;         ///< in the order of the table; several only where it has a column "run"
};

/// Columns by name. Time is the column t, else time, where it ascends, otherwise the number of the row. Cells without a
/// number are gaps. Error (wrong command line) that names the columns there are, (bad file) where a time is missing.
TableSignals tableSignals(const std::filesystem::path& file, const std::vector<std::string>& names);

}  // namespace tendril::cli
