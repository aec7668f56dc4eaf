// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equilibria/modes.hpp"

#include <cmath>
#include <cstdio>
#include <ostream>

#include "studio/cli/commands.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/state_node.hpp"

namespace tendril::cli {
namespace {

using json::Node;

Node summary(const Model& model, const Modes& found) {
  Node node = Node::object();
  node.add("frequencies", listNode(found.frequencies, "frequencies"));
  node.add("damping", listNode(found.damping, "damping"));
  node.add("shapes", rowsNode(found.shapes, "shapes"));
  node.add("eigenvalues", listNode(found.eigenvalues, "eigenvalues"));
  node.add("stable", Node::ofBool(found.stable));
  node.add("unstable_modes", Node::ofNumber(found.unstableModes));
  node.add("rigid_modes", Node::ofNumber(found.rigidModes));
  node.add("asymmetry", Node::ofNumber(found.asymmetry));
  node.add("growth", Node::ofNumber(found.growth));
  addConfiguration(node, model, found.q);
  node.add("residual", Node::ofNumber(found.residual));
  return node;
}

/// The coordinate that holds most of a mode's kinetic energy.
std::string moves(const Model& model, const MatX& mass, const VecX& shape) {
  Eigen::Index most = 0;
  shape.cwiseProduct(mass * shape).cwiseAbs().maxCoeff(&most);
  return model.velocityName(static_cast<int>(most));
}

std::string row(const Modes& found, int k) {
  char text[96];
  if (found.rigid(k)) {
    std::snprintf(text, sizeof text, "%4d %14s %12s  ", k + 1, "0 (rigid)", "");
  } else if (found.unstable(k)) {
    std::snprintf(text, sizeof text, "%4d %14s %12s  ", k + 1, "unstable", "");
  } else {
    std::snprintf(text, sizeof text, "%4d %14.6g %12.4g  ", k + 1, found.frequencies[k], found.damping[k]);
  }
  return text;
}

void print(const Model& model, Data& data, const StaticsResult& rest, const Modes& found, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "about the equilibrium at q below, residual %.2g of the load; it is ",
                found.residual);
  out << text << stabilityText(rest) << '\n';
  if (found.growth > 0) {
    std::snprintf(text, sizeof text, "it flutters: a motion grows by a factor of e in %.3g s\n", 1 / found.growth);
    out << text;
  }
  if (found.asymmetry > 1e-9)
    out << "some forces have no potential (they follow links): frequencies are those of the symmetric part\n";
  out << "mode frequency (Hz)      damping  moves most\n";
  massMatrix(model, data, found.q);
  for (int k = 0; k < found.count(); ++k)
    out << row(found, k) << moves(model, data.massMatrix, found.shapes.col(k)) << '\n';
  printCoordinates(model, found.q, out);
}

}  // namespace

void modes(const ModesOptions& options, const Streams& streams) {
  EquilibriumRequest request = readEquilibrium(options.project, options.inputs, streams.diagnostics);
  const StaticsResult rest = findEquilibrium(request, options.stable, streams);
  request.problem.q = rest.q;
  Data data(*request.model);
  const Modes found = modalAnalysis(*request.model, data, request.problem, options.count);
  if (!found.failure.empty()) throw Error(ExitCode::kFailed, found.failure);
  if (options.json) {
    streams.out << json::write(summary(*request.model, found)) << '\n';
  } else {
    print(*request.model, data, rest, found, streams.out);
  }
}

}  // namespace tendril::cli
