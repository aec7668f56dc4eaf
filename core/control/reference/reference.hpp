// SPDX-License-Identifier: BSD-3-Clause
// What a controller is to follow: numbers over time with their derivatives; poses are in pose_reference.hpp. Made by
// references.hpp.
#pragma once

#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// Immutable. Defined for every finite t.
class Reference {
 public:
  static constexpr int kMostDerivatives = 16;
  /// Those that controllers ask for: up to here it costs little.
  static constexpr int kUsualDerivatives = 5;

  virtual ~Reference() = default;
  /// How many numbers it gives.
  virtual int size() const = 0;
  /// out (size × (order+1)) ← the values at t (s) and their derivatives up to `order` ≤ kMostDerivatives. At a kink
  /// those of the side behind it. No allocation.
  virtual void evaluate(double t, int order, MatXMut out) const = 0;

  /// How many derivatives it knows; evaluate() gives zero for those above.
  virtual int knownDerivatives() const { return kMostDerivatives; }
  /// The instants (s, ascending) between `from` and `to`, exclusive, at which there is no derivative of `order` ≥ 1,
  /// because the one below it jumps.
  virtual std::vector<double> breaks(int, double, double) const { return {}; }

 protected:
  /// Those of `instants` that lie between `from` and `to`.
  static std::vector<double> between(std::initializer_list<double> instants, double from, double to) {
    std::vector<double> out;
    for (const double t : instants)
      if (from < t && t < to) out.push_back(t);
    return out;
  }
};

}  // namespace tendril
