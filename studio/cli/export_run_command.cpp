// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as files of other programs.
#include <algorithm>
#include <cmath>

#include "core/session/recording/signals.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/recording/recorded_file.hpp"
#include "studio/recording/run_arrays.hpp"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kEndings = {".csv", ".npz", ".mat", ".pvd"};

/// Columns of numbers, of the same length.
struct Columns {
  std::vector<RecordedColumn> columns;
  std::vector<std::vector<double>> values;
};

/// The rows that are wanted of those at the times: within --from and --to, and no closer than --every.
std::vector<std::size_t> rowsOf(const ExportOptions& options, const std::vector<double>& times) {
  if (options.every && !(*options.every > 0)) throw Error(ExitCode::kUsage, "--every must be greater than 0");
  if (times.empty()) throw Error(ExitCode::kBadFile, "the run has no rows");
  const double slack = 1e-9 * std::max(1.0, std::abs(times.back()));  // times are sums of steps
  const double from = options.from.value_or(times.front()) - slack, to = options.to.value_or(times.back()) + slack;
  std::vector<std::size_t> rows;
  double next = -std::numeric_limits<double>::infinity();
  for (std::size_t r = 0; r < times.size(); ++r) {
    if (times[r] < std::max(from, next) || times[r] > to) continue;
    rows.push_back(r);
    if (!options.every) continue;
    const double start = times[rows.front()];
    next = start + *options.every * (std::floor((times[r] - start) / *options.every + 1e-6) + 1) - slack;
  }
  if (rows.empty())
    throw Error(ExitCode::kUsage, "--from, --to: the run goes from " + numberText(times.front()) + " s to " +
                                      numberText(times.back()) + " s");
  return rows;
}

Columns takeRows(const ExportOptions& options, Columns all) {
  const auto t = std::ranges::find(all.columns, "t", &RecordedColumn::name);
  if (t == all.columns.end()) throw Error(ExitCode::kBadFile, "the run has no column t");
  const std::vector<std::size_t> rows = rowsOf(options, all.values[static_cast<std::size_t>(t - all.columns.begin())]);
  for (std::vector<double>& column : all.values) {
    std::vector<double> kept;
    for (const std::size_t r : rows) kept.push_back(column[r]);
    column = std::move(kept);
  }
  return all;
}

/// Everything that the run holds.
Columns recordedColumnsOf(const fs::path& run, const Model& model) {
  if (isRecordingName(run)) {
    RecordedRun recorded = readRecording(run);
    return {std::move(recorded.columns), std::move(recorded.values)};
  }
  const Table table = readTable(run);
  Columns out{recordedColumns(SignalCatalogue(model), table.names), {}};
  for (std::size_t c = 0; c < table.names.size(); ++c) {
    std::vector<double>& values = out.values.emplace_back();
    for (const std::vector<double>& row : table.rows) values.push_back(row[c]);
  }
  return out;
}

/// Signals and formulas along the run.
Columns sampledColumns(const ExportOptions& options, const std::shared_ptr<const History>& history,
                       const std::shared_ptr<const Model>& model, const Description& description) {
  const SignalCatalogue catalogue(*model, description.signals.entries);
  std::vector<std::string> texts = {"t"};
  for (const std::string& text : options.signals)
    for (std::string& each : splitSignals(text)) texts.push_back(std::move(each));
  SignalSampler sampler(model, catalogue, texts);
  Columns out;
  for (const SignalColumn& column : sampler.columns()) {
    if (column.error) throw Error(ExitCode::kUsage, "signal \"" + column.text + "\": " + column.error->what());
    RecordedColumn named = recordedColumns(catalogue, {column.name}).front();
    named.unit = column.unit;
    out.columns.push_back(std::move(named));
  }
  sampler.sample(history);
  const SignalHistory& table = *sampler.table();
  for (int c = 0; c < table.columns(); ++c) {
    std::vector<double>& values = out.values.emplace_back(table.size());
    table.copy(c, 0, table.size(), values.data());
  }
  return out;
}

std::vector<ShapeInstant> instantsOf(const ExportOptions& options, const History& history) {
  std::vector<double> times;
  for (std::size_t r = 0; r < history.size(); ++r) times.push_back(history.time(r));
  std::vector<ShapeInstant> instants;
  for (const std::size_t r : rowsOf(options, times)) {
    const History::Record record = history.record(r);
    instants.push_back({record.t, record.q, record.v, record.u});
  }
  return instants;
}

void checkOptions(const ExportOptions& options, const fs::path& run) {
  const std::string ending = options.out.extension().string();
  if (std::ranges::find(kEndings, ending) == kEndings.end())
    throw Error(ExitCode::kUsage, options.out.string() + ": runs are written as .csv, .npz, .mat or .pvd");
  if (run.empty()) throw Error(ExitCode::kUsage, ending + " is for runs: add --run run.h5, or give it for the project");
  if (!options.at.empty() || !options.state.empty() || !options.inputs.empty() || options.softLinks > 0)
    throw Error(ExitCode::kUsage, "--at, --state, --inputs and --soft-links are not for runs: leave them out");
  if (ending == ".pvd" && !options.signals.empty())
    throw Error(ExitCode::kUsage, "--signals are for tables; .pvd has the fields of soft bodies");
  std::error_code ignored;
  if (ending != ".pvd" && !options.force && fs::exists(options.out, ignored))
    throw Error(ExitCode::kUsage, options.out.string() + ": is there already; add --force to replace it");
}

}  // namespace

bool isRunExport(const fs::path& file) {
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

ExportedModel exportRun(const ExportOptions& options, const Streams& streams, const SeriesWriter& series) {
  const fs::path run = runFile(options.project, options.run);
  checkOptions(options, run);
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  if (options.out.extension() == ".pvd") {
    if (!series) throw Error(ExitCode::kUsage, "this build writes no shapes; configure with TENDRIL_GUI=ON");
    return series(model, instantsOf(options, *recordedRun(run, *model)), options.out, options.force, {});
  }
  const Columns columns = takeRows(
      options, options.signals.empty() ? recordedColumnsOf(run, *model)
                                       : sampledColumns(options, recordedRun(run, *model), model, project.description));
  writeRunTable(options.out, columns.columns, columns.values);
  return {.files = {options.out}, .problems = {}};
}

}  // namespace tendril::cli
