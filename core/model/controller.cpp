// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/controller.hpp"

#include <cmath>

#include "core/model/model.hpp"

namespace tendril {

double samplingPeriod(const Controller& controller, const SimulationSettings& simulation) {
  if (controller.period) return *controller.period;
  const bool exact = controller.sensor.exact() && controller.sensor.delay == 0;
  return controller.canBeContinuous() && exact ? 0 : simulation.step;
}

std::vector<ControllerLayout> controllerLayouts(const Model& model) {
  std::vector<ControllerLayout> layouts;
  int offset = 0;
  for (const auto& controller : model.controllers) {
    ControllerLayout layout;
    layout.offset = offset;
    layout.stateSize = controller->stateSize();
    layout.outputs = static_cast<int>(controller->outputs.size());
    layout.signals = static_cast<int>(controller->signals().size());
    layout.measurement = model.nq + model.nv + model.anchorSize;
    const double period = samplingPeriod(*controller, model.simulation);
    // As many as are sampled within a delay, and the one that takes effect when the next is sampled.
    if (period > 0)
      layout.waiting = 1 + static_cast<int>(std::floor(controller->sensor.delay / period + kSamplingRounding));
    offset += layout.size();
    layouts.push_back(layout);
  }
  return layouts;
}

}  // namespace tendril
