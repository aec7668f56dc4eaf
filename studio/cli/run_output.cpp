// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/run_output.hpp"

#include <fstream>

#include "core/text/number_text.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/recording/recorded_file.hpp"

namespace tendril::cli {
namespace {

/// run.csv → run.events.csv, if there are any: t, kind, begins, text.
void writeEvents(const std::filesystem::path& table, const std::vector<RunEvent>& events) {
  std::filesystem::path file = table;
  file.replace_extension(".events.csv");
  std::error_code ignored;
  std::filesystem::remove(file, ignored);  // of an earlier run
  if (events.empty()) return;
  std::ofstream stream(file);
  stream << "t,kind,begins,text\n";
  for (const RunEvent& event : events) {
    std::string text = event.text;  // quotes are doubled inside quotes
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, 1, '"');
    stream << numberText(event.t) << (event.kind == EventKind::kContact ? ",contact," : ",limit,") << !event.ends
           << ",\"" << text << "\"\n";
  }
  if (!stream.flush()) throw Error(ExitCode::kFailed, file.string() + ": cannot be written");
}

std::vector<std::string> columnNames(const Model& model, const SimulationRequest& request) {
  std::vector<std::string> names = recordHeader(model);
  names.insert(names.end(), request.signals.begin(), request.signals.end());
  return names;
}

/// Of the table.
std::vector<std::string> headings(const SimulateOptions& options, const Model& model,
                                  const SimulationRequest& request) {
  std::vector<std::string> names = columnNames(model, request);
  if (!options.headerUnits) return names;
  const std::vector<RecordedColumn> columns = recordedColumns(SignalCatalogue(model), names);
  for (std::size_t c = 0; c < names.size(); ++c) names[c] = headingWithUnit(names[c], columns[c].unit);
  return names;
}

/// A table, that appears when it is whole.
class TableOutput : public RunOutput {
 public:
  TableOutput(const SimulateOptions& options, const Model& model, SimulationRequest& request)
      : file_(options.out), table_(options.out, headings(options, model, request)) {
    request.row = [this](const std::vector<double>& row) { table_.write(row); };
  }
  void finish(const SimulationResult& result) override {
    table_.finish();
    writeEvents(file_, result.events);
  }

 private:
  std::filesystem::path file_;
  TableWriter table_;
};

RunOrigin originOf(const SimulateOptions& options, const Project& project, const Model& model, double every) {
  return {.project = projectText(project.description),
          .projectFile = options.project.file,
          .projectDirectory = project.directory,
          .integrator = model.simulation.integrator,
          .step = model.simulation.step,
          .every = every > 0 ? every : 1 / model.simulation.recordRate,
          .seed = static_cast<double>(model.simulation.seed),
          .options = options.commandLine,
          .resumed = options.from};
}

/// A recording, that grows with the run.
class RecordingOutput : public RunOutput {
 public:
  RecordingOutput(const SimulateOptions& options, const Project& project, const Model& model,
                  SimulationRequest& request)
      : recorder_(options.out, recordedColumns(SignalCatalogue(model), columnNames(model, request)),
                  originOf(options, project, model, request.every), initialState(model)) {
    request.row = [this](const std::vector<double>& row) { recorder_.row(row); };
    request.state = [this](const State& state) { recorder_.state(state); };
  }
  void finish(const SimulationResult& result) override {
    recorder_.finish({.failure = result.failure ? result.failure->message() : "",
                      .cancelled = result.cancelled,
                      .wall = result.wall,
                      .balance = result.balance,
                      .steps = static_cast<double>(result.statistics.steps),
                      .events = result.events,
                      .warnings = result.warnings});
  }

 private:
  RunRecorder recorder_;
};

/// A recording replaces the file from its first moment on, so it may not be one that is still to be read.
void checkNotRead(const SimulateOptions& options) {
  std::error_code ignored;
  const std::string from = options.from.substr(0, options.from.rfind('@'));
  for (const std::filesystem::path& read : {options.project.file, std::filesystem::path(from)})
    if (std::filesystem::equivalent(read, options.out, ignored))
      throw Error(ExitCode::kUsage,
                  "--out " + options.out.string() + ": the run begins from this file; give the new one another name");
}

}  // namespace

std::unique_ptr<RunOutput> openRunOutput(const SimulateOptions& options, const Project& project, const Model& model,
                                         SimulationRequest& request) {
  if (options.out.empty()) return nullptr;
  request.signals = recordedSignals(model);
  if (options.out.extension() == ".csv") return std::make_unique<TableOutput>(options, model, request);
  checkNotRead(options);
  try {
    return std::make_unique<RecordingOutput>(options, project, model, request);
  } catch (const RecordingError& error) {
    throw Error(ExitCode::kFailed, error.what());
  }
}

void checkRunFile(const std::filesystem::path& out) {
  if (!out.empty() && out.extension() != ".csv" && !isRecordingName(out))
    throw Error(ExitCode::kUsage, "--out " + out.string() + ": runs are written as .h5 or .csv");
}

}  // namespace tendril::cli
