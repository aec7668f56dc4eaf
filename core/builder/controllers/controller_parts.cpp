// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/controllers/controller_parts.hpp"

#include "core/builder/controllers/build_reference.hpp"
#include "core/description/references.hpp"

namespace tendril {

namespace desc = description;

MatX gainMatrix(const desc::GainMatrix& given, int n, BuildContext& context, const std::string& path) {
  const auto rows = static_cast<int>(given.values.size());
  const bool full = given.list && rows > 0 && given.values.front().list;
  if (!full) {
    desc::OneOrMany<desc::Number> diagonal;
    diagonal.list = given.list;
    for (const desc::OneOrMany<desc::Number>& entry : given.values)
      diagonal.values.insert(diagonal.values.end(), entry.values.begin(), entry.values.end());
    return entryValues(diagonal, n, context, path).asDiagonal();
  }
  MatX out = MatX::Zero(n, n);
  const auto wrong = [&](std::size_t count, const char* what) {
    context.error(
        path,
        "has " + std::to_string(count) + ' ' + what + ", the controller follows " + std::to_string(n) + " coordinates",
        "give a number, one per coordinate, or as many rows of as many numbers");
    return out;
  };
  if (rows != n) return wrong(given.values.size(), "rows");
  for (int i = 0; i < n; ++i) {
    const desc::OneOrMany<desc::Number>& row = given.values[static_cast<std::size_t>(i)];
    if (static_cast<int>(row.values.size()) != n) return wrong(row.values.size(), "numbers in a row");
    out.row(i) = context.numbers(row.values, path).transpose();
  }
  return out;
}

Sensor buildSensor(const desc::Sensor& given, BuildContext& context, const std::string& path) {
  Sensor out;
  out.delay = context.number(given.delay, path + ".delay");
  out.positionQuantum = context.number(given.positionQuantum, path + ".position_quantum");
  out.velocityQuantum = context.number(given.velocityQuantum, path + ".velocity_quantum");
  out.positionNoise = context.number(given.positionNoise, path + ".position_noise");
  out.velocityNoise = context.number(given.velocityNoise, path + ".velocity_noise");
  out.seed = static_cast<std::uint64_t>(context.number(given.seed, path + ".seed"));
  return out;
}

Sampling buildSampling(const desc::SampledController& given, BuildContext& context, const std::string& path) {
  Sampling out;
  out.sensor = buildSensor(given.sensor, context, path + ".sensor");
  if (given.period) out.period = context.number(*given.period, path + ".period");
  return out;
}

std::vector<int> inputsOf(const std::vector<desc::ActuatorRef>& outputs, const Model& model,
                          const Description& description) {
  std::vector<int> inputs;
  for (const desc::ActuatorRef& output : outputs) {
    const auto i = static_cast<std::size_t>(indexOf(description.actuators, output.id));
    for (int k = 0; k < model.actuators[i]->inputs(); ++k) inputs.push_back(model.inputOffset[i] + k);
  }
  return inputs;
}

}  // namespace tendril
