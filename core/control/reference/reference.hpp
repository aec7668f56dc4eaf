// SPDX-License-Identifier: BSD-3-Clause
// What a controller is to follow: numbers over time with their derivatives; poses are in pose_reference.hpp. Made by
// references.hpp.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// Immutable. Defined for every finite t.
class Reference {
 public:
  static constexpr int kMostDerivatives = 5;

  virtual ~Reference() = default;
  /// How many numbers it gives.
  virtual int size() const = 0;
  /// out (size × (order+1)) ← the values at t (s) and their derivatives up to `order` ≤ kMostDerivatives. At a kink
  /// those of the side behind it. No allocation.
  virtual void evaluate(double t, int order, MatXMut out) const = 0;
};

}  // namespace tendril
