// SPDX-License-Identifier: BSD-3-Clause
// What the builders of controllers share. Controllers are made when the model is indexed, because sizes are known only
// then.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/builder/build_context.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// n × n of a number, a diagonal or rows; a problem at `path` where another number is given.
MatX gainMatrix(const description::GainMatrix& given, int n, BuildContext& context, const std::string& path);
Sensor buildSensor(const description::Sensor& given, BuildContext& context, const std::string& path);
/// Indices into u of the inputs of actuators.
std::vector<int> inputsOf(const std::vector<description::ActuatorRef>& outputs, const Model& model,
                          const Description& description);

/// Adds a controller that `make(model, inputs, path)` makes; what it refuses as std::invalid_argument is a problem of
/// the controller, and with any problem there is none.
template <class Make>
void addController(const description::MeasuringController& given, const std::string& name, BuildContext& context,
                   Make make) {
  context.spec.controllers.emplace_back([=, &given, &context](const Model& model) -> std::shared_ptr<const Controller> {
    const std::string path = "controllers." + name;
    const std::size_t before = context.problems.size();
    try {
      std::shared_ptr<Controller> made = make(model, inputsOf(given.outputs, model, context.description), path);
      const Sensor sensor = buildSensor(given.sensor, context, path + ".sensor");
      std::optional<double> period;
      if (given.period) period = context.number(*given.period, path + ".period");
      if (context.problems.size() > before) return nullptr;
      made->sensor = sensor, made->period = period;
      return made;
    } catch (const std::invalid_argument& error) {
      context.error(path, error.what());
      return nullptr;
    }
  });
}

}  // namespace tendril
