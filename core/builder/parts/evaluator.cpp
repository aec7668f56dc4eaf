// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/evaluator.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kAlong = {"X", "x", "x3"};

/// Names that stand in a text, in the sense of the expression language.
std::vector<std::string_view> namesIn(std::string_view text) {
  std::vector<std::string_view> names;
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    if (!letter(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && letter(text[end])) ++end;
    names.push_back(text.substr(i, end - i));
    i = end;
  }
  return names;
}

/// Order in which the parameters can be evaluated: each after those that its expression names. What is left out waits
/// for itself.
std::vector<std::size_t> evaluationOrder(const std::vector<std::pair<std::string, description::Number>>& parameters) {
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < parameters.size(); ++i) index.emplace(parameters[i].first, i);
  std::vector<std::vector<std::size_t>> users(parameters.size());
  std::vector<int> waiting(parameters.size(), 0);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    for (const std::string_view name : namesIn(parameters[i].second.expression))
      if (const auto found = index.find(name); found != index.end()) {
        users[found->second].push_back(i);
        ++waiting[i];
      }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (waiting[i] == 0) order.push_back(i);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (const std::size_t user : users[order[k]])
      if (--waiting[user] == 0) order.push_back(user);
  return order;
}

bool isReserved(std::string_view name) {
  constexpr std::array<std::string_view, 11> kVariables = {"t", "X", "x", "y", "z", "L", "r", "pi", "x1", "x2", "x3"};
  if (std::find(kVariables.begin(), kVariables.end(), name) != kVariables.end()) return true;
  return std::any_of(expression::kFunctionInfo.begin(), expression::kFunctionInfo.end(),
                     [&](const expression::FunctionInfo& f) { return f.name == name; });
}

/// `X/L` in a text, where a paper's X in metres was meant (conventions.md).
bool dividesByLength(std::string_view text) {
  std::string tight;
  for (const char c : text)
    if (c != ' ') tight += c;
  const std::size_t at = tight.find("X/L");
  return at != std::string::npos &&
         (at + 3 == tight.size() || !std::isalnum(static_cast<unsigned char>(tight[at + 3])));
}

}  // namespace

Evaluator::Evaluator(const Description& description, std::vector<Problem>& problems) : problems_(problems) {
  evaluateParameters(description);
}

void Evaluator::evaluateParameters(const Description& description) {
  const auto& parameters = description.parameters.entries;
  const std::vector<std::size_t> order = evaluationOrder(parameters);
  for (const std::size_t i : order) evaluateParameter(parameters[i].first, parameters[i].second);
  std::vector<bool> done(parameters.size(), false);
  for (const std::size_t i : order) done[i] = true;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (isReserved(parameters[i].first))
      problems_.push_back({.path = "parameters." + parameters[i].first,
                           .message = "is the name of a variable or function of the expressions",
                           .cure = "choose another name"});
    if (done[i]) continue;
    problems_.push_back({.path = "parameters." + parameters[i].first,
                         .message = "depends on itself: =" + parameters[i].second.expression,
                         .cure = "break the circle with a number"});
    parameters_.emplace_back(parameters[i].first, kNaN);
  }
}

void Evaluator::evaluateParameter(const std::string& name, const description::Number& value) {
  const double result = number(value, "parameters." + name);
  parameters_.emplace_back(name, result);
}

Expression Evaluator::parse(std::string_view text, std::span<const std::string> variables,
                            std::span<const std::pair<std::string, double>> constants,
                            std::span<const ExpressionFunction> functions, const std::string& path) {
  try {
    return Expression::parse(text, variables, constants, functions);
  } catch (const ExpressionError& error) {
    std::string cure = error.nearest.empty() ? "" : "did you mean \"" + error.nearest + "\"?";
    problems_.push_back({.path = path,
                         .message = error.message + " at character " + std::to_string(error.position + 1) + " of \"" +
                                    std::string(text.substr(0, 200)) + '"',
                         .cure = std::move(cure)});
  }
  return Expression(kNaN);
}

Pose Evaluator::pose(const description::Pose& value, const std::string& path) {
  const auto number = [&](const description::Number& each) { return this->number(each, path); };
  Pose out;
  for (int i = 0; i < 3; ++i) out.p[i] = number(value.position[static_cast<std::size_t>(i)]);
  if (value.quaternion) {
    const auto& [w, x, y, z] = *value.quaternion;
    out.R = rotationFromQuaternion<double>(Vec4(number(w), number(x), number(y), number(z)).normalized());
  } else if (value.rpy) {
    const auto& [roll, pitch, yaw] = *value.rpy;
    out.R = expSO3<double>(Vec3(0, 0, number(yaw))) * expSO3<double>(Vec3(0, number(pitch), 0)) *
            expSO3<double>(Vec3(number(roll), 0, 0));
  }
  return out;
}

double Evaluator::number(const description::Number& value, const std::string& path) {
  if (value.expression.empty()) return value.value;
  const std::size_t before = problems_.size();
  const double result = parse(value.expression, {}, parameters_, {}, path).evaluate(std::span<const double>());
  if (!std::isfinite(result) && problems_.size() == before) {
    const bool inherited = std::any_of(parameters_.begin(), parameters_.end(), [&](const auto& parameter) {
      const auto names = namesIn(value.expression);
      return !std::isfinite(parameter.second) && std::find(names.begin(), names.end(), parameter.first) != names.end();
    });
    if (!inherited)
      problems_.push_back(
          {.path = path, .message = "=" + value.expression + " is " + numberText(result), .cure = "make it finite"});
  }
  return std::isfinite(result) ? result : kNaN;
}

Expression Evaluator::formula(const description::Formula& value, std::span<const std::string> variables,
                              const std::string& path) {
  if (value.text.empty()) return Expression(value.value);
  std::string_view text = value.text;
  if (text.front() == '=') text.remove_prefix(1);  // as number fields have it
  return parse(text, variables, parameters_, {}, path);
}

Expression Evaluator::formula(const description::Formula& value, std::span<const std::string> variables,
                              const std::string& path, double length) {
  if (value.text.empty()) return Expression(value.value);
  std::string_view text = value.text;
  if (text.front() == '=') text.remove_prefix(1);
  auto constants = parameters_;
  constants.emplace_back("L", length);
  return parse(text, variables, constants, {}, path);
}

Curve Evaluator::curve(const description::Formula& value, double length, std::span<const ExpressionFunction> functions,
                       const std::string& path) {
  if (value.text.empty()) return Curve(Expression(value.value), length);
  std::string_view text = value.text;
  if (text.front() == '=') text.remove_prefix(1);
  if (dividesByLength(text))
    problems_.push_back({.path = path,
                         .message = "X/L: X goes from 0 to 1 already",
                         .cure = "write X, or x/L with x in metres",
                         .severity = Problem::Severity::kWarning});
  auto constants = parameters_;
  constants.emplace_back("L", length);
  return Curve(parse(text, kAlong, constants, functions, path), length);
}

Curve Evaluator::measure(const description::Measure& value, double length, const std::string& path) {
  description::Formula formula;
  if (!value.formula.empty()) {
    formula.text = value.formula;
  } else if (!value.end) {
    formula.value = number(value.start, path);
  } else {
    const double start = number(value.start, path + "[0]"), end = number(*value.end, path + "[1]");
    if (!std::isfinite(start) || !std::isfinite(end)) return Curve(Expression(kNaN), length);
    formula.text = '(' + numberText(start) + ")+(" + numberText(end - start) + ")*X";
  }
  return curve(formula, length, {}, path);
}

}  // namespace tendril
