// SPDX-License-Identifier: BSD-3-Clause
// Google Benchmark results as one Markdown table: rows are works, columns are programs.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace tendril::benchmarks {

/// Collects runs that are named "row|column"; with repetitions the median counts. print() writes
/// | row | column … | × | with processor times in µs; × is the time of the fastest other column over that of the first.
class TimingTable : public benchmark::BenchmarkReporter {
 public:
  TimingTable(std::string title, std::vector<std::string> columns);
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;
  void print() const;

 private:
  struct Row {
    std::string name;
    std::vector<double> times;  ///< µs, negative: not measured
  };
  Row& row(const std::string& name);

  std::string title_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
};

}  // namespace tendril::benchmarks
