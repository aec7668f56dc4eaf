// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "core/text/expression.hpp"

namespace tendril {

/// A function of X ∈ [0, 1] over a length, with its derivative d/dX.
class Curve {
 public:
  Curve() = default;
  /// The expression's variables are X, x (metres forward) and its alias x3.
  Curve(Expression expression, double length) : expression_(std::move(expression)), length_(length) {}
  double value(double X) const;
  double slope(double X) const;
  const Expression& expression() const { return expression_; }

 private:
  Expression expression_;
  double length_ = 1;
};

}  // namespace tendril
