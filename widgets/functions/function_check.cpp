// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/function_check.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/builder/parts/evaluator.hpp"

namespace tendril {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::FunctionCheck", text);
}

}  // namespace

CheckedFunction checkFunction(const Description& description, const QString& text, double length) {
  if (text.trimmed().isEmpty()) return {tr("Type a function of X, such as X*(1-X)."), {}};
  std::vector<Problem> problems;
  Evaluator evaluator(description, problems);
  problems.clear();  // of parameters: they are told elsewhere
  description::Formula formula;
  formula.text = text.trimmed().toStdString();
  const Curve curve = evaluator.curve(formula, length, {}, {});
  for (const Problem& problem : problems) {
    if (!problem.isError()) continue;
    QString sentence = QString::fromStdString(problem.message);
    if (!problem.cure.empty()) sentence += QStringLiteral("; ") + QString::fromStdString(problem.cure);
    return {sentence, {}};
  }
  CheckedFunction out;
  for (int i = 0; i < kCurvePoints; ++i) out.curve.push_back(curve.value(curvePlace(i)));
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(out.curve.begin(), out.curve.end(), finite))
    return {tr("Must be finite from X = 0 to 1; it divides by zero or leaves the range of a function."), {}};
  return out;
}

}  // namespace tendril
