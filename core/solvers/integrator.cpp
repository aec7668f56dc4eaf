// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/integrator.hpp"

#include <array>
#include <stdexcept>

#include "core/math/message_number.hpp"
#include "core/solvers/integrator_types.hpp"

namespace tendril {

#define TENDRIL_DECLARE(name, make) std::unique_ptr<Integrator> make(const SimulationSettings& settings);
TENDRIL_INTEGRATORS(TENDRIL_DECLARE)
#undef TENDRIL_DECLARE

namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Integrator> (*make)(const SimulationSettings&);
};

#define TENDRIL_ENTRY(name, make) Entry{#name, make},
constexpr std::array kEntries = {TENDRIL_INTEGRATORS(TENDRIL_ENTRY)};
#undef TENDRIL_ENTRY

std::string describe(Failure::Kind kind) {
  switch (kind) {
    case Failure::Kind::kNotFinite:
      return "a value is no longer a finite number";
    case Failure::Kind::kNewtonDiverged:
      return "the equations of a step could not be solved, not even with smaller steps";
    case Failure::Kind::kSingularMassMatrix:
      return "something can move without inertia (singular mass matrix)";
    case Failure::Kind::kStepTooSmall:
      return "the time step does not advance time";
    case Failure::Kind::kLoopOpen:
      return "a loop cannot be closed";
    case Failure::Kind::kToleranceNotMet:
      return "no step is short enough to keep the error within the tolerances";
    case Failure::Kind::kMotionJumps:
      return "the position that a drive is to have jumps";
    case Failure::Kind::kMotionBlocked:
      return "the loops do not let a drive move as it is to";
    case Failure::Kind::kInadmissible:
      return "its primitives cannot deform it further";
    case Failure::Kind::kDiverged:
      return "the motion has diverged";
  }
  return {};
}

}  // namespace

std::unique_ptr<Integrator> makeIntegrator(const SimulationSettings& settings) {
  std::string known;
  for (const Entry& entry : kEntries) {
    if (settings.integrator == entry.name) return entry.make(settings);
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw std::invalid_argument("simulation.integrator: there is no integrator \"" + settings.integrator +
                              "\"; known are " + known);
}

std::vector<std::string> integratorNames() {
  std::vector<std::string> names;
  for (const Entry& entry : kEntries) names.emplace_back(entry.name);
  return names;
}

std::string Failure::message() const {
  std::string text = "Stopped at t = " + messageNumber(time, 6) + " s";
  if (!linkName.empty()) text += " in link \"" + linkName + "\"";
  text += ": " + describe(kind) + ".";
  if (!advice.empty()) text += " " + advice;
  return text;
}

void SignalInputs::evaluate(double t, VecXMut u, VecXMut tau) const {
  model_.inputsAt(t, u);
  tau.setZero();
}

int linkOfVelocity(const Model& model, int v) {
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const Link& link = model.links[i];
    if (v >= link.vJoint && v < link.vJoint + link.nvJoint) return i;
    if (v >= link.vBody && v < link.vBody + link.nBody) return i;
  }
  return -1;
}

double Integrator::balanceResidual(const Energy& energy) const {
  return energy.total() - energy.cables - statistics_.energyStart - statistics_.workIn + statistics_.dissipated;
}

double Integrator::balancePercent(const Energy& energy) const {
  return statistics_.flowed() > 0 ? 100 * balanceResidual(energy) / statistics_.flowed() : 0.0;
}

}  // namespace tendril
