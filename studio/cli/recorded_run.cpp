// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/recorded_run.hpp"

#include <limits>
#include <utility>

#include "core/session/simulate.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/recording/recorded_file.hpp"
#include "studio/runs/run_history.hpp"

namespace tendril::cli {
namespace {

/// Column of the table per entry of recordHeader and number of controllers; −1 where one of these, an input or energy
/// is missing.
std::vector<int> columnsOf(const Table& table, const Model& model, const std::string& file) {
  std::vector<std::string> header = recordHeader(model);
  for (std::string& name : RunHistory::signalsOf(model)) header.push_back(std::move(name));
  std::vector<int> out;
  for (std::size_t i = 0; i < header.size(); ++i) {
    out.push_back(table.column(header[i]));
    if (out.back() < 0 && i <= static_cast<std::size_t>(model.nq + model.nv))
      throw Error(ExitCode::kBadFile, file + ": has no column " + header[i] +
                                          "; runs are made by tendril simulate --out from the same project");
  }
  return out;
}

}  // namespace

std::shared_ptr<const History> recordedRun(const std::filesystem::path& file, const Model& model) {
  if (file.extension() != ".csv" && !isRecordingName(file))
    throw Error(ExitCode::kUsage, "--run " + file.string() + ": runs are .h5 recordings or .csv tables");
  const Table table = readTable(file);
  const std::vector<int> columns = columnsOf(table, model, file.string());
  if (table.rows.empty()) throw Error(ExitCode::kBadFile, file.string() + ": has no rows");
  RunHistory run(model, table.rows.size());
  const std::size_t inputs = static_cast<std::size_t>(1 + model.nq + model.nv + model.nu);
  std::vector<double> row(columns.size());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      row[i] = columns[i] < 0 ? (i < inputs ? 0.0 : std::numeric_limits<double>::quiet_NaN())
               : i < inputs   ? table.number(r, columns[i])
                              : table.rows[r][static_cast<std::size_t>(columns[i])];
    if (r > 0 && !(row[0] > run.history()->time(r - 1)))
      throw Error(ExitCode::kBadFile, table.place(r) + ": the times do not ascend");
    run.append(row);
  }
  return run.history();
}

std::shared_ptr<const History> simulatedRun(const std::shared_ptr<const Model>& model, const Streams& streams) {
  std::vector<std::vector<double>> rows;
  SimulationResult result;
  try {
    Program program(model);
    ProgressBar bar(streams.diagnostics, streams.terminal, "simulating");
    SimulationRequest request;
    request.cancel = streams.cancel;
    request.signals = RunHistory::signalsOf(*model);
    request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
    request.progress = [&](double fraction) { bar.show(fraction); };
    result = simulate(program, request);
  } catch (const std::invalid_argument& unknown) {
    throw Error(ExitCode::kBadFile, std::string("simulation: ") + unknown.what());
  }
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; nothing was drawn");
  RunHistory run(*model, rows.size());
  for (const std::vector<double>& row : rows) run.append(row);
  return run.history();
}

}  // namespace tendril::cli
