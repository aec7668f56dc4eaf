// SPDX-License-Identifier: BSD-3-Clause
// Smooth functions of one variable with places to try them at; shared by the tests of duals, jets and expressions.
#pragma once

#include <cmath>

namespace tendril::cases {

/// Calls visit(name, f, points…) for each function; f is a generic lambda on the scalar.
template <class Visit>
void forEachFunction(Visit&& visit) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::hypot, std::log,
      std::log10, std::max, std::min, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  visit("sin", [](auto x) { return sin(x); }, {-2.0, 0.0, 0.7, 30.0});
  visit("cos", [](auto x) { return cos(x); }, {-2.0, 0.0, 0.7, 30.0});
  visit("tan", [](auto x) { return tan(x); }, {-1.2, 0.0, 0.7});
  visit("asin", [](auto x) { return asin(x); }, {-0.8, 0.0, 0.5});
  visit("acos", [](auto x) { return acos(x); }, {-0.8, 0.0, 0.5});
  visit("atan", [](auto x) { return atan(x); }, {-3.0, 0.0, 0.5});
  visit("atan2", [](auto x) { return atan2(x * x - 1.5, x); }, {-3.0, 0.0, 0.5, 2.0});
  visit("sinh", [](auto x) { return sinh(x); }, {-3.0, 0.0, 0.5});
  visit("cosh", [](auto x) { return cosh(x); }, {-3.0, 0.0, 0.5});
  visit("tanh", [](auto x) { return tanh(x); }, {-3.0, 0.0, 0.5});
  visit("exp", [](auto x) { return exp(x); }, {-3.0, 0.0, 2.5});
  visit("log", [](auto x) { return log(x); }, {0.2, 1.0, 30.0});
  visit("log10", [](auto x) { return log10(x); }, {0.2, 1.0, 30.0});
  visit("sqrt", [](auto x) { return sqrt(x); }, {0.2, 1.0, 30.0});
  visit("abs", [](auto x) { return abs(x); }, {-2.0, 3.0});
  visit("hypot", [](auto x) { return hypot(x, x * x + 1.0); }, {-2.0, 0.0, 3.0});
  visit("square", [](auto x) { return pow(x, 2.0); }, {-2.0, 0.0, 3.0});
  visit("seventh", [](auto x) { return pow(x, 7.0); }, {-1.5, 0.0, 1.3});
  visit("inverse cube", [](auto x) { return pow(x, -3.0); }, {-1.5, 1.3});
  visit("root", [](auto x) { return pow(x, 1.7); }, {0.5, 1.3});
  visit("power", [](auto x) { return pow(x, x); }, {0.5, 1.3});
  visit("quotient", [](auto x) { return (1.0 - x) / (x * x + 2.0) - 3.0 / (x + 5.0) + x / 4.0; }, {-1.5, 0.0, 1.3});
  visit("min", [](auto x) { return min(x * x, x); }, {0.5, 1.3});
  visit("max", [](auto x) { return max(x * x, x); }, {0.5, 1.3});
}

}  // namespace tendril::cases
