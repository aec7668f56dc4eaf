// SPDX-License-Identifier: GPL-3.0-or-later
// Which kinds of controllers can serve a robot, and why not.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "core/catalogue/catalogue.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

using Ids = std::vector<ObjectId>;

struct KindWords {
  std::string_view type, title, name;  ///< name: of the first one that is added
  std::string_view meaning, also;
};
template <class Law>
constexpr KindWords words(std::string_view title, std::string_view name, std::string_view also) {
  return {Law::kType, title, name, Law::kMeaning, also};
}
constexpr std::array<KindWords, 16> kKinds = {
    {words<desc::SignalsController>("Signals of time", "signals", "feedforward open loop table sine"),
     words<desc::PidController>("PID", "pid", "proportional integral derivative feedback"),
     words<desc::PdController>("PD", "pd", "proportional derivative feedback"),
     words<desc::PdCancellationController>("PD with gravity cancelled", "pd cancellation",
                                           "compensation proportional derivative feedback"),
     words<desc::ComputedTorqueController>("Computed torque", "computed torque",
                                           "inverse dynamics feedback linearization tracking"),
     words<desc::PartialFeedbackLinearizationController>("Partial feedback linearization", "linearization",
                                                         "underactuated collocated pfl"),
     words<desc::TaskSpaceController>("Lead a frame (task space)", "lead", "operational space tip end effector"),
     words<desc::InverseStaticsController>("Lead a soft arm (inverse statics)", "lead", "tip end effector equilibria"),
     words<desc::LqrController>("Hold an equilibrium (LQR)", "lqr", "linear quadratic regulator balance stabilise"),
     words<desc::ExpressionController>("Formulas of measured signals", "expressions", "expression function own law"),
     words<desc::SequenceController>("Sequence of controllers", "sequence", "phases steps states switch"),
     words<desc::PoseTrackingController>("Move a floating base (pose tracking)", "base", "vehicle free body"),
     words<desc::GeometricTrackingController>("Fly a multirotor (geometric tracking)", "flight",
                                              "drone quadrotor propellers"),
     words<desc::ElasticJointsController>("Move elastic joints", "elastic joints", "series elastic actuator spring"),
     words<desc::VariableStiffnessController>("Move joints and their stiffness", "variable stiffness",
                                              "antagonistic vsa spring"),
     words<desc::PluginController>("Controller of a plugin", "plugin", "own code library")}};
static_assert(kKinds.size() == std::variant_size_v<desc::ControllerType>, "a line for every kind");

const KindWords& wordsOf(std::string_view type) {
  const auto* const found = std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return k.type == type; });
  return found == kKinds.end() ? kKinds.front() : *found;
}

std::string counted(int count, const char* one) {
  return std::to_string(count) + ' ' + one + (count == 1 ? "" : "s");
}

/// Who serves each actuator; empty: its own signal does.
std::map<ObjectId, std::string> servedActuators(const Description& description) {
  std::map<ObjectId, std::string> served;
  for (const desc::Actuator& actuator : description.actuators) {
    const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
    if (joint && joint->signal && joint->mode == desc::JointActuatorMode::kPosition) served.emplace(actuator.id, "");
  }
  for (const desc::Controller& controller : description.controllers)
    for (const ObjectId id : outputsOf(controller)) served.emplace(id, controller.name);
  return served;
}

/// Why no law can serve an actuator but signals of time; empty: others can.
std::string misfitOfDrive(const desc::Actuator& actuator) {
  const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
  if (joint && joint->mode == desc::JointActuatorMode::kPosition)
    return "“" + actuator.name + "” moves its joint as its position says: give it a signal";
  return {};
}

/// Why an actuator does not move a floating base in so many directions; empty: it may.
std::string misfitOfBase(const Description& description, const desc::Actuator& actuator, int directions) {
  const std::string named = "“" + actuator.name + "” ";
  if (drivenBase(description, actuator) < 0)
    return named + "neither drives the free joint of a floating base nor pushes one: add a motor to that joint";
  const int inputs = inputCount(description, actuator);
  if (directions < 6 ? inputs >= directions : inputs == directions) return {};
  return named + "has " + counted(inputs, "input") + ", where " + std::to_string(directions) +
         (directions < 6 ? " or more are needed to turn and lift a base"
                         : " are needed to move a base in all directions");
}

/// Why an actuator turns no motor behind springs; empty: it does.
std::string misfitOfMotor(const Description& description, const desc::Actuator& actuator) {
  const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
  const desc::Link* link = joint ? objectOf(description.links, joint->link.id) : nullptr;
  if (link && motorsPerCoordinate(link->joint) > 0) return {};
  return "“" + actuator.name +
         "” turns no motor behind springs: give its joint an elastic drive, or one of variable stiffness";
}

/// Why no law that measures can serve an actuator; empty: one can.
std::string misfit(const Description& description, const desc::Actuator& actuator, std::string_view type) {
  if (std::string why = misfitOfDrive(actuator); !why.empty()) return why;
  if (type == desc::LqrController::kType) return {};  // follows no coordinates
  if (movesMotors(type)) return misfitOfMotor(description, actuator);
  const std::string named = "“" + actuator.name + "” ";
  if (const auto* joint = std::get_if<desc::JointActuator>(&actuator.type)) {
    const desc::Link* link = objectOf(description.links, joint->link.id);
    const bool measures = type == desc::PluginController::kType || movesBase(type);
    if (link && !link->joint.type->isVector() && !measures)
      return named + "turns a joint in space, which has no coordinates to follow";
  }
  const auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type);
  if (tendon && tendon->mode == desc::TendonMode::kLength)
    return named + "takes in a length, no force: give it a signal";
  if (movesBase(type)) return misfitOfBase(description, actuator, type == desc::PoseTrackingController::kType ? 6 : 4);
  if (std::holds_alternative<desc::PropellersActuator>(actuator.type) && type != desc::PluginController::kType)
    return named + "push where they are turned to, which is no coordinate to follow";
  return {};
}

/// Why the robot does not suit a law of all of its coordinates.
std::string misfitOfAll(const Description& description, const Model* model, const Ids& outputs) {
  if (!model) return "the robot is not built yet";
  if (model->nl > 0 || !description.loops.empty())
    return "the robot has closed loops, which only partial feedback linearization knows";
  for (int v = 0; v < model->nv; ++v)
    if (model->qOfV[static_cast<std::size_t>(v)] < 0)
      return "the robot has rotations in space (" + model->velocityName(v) + "), which have no coordinates to follow";
  int inputs = 0;
  for (const ObjectId id : outputs)
    if (const auto* actuator = objectOf(description.actuators, id)) inputs += inputCount(description, *actuator);
  if (inputs == model->nv) return {};
  return "needs one input per coordinate: the robot has " + counted(model->nv, "coordinate") + ", these are " +
         counted(inputs, "input");
}

/// Why the robot does not suit a law of motors behind springs.
std::string misfitOfDrives(const Description& description, const Model* model, std::string_view type) {
  if (!model) return "the robot is not built yet";
  int pairs = 0;
  for (const desc::Link& link : description.links) {
    const int motors = motorsPerCoordinate(link.joint);
    if (motors == 0 && link.joint.type->velocities() > 0)
      return "the joint of “" + link.name + "” has no motor behind a spring: give it such a drive";
    pairs += motors == 2;
  }
  if ((pairs > 0) == (type == desc::VariableStiffnessController::kType)) return {};
  return pairs ? "some joints have a stiffness to choose: take the one that moves joints and their stiffness"
               : "no joint has a drive of variable stiffness";
}

/// Why the robot does not suit a law that leads one of its frames.
std::string misfitOfFrames(const Description& description, const Model* model, std::string_view type) {
  if (!model) return "the robot is not built yet";
  if (leadingLink(*model, description) == 0) return "no link moves: there is no frame to lead";
  if (type == desc::InverseStaticsController::kType && (model->nl > 0 || !description.loops.empty()))
    return "the robot has closed loops, which inverse statics does not know";
  return {};
}

/// Outputs among `chosen`, or all that are free.
void chooseOutputs(const Description& description, const Ids& chosen, ControllerOffer& offer) {
  const std::map<ObjectId, std::string> served = servedActuators(description);
  std::string misfits;
  for (const desc::Actuator& actuator : description.actuators) {
    const bool wanted = std::find(chosen.begin(), chosen.end(), actuator.id) != chosen.end();
    const auto by = served.find(actuator.id);
    if (chosen.empty() ? by != served.end() : !wanted) continue;
    const bool signals = offer.type == desc::SignalsController::kType;
    std::string why = isTracking(offer.type) ? misfit(description, actuator, offer.type)
                      : signals              ? ""
                                             : misfitOfDrive(actuator);
    if (why.empty() && by != served.end() && by->second.empty())
      why = "“" + actuator.name + "” has a signal of its own: remove it first";
    if (why.empty())
      offer.outputs.push_back(actuator.id);
    else if (misfits.empty())
      misfits = why;
  }
  if (movesBase(offer.type) && offer.outputs.size() > 1) {
    if (!chosen.empty()) misfits = "there is one base per controller: select one actuator that drives it";
    offer.outputs.resize(1);
  }
  if (!misfits.empty() && (offer.outputs.empty() || !chosen.empty())) offer.reason = misfits;
  if (!offer.outputs.empty() || !misfits.empty()) return;
  offer.reason = description.actuators.empty()
                     ? "there is nothing to drive: add a motor, a tendon or a chamber first"
                     : "all actuators have a controller: select those that it is to take over";
}

}  // namespace

std::vector<ControllerOffer> controllerOffers(const Description& description, const Model* model, const Ids& chosen) {
  std::vector<ControllerOffer> offers;
  for (const KindWords& kind : kKinds) {
    ControllerOffer offer{.type = std::string(kind.type), .outputs = {}, .reason = {}};
    chooseOutputs(description, chosen, offer);
    if (offer.reason.empty() && kind.type == desc::PluginController::kType && pluginControllers().empty())
      offer.reason = "no plugin that is loaded has a controller";
    if (offer.reason.empty() && leadsFrame(kind.type)) offer.reason = misfitOfFrames(description, model, kind.type);
    if (offer.reason.empty() && movesMotors(kind.type)) offer.reason = misfitOfDrives(description, model, kind.type);
    if (offer.reason.empty() && followsAll(kind.type)) offer.reason = misfitOfAll(description, model, offer.outputs);
    offers.push_back(std::move(offer));
  }
  return offers;
}

std::span<const std::string_view> pluginControllers() {
  return Catalogue::ofProcess().names(OfferKind::kController);
}

std::string controllerTitle(std::string_view type) {
  return std::string(wordsOf(type).title);
}

std::string controllerMeaning(std::string_view type) {
  return std::string(wordsOf(type).meaning);
}

std::string otherControllerWords(std::string_view type) {
  return std::string(wordsOf(type).also);
}

std::string firstControllerName(std::string_view type) {
  return std::string(wordsOf(type).name);
}

}  // namespace tendril::edits
