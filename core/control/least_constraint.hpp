// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/control/box_quadratic.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// Of all outputs within their ranges those whose accelerations need the least constraint beside the demanded ones
/// [Gauss]: with q̈ = M⁻¹A u + …, the error of Aᵀq̈ in the metric (AᵀM⁻¹A)⁻¹, which is that of u in AᵀM⁻¹A.
class LeastConstraint {
 public:
  /// `ridge`: of the mean of the metric's diagonal, added to it, for outputs whose forces depend on each other.
  explicit LeastConstraint(int outputs, double ridge = 0)
      : ridge_(ridge), metric_(MatX::Zero(outputs, outputs)), program_(outputs) {}

  /// `forces` = A (nv × n) and `accelerations` = M⁻¹A of the outputs; writes the nearest to `demand` (n) that the
  /// ranges allow. Allocates nothing. std::runtime_error if AᵀM⁻¹A is not positive definite.
  void solve(const MatX& forces, const MatX& accelerations, const OutputRanges& ranges, const VecXRef& demand,
             VecXMut outputs) {
    metric_.noalias() = forces.transpose() * accelerations;
    metric_.triangularView<Eigen::StrictlyUpper>() = metric_.transpose();  // but for rounding it is that already
    if (ridge_ > 0) metric_.diagonal().array() += ridge_ * metric_.diagonal().mean();
    program_.solve(metric_, demand, ranges.lower, ranges.upper, outputs);
  }
  /// Turns derivatives of the demand (n × any number) into those of what solve() found last, outputs at bounds held.
  void differentiate(MatXMut derivatives) { program_.differentiate(metric_, derivatives); }

 private:
  double ridge_;
  MatX metric_;
  BoxQuadratic program_;
};

}  // namespace tendril
