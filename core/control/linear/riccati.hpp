// SPDX-License-Identifier: BSD-3-Clause
// Algebraic equations of Riccati: the gain that minimises a quadratic cost of a linear system.
//
// The sign of the Hamiltonian matrix (Roberts 1971) without samples, structure-preserving doubling (Chu, Fan, Lin 2004)
// with them; then Newton's method (Kleinman 1968) on what rounding has left.
// Stiff systems should come balanced (balancingScales).
#pragma once

#include "core/math/types.hpp"

namespace tendril {

struct RiccatiSolution {
  MatX X;               ///< n × n, symmetric: xᵀ X x is the cost that is left
  MatX K;               ///< m × n: u = −K x
  double residual = 0;  ///< of the equation, relative to its largest term
  bool found = false;   ///< X is finite and A − B K stable
};

/// Aᵀ X + X A − X B R⁻¹ Bᵀ X + Q = 0 with A − B K stable, K = R⁻¹ Bᵀ X. Q (n × n) symmetric and not negative, R (m × m)
/// positive definite; (A, B) must be stabilisable and Q see what is not stable, else `found` is false.
RiccatiSolution solveContinuousRiccati(const MatX& A, const MatX& B, const MatX& Q, const MatX& R);

/// X = Aᵀ X A − (Aᵀ X B + N) (R + Bᵀ X B)⁻¹ (Bᵀ X A + Nᵀ) + Q with A − B K inside the unit circle; N: n × m.
RiccatiSolution solveDiscreteRiccati(const MatX& A, const MatX& B, const MatX& Q, const MatX& R, const MatX& N);

}  // namespace tendril
