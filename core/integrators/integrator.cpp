// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/integrator.hpp"

#include <array>
#include <stdexcept>

#include "core/integrators/integrator_types.hpp"

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

double Integrator::balanceResidual(const Energy& energy) const {
  return energy.total() - energy.cables - statistics_.energyStart - statistics_.workIn + statistics_.dissipated;
}

double Integrator::balancePercent(const Energy& energy) const {
  return statistics_.flowed() > 0 ? 100 * balanceResidual(energy) / statistics_.flowed() : 0.0;
}

}  // namespace tendril
