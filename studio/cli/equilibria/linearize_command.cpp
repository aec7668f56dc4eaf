// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <ostream>
#include <stdexcept>

#include "core/equilibria/linearization.hpp"
#include "core/session/linear_signals.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/equilibria/equilibrium_request.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/linear/linear_files.hpp"

namespace tendril::cli {
namespace {

/// Where it is linearised, and how that is called.
struct Place {
  std::shared_ptr<const Model> model;
  OperatingPoint point;
  std::string words;
};

OperatingPoint pointOf(const StaticsProblem& problem) {
  OperatingPoint out;
  out.t = problem.t, out.q = problem.q, out.u = problem.u, out.tau = problem.tau;
  return out;
}

Place findPlace(const LinearizeOptions& options, const Streams& streams) {
  const bool given = !options.state.empty();
  const EquilibriumRequest request =
      readEquilibrium(options.project, given ? options.state : options.inputs, streams.diagnostics);
  Place out{request.model, pointOf(request.problem), "the state given"};
  if (given) {
    out.point.v = request.v;
  } else if (options.at == "initial") {
    out.words = "the initial state, with the signals at t = 0";
    out.point.v = out.model->v0;
    if (options.inputs.empty()) out.model->inputsAt(0, out.point.u);
  } else {
    const StaticsResult rest = findEquilibrium(request, options.stable, streams);
    out.point.q = rest.q;
    out.words = "the equilibrium, which is " + stabilityText(rest);
  }
  return out;
}

std::string counted(std::size_t count, const char* one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

std::string mark(bool good, double value) {
  char text[32];
  std::snprintf(text, sizeof text, good ? "%.1e" : "no (%.0e)", value);
  return text;
}

void printPoles(const LinearSystem& system, const PoleAnalysis& poles, std::ostream& out) {
  out << "          pole (1/s)          frequency (Hz)   damping    inputs move it  outputs see it  moves most\n";
  char text[160];
  for (std::size_t k = 0; k < poles.poles.size(); ++k) {
    const Pole& pole = poles.poles[k];
    if (pole.value.imag() < 0) continue;  // the other of a pair
    char imaginary[32] = "";
    if (pole.value.imag() > 0) std::snprintf(imaginary, sizeof imaginary, "± %.6g i", pole.value.imag());
    std::snprintf(text, sizeof text, "%14.6g %-15s %14.6g %9.4g %17s %15s  ", pole.value.real(), imaginary,
                  pole.frequency, pole.damping, mark(pole.controllable, pole.controllability).c_str(),
                  mark(pole.observable, pole.observability).c_str());
    out << text << movesMost(system, poles, k) << '\n';
  }
}

void print(const Place& place, const Linearization& found, const PoleAnalysis& poles, std::ostream& out) {
  const LinearSystem& system = found.system;
  out << "linearised at " << place.words << '\n';
  out << counted(system.states.size(), "state") << ", " << counted(system.inputs.size(), "input") << ", "
      << counted(system.outputs.size(), "output") << "; " << poles.controllableRank << " states can be controlled, "
      << poles.observableRank << " observed; " << (poles.stable ? "stable" : "not stable") << '\n';
  for (const int input : found.held)
    out << place.model->inputName(input) << " prescribes a motion: its joint keeps to it, and it is no input\n";
  char text[96];
  std::snprintf(text, sizeof text, "this is no equilibrium: accelerations up to %.3g stay\n", found.unbalanced);
  if (found.unbalanced > 1e-6) out << text;
  printPoles(system, poles, out);
  printCoordinates(*place.model, found.q, out);
}

}  // namespace

void linearizeCommand(const LinearizeOptions& options, const Streams& streams) {
  const Place place = findPlace(options, streams);
  Linearization found;
  try {
    const std::vector<LinearOutput> outputs =
        options.outputs.empty() ? usualLinearOutputs(*place.model) : linearOutputs(*place.model, options.outputs);
    Data data(*place.model);
    found = linearize(*place.model, data, place.point, outputs);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
  const PoleAnalysis poles = analysePoles(found.system);
  try {
    if (!options.output.empty()) writeLinear(options.output, *place.model, found, poles);
  } catch (const std::invalid_argument& error) {  // an ending that says no format
    throw Error(ExitCode::kUsage, std::string("--output ") + error.what());
  }
  if (options.json) {
    streams.out << json::write(linearNode(*place.model, found, poles)) << '\n';
  } else {
    print(place, found, poles, streams.out);
  }
}

}  // namespace tendril::cli
