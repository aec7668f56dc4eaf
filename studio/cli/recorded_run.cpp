// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/recorded_run.hpp"

#include <algorithm>
#include <limits>

#include "core/session/simulate.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/progress_bar.hpp"
#include "studio/cli/table.hpp"

namespace tendril::cli {
namespace {

std::shared_ptr<History> emptyHistory(const Model& model, std::size_t records) {
  constexpr std::size_t kChunk = 256;  // histories grow by whole chunks
  const std::size_t width = static_cast<std::size_t>(5 + model.nq + model.nv + model.nu);
  const std::size_t bytes = (records + kChunk) * width * sizeof(double);
  return std::make_shared<History>(1, model.nq, model.nv, model.nu, bytes);
}

/// One row in the order of recordHeader.
void append(History& history, const Model& model, const std::vector<double>& row) {
  using Map = Eigen::Map<const VecX>;
  const double* q = row.data() + 1;
  const double* v = q + model.nq;
  const double* u = v + model.nv;
  const double* e = u + model.nu;
  history.append(row[0], Map(q, model.nq), Map(v, model.nv), Map(u, model.nu), {e[0], e[1], e[2]}, e[3]);
}

std::string bare(std::string name) {
  std::erase(name, '\'');
  std::erase(name, ' ');
  return name;
}

/// Column of the table per entry of recordHeader; −1 where an input or energy is missing.
std::vector<int> columnsOf(const Table& table, const Model& model, const std::string& file) {
  std::vector<std::string> names;
  for (const std::string& name : table.names) names.push_back(bare(name));
  const std::vector<std::string> header = recordHeader(model);
  std::vector<int> out;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), bare(header[i]));
    out.push_back(found == names.end() ? -1 : static_cast<int>(found - names.begin()));
    if (out.back() < 0 && i <= static_cast<std::size_t>(model.nq + model.nv))
      throw Error(ExitCode::kBadFile, file + ": has no column " + header[i] +
                                          "; runs are made by tendril simulate --out from the same project");
  }
  return out;
}

}  // namespace

std::shared_ptr<const History> recordedRun(const std::filesystem::path& file, const Model& model) {
  if (file.extension() != ".csv") throw Error(ExitCode::kUsage, "--run " + file.string() + ": runs are .csv tables");
  const Table table = readTable(file);
  const std::vector<int> columns = columnsOf(table, model, file.string());
  if (table.rows.empty()) throw Error(ExitCode::kBadFile, file.string() + ": has no rows");
  const auto history = emptyHistory(model, table.rows.size());
  const std::size_t inputs = columns.size() - 4;
  std::vector<double> row(columns.size());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      row[i] = columns[i] >= 0 ? table.rows[r][static_cast<std::size_t>(columns[i])]
               : i < inputs    ? 0.0
                               : std::numeric_limits<double>::quiet_NaN();
    if (r > 0 && !(row[0] > history->time(r - 1)))
      throw Error(ExitCode::kBadFile, file.string() + ":" + std::to_string(r + 2) + ": the times do not ascend");
    append(*history, model, row);
  }
  return history;
}

std::shared_ptr<const History> simulatedRun(const std::shared_ptr<const Model>& model, const Streams& streams) {
  std::vector<std::vector<double>> rows;
  SimulationResult result;
  try {
    Program program(model);
    ProgressBar bar(streams.diagnostics, streams.terminal, "simulating");
    SimulationRequest request;
    request.cancel = streams.cancel;
    request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
    request.progress = [&](double fraction) { bar.show(fraction); };
    result = simulate(program, request);
  } catch (const std::invalid_argument& unknown) {
    throw Error(ExitCode::kBadFile, std::string("simulation: ") + unknown.what());
  }
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; nothing was drawn");
  const auto history = emptyHistory(*model, rows.size());
  for (const std::vector<double>& row : rows) append(*history, *model, row);
  return history;
}

}  // namespace tendril::cli
