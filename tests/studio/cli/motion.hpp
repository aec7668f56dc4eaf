// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of a project as the command line gives it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {

/// Signals of a project while it runs, by name.
class Motion {
 public:
  /// `more`: further arguments of `tendril plot`.
  Motion(const std::string& project, const std::string& duration, const std::string& signals,
         const std::vector<std::string>& more = {}) {
    const TemporaryFolder folder;
    const std::string out = folder.path("motion.csv");
    std::vector<std::string> arguments = {
        "plot", project, "--signals", signals, "--set", "simulation.duration=" + duration, "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = tendril(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    if (outcome.exit == 0) table_ = readTable(out);
  }

  /// Least and largest value between two times.
  struct Range {
    double least = HUGE_VAL, most = -HUGE_VAL;
  };
  Range range(const std::string& signal, double from, double to) const {
    Range out;
    for (const std::vector<double>& row : table_.rows)
      if (row[0] >= from - 1e-9 && row[0] <= to + 1e-9) {
        const double value = row[column(signal)];
        out.least = std::min(out.least, value), out.most = std::max(out.most, value);
      }
    return out;
  }
  /// The value at the record that is nearest to t.
  double at(const std::string& signal, double t) const {
    const auto nearest =
        std::ranges::min_element(table_.rows, {}, [&](const std::vector<double>& row) { return std::abs(row[0] - t); });
    return (*nearest)[column(signal)];
  }

 private:
  std::size_t column(const std::string& name) const {
    const int found = table_.column(name);
    EXPECT_GE(found, 0) << name;
    return static_cast<std::size_t>(std::max(found, 0));
  }
  Table table_;
};

}  // namespace tendril::cli
