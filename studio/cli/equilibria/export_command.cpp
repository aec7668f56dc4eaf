// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ostream>

#include "studio/cli/commands.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"

namespace tendril::cli {
namespace {

using json::Node;

const ExportFormatInfo& formatOf(const ExportOptions& options) {
  const ExportFormatInfo* const format =
      options.format.empty() ? exportFormatOf(options.out) : findExportFormat(options.format);
  if (format) return *format;
  throw Error(ExitCode::kUsage, (options.format.empty() ? options.out.string() : "--format " + options.format) +
                                    ": no known format; known are " + exportFormatList());
}

void checkOptions(const ExportOptions& options, const ExportFormatInfo& format) {
  const bool placed = !options.at.empty() || !options.state.empty() || !options.inputs.empty();
  if (placed && !format.shape)
    throw Error(ExitCode::kUsage, "--at, --inputs and --state say where a shape is taken; " + std::string(format.name) +
                                      " is the robot itself, for all configurations: leave them out");
  if (options.softLinks > 0 && format.shape)
    throw Error(ExitCode::kUsage, "--soft-links is for urdf and mjcf; shapes show soft links as they are");
  if (!options.inputs.empty() && options.at != "equilibrium")
    throw Error(ExitCode::kUsage, "--inputs are those of an equilibrium: add --at equilibrium");
}

/// Where the shape is taken: the initial state, the state of a file, or the equilibrium.
ExportedModel exportShapeOf(const ExportOptions& options, const ExportFormatInfo& format, const Streams& streams,
                            const ShapeWriter& shapes) {
  if (!shapes) throw Error(ExitCode::kUsage, "this build writes no shapes; configure with TENDRIL_GUI=ON");
  const bool given = !options.state.empty();
  const EquilibriumRequest request =
      readEquilibrium(options.project, given ? options.state : options.inputs, streams.diagnostics);
  const Model& model = *request.model;
  ShapeInstant state{request.problem.t, given && request.problem.q.size() > 0 ? request.problem.q : model.q0, request.v,
                     request.problem.u};
  if (options.at == "equilibrium")
    state.q = findEquilibrium(request, options.stable, streams).q;
  else if (!given)
    model.inputsAt(0, state.u);
  return shapes(request.model, state, format.format, options.out, options.force);
}

ExportedModel exportRobotOf(const ExportOptions& options, const ExportFormatInfo& format, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const auto model = buildProject(project, streams.diagnostics);
  return exportRobot(project.description, *model, format.format, options.out,
                     {.softLinks = options.softLinks, .replace = options.force});
}

/// The format's key, and what was written.
std::pair<std::string, ExportedModel> exported(const ExportOptions& options, const Streams& streams,
                                               const ShapeWriters& writers) {
  if (asksForRun(options))
    return {options.out.extension().string().erase(0, 1), exportRun(options, streams, writers.series)};
  if (options.every || options.from || options.to || options.keys || !options.signals.empty())
    throw Error(ExitCode::kUsage, "--signals, --from, --to, --every and --keys are of a run: add --run run.h5");
  const ExportFormatInfo& format = formatOf(options);
  checkOptions(options, format);
  return {std::string(format.key), format.shape ? exportShapeOf(options, format, streams, writers.shape)
                                                : exportRobotOf(options, format, streams)};
}

}  // namespace

void exportCommand(const ExportOptions& options, const Streams& streams, const ShapeWriters& writers) {
  const auto [key, done] = exported(options, streams, writers);
  if (!done.ok()) throw Error(ExitCode::kBadFile, done.problems.front().text());
  if (!options.json) {
    for (const Problem& note : done.problems) streams.diagnostics << note.text() << '\n';
    for (const auto& file : done.files) streams.out << file.string() << '\n';
    return;
  }
  Node answer = Node::object(), files = Node::array(), notes = Node::array();
  for (const auto& file : done.files) files.items.push_back(Node::ofText(file.string()));
  for (const Problem& note : done.problems) notes.items.push_back(Node::ofText(note.text()));
  answer.add("format", Node::ofText(key));
  answer.add("files", std::move(files));
  answer.add("notes", std::move(notes));
  streams.out << json::write(answer) << '\n';
}

}  // namespace tendril::cli
