// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas of X as they are typed: what is wrong with them, what they look like.
#pragma once

#include <QString>

#include <functional>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// Points at which functions are drawn, X = 0…1.
inline constexpr int kCurvePoints = 97;

/// Place of a point, 0…1.
constexpr double curvePlace(int point) {
  return static_cast<double>(point) / (kCurvePoints - 1);
}

/// What became of a text.
struct CheckedFunction {
  QString problem;            ///< what is wrong, and what to do; empty: nothing
  std::vector<double> curve;  ///< its values at kCurvePoints places; empty if there is a problem
};

using FunctionCheck = std::function<CheckedFunction(const QString& text)>;

/// Reads a formula of X, x (m) and L as projects do, with the named parameters of a description, and draws it along a
/// length (m). A formula that is nowhere finite is a problem too.
CheckedFunction checkFunction(const Description& description, const QString& text, double length);

}  // namespace tendril
