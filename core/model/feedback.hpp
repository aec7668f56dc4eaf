// SPDX-License-Identifier: BSD-3-Clause
// Inputs that follow the motion at every instant.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// A law u(t, q, v) of some inputs. Deterministic: the same arguments give the same values.
class Feedback {
 public:
  virtual ~Feedback() = default;
  /// Overwrites its entries of u (nu), within the ranges of the actuators. t in s.
  virtual void evaluate(double t, const VecXRef& q, const VecXRef& v, VecXMut u) = 0;
  /// Overwrites byPosition and byVelocity (nu × nv): ∂u/∂q for right perturbations, ∂u/∂v. Rows of inputs that it does
  /// not give are zero.
  virtual void derivatives(double t, const VecXRef& q, const VecXRef& v, MatXMut byPosition, MatXMut byVelocity) = 0;
};

}  // namespace tendril
