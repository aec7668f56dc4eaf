// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/equilibria/tables.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <ostream>
#include <span>

#include "core/session/simulate.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/state_node.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/io/targets_file.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// One row of the answer.
struct Found {
  double t = 0;
  EquilibriumTargetsResult at;
  VecX coordinates;  ///< nu: actuation coordinates
};

double largestMiss(const EquilibriumTargetsResult& result) {
  return result.misses.size() ? result.misses.cwiseAbs().maxCoeff() : 0;
}

Node nodeOf(const Model& model, const Found& found) {
  Node inputs = Node::object(), coordinates = Node::object(), ended = Node::array();
  for (int i = 0; i < model.nu; ++i) {
    inputs.add(model.inputName(i), Node::ofNumber(found.at.u[i]));
    coordinates.add(model.inputName(i), Node::ofNumber(found.coordinates[i]));
  }
  for (const int input : found.at.ended) ended.items.push_back(Node::ofText(model.inputName(input)));
  Node node = Node::object();
  node.add("t", Node::ofNumber(found.t));
  node.add("reached", Node::ofBool(found.at.reached));
  node.add("nearest", Node::ofBool(found.at.nearest));
  node.add("misses", listNode(found.at.misses, "misses"));
  node.add("inputs", std::move(inputs));
  node.add("actuation_coordinates", std::move(coordinates));
  node.add("at_their_ends", std::move(ended));
  addConfiguration(node, model, found.at.q);
  node.add("residual", Node::ofNumber(found.at.residual));
  node.add("iterations", Node::ofNumber(found.at.iterations));
  return node;
}

void print(const Model& model, const Found& found, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "t = %-9g %s, largest miss %.3g, %d steps\n", found.t,
                found.at.reached ? "reached" : "not reached, as near as can be", largestMiss(found.at),
                found.at.iterations);
  out << text;
  for (int i = 0; i < model.nu; ++i) {
    const bool ended = std::ranges::find(found.at.ended, i) != found.at.ended.end();
    std::snprintf(text, sizeof text, "  %-24s %13.6g%s\n", model.inputName(i).c_str(), found.at.u[i],
                  ended ? "  at an end of its range" : "");
    out << text;
  }
}

/// Columns t, q and u as `simulate` names them, then the actuation coordinates as y, the largest miss, whether the
/// targets were reached.
class TargetsTable {
 public:
  TargetsTable(const std::filesystem::path& file, const Model& model) : table_(file, namesOf(model)) {}

  void write(const Found& found) {
    std::vector<double> row = {found.t};
    const auto append = [&](const VecX& values) { row.insert(row.end(), values.begin(), values.end()); };
    append(found.at.q), append(found.at.u), append(found.coordinates);
    row.insert(row.end(), {largestMiss(found.at), found.at.reached ? 1.0 : 0.0});
    table_.write(row);
  }
  void finish() { table_.finish(); }

 private:
  static std::vector<std::string> namesOf(const Model& model) {
    const std::vector<std::string> record = recordHeader(model);
    std::vector<std::string> names(record.begin(), record.begin() + 1 + model.nq);
    const auto inputs = std::span(record).subspan(static_cast<std::size_t>(1 + model.nq + model.nv),
                                                  static_cast<std::size_t>(model.nu));
    names.insert(names.end(), inputs.begin(), inputs.end());
    for (std::string name : inputs) names.push_back(name.replace(name.rfind(".u["), 3, ".y["));
    names.insert(names.end(), {"miss", "reached"});
    return names;
  }
  TableWriter table_;
};

/// The equilibrium to begin with, of a model with the places of the targets.
EquilibriumRequest begin(const StaticsOptions& options, TargetsFile& targets, const Streams& streams) {
  EquilibriumRequest request = readEquilibrium(options.project, options.inputs, streams.diagnostics,
                                               [&](Description& project) { targets.addPlaces(project); });
  targets.resolve(*request.model);
  if (request.model->nu == 0) throw Error(ExitCode::kBadFile, "the robot has no inputs that could reach a target");
  request.problem.q = findEquilibrium(request, options.stable, streams).q;
  return request;
}

}  // namespace

void findTargets(const StaticsOptions& options, const Streams& streams) {
  if (!options.out.empty() && options.out.extension() != ".csv")
    throw Error(ExitCode::kUsage, "--out " + options.out.string() + ": equilibria are written as .csv");
  TargetsFile targets(options.targets);
  const EquilibriumRequest request = begin(options, targets, streams);
  const Model& model = *request.model;
  Data data(model);
  EquilibriumTargetsProblem problem{.targets = {}, .inputs = targets.inputs(), .q = request.problem.q, .u = {}};
  problem.u = request.problem.u.size() ? request.problem.u : VecX::Zero(model.nu);
  EquilibriumTargetsOptions settings;
  settings.cancel = streams.cancel;
  std::optional<TargetsTable> table;
  if (!options.out.empty()) table.emplace(options.out, model);
  Node list = Node::array();
  for (std::size_t i = 0; i < targets.times().size(); ++i) {
    problem.t = targets.times()[i], problem.targets = targets.at(i);
    Found found{problem.t, reachTargets(model, data, problem, settings), VecX::Zero(model.nu)};
    actuationCoordinates(model, data, found.at.q, found.coordinates);
    if (!found.at.failure.empty()) {
      if (table) table->finish();
      throw Error(ExitCode::kFailed, "targets at t = " + numberText(problem.t) + ": " + found.at.failure);
    }
    problem.q = found.at.q, problem.u = found.at.u;
    if (table) table->write(found);
    options.json ? list.items.push_back(nodeOf(model, found)) : print(model, found, streams.out);
  }
  if (table) table->finish();
  if (!options.json) return;
  Node answer = Node::object();
  answer.add("equilibria", std::move(list));
  streams.out << json::write(answer) << '\n';
}

}  // namespace tendril::cli
