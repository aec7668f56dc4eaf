// SPDX-License-Identifier: BSD-3-Clause
// Trees with soft bodies along motions that are series of time: a plain recursion on series, without the shortcuts that
// rigid links allow (tree_passes.hpp).
#pragma once

#include <memory>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"

namespace tendril::series {

class SoftTree {
 public:
  /// For coefficients of forces up to `order`.
  static std::unique_ptr<SoftTree> make(const Model& model, int order);
  virtual ~SoftTree() = default;

  /// Coefficients 0…order of the forces (nv × order + 1) for those of the velocities (nv × order + 2 or more) and
  /// q (nq). Throws NoTimeDerivatives for a load that has none.
  virtual void forces(const VecX& q, const MatX& rate, const TimeInputs& inputs, MatX& out) = 0;
};

}  // namespace tendril::series
