// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a table as signals: sweeps, branches of equilibria, measurements.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/session/recording/signals.hpp"

namespace tendril::cli {

struct TableSignals {
  std::vector<SignalColumn> columns;  ///< as asked for; the unit is what stands behind the name in brackets
  std::shared_ptr<const SignalHistory> rows;
};

/// Columns by name. Time is the column t, where it ascends, otherwise the number of the row. Error (wrong command line)
/// that names the columns there are.
TableSignals tableSignals(const std::filesystem::path& file, const std::vector<std::string>& names);

}  // namespace tendril::cli
