// SPDX-License-Identifier: BSD-3-Clause
// Controllers that are written as formulas, and sequences of controllers.
#include <utility>

#include "core/builder/controllers/controller_parts.hpp"
#include "core/builder/controllers/measured_formulas.hpp"
#include "core/control/controllers/expression_law.hpp"
#include "core/control/controllers/sequence.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// What a phase is made of when the model is indexed.
struct PhaseMaker {
  const desc::ControllerPhase& given;
  std::string path;
  std::vector<ControllerMaker> laws;
};

/// Seconds, where `until` is a number or "=expression" of the parameters.
std::optional<double> durationOf(const desc::Formula& until, BuildContext& context, const std::string& path) {
  if (until.text.empty()) return until.value;
  if (!until.text.starts_with('=')) return std::nullopt;
  desc::Number number;
  number.expression = until.text.substr(1);
  return context.number(number, path);
}

/// When a phase is over.
void buildEnd(const desc::Formula& until, const Model& model, BuildContext& context, const std::string& path,
              SequencePhase& phase) {
  phase.duration = durationOf(until, context, path);
  if (phase.duration && *phase.duration < 0)
    context.error(path, "ends before it begins: it is negative", "give the seconds that the phase takes");
  if (!phase.duration) phase.until = measuredFormulas({{until, path}}, model, context);
}

SequencePhase buildPhase(const PhaseMaker& maker, const Sampling& sampling, const Model& model, BuildContext& context) {
  SequencePhase phase;
  phase.ownClock = maker.given.clock == desc::PhaseClock::kPhase;
  if (maker.given.until) buildEnd(*maker.given.until, model, context, maker.path + ".until", phase);
  for (const ControllerMaker& make : maker.laws) {
    std::shared_ptr<Controller> law = make(model);
    if (!law) continue;  // reported
    law->period = sampling.period.value_or(model.simulation.step), law->sensor = sampling.sensor;
    phase.laws.push_back(std::move(law));
  }
  return phase;
}

std::vector<PhaseMaker> phaseMakers(const desc::SequenceController& given, const ControllerSlot& slot,
                                    BuildContext& context) {
  std::vector<PhaseMaker> makers;
  for (std::size_t i = 0; i < given.phases.size(); ++i) {
    PhaseMaker maker{given.phases[i], slot.path + ".phases[" + std::to_string(i) + ']', {}};
    desc::eachController(given.phases[i], maker.path, [&](const desc::PhaseController& part, const std::string& path) {
      maker.laws.push_back(std::visit(
          [&](const auto& law) {
            return controllerMaker(law, {slot.name, path}, context);
          },
          part.type));
    });
    makers.push_back(std::move(maker));
  }
  return makers;
}

}  // namespace

ControllerMaker controllerMaker(const desc::ExpressionController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return sampledMaker(
      given, slot, context,
      [&given, &context, name = slot.name](const Model& model, std::vector<int> inputs,
                                           const std::string& path) -> std::shared_ptr<Controller> {
        std::vector<PlacedFormula> formulas;
        for (const auto& [actuator, values] : given.outputs.entries)
          for (std::size_t k = 0; k < values.values.size(); ++k)
            formulas.push_back({values.values[k], path + ".outputs." + actuator.name +
                                                      (values.list ? '[' + std::to_string(k) + ']' : "")});
        auto measured = measuredFormulas(formulas, model, context);
        if (!measured) return nullptr;
        return makeExpressionLaw(name, std::move(inputs), std::move(measured));
      });
}

/// Functions of time, sampled as the sequence is.
ControllerMaker controllerMaker(const desc::SignalsController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  std::vector<SignalBuilder> signals;
  addSignals(given, slot.path, context, signals);
  return makerOf(slot, context, [signals, name = slot.name](const Model& model, const std::string&) {
    std::vector<int> inputs;
    std::vector<std::function<double(double)>> functions;
    for (const SignalBuilder& signal : signals) {
      inputs.push_back(model.inputOffset[static_cast<std::size_t>(signal.actuator)] + signal.input);
      functions.push_back(signal.value);
    }
    return makeTimeLaw(name, std::move(inputs), std::move(functions));
  });
}

ControllerMaker controllerMaker(const desc::SequenceController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return makerOf(slot, context,
                 [&given, &context, slot, makers = phaseMakers(given, slot, context)](
                     const Model& model, const std::string& path) -> std::shared_ptr<Controller> {
                   const Sampling sampling = buildSampling(given, context, path);
                   const std::size_t before = context.problems.size();
                   std::vector<SequencePhase> phases;
                   for (const PhaseMaker& maker : makers) phases.push_back(buildPhase(maker, sampling, model, context));
                   if (context.problems.size() > before) return nullptr;
                   const bool hold = given.undriven == desc::Undriven::kHold;
                   auto made =
                       makeSequence(slot.name, std::move(phases), hold ? UndrivenInputs::kHold : UndrivenInputs::kZero);
                   made->sensor = sampling.sensor, made->period = sampling.period;
                   return made;
                 });
}

}  // namespace tendril
