// SPDX-License-Identifier: BSD-3-Clause
// Numbers, measures and formulas of a description made into values and functions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"
#include "core/math/pose.hpp"
#include "core/text/curve.hpp"
#include "core/text/expression.hpp"

namespace tendril {

/// Evaluates with the named parameters of one description. Problems get the path that the caller gives; after a problem
/// numbers are NaN and functions 0.
class Evaluator {
 public:
  /// Evaluates all parameters; what is wrong with them is reported.
  Evaluator(const Description& description, std::vector<Problem>& problems);

  /// Named parameters with their values, NaN of those that have none.
  const std::vector<std::pair<std::string, double>>& parameters() const { return parameters_; }
  double number(const description::Number& value, const std::string& path);
  /// Quaternions may have any length but 0.
  Pose pose(const description::Pose& value, const std::string& path);
  /// A formula of named variables.
  Expression formula(const description::Formula& value, std::span<const std::string> variables,
                     const std::string& path);
  /// The same of a body whose length is L (m).
  Expression formula(const description::Formula& value, std::span<const std::string> variables, const std::string& path,
                     double length);
  /// A formula of X, x and L along a length (m), with the functions that it may call. Warns of X/L.
  Curve curve(const description::Formula& value, double length, std::span<const ExpressionFunction> functions,
              const std::string& path);
  /// A measure along a length (m).
  Curve measure(const description::Measure& value, double length, const std::string& path);

 private:
  void evaluateParameters(const Description& description);
  void evaluateParameter(const std::string& name, const description::Number& value);
  Expression parse(std::string_view text, std::span<const std::string> variables,
                   std::span<const std::pair<std::string, double>> constants,
                   std::span<const ExpressionFunction> functions, const std::string& path);

  std::vector<Problem>& problems_;
  std::vector<std::pair<std::string, double>> parameters_;
};

}  // namespace tendril
