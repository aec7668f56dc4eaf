// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as files of other programs.
#include <algorithm>
#include <cmath>

#include "core/session/recording/signals.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/recording/recorded_file.hpp"
#include "studio/recording/tables/run_arrays.hpp"

namespace tendril::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> kEndings = {".csv", ".npz", ".mat", ".pvd"};

/// A robot that moves.
bool isAnimation(const fs::path& file) {
  const ExportFormatInfo* const format = exportFormatOf(file);
  return format && format->format == ExportFormat::kGlb;
}

bool isRunFile(const fs::path& file) {
  return std::ranges::find(kEndings, file.extension().string()) != kEndings.end();
}

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
    const bool time = table.names[c] == "t";
    for (std::size_t r = 0; r < table.rows.size(); ++r)
      values.push_back(time ? table.number(r, static_cast<int>(c)) : table.rows[r][c]);
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
  const bool shapes = ending == ".pvd" || isAnimation(options.out);
  if (!shapes && !isRunFile(options.out))
    throw Error(ExitCode::kUsage, options.out.string() + ": runs are written as .csv, .npz, .mat, .pvd or .glb");
  if (run.empty()) throw Error(ExitCode::kUsage, ending + " is for runs: add --run run.h5, or give it for the project");
  if (!options.at.empty() || !options.state.empty() || !options.inputs.empty() || options.softLinks > 0)
    throw Error(ExitCode::kUsage, "--at, --state, --inputs and --soft-links are not for runs: leave them out");
  if (shapes && !options.signals.empty())
    throw Error(ExitCode::kUsage, "--signals are for tables; " + ending + " shows the robot: leave them out");
  if (options.keys && !isAnimation(options.out))
    throw Error(ExitCode::kUsage, "--keys are of soft links in .glb: leave it out for " + ending);
  std::error_code ignored;
  if (ending != ".pvd" && !options.force && fs::exists(options.out, ignored))
    throw Error(ExitCode::kUsage, options.out.string() + ": is there already; add --force to replace it");
}

/// Error (interrupted) where that is asked for on the way; there is no file then.
ExportedModel exportShapes(const ExportOptions& options, const Streams& streams, const SeriesWriter& series,
                           const std::shared_ptr<const Model>& model, const History& run) {
  if (!series) throw Error(ExitCode::kUsage, "this build writes no shapes; configure with TENDRIL_GUI=ON");
  ProgressBar bar(streams.diagnostics, streams.terminal, "writing");
  const auto goesOn = [&](double share) {
    bar.show(share);
    return !streams.cancel || !streams.cancel->load(std::memory_order_relaxed);
  };
  ExportedModel done =
      series(model, instantsOf(options, run), options.out, options.force, goesOn, options.keys.value_or(kKeyFrames));
  if (done.ok() && done.files.empty()) throw Error(ExitCode::kInterrupted, "interrupted; nothing was written");
  return done;
}

}  // namespace

bool asksForRun(const ExportOptions& options) {
  if (!options.run.empty()) return true;
  if (!options.format.empty()) return false;
  const bool placed = !options.at.empty() || !options.state.empty() || !options.inputs.empty();
  return isRunFile(options.out) || (!placed && isRecordingName(options.project.file) && isAnimation(options.out));
}

ExportedModel exportRun(const ExportOptions& options, const Streams& streams, const SeriesWriter& series) {
  const fs::path run = runFile(options.project, options.run);
  checkOptions(options, run);
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  if (options.out.extension() == ".pvd" || isAnimation(options.out))
    return exportShapes(options, streams, series, model, *recordedRun(run, *model));
  const Columns columns = takeRows(
      options, options.signals.empty() ? recordedColumnsOf(run, *model)
                                       : sampledColumns(options, recordedRun(run, *model), model, project.description));
  writeRunTable(options.out, columns.columns, columns.values,
                options.headerUnits ? TableHeadings::kNamesAndUnits : TableHeadings::kNames);
  return {.files = {options.out}, .problems = {}};
}

}  // namespace tendril::cli
