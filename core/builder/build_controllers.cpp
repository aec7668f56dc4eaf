// SPDX-License-Identifier: BSD-3-Clause
// Controllers that follow a reference. They are made when the model is indexed, because sizes are known only then.
#include <array>
#include <stdexcept>
#include <utility>

#include "core/builder/build_reference.hpp"
#include "core/builder/builders.hpp"
#include "core/control/computed_torque.hpp"
#include "core/control/inverse_statics.hpp"
#include "core/control/partial_feedback_linearization.hpp"
#include "core/control/pd_cancellation.hpp"
#include "core/control/pid.hpp"
#include "core/control/task_space.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// n × n of a number, a diagonal or rows.
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

FeedbackGains buildGains(const desc::Gains& given, int n, BuildContext& context, const std::string& path) {
  return {gainMatrix(given.proportional, n, context, path + ".proportional"),
          gainMatrix(given.derivative, n, context, path + ".derivative"),
          gainMatrix(given.integral, n, context, path + ".integral")};
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

/// Everything that a law is made of.
struct Parts {
  std::string name;
  std::vector<int> outputs;
  const Model& plant;
  std::shared_ptr<const Reference> reference;
  FeedbackGains gains;
};

std::vector<int> inputsOf(const std::vector<desc::ActuatorRef>& outputs, const Model& model, const Description& d) {
  std::vector<int> inputs;
  for (const desc::ActuatorRef& output : outputs) {
    const auto i = static_cast<std::size_t>(indexOf(d.actuators, output.id));
    for (int k = 0; k < model.actuators[i]->inputs(); ++k) inputs.push_back(model.inputOffset[i] + k);
  }
  return inputs;
}

/// Adds a controller whose reference has `sizeOf(model, inputs)` entries and that `make(parts)` makes.
template <class SizeOf, class Make>
void addTracking(const desc::TrackingController& given, const std::string& name, BuildContext& context, SizeOf sizeOf,
                 Make make) {
  context.spec.controllers.emplace_back([=, &given, &context](const Model& model) -> std::shared_ptr<const Controller> {
    const std::string path = "controllers." + name;
    const std::size_t before = context.problems.size();
    try {
      std::vector<int> inputs = inputsOf(given.outputs, model, context.description);
      const int size = sizeOf(model, inputs);
      Parts parts{name, std::move(inputs), model, buildReference(given.reference, size, context, path + ".reference"),
                  buildGains(given.gains, size, context, path + ".gains")};
      const Sensor sensor = buildSensor(given.sensor, context, path + ".sensor");
      std::optional<double> period;
      if (given.period) period = context.number(*given.period, path + ".period");
      if (context.problems.size() > before) return nullptr;
      std::shared_ptr<Controller> made = make(std::move(parts));
      made->sensor = sensor, made->period = period;
      return made;
    } catch (const std::invalid_argument& error) {
      context.error(path, error.what());
      return nullptr;
    }
  });
}

int perInput(const Model&, const std::vector<int>& inputs) {
  return static_cast<int>(inputs.size());
}
int perCoordinate(const Model& model, const std::vector<int>&) {
  return model.nv;
}

/// The frame that a controller leads; its station is added to the body.
Task buildTask(const desc::LeadingController& given, BuildContext& context, const std::string& path) {
  const int link = context.linkIndex(given.link);
  constexpr std::array kKinds = {TaskKind::kPosition, TaskKind::kOrientation, TaskKind::kPose};
  return {link, context.station(link, given.at, path + ".at"), kKinds[static_cast<std::size_t>(given.task)]};
}

/// Reference and gains of a task have its entries.
auto entriesOf(const Task& task) {
  return [kind = task.kind](const Model&, const std::vector<int>&) { return taskSize(kind); };
}

/// Only pid has an integral.
FeedbackGains withoutIntegral(FeedbackGains gains) {
  if (gains.integrates())
    throw std::invalid_argument("has an integral gain, which this law does not know: use pid, or take it out");
  gains.integral.resize(0, 0);
  return gains;
}

}  // namespace

void buildController(const desc::PidController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  addTracking(given, name, context, perInput, [](Parts p) {
    return makePid(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.reference), std::move(p.gains));
  });
}

void buildController(const desc::PdController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  addTracking(given, name, context, perInput, [](Parts p) {
    return makePid(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.reference),
                   withoutIntegral(std::move(p.gains)));
  });
}

void buildController(const desc::PdCancellationController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  std::vector<int> links;
  for (const desc::LinkRef& link : given.links) links.push_back(context.linkIndex(link));
  const auto size = [links](const Model& model, const std::vector<int>& inputs) {
    return static_cast<int>(links.empty() ? inputs.size() : vectorCoordinates(model, links).size());
  };
  addTracking(given, name, context, size, [links](Parts p) {
    return makePdCancellation(std::move(p.name), std::move(p.outputs), p.plant, nullptr, std::move(p.reference),
                              withoutIntegral(std::move(p.gains)), links);
  });
}

void buildController(const desc::ComputedTorqueController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  addTracking(given, name, context, perCoordinate, [](Parts p) {
    return makeComputedTorque(std::move(p.name), std::move(p.outputs), p.plant, nullptr, std::move(p.reference),
                              withoutIntegral(std::move(p.gains)));
  });
}

void buildController(const desc::PartialFeedbackLinearizationController& given, const std::string& name,
                     BuildContext& context, std::vector<SignalBuilder>&) {
  addTracking(given, name, context, perInput, [](Parts p) {
    return makePartialFeedbackLinearization(std::move(p.name), std::move(p.outputs), p.plant, nullptr,
                                            std::move(p.reference), withoutIntegral(std::move(p.gains)));
  });
}

void buildController(const desc::TaskSpaceController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  const std::string path = "controllers." + name;
  TaskSpaceSettings settings{.task = buildTask(given, context, path)};
  settings.damping = context.number(given.damping, path + ".damping");
  settings.postureStiffness = context.number(given.postureStiffness, path + ".posture_stiffness");
  settings.postureDamping = context.number(given.postureDamping, path + ".posture_damping");
  addTracking(given, name, context, entriesOf(settings.task), [settings](Parts p) {
    return makeTaskSpace(std::move(p.name), std::move(p.outputs), p.plant, nullptr, std::move(p.reference),
                         withoutIntegral(std::move(p.gains)), settings);
  });
}

void buildController(const desc::InverseStaticsController& given, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>&) {
  const std::string path = "controllers." + name;
  InverseStaticsSettings settings{.task = buildTask(given, context, path)};
  settings.damping = context.number(given.damping, path + ".damping");
  settings.relaxation = context.number(given.relaxation, path + ".relaxation");
  addTracking(given, name, context, entriesOf(settings.task), [settings](Parts p) {
    return makeInverseStatics(std::move(p.name), std::move(p.outputs), p.plant, nullptr, std::move(p.reference),
                              withoutIntegral(std::move(p.gains)), settings);
  });
}

}  // namespace tendril
