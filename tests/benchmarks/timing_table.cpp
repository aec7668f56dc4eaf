// SPDX-License-Identifier: BSD-3-Clause
#include "tests/benchmarks/timing_table.hpp"

#include <algorithm>
#include <cstdio>

namespace tendril::benchmarks {

TimingTable::TimingTable(std::string title, std::vector<std::string> columns)
    : title_(std::move(title)), columns_(std::move(columns)) {}

TimingTable::Row& TimingTable::row(const std::string& name) {
  for (Row& known : rows_)
    if (known.name == name) return known;
  rows_.push_back({name, std::vector<double>(columns_.size(), -1)});
  return rows_.back();
}

void TimingTable::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Aggregate || run.aggregate_name != "median") continue;
    const std::string name = run.run_name.function_name;
    const std::size_t bar = name.find('|');
    const auto column = std::find(columns_.begin(), columns_.end(), name.substr(bar + 1));
    if (bar == std::string::npos || column == columns_.end()) continue;
    row(name.substr(0, bar)).times[static_cast<std::size_t>(column - columns_.begin())] = run.GetAdjustedCPUTime();
  }
}

void TimingTable::print() const {
  std::printf("| %s, µs |", title_.c_str());
  for (const std::string& column : columns_) std::printf(" %s |", column.c_str());
  std::printf(columns_.size() > 1 ? " × |\n|---|" : "\n|---|");
  for (std::size_t i = 0; i < columns_.size() + (columns_.size() > 1); ++i) std::printf("---:|");
  std::printf("\n");
  for (const Row& row : rows_) {
    std::printf("| %s |", row.name.c_str());
    double best = -1;
    for (std::size_t i = 0; i < row.times.size(); ++i) {
      row.times[i] < 0 ? std::printf(" – |") : std::printf(" %.2f |", row.times[i]);
      if (i > 0 && row.times[i] > 0 && (best < 0 || row.times[i] < best)) best = row.times[i];
    }
    if (columns_.size() > 1) best > 0 ? std::printf(" %.1f |", best / row.times[0]) : std::printf(" |");
    std::printf("\n");
  }
  std::printf("\n");
}

}  // namespace tendril::benchmarks
