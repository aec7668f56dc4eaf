// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/check_parts.hpp"

#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

class OutputChecker {
 public:
  OutputChecker(const Description& description, std::vector<Problem>& problems)
      : d_(description), problems_(problems) {}

  void run() {
    DrivenBy drivenBy;
    for (const desc::Actuator& actuator : d_.actuators) {
      const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
      if (joint && joint->signal && joint->mode == desc::JointActuatorMode::kPosition)
        drivenBy.emplace(actuator.id, actuator.name + ".signal");
    }
    for (const desc::Controller& controller : d_.controllers)
      std::visit(
          [&](const auto& type) {
            checkOutputsOf(type, {controller.name, "controllers." + controller.name}, drivenBy);
          },
          controller.type);
  }

 private:
  using DrivenBy = std::unordered_map<desc::ObjectId, std::string>;
  /// A controller, or a part of a sequence.
  struct Owner {
    std::string name, path;
  };
  void error(std::string path, std::string message, std::string cure) {
    problems_.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure)});
  }
  /// A problem where somebody else drives the actuator.
  void drive(const desc::ActuatorRef& actuator, const std::string& path, const Owner& owner, DrivenBy& drivenBy) {
    if (const auto [other, added] = drivenBy.emplace(actuator.id, owner.name); !added)
      error(path, "\"" + actuator.name + "\" is already driven by \"" + other->second + "\"", "drive it once");
  }
  void checkForce(const desc::ActuatorRef& output, const std::string& path) {
    const int i = indexOf(d_.actuators, output.id);
    const auto* joint = std::get_if<desc::JointActuator>(&d_.actuators[static_cast<std::size_t>(i)].type);
    if (joint && joint->mode == desc::JointActuatorMode::kPosition)
      error(path, "\"" + output.name + "\" moves its joint as its position says, whatever force that takes",
            "use mode force, or give it a signal instead");
  }
  void checkCount(const desc::ActuatorRef& output, std::size_t given, const char* what, const std::string& path) {
    const int inputs = inputCount(d_, d_.actuators[static_cast<std::size_t>(indexOf(d_.actuators, output.id))]);
    if (static_cast<int>(given) != inputs)
      error(path, "gives " + std::to_string(given) + ' ' + what,
            "the actuator has " + std::to_string(inputs) + " inputs: give a list");
  }
  void checkOutputsOf(const desc::SignalsController& signals, const Owner& owner, DrivenBy& drivenBy) {
    for (const auto& [actuator, source] : signals.outputs.entries) {
      if (indexOf(d_.actuators, actuator.id) < 0) continue;
      const std::string path = owner.path + ".outputs." + actuator.name;
      drive(actuator, path, owner, drivenBy);
      const auto* formulas = std::get_if<desc::OneOrMany<desc::Formula>>(&source.value);
      checkCount(actuator, formulas ? formulas->values.size() : 1, "signals", path);
    }
  }
  void checkOutputsOf(const desc::ExpressionController& given, const Owner& owner, DrivenBy& drivenBy) {
    if (given.outputs.entries.empty())
      error(owner.path + ".outputs", "is empty", "give an expression for an actuator that it drives");
    for (const auto& [actuator, formulas] : given.outputs.entries) {
      if (indexOf(d_.actuators, actuator.id) < 0) continue;
      const std::string path = owner.path + ".outputs." + actuator.name;
      drive(actuator, path, owner, drivenBy);
      checkForce(actuator, path);
      checkCount(actuator, formulas.values.size(), "expressions", path);
    }
  }
  void checkOutputsOf(const desc::MeasuringController& given, const Owner& owner, DrivenBy& drivenBy) {
    const std::string path = owner.path + ".outputs";
    if (given.outputs.empty()) error(path, "is empty", "name the actuators that it drives");
    for (const desc::ActuatorRef& output : given.outputs) {
      if (indexOf(d_.actuators, output.id) < 0) continue;
      drive(output, path, owner, drivenBy);
      checkForce(output, path);
    }
  }
  /// The phases of a sequence may drive the same actuators, the parts of one phase may not.
  void checkOutputsOf(const desc::SequenceController& sequence, const Owner& owner, DrivenBy& drivenBy) {
    const std::string path = owner.path + ".phases";
    if (sequence.phases.empty()) error(path, "is empty", "give at least one phase");
    const DrivenBy others = drivenBy;
    for (std::size_t i = 0; i < sequence.phases.size(); ++i) {
      const desc::ControllerPhase& phase = sequence.phases[i];
      const std::string own = path + '[' + std::to_string(i) + ']';
      checkPhase(phase, own, i + 1 == sequence.phases.size());
      DrivenBy inPhase = others;
      desc::eachController(phase, own, [&](const desc::PhaseController& part, const std::string& at) {
        std::visit([&](const auto& law) { checkPart(law, {owner.name, at}, inPhase); }, part.type);
      });
      drivenBy.insert(inPhase.begin(), inPhase.end());
    }
  }
  void checkPhase(const desc::ControllerPhase& phase, const std::string& path, bool last) {
    if (phase.controller && !phase.controllers.empty())
      error(path + ".controllers", "stands beside controller", "give one of them: controllers is a list");
    if (!phase.controller && phase.controllers.empty())
      error(path + ".controller", "is missing", "say what computes inputs in this phase");
    if (!last && !phase.until) error(path + ".until", "is missing: no phase after it would begin", "say when it ends");
    if (last && phase.until)
      problems_.push_back({.path = path + ".until",
                           .message = "ends the last phase, which nothing follows: it goes on",
                           .cure = "remove it",
                           .severity = Problem::Severity::kWarning});
  }
  template <class Law>
  void checkPart(const Law& law, const Owner& owner, DrivenBy& drivenBy) {
    if constexpr (std::is_base_of_v<desc::SampledController, Law>) {
      constexpr const char* kCure = "give it to the sequence";
      if (law.period) error(owner.path + ".period", "is that of a part of a sequence", kCure);
      const desc::Sensor& s = law.sensor;
      const desc::Number none;
      if (s.delay != none || s.positionQuantum != none || s.velocityQuantum != none || s.positionNoise != none ||
          s.velocityNoise != none || s.seed != none)
        error(owner.path + ".sensor", "is that of a part of a sequence", kCure);
    } else {
      for (const auto& [output, source] : law.outputs.entries)
        if (indexOf(d_.actuators, output.id) >= 0) checkForce(output, owner.path + ".outputs." + output.name);
    }
    checkOutputsOf(law, owner, drivenBy);
  }

  const Description& d_;
  std::vector<Problem>& problems_;
};

}  // namespace

void checkOutputs(const Description& description, std::vector<Problem>& problems) {
  OutputChecker(description, problems).run();
}

}  // namespace tendril
