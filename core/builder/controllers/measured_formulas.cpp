// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/controllers/measured_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/signals/signal_names.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

std::string textOf(const desc::Formula& formula) {
  if (formula.text.empty()) return numberText(formula.value);
  return formula.text.starts_with('=') ? formula.text.substr(1) : formula.text;
}

const SignalCatalogue& catalogueOf(const Model& model, BuildContext& context) {
  const auto& computed = context.description.signals.entries;
  if (!context.signals)
    context.signals = std::make_shared<const SignalCatalogue>(model, NamedSignals(computed.begin(), computed.end()));
  return *context.signals;
}

/// The controller whose signals a text names; empty: none.
std::string namedController(const std::string& text, const BuildContext& context) {
  for (const NameToken& token : nameTokens(text))
    if (token.beforeDot && !token.afterDot)
      for (const desc::Controller& controller : context.description.controllers)
        if (controller.name == token.name) return controller.name;
  return {};
}

/// Checks one formula; problems get its path.
class FormulaCheck {
 public:
  FormulaCheck(const SignalCatalogue& catalogue, const SignalConstants& constants, BuildContext& context)
      : catalogue_(catalogue), constants_(constants), context_(context) {}

  void check(const std::string& text, const std::string& path) {
    const SignalProgram program(catalogue_, {&text, 1}, constants_);
    if (const auto& error = program.columns()[0].error) return tell(*error, text, path);
    if (program.comparesInstants(0))
      return context_.error(path, "uses rate(…), which compares instants of a run",
                            "use velocities such as arm.v[0] or arm.tip.vx");
    for (const SignalSource& source : program.sources())
      if (!isMeasured(source.kind))
        return context_.error(path, '"' + nameOf(source) + "\" " + whyNotMeasured(source.kind),
                              "use coordinates, velocities, frames, lengths or forces of contacts");
    if (program.sources().empty()) checkConstant(program, path);
  }

 private:
  void tell(const ExpressionError& error, const std::string& text, const std::string& path) {
    const std::string controller = namedController(text, context_);
    if (!controller.empty())
      return context_.error(path, "names signals of the controller \"" + controller + "\", which others do not measure",
                            "write what it computes with as formulas of the motion");
    context_.error(
        path,
        error.message + " at character " + std::to_string(error.position + 1) + " of \"" + text.substr(0, 200) + '"',
        error.nearest.empty() ? "" : "did you mean \"" + error.nearest + "\"?");
  }
  std::string nameOf(const SignalSource& source) const {
    for (const Signal& signal : catalogue_.signals())
      if (!signal.computed && signal.width == 1 && signal.sources[0] == source) return signal.name;
    return "a signal";
  }
  void checkConstant(const SignalProgram& program, const std::string& path) {
    double value = 0;
    SignalProgram::Memory memory;
    program.evaluate(0, {}, memory, {&value, 1});
    if (!std::isfinite(value)) context_.error(path, "is " + numberText(value), "give a finite number");
  }

  const SignalCatalogue& catalogue_;
  const SignalConstants& constants_;
  BuildContext& context_;
};

}  // namespace

std::shared_ptr<const MeasuredFormulas> measuredFormulas(const std::vector<PlacedFormula>& formulas, const Model& model,
                                                         BuildContext& context) {
  const SignalCatalogue& catalogue = catalogueOf(model, context);
  const SignalConstants& constants = context.evaluator.parameters();
  FormulaCheck checker(catalogue, constants, context);
  const std::size_t before = context.problems.size();
  std::vector<std::string> texts;
  for (const PlacedFormula& each : formulas) {
    texts.push_back(textOf(each.formula));
    checker.check(texts.back(), each.path);
  }
  if (context.problems.size() > before) return nullptr;
  return std::make_shared<const MeasuredFormulas>(SignalProgram(catalogue, texts, constants));
}

std::shared_ptr<const MeasuredFormulas> measuredFormulas(const desc::OneOrMany<desc::Formula>& formulas, int inputs,
                                                         const Model& model, BuildContext& context,
                                                         const std::string& path) {
  const auto given = static_cast<int>(formulas.values.size());
  if (given != inputs && (formulas.list || given != 1)) {
    context.error(path,
                  "gives " + std::to_string(given) + " expressions for " + std::to_string(inputs) +
                      (inputs == 1 ? " input" : " inputs"),
                  "give one per input of the outputs");
    return nullptr;
  }
  std::vector<PlacedFormula> placed;
  for (int k = 0; k < inputs; ++k)
    placed.push_back({formulas.values[static_cast<std::size_t>(given == 1 ? 0 : k)],
                      formulas.list ? path + '[' + std::to_string(k) + ']' : path});
  return measuredFormulas(placed, model, context);
}

}  // namespace tendril
