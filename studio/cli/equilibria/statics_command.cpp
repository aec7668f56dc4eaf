// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <ostream>

#include "studio/cli/commands.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/equilibria/tables.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/state_node.hpp"

namespace tendril::cli {
namespace {

using json::Node;

Node summary(const Model& model, const StaticsResult& result) {
  Node node = Node::object();
  addConfiguration(node, model, result.q);
  node.add("residual", Node::ofNumber(result.residual));
  node.add("iterations", Node::ofNumber(result.iterations));
  node.add("load_steps", Node::ofNumber(result.loadSteps));
  node.add("stable", Node::ofBool(result.stable));
  return node;
}

void print(const Model& model, const StaticsResult& result, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "equilibrium, residual %.2g of the load, %d iterations, %d load step%s\n",
                result.residual, result.iterations, result.loadSteps, result.loadSteps == 1 ? "" : "s");
  out << text << stabilityText(result) << '\n';
  printCoordinates(model, result.q, out);
}

}  // namespace

void statics(const StaticsOptions& options, const Streams& streams) {
  if (!options.to.empty() && !options.targets.empty())
    throw Error(ExitCode::kUsage, "--to follows given inputs, --targets looks for them: give one of the two");
  if (options.workspace > 0 && !(options.to.empty() && options.targets.empty()))
    throw Error(ExitCode::kUsage, "--workspace samples all inputs: give neither --to nor --targets with it");
  if (options.workspace > 0) return findWorkspace(options, streams);
  if (!options.targets.empty()) return findTargets(options, streams);
  if (!options.to.empty()) return followSweep(options, streams);
  if (!options.out.empty()) throw Error(ExitCode::kUsage, "--out is a table and needs --to, --targets or --workspace");
  const EquilibriumRequest request = readEquilibrium(options.project, options.inputs, streams.diagnostics);
  const StaticsResult result = findEquilibrium(request, options.stable, streams);
  if (options.json) {
    streams.out << json::write(summary(*request.model, result)) << '\n';
  } else {
    print(*request.model, result, streams.out);
  }
}

}  // namespace tendril::cli
