// SPDX-License-Identifier: BSD-3-Clause
// What the builders of controllers share. Controllers are made when the model is indexed, because sizes are known only
// then.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/builder/build_context.hpp"
#include "core/builder/builders.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// n × n of a number, a diagonal or rows; a problem at `path` where another number is given.
MatX gainMatrix(const description::GainMatrix& given, int n, BuildContext& context, const std::string& path);
Sensor buildSensor(const description::Sensor& given, BuildContext& context, const std::string& path);

/// Indices into u of the inputs of actuators.
std::vector<int> inputsOf(const std::vector<description::ActuatorRef>& outputs, const Model& model,
                          const Description& description);
template <class Value>
std::vector<int> inputsOf(const description::OrderedMap<description::ActuatorRef, Value>& outputs, const Model& model,
                          const Description& description) {
  std::vector<description::ActuatorRef> actuators;
  for (const auto& [actuator, value] : outputs.entries) actuators.push_back(actuator);
  return inputsOf(actuators, model, description);
}

/// What a controller measures with.
struct Sampling {
  std::optional<double> period;
  Sensor sensor;
};
Sampling buildSampling(const description::SampledController& given, BuildContext& context, const std::string& path);

/// A maker that calls `make(model, path)`; what that refuses as std::invalid_argument is a problem at the path, and
/// with any problem there is no controller.
template <class Make>
ControllerMaker makerOf(const ControllerSlot& slot, BuildContext& context, Make make) {
  return [=, &context, path = slot.path](const Model& model) -> std::shared_ptr<Controller> {
    const std::size_t before = context.problems.size();
    try {
      std::shared_ptr<Controller> made = make(model, path);
      return context.problems.size() > before ? nullptr : made;
    } catch (const std::invalid_argument& error) {
      context.error(path, error.what());
      return nullptr;
    }
  };
}

/// A maker of a law that has outputs: `make(model, inputs, path)`. It gets the period and the sensor that are given.
template <class Given, class Make>
ControllerMaker sampledMaker(const Given& given, const ControllerSlot& slot, BuildContext& context, Make make) {
  return makerOf(
      slot, context, [=, &given, &context](const Model& model, const std::string& path) -> std::shared_ptr<Controller> {
        std::shared_ptr<Controller> made = make(model, inputsOf(given.outputs, model, context.description), path);
        Sampling sampling = buildSampling(given, context, path);
        if (made) made->sensor = sampling.sensor, made->period = sampling.period;
        return made;
      });
}

}  // namespace tendril
