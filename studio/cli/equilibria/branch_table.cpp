// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/equilibria/tables.hpp"

#include <cstdio>
#include <ostream>

#include "core/equilibria/branch.hpp"
#include "core/session/simulate.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/state_node.hpp"
#include "studio/cli/io/table.hpp"

namespace tendril::cli {
namespace {

using json::Node;

Node pointNode(const Model& model, double s, const VecX& q) {
  Node node = Node::object();
  node.add("s", Node::ofNumber(s));
  addConfiguration(node, model, q);
  return node;
}

Node eventNode(const Model& model, const BranchEvent& event) {
  Node node = pointNode(model, event.s, event.q);
  node.add("from", Node::ofNumber(event.from));
  node.add("to", Node::ofNumber(event.to));
  node.add("located", Node::ofBool(event.located));
  return node;
}

Node eventNodes(const Model& model, const Branch& branch, BranchEvent::Kind kind) {
  Node list = Node::array();
  for (const BranchEvent& event : branch.events)
    if (event.kind == kind) list.items.push_back(eventNode(model, event));
  return list;
}

Node summary(const Model& model, const Branch& branch) {
  Node points = Node::array();
  for (const BranchPoint& point : branch.points) {
    Node node = pointNode(model, point.s, point.q);
    node.add("residual", Node::ofNumber(point.residual));
    node.add("stable", Node::ofBool(point.stable));
    points.items.push_back(std::move(node));
  }
  Node out = Node::object();
  out.add("points", std::move(points));
  out.add("folds", eventNodes(model, branch, BranchEvent::Kind::kFold));
  out.add("bifurcations", eventNodes(model, branch, BranchEvent::Kind::kBifurcation));
  out.add("iterations", Node::ofNumber(branch.iterations));
  out.add("complete", Node::ofBool(branch.complete));
  return out;
}

const char* kindName(BranchEvent::Kind kind) {
  return kind == BranchEvent::Kind::kFold ? "fold: the branch turns back" : "bifurcation: another branch crosses";
}

/// Calls `point` and `event` in the order of the branch.
template <class Point, class Event>
void walk(const Branch& branch, const Point& point, const Event& event) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < branch.points.size(); ++i) {
    point(branch.points[i]);
    for (; next < branch.events.size() && branch.events[next].after == i; ++next) event(branch.events[next]);
  }
}

void print(const Branch& branch, std::ostream& out) {
  char text[120];
  std::snprintf(text, sizeof text, "%zu points, %d Newton iterations\n", branch.points.size(), branch.iterations);
  out << text << "             s     residual  stable\n";
  walk(
      branch,
      [&](const BranchPoint& point) {
        std::snprintf(text, sizeof text, "%14.8g %12.2g  %s\n", point.s, point.residual, point.stable ? "yes" : "no");
        out << text;
      },
      [&](const BranchEvent& event) {
        std::snprintf(text, sizeof text, "%14.10g %12s  %s", event.s, "", kindName(event.kind));
        out << text;
        std::snprintf(text, sizeof text, "; not located, between %.6g and %.6g", event.from, event.to);
        out << (event.located ? "" : text) << '\n';
      });
}

/// Columns s, q, residual, stable, kind (0: a point, 1: a fold, 2: a bifurcation).
void writeTable(const std::filesystem::path& file, const Model& model, const Branch& branch) {
  const std::vector<std::string> record = recordHeader(model);
  std::vector<std::string> names = {"s"};
  names.insert(names.end(), record.begin() + 1, record.begin() + 1 + model.nq);
  names.insert(names.end(), {"residual", "stable", "kind"});
  TableWriter table(file, names);
  const auto row = [&](double s, const VecX& q, double residual, double stable, double kind) {
    std::vector<double> values = {s};
    values.insert(values.end(), q.data(), q.data() + q.size());
    values.insert(values.end(), {residual, stable, kind});
    table.write(values);
  };
  walk(
      branch, [&](const BranchPoint& point) { row(point.s, point.q, point.residual, point.stable, 0); },
      [&](const BranchEvent& event) { row(event.s, event.q, 0, 0, event.kind == BranchEvent::Kind::kFold ? 1 : 2); });
  table.finish();
}

}  // namespace

void followSweep(const StaticsOptions& options, const Streams& streams) {
  if (!options.out.empty() && options.out.extension() != ".csv")
    throw Error(ExitCode::kUsage, "--out " + options.out.string() + ": branches are written as .csv");
  EquilibriumRequest from = readEquilibrium(options.project, options.inputs, streams.diagnostics);
  const EquilibriumRequest to = readEquilibrium(options.project, options.to, streams.diagnostics);
  from.problem.q = findEquilibrium(from, options.stable, streams).q;
  BranchOptions settings;
  settings.points = options.points;
  settings.cancel = streams.cancel;
  Data data(*from.model);
  const Branch branch = followBranch({*from.model, from.problem}, {*to.model, to.problem}, data, settings);
  if (!options.out.empty()) writeTable(options.out, *from.model, branch);
  if (options.json) {
    streams.out << json::write(summary(*from.model, branch)) << '\n';
  } else {
    print(branch, streams.out);
  }
  if (!branch.complete) throw Error(ExitCode::kFailed, branch.failure);
}

}  // namespace tendril::cli
