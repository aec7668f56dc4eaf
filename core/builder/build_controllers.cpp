// SPDX-License-Identifier: BSD-3-Clause
// Controllers that follow a reference.
#include <array>
#include <stdexcept>
#include <utility>

#include "core/builder/build_reference.hpp"
#include "core/builder/builders.hpp"
#include "core/builder/controller_parts.hpp"
#include "core/control/computed_torque.hpp"
#include "core/control/inverse_statics.hpp"
#include "core/control/partial_feedback_linearization.hpp"
#include "core/control/pd_cancellation.hpp"
#include "core/control/pid.hpp"
#include "core/control/task_space.hpp"

namespace tendril {
namespace {

namespace desc = description;

FeedbackGains buildGains(const desc::Gains& given, int n, BuildContext& context, const std::string& path) {
  return {gainMatrix(given.proportional, n, context, path + ".proportional"),
          gainMatrix(given.derivative, n, context, path + ".derivative"),
          gainMatrix(given.integral, n, context, path + ".integral")};
}

/// Everything that a law is made of.
struct Parts {
  std::string name;
  std::vector<int> outputs;
  const Model& plant;
  std::shared_ptr<const Reference> reference;
  FeedbackGains gains;
};

/// Adds a controller whose reference has `sizeOf(model, inputs)` entries and that `make(parts)` makes.
template <class SizeOf, class Make>
void addTracking(const desc::TrackingController& given, const std::string& name, BuildContext& context, SizeOf sizeOf,
                 Make make) {
  addController(given, name, context,
                [=, &given, &context](const Model& model, std::vector<int> inputs,
                                      const std::string& path) -> std::shared_ptr<Controller> {
                  const std::size_t before = context.problems.size();
                  const int size = sizeOf(model, inputs);
                  Parts parts{name, std::move(inputs), model,
                              buildReference(given.reference, size, context, path + ".reference"),
                              buildGains(given.gains, size, context, path + ".gains")};
                  if (context.problems.size() > before) return nullptr;
                  return make(std::move(parts));
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
