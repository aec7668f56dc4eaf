// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/controller_edits.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/emplace_named.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

using Ids = std::vector<ObjectId>;

// ---- what others lose

void takeOver(Description& description, const Ids& outputs, ObjectId owner) {
  const std::set<ObjectId> taken(outputs.begin(), outputs.end());
  std::set<ObjectId> empty;
  for (desc::Controller& controller : description.controllers) {
    if (controller.id == owner && owner != 0) continue;
    const Ids before = outputsOf(controller);
    loseOutputs(description, controller, [&](ObjectId id) { return taken.contains(id); });
    if (!before.empty() && outputsOf(controller).empty()) empty.insert(controller.id);
  }
  std::erase_if(description.controllers, [&](const auto& controller) { return empty.contains(controller.id); });
}

// ---- another kind

desc::TrackingController* trackingOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::TrackingController* {
        if constexpr (requires { each.gains; }) return &each;
        return nullptr;
      },
      type);
}

desc::MeasuringController* measuringOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::MeasuringController* {
        if constexpr (std::is_base_of_v<desc::MeasuringController, std::remove_reference_t<decltype(each)>>)
          return &each;
        return nullptr;
      },
      type);
}

desc::LeadingController* leadingOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::LeadingController* {
        if constexpr (requires { each.task; }) return &each;
        return nullptr;
      },
      type);
}

/// The frame that is led: that of before, else the designed one.
void setFrame(const Description& description, const desc::Controller& old, desc::LeadingController& leading,
              const ControllerDesign& design) {
  desc::ControllerType copy = old.type;
  if (const desc::LeadingController* before = leadingOf(copy)) {
    leading.link = before->link, leading.at = before->at, leading.task = before->task;
    return;
  }
  if (const desc::Link* link = objectOf(description.links, design.link)) {
    leading.link = desc::LinkRef(link->name);
    leading.link.id = link->id;
  }
}

std::string_view typeOf(const desc::ControllerType& type) {
  return std::visit([]<class T>(const T&) { return T::kType; }, type);
}

desc::OneOrMany<desc::Number> entries(const std::vector<double>& values, double otherwise) {
  if (values.empty()) return desc::Number(otherwise);
  desc::OneOrMany<desc::Number> out;
  out.values.assign(values.begin(), values.end());
  out.list = values.size() > 1;
  return out;
}

desc::GainMatrix gains(const std::vector<double>& values) {
  if (values.size() <= 1) return entries(values, 0);
  desc::GainMatrix out;
  for (const double value : values) out.values.emplace_back(desc::Number(value));
  out.list = true;
  return out;
}

/// Reference and gains as they were designed.
void begin(desc::TrackingController& tracking, const ControllerDesign& design) {
  desc::ConstantMotion rest;
  rest.value = entries(design.rest, 0);
  tracking.reference.type = rest;
  if (design.period) tracking.period = desc::Number(*design.period);
  tracking.gains = {};
  tracking.gains.proportional = gains(design.proportional), tracking.gains.derivative = gains(design.derivative);
  if (design.type == desc::PidController::kType) tracking.gains.integral = gains(design.integral);
}

desc::DriveController* driveOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::DriveController* {
        if constexpr (requires { each.linkGains; }) return &each;
        return nullptr;
      },
      type);
}

/// References as they were designed; what both kinds have in common stays.
void beginDrives(const desc::Controller& old, desc::ControllerType& made, const ControllerDesign& design) {
  desc::ControllerType copy = old.type;
  desc::DriveController& fresh = *driveOf(made);
  if (const desc::MeasuringController* before = measuringOf(copy)) fresh.sensor = before->sensor;
  desc::ConstantMotion rest;
  rest.value = entries(design.rest, 0);
  fresh.reference.type = rest;
  if (const desc::DriveController* before = driveOf(copy))
    fresh.reference = before->reference, fresh.linkGains = before->linkGains, fresh.law = before->law,
    fresh.period = before->period;
  auto* variable = std::get_if<desc::VariableStiffnessController>(&made);
  if (!variable) return;
  rest.value = entries(design.stiffness, 0);
  variable->stiffness.type = rest;
  if (const auto* before = std::get_if<desc::VariableStiffnessController>(&copy))
    variable->stiffness = before->stiffness, variable->stiffnessGains = before->stiffnessGains;
}

/// What a law had before it became another one; `fresh` has what was designed.
void keep(const Description& description, const desc::Controller& old, desc::TrackingController& fresh,
          const ControllerDesign& design) {
  desc::ControllerType copy = old.type;
  const desc::TrackingController* before = trackingOf(copy);
  if (!before) return;
  const std::string_view kind = typeOf(old.type);
  if (before->period) fresh.period = before->period;
  fresh.sensor = before->sensor;
  if (entriesOf(kind) != entriesOf(design.type)) return;
  desc::TrackingController kept = *before;
  kept.outputs = fresh.outputs;
  if (entriesOf(kind) == Entries::kInputs) fitEntries(description, kept, outputsOf(old), &design);
  if (!(followsAll(kind) && design.rest.empty())) fresh.reference = kept.reference;
  if (gainsAreRates(kind) != gainsAreRates(design.type)) return;
  const bool integrates = kind == desc::PidController::kType && design.type == desc::PidController::kType;
  const desc::GainMatrix integral = integrates ? kept.gains.integral : fresh.gains.integral;
  fresh.gains = kept.gains;
  fresh.gains.integral = integral;
}

desc::SignalTrackingController* signalTrackingOf(desc::ControllerType& type) {
  return std::visit(
      [](auto& each) -> desc::SignalTrackingController* {
        if constexpr (requires { each.actual; }) return &each;
        return nullptr;
      },
      type);
}

/// What follows the reference, where both kinds can follow signals; entry by entry as the outputs are.
void keepActual(const Description& description, const desc::Controller& old, desc::ControllerType& made) {
  desc::ControllerType copy = old.type;
  desc::SignalTrackingController* fresh = signalTrackingOf(made);
  const desc::SignalTrackingController* before = signalTrackingOf(copy);
  if (!fresh || !before || !before->actual) return;
  desc::SignalTrackingController kept = *before;
  kept.outputs = fresh->outputs;
  fitEntries(description, kept, outputsOf(old));
  fresh->actual = kept.actual, fresh->derivativeTime = kept.derivativeTime;
}

/// Zero for every input, to begin with; formulas that it had stay.
void setOutputs(const Description& description, const desc::Controller& old, desc::ExpressionController& law,
                const Ids& outputs) {
  const auto* before = std::get_if<desc::ExpressionController>(&old.type);
  if (before) law.period = before->period, law.sensor = before->sensor;
  for (const ObjectId id : outputs) {
    const desc::Actuator* actuator = objectOf(description.actuators, id);
    if (!actuator) continue;
    desc::OneOrMany<desc::Formula> formulas(desc::Formula(0.0));
    const int inputs = inputCount(description, *actuator);
    formulas.values.resize(static_cast<std::size_t>(inputs), desc::Formula(0.0));
    formulas.list = inputs != 1;
    if (before)
      for (const auto& [output, given] : before->outputs.entries)
        if (output.id == id) formulas = given;
    law.outputs.entries.emplace_back(desc::ActuatorRef(actuator->name), std::move(formulas));
    law.outputs.entries.back().first.id = id;
  }
}

/// A regulator as it was designed; one that was there keeps what it holds, its weights and how it measures.
void regulate(const Description& description, const desc::Controller& old, desc::LqrController& fresh,
              const ControllerDesign& design) {
  desc::ControllerType copy = old.type;
  if (const desc::MeasuringController* before = measuringOf(copy))
    fresh.period = before->period, fresh.sensor = before->sensor;
  if (const auto* before = std::get_if<desc::LqrController>(&old.type)) {
    const std::vector<desc::ActuatorRef> outputs = fresh.outputs;
    fresh = *before;
    fresh.outputs = outputs;
    return fitWeights(description, fresh, outputsOf(old));
  }
  fresh.about = design.holdsInitial ? desc::OperatingPoint::kInitial : desc::OperatingPoint::kEquilibrium;
  fresh.inputs = entries(design.held, 0);
  fresh.inputWeights = gains(design.inputWeights);
}

void setOutputs(const Description& description, const desc::Controller& old, desc::SignalsController& signals,
                const Ids& outputs) {
  const auto* before = std::get_if<desc::SignalsController>(&old.type);
  for (const ObjectId id : outputs) {
    const desc::Actuator* actuator = objectOf(description.actuators, id);
    if (!actuator) continue;
    desc::SignalSource source = someSignal(description, *actuator);
    if (before)
      for (const auto& [output, given] : before->outputs.entries)
        if (output.id == id) source = given;
    signals.outputs.entries.emplace_back(desc::ActuatorRef(actuator->name), std::move(source));
    signals.outputs.entries.back().first.id = id;
  }
}

/// Two phases: what the controller was for two seconds, or signals, and then inputs that are zero.
void setPhases(const Description& description, const desc::Controller& old, desc::SequenceController& sequence,
               const Ids& outputs) {
  constexpr double kSeconds = 2;
  desc::ControllerPhase first, second;
  desc::SignalsController signals, rest;
  setOutputs(description, old, signals, outputs);
  for (const auto& [actuator, source] : signals.outputs.entries) {
    auto zero = std::get<desc::OneOrMany<desc::Formula>>(
        someSignal(description, *objectOf(description.actuators, actuator.id)).value);
    std::fill(zero.values.begin(), zero.values.end(), desc::Formula(0.0));
    rest.outputs.entries.emplace_back(actuator, desc::SignalSource{std::move(zero)});
  }
  first.until = desc::Formula(kSeconds);
  first.controller.emplace().type = std::move(signals), second.controller.emplace().type = std::move(rest);
  sequence.phases = {std::move(first), std::move(second)};
}

/// Takes outputs from a law; false where it has none left.
template <class Law, class Gone>
bool loseOf(const Description& description, Law& law, bool followsInputs, const Gone& gone) {
  if constexpr (requires { law.outputs.entries; }) {
    std::erase_if(law.outputs.entries, [&](const auto& entry) { return gone(entry.first.id); });
    return !law.outputs.entries.empty();
  } else {
    Ids before;
    for (const desc::ActuatorRef& output : law.outputs) before.push_back(output.id);
    const bool fewer = std::erase_if(law.outputs, [&](const auto& output) { return gone(output.id); }) > 0;
    if constexpr (requires { law.gains; })
      if (fewer && followsInputs) fitEntries(description, law, before);
    if constexpr (requires { law.inputWeights; })
      if (fewer) fitWeights(description, law, before);
    return !law.outputs.empty();
  }
}

/// Takes outputs from the parts of a phase, which go with the last of theirs. A phase may be left with none.
template <class Gone>
void loseOf(const Description& description, desc::ControllerPhase& phase, const Gone& gone) {
  const auto keeps = [&](desc::PhaseController& part) {
    return std::visit([&](auto& law) { return loseOf(description, law, followsInputs(law), gone); }, part.type);
  };
  if (phase.controller && !keeps(*phase.controller)) phase.controller.reset();
  std::erase_if(phase.controllers, [&](desc::PhaseController& part) { return !keeps(part); });
}

}  // namespace

Ids outputsOf(const desc::Controller& controller) {
  Ids ids;
  const auto add = [&](const desc::ActuatorRef& output) {
    if (std::find(ids.begin(), ids.end(), output.id) == ids.end()) ids.push_back(output.id);
  };
  desc::eachLaw(controller.type, "", [&](const auto& law, const std::string&) {
    if constexpr (requires { law.outputs.entries; })
      for (const auto& entry : law.outputs.entries) add(entry.first);
    else
      for (const desc::ActuatorRef& output : law.outputs) add(output);
  });
  return ids;
}

bool followsInputs(const desc::Controller& controller) {
  return std::visit([](const auto& law) { return followsInputs(law); }, controller.type);
}

void loseOutputs(const Description& description, desc::Controller& controller,
                 const std::function<bool(ObjectId)>& gone) {
  std::visit(
      [&](auto& law) {
        if constexpr (requires { law.phases; }) {
          for (desc::ControllerPhase& phase : law.phases) loseOf(description, phase, gone);
          // What is left of a sequence must have something in every phase.
          std::erase_if(law.phases, [](const auto& phase) { return !phase.controller && phase.controllers.empty(); });
        } else {
          loseOf(description, law, followsInputs(law), gone);
        }
      },
      controller.type);
}

bool applyDesign(Description& description, desc::Controller& controller, const ControllerDesign& design,
                 std::vector<Problem>& problems) {
  if (design.problem) return fail(problems, design.problem->path, design.problem->message, design.problem->cure);
  desc::Controller made = controller;
  if (!emplaceNamed(made.type, design.type))
    return fail(problems, "controllers", "there is no \"" + design.type + "\"", "choose one from the list");
  if (auto* measuring = measuringOf(made.type)) {
    for (const ObjectId id : design.outputs)
      if (const desc::Actuator* actuator = objectOf(description.actuators, id)) {
        measuring->outputs.emplace_back(actuator->name);
        measuring->outputs.back().id = id;
      }
  } else if (auto* sequence = std::get_if<desc::SequenceController>(&made.type)) {
    setPhases(description, controller, *sequence, design.outputs);
  } else if (auto* formulas = std::get_if<desc::ExpressionController>(&made.type)) {
    setOutputs(description, controller, *formulas, design.outputs);
  } else {
    setOutputs(description, controller, std::get<desc::SignalsController>(made.type), design.outputs);
  }
  if (auto* own = std::get_if<desc::PluginController>(&made.type)) {
    const auto* before = std::get_if<desc::PluginController>(&controller.type);
    if (before)
      own->controller = before->controller, own->parameters = before->parameters;
    else if (!pluginControllers().empty())
      own->controller = pluginControllers().front();
  }
  if (driveOf(made.type)) beginDrives(controller, made.type, design);
  if (auto* lqr = std::get_if<desc::LqrController>(&made.type)) regulate(description, controller, *lqr, design);
  if (auto* tracking = trackingOf(made.type)) {
    begin(*tracking, design);
    if (desc::LeadingController* leading = leadingOf(made.type)) setFrame(description, controller, *leading, design);
    keep(description, controller, *tracking, design);
    keepActual(description, controller, made.type);
    if (auto* own = std::get_if<desc::PdCancellationController>(&made.type))
      if (const auto* before = std::get_if<desc::PdCancellationController>(&controller.type)) {
        own->links = before->links;
        if (!own->links.empty()) own->reference = before->reference, own->gains = before->gains;
      }
  }
  controller = std::move(made);
  return true;
}

Edit addController(ControllerDesign design) {
  return {"Add " + controllerTitle(design.type),
          [design = std::move(design)](Description& description, std::vector<Problem>& problems) {
            desc::Controller controller;
            if (!applyDesign(description, controller, design, problems)) return false;
            takeOver(description, design.outputs, 0);
            controller.name = freeName(description, firstControllerName(design.type));
            description.controllers.push_back(std::move(controller));
            return true;
          }};
}

Edit changeController(const Description& description, ObjectId controller, ControllerDesign design) {
  const desc::Controller* before = objectOf(description.controllers, controller);
  const bool sameKind = before && typeOf(before->type) == design.type;
  std::string name = sameKind ? "Set outputs of “" + before->name + "”" : "Change to " + controllerTitle(design.type);
  return {std::move(name),
          [controller, design = std::move(design)](Description& changed, std::vector<Problem>& problems) {
            desc::Controller* target = objectOf(changed.controllers, controller);
            if (!target)
              return fail(problems, "controllers", "there is no such controller any more", "select another one");
            if (!applyDesign(changed, *target, design, problems)) return false;
            takeOver(changed, design.outputs, controller);
            return true;
          }};
}

}  // namespace tendril::edits
