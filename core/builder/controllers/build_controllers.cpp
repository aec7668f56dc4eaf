// SPDX-License-Identifier: BSD-3-Clause
// Controllers that follow a reference.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/builder/builders.hpp"
#include "core/builder/controllers/build_reference.hpp"
#include "core/builder/controllers/controller_parts.hpp"
#include "core/builder/controllers/measured_formulas.hpp"
#include "core/builder/controllers/variant_model.hpp"
#include "core/builder/parts/actuator_facts.hpp"
#include "core/control/controllers/computed_torque.hpp"
#include "core/control/controllers/geometric_tracking.hpp"
#include "core/control/controllers/inverse_statics.hpp"
#include "core/control/controllers/partial_feedback_linearization.hpp"
#include "core/control/controllers/pd_cancellation.hpp"
#include "core/control/controllers/pid.hpp"
#include "core/control/controllers/pose_tracking.hpp"
#include "core/control/controllers/task_space.hpp"
#include "core/description/references.hpp"
#include "core/model/propellers.hpp"

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
  std::shared_ptr<const Model> model;
};

/// The model that a law names; null: the plant.
template <class Given>
std::shared_ptr<const Model> modelOf(const Given& given, const Model& plant, BuildContext& context,
                                     const std::string& path) {
  if constexpr (std::is_base_of_v<desc::ModelBased, Given>)
    return variantModel(given.model, plant, context, path + ".model");
  return nullptr;
}

/// A maker of a law whose reference has `sizeOf(model, inputs)` entries and that `make(parts, path)` makes.
template <class Given, class SizeOf, class Make>
ControllerMaker trackingMaker(const Given& given, const ControllerSlot& slot, BuildContext& context, SizeOf sizeOf,
                              Make make) {
  return sampledMaker(given, slot, context,
                      [=, &given, &context, name = slot.name](const Model& model, std::vector<int> inputs,
                                                              const std::string& path) -> std::shared_ptr<Controller> {
                        const std::size_t before = context.problems.size();
                        const int size = sizeOf(model, inputs);
                        Parts parts{name,
                                    std::move(inputs),
                                    model,
                                    buildReference(given.reference, size, context, path + ".reference"),
                                    buildGains(given.gains, size, context, path + ".gains"),
                                    modelOf(given, model, context, path)};
                        if (context.problems.size() > before) return nullptr;
                        return make(std::move(parts), path);
                      });
}

int perInput(const Model&, const std::vector<int>& inputs) {
  return static_cast<int>(inputs.size());
}
int perCoordinate(const Model& model, const std::vector<int>&) {
  return model.nv;
}

/// Only pid has an integral.
FeedbackGains withoutIntegral(FeedbackGains gains) {
  if (gains.integrates())
    throw std::invalid_argument("has an integral gain, which this law does not know: use pid, or take it out");
  gains.integral.resize(0, 0);
  return gains;
}

/// The frame that a controller leads; its station is added to the body.
Task buildTask(const desc::LeadingController& given, BuildContext& context, const std::string& path) {
  const int link = context.linkIndex(given.link);
  constexpr std::array kKinds = {TaskKind::kPosition, TaskKind::kOrientation, TaskKind::kPose};
  return {link, context.station(link, given.at, path + ".at"), kKinds[static_cast<std::size_t>(given.task)]};
}

/// The link that is named, else the floating base that an output drives; −1: none.
template <class Given>
int floatingBase(const Given& given, const BuildContext& context) {
  if (given.link) return context.linkIndex(*given.link);
  for (const desc::ActuatorRef& output : given.outputs) {
    const int i = indexOf(context.description.actuators, output.id);
    const int base = i < 0 ? -1 : drivenBase(context.description, context.description.actuators[std::size_t(i)]);
    if (base >= 0) return base;
  }
  return -1;
}

/// Whether rotors among the outputs leave no direction of the base without a force; else a problem that says how many
/// they reach. Of other outputs the law itself tells.
bool reachesAll(const Parts& p, int base, BuildContext& context, const std::string& path) {
  const auto isRotor = [](const auto& actuator) { return dynamic_cast<const Propellers*>(actuator.get()) != nullptr; };
  bool rotors = false;
  for (std::size_t i = 0; i < p.plant.actuators.size(); ++i)
    rotors = rotors ||
             (isRotor(p.plant.actuators[i]) && std::ranges::find(p.outputs, p.plant.inputOffset[i]) != p.outputs.end());
  if (!rotors || base < 0 || p.plant.links[static_cast<std::size_t>(base)].joint.type != JointType::kFree) return true;
  const int rank = drivenDirections(p.plant, p.outputs, base);
  if (rank == 6) return true;
  context.error(path + ".outputs",
                "drive the base in " + std::to_string(rank) + " of 6 directions: the rank of their allocation is " +
                    std::to_string(rank),
                "give six rotors whose alpha and spin alternate, or follow with geometric_tracking");
  return false;
}

/// A maker of a law that leads a frame and that `make(parts, reference, path)` makes.
template <class Given, class Make>
ControllerMaker leadingMaker(const Given& given, const ControllerSlot& slot, BuildContext& context, TaskKind kind,
                             Make make) {
  return sampledMaker(given, slot, context,
                      [=, &given, &context, name = slot.name](const Model& model, std::vector<int> inputs,
                                                              const std::string& path) -> std::shared_ptr<Controller> {
                        const std::size_t before = context.problems.size();
                        auto reference = buildPoseReference(given.reference, kind, context, path + ".reference");
                        Parts parts{name,
                                    std::move(inputs),
                                    model,
                                    nullptr,
                                    buildGains(given.gains, taskSize(kind), context, path + ".gains"),
                                    modelOf(given, model, context, path)};
                        if (context.problems.size() > before) return nullptr;
                        parts.gains = withoutIntegral(std::move(parts.gains));
                        return make(std::move(parts), std::move(*reference), path);
                      });
}

/// pid and pd.
template <class Given>
ControllerMaker pidMaker(const Given& given, const ControllerSlot& slot, BuildContext& context, bool integral) {
  return trackingMaker(given, slot, context, perInput,
                       [&given, &context, integral](Parts p, const std::string& path) -> std::shared_ptr<Controller> {
                         FollowedSignals followed;
                         if (given.actual) {
                           followed.derivativeTime = context.number(given.derivativeTime, path + ".derivative_time");
                           followed.formulas = measuredFormulas(*given.actual, static_cast<int>(p.outputs.size()),
                                                                p.plant, context, path + ".actual");
                           if (!followed.formulas) return nullptr;
                         }
                         if (!integral) p.gains = withoutIntegral(std::move(p.gains));
                         return makePid(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.reference),
                                        std::move(p.gains), std::move(followed));
                       });
}

}  // namespace

ControllerMaker controllerMaker(const desc::PidController& given, const ControllerSlot& slot, BuildContext& context) {
  return pidMaker(given, slot, context, true);
}

ControllerMaker controllerMaker(const desc::PdController& given, const ControllerSlot& slot, BuildContext& context) {
  return pidMaker(given, slot, context, false);
}

ControllerMaker controllerMaker(const desc::PdCancellationController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  std::vector<int> links;
  for (const desc::LinkRef& link : given.links) links.push_back(context.linkIndex(link));
  const auto size = [links](const Model& model, const std::vector<int>& inputs) {
    return static_cast<int>(links.empty() ? inputs.size() : vectorCoordinates(model, links).size());
  };
  return trackingMaker(given, slot, context, size, [links](Parts p, const std::string&) {
    return makePdCancellation(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                              std::move(p.reference), withoutIntegral(std::move(p.gains)), links);
  });
}

ControllerMaker controllerMaker(const desc::ComputedTorqueController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return trackingMaker(given, slot, context, perCoordinate, [](Parts p, const std::string&) {
    return makeComputedTorque(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                              std::move(p.reference), withoutIntegral(std::move(p.gains)));
  });
}

ControllerMaker controllerMaker(const desc::PartialFeedbackLinearizationController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return trackingMaker(given, slot, context, perInput, [](Parts p, const std::string&) {
    return makePartialFeedbackLinearization(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                                            std::move(p.reference), withoutIntegral(std::move(p.gains)));
  });
}

ControllerMaker controllerMaker(const desc::TaskSpaceController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  TaskSpaceSettings settings{.task = buildTask(given, context, slot.path)};
  settings.damping = context.number(given.damping, slot.path + ".damping");
  settings.postureStiffness = context.number(given.postureStiffness, slot.path + ".posture_stiffness");
  settings.postureDamping = context.number(given.postureDamping, slot.path + ".posture_damping");
  return leadingMaker(given, slot, context, settings.task.kind,
                      [settings](Parts p, PoseReference reference, const std::string&) {
                        return makeTaskSpace(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                                             std::move(reference), std::move(p.gains), settings);
                      });
}

ControllerMaker controllerMaker(const desc::InverseStaticsController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  InverseStaticsSettings settings{.task = buildTask(given, context, slot.path)};
  settings.damping = context.number(given.damping, slot.path + ".damping");
  settings.relaxation = context.number(given.relaxation, slot.path + ".relaxation");
  return leadingMaker(given, slot, context, settings.task.kind,
                      [settings](Parts p, PoseReference reference, const std::string&) {
                        return makeInverseStatics(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                                                  std::move(reference), std::move(p.gains), settings);
                      });
}

ControllerMaker controllerMaker(const desc::PoseTrackingController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  PoseTrackingSettings settings{.link = floatingBase(given, context)};
  settings.axes = given.axes == desc::ErrorAxes::kBody ? ErrorAxes::kBody : ErrorAxes::kWorld;
  return leadingMaker(
      given, slot, context, TaskKind::kPose,
      [settings, &context](Parts p, PoseReference reference, const std::string& path) -> std::shared_ptr<Controller> {
        if (!reachesAll(p, settings.link, context, path)) return nullptr;
        return makePoseTracking(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                                std::move(reference), std::move(p.gains), settings);
      });
}

ControllerMaker controllerMaker(const desc::GeometricTrackingController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  GeometricTrackingSettings settings{.link = floatingBase(given, context)};
  settings.tiltLimit = context.number(given.tiltLimit, slot.path + ".tilt_limit");
  return leadingMaker(
      given, slot, context, TaskKind::kPose, [settings](Parts p, PoseReference reference, const std::string&) {
        return makeGeometricTracking(std::move(p.name), std::move(p.outputs), p.plant, std::move(p.model),
                                     std::move(reference), std::move(p.gains), settings);
      });
}

}  // namespace tendril
