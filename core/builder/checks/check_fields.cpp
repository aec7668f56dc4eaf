// SPDX-License-Identifier: BSD-3-Clause
// Values: numbers, formulas, measures, texts, references.
#include <algorithm>
#include <cmath>

#include "core/builder/checks/field_checker.hpp"
#include "core/description/references.hpp"
#include "core/model/volume/map/expression_map.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using description::FieldInfo;
constexpr int kSamples = 16;  // of functions of X, between the ends

std::string rangeText(const FieldInfo& info) {
  const bool low = std::isfinite(info.minimum), high = std::isfinite(info.maximum);
  std::string out = "must be ";
  if (low && high) {
    out += "from " + numberText(info.minimum) + " to " + numberText(info.maximum);
    if (info.exclusive) out += ", the ends excluded";
  } else if (low) {
    out += (info.exclusive ? "greater than " : "at least ") + numberText(info.minimum);
  } else {
    out += (info.exclusive ? "less than " : "at most ") + numberText(info.maximum);
  }
  return info.unit.empty() ? out : out + ", in " + std::string(info.unit);
}

bool inRange(double value, const FieldInfo& info) {
  return info.exclusive ? value > info.minimum && value < info.maximum : value >= info.minimum && value <= info.maximum;
}

/// Of the point of a body and its coordinates.
bool isOfPoints(const FieldInfo& info) {
  return info.variables.ends_with("coordinates");
}
bool isAlong(const FieldInfo& info) {
  return info.variables.starts_with("X");
}
bool hasFunctions(const FieldInfo& info) {
  return info.variables.find('(') != std::string_view::npos;
}

}  // namespace

FieldChecker::FieldChecker(const Description& description, const BuildOptions& options, std::vector<Problem>& problems)
    : options_(options), problems_(problems), evaluator_(description, problems), quiet_(description, ignored_) {}

void FieldChecker::error(std::string path, std::string message, std::string cure) {
  problems_.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure)});
}

bool FieldChecker::checkRange(double value, const FieldInfo& info, Path path, const std::string& where) {
  if (!std::isfinite(value)) {
    error(path, "is " + numberText(value) + where, "give a finite number");
    return false;
  }
  if (info.integer && value != std::floor(value)) {
    error(path, "is " + numberText(value) + where, "must be a whole number");
    return false;
  }
  if (inRange(value, info)) return true;
  error(path, "is " + numberText(value) + where, rangeText(info));
  return false;
}

void FieldChecker::operator()(const description::Number& value, const FieldInfo& info, Path path) {
  const std::size_t before = problems_.size();
  const double result = evaluator_.number(value, path);
  if (problems_.size() > before) return;
  if (std::isnan(result) && !value.expression.empty()) return;  // a parameter's problem
  checkRange(result, info, path);
}

void FieldChecker::operator()(const description::Formula& value, const FieldInfo& info, Path path) {
  if (value.text.empty()) {
    checkRange(value.value, info, path);
    return;
  }
  if (info.signals) return;  // the built robot knows its signals
  if (isOfPoints(info)) {
    evaluator_.formula(value, ExpressionMap::variables(coordinates_), path, length_);
    return;
  }
  if (!isAlong(info)) {
    const std::vector<std::string> variable = {std::string(info.variables)};  // one: t, phi
    evaluator_.formula(value, variable, path);
    return;
  }
  static const ExpressionFunction kRadius{
      .name = "r", .body = std::make_shared<const Expression>(Expression::parse("X", std::vector<std::string>{"X"}))};
  const std::size_t before = problems_.size();
  const Curve curve = hasFunctions(info) ? evaluator_.curve(value, length_, {&kRadius, 1}, path)
                                         : evaluator_.curve(value, length_, {}, path);
  if (hasErrors({problems_.begin() + static_cast<std::ptrdiff_t>(before), problems_.end()}) || hasFunctions(info))
    return;
  for (int i = 0; i <= kSamples; ++i) {
    const double X = double(i) / kSamples;
    if (!checkRange(curve.value(X), info, path, " at X = " + numberText(X))) return;
  }
}

void FieldChecker::operator()(const description::Measure& value, const FieldInfo& info, Path path) {
  if (value.formula.empty()) {
    (*this)(value.start, info, value.end ? path + "[0]" : path);
    if (value.end) (*this)(*value.end, info, path + "[1]");
    return;
  }
  description::Formula formula;
  formula.text = value.formula;
  (*this)(formula, info, path);
}

void FieldChecker::operator()(const description::Attachment& value, const FieldInfo& info, Path path) {
  using Place = description::Attachment::Place;
  if (value.place == Place::kStation) (*this)(value.station, info, path);
  if (value.place != Place::kPoint) return;
  for (std::size_t i = 0; i < value.point.size(); ++i)
    (*this)(value.point[i], pointInfoOf(info), path + '[' + std::to_string(i) + ']');
}

void FieldChecker::operator()(const std::string& value, const FieldInfo& info, Path path) {
  const std::span<const std::string_view> options = options_.catalogue->options(info);
  if (options.empty() && !info.offers) return;
  if (std::find(options.begin(), options.end(), value) == options.end())
    error(path, "\"" + value + "\" is not known", info.offers ? "a plugin that adds it may not be loaded" : "");
}

void FieldChecker::operator()(const description::LinkRef& value, const FieldInfo& info, Path path) {
  if (value.name == description::kWorldName && value.id == 0 && !info.world)
    error(path, "the world is no link", "name a link");
  if (value.name.empty()) error(path, "is missing", "name a link");
}
void FieldChecker::operator()(const description::MaterialRef& value, const FieldInfo&, Path path) {
  if (value.name.empty()) error(path, "is missing", "name a material");
}
void FieldChecker::operator()(const description::ActuatorRef& value, const FieldInfo&, Path path) {
  if (value.name.empty()) error(path, "is missing", "name an actuator");
}

std::vector<Problem> checkFields(const Description& given, const BuildOptions& options) {
  std::vector<Problem> problems;
  Description description = given;
  assignIds(description);
  resolveReferences(description, problems);
  FieldChecker checker(description, options, problems);
  description::walk(std::as_const(description), checker);
  return problems;
}

}  // namespace tendril
