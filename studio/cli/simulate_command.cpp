// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/simulate.hpp"

#include <ostream>

#include "core/model/description/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/progress_bar.hpp"
#include "studio/cli/table.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// The options that stand for fields of the file, checked there.
ProjectOptions withSettings(const SimulateOptions& options) {
  ProjectOptions project = options.project;
  const auto set = [&](const char* field, const std::optional<double>& value) {
    if (value) project.settings.push_back(std::string("simulation.") + field + "=" + numberText(*value));
  };
  set("duration", options.duration);
  set("step", options.step);
  if (!options.integrator.empty()) project.settings.push_back("simulation.integrator=" + options.integrator);
  return project;
}

Program makeProgram(std::shared_ptr<const Model> model) {
  try {
    return Program(std::move(model));
  } catch (const std::invalid_argument& unknown) {
    throw Error(ExitCode::kBadFile, std::string("simulation.integrator: ") + unknown.what());
  }
}

Node summary(const SimulationResult& result) {
  Node node = objectOf({{"wall", result.wall},
                        {"real_time_factor", result.realTimeFactor},
                        {"steps", static_cast<double>(result.statistics.steps)},
                        {"substeps", static_cast<double>(result.statistics.substeps)},
                        {"jacobians", static_cast<double>(result.statistics.jacobians)},
                        {"newton", static_cast<double>(result.statistics.newton)},
                        {"balance", result.balance}});
  Node final = Node::object();
  final.add("t", Node::ofNumber(result.final.t));
  final.add("q", listNode(result.final.q, "q"));
  final.add("v", listNode(result.final.v, "v"));
  node.add("final", std::move(final));
  return node;
}

void print(const SimulationResult& result, std::ostream& out) {
  char text[256];
  std::snprintf(text, sizeof text,
                "simulated to t = %.6g s in %.3g s of wall time, %.3g × real time\n"
                "%lld steps asked for, %lld made, %lld Newton iterations, %lld iteration matrices\n"
                "energy balance residual %.3g %% of what flowed\n",
                result.final.t, result.wall, result.realTimeFactor, static_cast<long long>(result.statistics.steps),
                static_cast<long long>(result.statistics.substeps), static_cast<long long>(result.statistics.newton),
                static_cast<long long>(result.statistics.jacobians), result.balance);
  out << text << "final state\n" << readable(summary(result).items.back());
}

}  // namespace

void simulateCommand(const SimulateOptions& options, const Streams& streams) {
  if (!options.out.empty() && options.out.extension() != ".csv")
    throw Error(ExitCode::kUsage, "--out " + options.out.string() + ": runs are written as .csv");
  if (options.every && !(*options.every > 0)) throw Error(ExitCode::kUsage, "--every must be greater than 0");
  const Project project = readProjectFile(withSettings(options), streams.diagnostics);
  Program program = makeProgram(buildProject(project, streams.diagnostics));
  SimulationRequest request;
  request.every = options.every.value_or(0);
  request.cancel = streams.cancel;
  std::optional<TableWriter> table;
  if (!options.out.empty()) table.emplace(options.out, recordHeader(*program.model));
  if (table) request.row = [&](const std::vector<double>& row) { table->write(row); };
  SimulationResult result;
  {
    ProgressBar bar(streams.diagnostics, streams.terminal, "simulating");
    request.progress = [&](double fraction) { bar.show(fraction); };
    result = simulate(program, request);
  }
  if (table) table->finish();
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  if (options.json) {
    streams.out << json::write(summary(result)) << '\n';
  } else {
    print(result, streams.out);
  }
  if (result.cancelled) throw Error(ExitCode::kInterrupted, "interrupted; what was computed is written");
}

}  // namespace tendril::cli
