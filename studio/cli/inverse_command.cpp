// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "core/project/json_tree.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/inverse/controlled_motion.hpp"
#include "studio/inverse/inverse_run.hpp"

namespace tendril::cli {
namespace {

using json::Node;

void print(const Model& model, const InverseSummary& summary, int order, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "%lld instants with derivatives up to order %d, %.3g µs each\n",
                static_cast<long long>(summary.rows), order, 1e6 * summary.seconds / static_cast<double>(summary.rows));
  out << text << "largest forces:\n";
  for (int v = 0; v < model.nv; ++v) {
    std::snprintf(text, sizeof text, "  %-28s %.6g\n", model.velocityName(v).c_str(), summary.largest[v]);
    out << text;
  }
}

void printJson(const Model& model, const InverseSummary& summary, int order, std::ostream& out) {
  Node largest = Node::object();
  for (int v = 0; v < model.nv; ++v) largest.add(model.velocityName(v), Node::ofNumber(summary.largest[v]));
  Node answer = Node::object();
  answer.add("rows", Node::ofNumber(static_cast<double>(summary.rows)));
  answer.add("order", Node::ofNumber(order));
  answer.add("wall", Node::ofNumber(summary.seconds));
  answer.add("largest", std::move(largest));
  out << json::write(answer) << '\n';
}

}  // namespace

void inverse(const InverseOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics, RobotPart::kLinkSide);
  try {
    MotionPlan plan = options.reference.empty()
                          ? controlledMotion(project.description, project.directory, *model)
                          : readMotionPlan(options.reference, project.description, project.directory, *model);
    InverseRun run(*model, std::move(plan), options.order, options.full);
    std::optional<TableWriter> table;
    std::vector<std::string> names;
    for (const InverseColumn& column : run.columns()) names.push_back(column.name);
    if (!options.out.empty()) table.emplace(options.out, std::move(names));
    ProgressBar bar(streams.diagnostics, streams.terminal, "inverse dynamics");
    const InverseSummary summary = run.run(
        [&](const std::vector<double>& row) {
          if (table) table->write(row);
        },
        [&](double share) { bar.show(share); }, streams.cancel);
    if (table) table->finish();
    options.json ? printJson(*model, summary, options.order, streams.out)
                 : print(*model, summary, options.order, streams.out);
  } catch (const Error&) {
    throw;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  } catch (const std::runtime_error& error) {  // NoTimeDerivatives, a path without a tangent
    throw Error(ExitCode::kBadFile, error.what());
  }
}

}  // namespace tendril::cli
