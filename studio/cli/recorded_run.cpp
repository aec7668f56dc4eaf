// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/recorded_run.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/session/simulate.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

/// Signals of controllers, and where they lie in State::z.
struct ControllerNumbers {
  explicit ControllerNumbers(const Model& model) {
    for (const ControllerLayout& controller : controllerLayouts(model)) size += controller.size();
    const SignalCatalogue catalogue(model);
    for (const Signal& signal : catalogue.signals())
      if (signal.width == 1 && signal.sources[0].kind == SignalSource::Kind::kController)
        names.push_back(signal.name), places.push_back(signal.sources[0].index);
  }
  std::vector<std::string> names;
  std::vector<int> places;
  int size = 0;  ///< of the part of z that controllers have
};

std::shared_ptr<History> emptyHistory(const Model& model, const ControllerNumbers& controllers, std::size_t records) {
  constexpr std::size_t kChunk = 256;  // histories grow by whole chunks
  // t and four energies; a record with numbers of controllers also notes that it has them
  const std::size_t width = static_cast<std::size_t>(6 + model.nq + model.nv + model.nu + controllers.size);
  const std::size_t bytes = (records + kChunk) * width * sizeof(double);
  std::shared_ptr<StateLayout> layout;
  if (controllers.size > 0) {
    layout = std::make_shared<StateLayout>();
    layout->add("controllers", controllers.size);
  }
  return std::make_shared<History>(1, model.nq, model.nv, model.nu, bytes, std::move(layout));
}

/// One row in the order of recordHeader, then the numbers of controllers.
void append(History& history, const Model& model, const ControllerNumbers& controllers,
            const std::vector<double>& row) {
  using Map = Eigen::Map<const VecX>;
  const double* q = row.data() + 1;
  const double* v = q + model.nq;
  const double* u = v + model.nv;
  const double* e = u + model.nu;
  VecX z = VecX::Constant(controllers.size, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < controllers.places.size(); ++k) z[controllers.places[k]] = e[4 + k];
  history.append(row[0], Map(q, model.nq), Map(v, model.nv), Map(u, model.nu), {e[0], e[1], e[2]}, e[3], z);
}

std::string bare(std::string name) {
  std::erase(name, '\'');
  std::erase(name, ' ');
  return name;
}

/// Column of the table per entry of recordHeader and number of controllers; −1 where one of these, an input or energy
/// is missing.
std::vector<int> columnsOf(const Table& table, const Model& model, const ControllerNumbers& controllers,
                           const std::string& file) {
  std::vector<std::string> names;
  for (const std::string& name : table.names) names.push_back(bare(name));
  std::vector<std::string> header = recordHeader(model);
  header.insert(header.end(), controllers.names.begin(), controllers.names.end());
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
  const ControllerNumbers controllers(model);
  const std::vector<int> columns = columnsOf(table, model, controllers, file.string());
  if (table.rows.empty()) throw Error(ExitCode::kBadFile, file.string() + ": has no rows");
  const auto history = emptyHistory(model, controllers, table.rows.size());
  const std::size_t inputs = static_cast<std::size_t>(1 + model.nq + model.nv + model.nu);
  std::vector<double> row(columns.size());
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      row[i] = columns[i] >= 0 ? table.rows[r][static_cast<std::size_t>(columns[i])]
               : i < inputs    ? 0.0
                               : std::numeric_limits<double>::quiet_NaN();
    if (r > 0 && !(row[0] > history->time(r - 1)))
      throw Error(ExitCode::kBadFile, file.string() + ":" + std::to_string(r + 2) + ": the times do not ascend");
    append(*history, model, controllers, row);
  }
  return history;
}

std::shared_ptr<const History> simulatedRun(const std::shared_ptr<const Model>& model, const Streams& streams) {
  std::vector<std::vector<double>> rows;
  SimulationResult result;
  const ControllerNumbers controllers(*model);
  try {
    Program program(model);
    ProgressBar bar(streams.diagnostics, streams.terminal, "simulating");
    SimulationRequest request;
    request.cancel = streams.cancel;
    request.signals = controllers.names;
    request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
    request.progress = [&](double fraction) { bar.show(fraction); };
    result = simulate(program, request);
  } catch (const std::invalid_argument& unknown) {
    throw Error(ExitCode::kBadFile, std::string("simulation: ") + unknown.what());
  }
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; nothing was drawn");
  const auto history = emptyHistory(*model, controllers, rows.size());
  for (const std::vector<double>& row : rows) append(*history, *model, controllers, row);
  return history;
}

}  // namespace tendril::cli
