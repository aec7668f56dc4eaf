// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/equilibria/equilibrium_request.hpp"

#include <cstdio>
#include <ostream>
#include <sstream>

#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/quantities/state_file.hpp"

namespace tendril::cli {
namespace {

StateRequest readInputs(const std::filesystem::path& file, const Model& model) {
  StateFile states = parseStates(file.empty() ? "{}" : textOfFile(file.string()), model);
  if (states.many)
    throw Error(ExitCode::kBadFile, file.string() + ": an equilibrium takes one set of inputs, not \"states\"");
  return std::move(states.states.front());
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

}  // namespace

EquilibriumRequest readEquilibrium(const ProjectOptions& options, const std::filesystem::path& inputs,
                                   std::ostream& diagnostics, const std::function<void(Description&)>& change) {
  Project project = readProjectFile(options, diagnostics);
  if (change) change(project.description);
  EquilibriumRequest out;
  out.model = buildProject(project, diagnostics);
  const StateRequest given = readInputs(inputs, *out.model);
  if (!given.wrenches.empty()) {
    for (const description::Load& wrench : given.wrenches) project.description.loads.push_back(wrench);
    std::ostringstream told;  // warnings were given above
    out.model = buildProject(project, told);
  }
  out.problem.t = given.values.t;
  out.problem.u = clipped(*out.model, given.values.u, diagnostics);
  out.problem.tau = given.values.tau;
  out.v = given.values.v;
  if (given.values.q != out.model->q0) out.problem.q = given.values.q;
  return out;
}

StaticsResult findEquilibrium(const EquilibriumRequest& request, bool stable, const Streams& streams) {
  tendril::StaticsOptions settings;
  settings.cancel = streams.cancel;
  settings.preferStable = stable;
  settings.analyticTangent = request.model->simulation.analyticJacobian;
  Data data(*request.model);
  StaticsResult result = solveStatics(*request.model, data, request.problem, settings);
  if (!result.converged) throw Error(ExitCode::kFailed, result.failure);
  return result;
}

std::string stabilityText(const StaticsResult& result) {
  if (result.stable) return "stable";
  if (result.neutral.empty())
    return "not stable: the smallest push makes the robot leave it; --stable looks where it goes to rest";
  std::string names;
  for (const std::string& name : result.neutral) names += (names.empty() ? "" : ", ") + name;
  return "neutral: can move without effort at " + names;
}

void printCoordinates(const Model& model, const VecX& q, std::ostream& out) {
  char text[32];
  for (const Link& link : model.links) {
    const int first = link.qJoint, count = link.nqJoint + link.nBody;
    if (count == 0) continue;
    out << link.name << '\n';
    for (int i = 0; i < count; i += 6) {
      for (int k = i; k < std::min(i + 6, count); ++k) {
        std::snprintf(text, sizeof text, "%13.6g", q[first + k]);
        out << text;
      }
      out << '\n';
    }
  }
}

}  // namespace tendril::cli
