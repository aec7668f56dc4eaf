// SPDX-License-Identifier: BSD-3-Clause
// Equilibria as a function of the inputs, near one of them.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "core/control/tracking.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Follows equilibria by Newton's method with the derivative of all forces, loops and driven joints included. `data` is
/// overwritten; its gravity acts.
class EquilibriumMap {
 public:
  /// `inputs`: indices into u that may change, without repetition. `t` (s): for loads of time.
  EquilibriumMap(const Model& model, Data& data, std::vector<int> inputs, double t);

  /// Newton's method on q and λ at the present inputs; false where it does not converge.
  bool balance();
  /// columns (nv × inputs) ← ∂q/∂u of the inputs, after balance().
  const MatX& columns();
  /// q goes to where columns() says that it will balance after `step` (one entry per input), to first order.
  void predict(const VecX& step);
  const MatX& massMatrix() const { return data_.massMatrix; }
  /// Of the last balance(): what is left of the forces, relative to the largest; of loops, m or rad.
  double relativeResidual() const { return relativeResidual_; }
  const std::vector<int>& inputs() const { return inputs_; }

  VecX q, u;    ///< nq, nu: where balance() begins and what it balances
  VecX lambda;  ///< nl: forces of the loops' rows

 private:
  double measure();
  VecX effortsByInput() const;
  void move(const VecX& step);
  bool linearize();

  const Model& model_;
  Data& data_;
  std::vector<int> inputs_;
  double t_;
  VecX rest_;
  ActuationState actuation_;
  VecX residual_;
  double relativeResidual_ = 0;
  MatX columns_;
  Eigen::PartialPivLU<MatX> tangent_;
};

}  // namespace tendril
