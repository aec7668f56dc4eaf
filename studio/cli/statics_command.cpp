// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solvers/statics.hpp"

#include <cmath>
#include <fstream>
#include <ostream>
#include <sstream>

#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/state_file.hpp"

namespace tendril::cli {
namespace {

using json::Node;

StateRequest inputsOf(const StaticsOptions& options, const Model& model) {
  std::ostringstream text;
  if (options.inputs.empty()) {
    text << "{}";
  } else {
    std::ifstream stream(options.inputs);
    if (stream) text << stream.rdbuf();
    if (!stream || std::filesystem::is_directory(options.inputs))
      throw Error(ExitCode::kBadFile, options.inputs.string() + ": cannot be read");
  }
  StateFile file = parseStates(text.str(), model);
  if (file.many)
    throw Error(ExitCode::kBadFile, options.inputs.string() + ": statics takes one set of inputs, not \"states\"");
  return std::move(file.states.front());
}

/// Within the ranges of the actuators; says what was changed.
VecX clipped(const Model& model, const VecX& u, std::ostream& diagnostics) {
  VecX out = u;
  model.clipInputs(out);
  for (int i = 0; i < model.nu; ++i)
    if (out[i] != u[i])
      diagnostics << "warning: " << model.inputName(i) << " is clipped from " << u[i] << " to " << out[i]
                  << ", the end of its range\n";
  return out;
}

Node summary(const StaticsResult& result) {
  Node node = Node::object();
  node.add("q", listNode(result.q, "q"));
  node.add("residual", Node::ofNumber(result.residual));
  node.add("iterations", Node::ofNumber(result.iterations));
  node.add("load_steps", Node::ofNumber(result.loadSteps));
  node.add("stable", Node::ofBool(result.stable));
  return node;
}

std::string stability(const StaticsResult& result) {
  if (result.stable) return "stable";
  if (result.neutral.empty())
    return "not stable: the smallest push makes the robot leave it; --stable looks where it goes to rest";
  std::string names;
  for (const std::string& name : result.neutral) names += (names.empty() ? "" : ", ") + name;
  return "neutral: can move without effort at " + names;
}

void print(const Model& model, const StaticsResult& result, std::ostream& out) {
  char text[160];
  std::snprintf(text, sizeof text, "equilibrium, residual %.2g of the load, %d iterations, %d load step%s\n",
                result.residual, result.iterations, result.loadSteps, result.loadSteps == 1 ? "" : "s");
  out << text << stability(result) << '\n';
  for (const Link& link : model.links) {
    const int first = link.qJoint, count = link.nqJoint + link.nBody;
    if (count == 0) continue;
    out << link.name << '\n';
    for (int i = 0; i < count; i += 6) {
      for (int k = i; k < std::min(i + 6, count); ++k) {
        std::snprintf(text, sizeof text, "%13.6g", result.q[first + k]);
        out << text;
      }
      out << '\n';
    }
  }
}

}  // namespace

void statics(const StaticsOptions& options, const Streams& streams) {
  Project project = readProjectFile(options.project, streams.diagnostics);
  std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  const StateRequest given = inputsOf(options, *model);
  if (!given.wrenches.empty()) {
    for (const description::Load& wrench : given.wrenches) project.description.loads.push_back(wrench);
    std::ostringstream told;  // warnings were given above
    model = buildProject(project, told);
  }
  StaticsProblem problem;
  problem.t = given.values.t;
  problem.u = clipped(*model, given.values.u, streams.diagnostics);
  problem.tau = given.values.tau;
  if (given.values.q != model->q0) problem.q = given.values.q;
  tendril::StaticsOptions settings;
  settings.cancel = streams.cancel;
  settings.preferStable = options.stable;
  Data data(*model);
  const StaticsResult result = solveStatics(*model, data, problem, settings);
  if (!result.converged) throw Error(ExitCode::kFailed, result.failure);
  if (options.json) {
    streams.out << json::write(summary(result)) << '\n';
  } else {
    print(*model, result, streams.out);
  }
}

}  // namespace tendril::cli
