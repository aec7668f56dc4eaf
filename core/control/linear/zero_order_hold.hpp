// SPDX-License-Identifier: BSD-3-Clause
// A linear system whose inputs are held between samples.
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// x(t + h) = Phi x(t) + Gamma u, and the cost ∫ xᵀ Q x + uᵀ R u dt on the way = xᵀ Q x + 2 xᵀ N u + uᵀ R u of the
/// sampled values.
struct HeldSystem {
  MatX Phi, Gamma;
  MatX Q, R, N;
};

/// Exact for a period h (s) ≥ 0, by doubling from a step in which a Taylor series converges to rounding: nothing that
/// decays fast overflows, and inputs may be in any unit. States should be balanced (balancingScales).
HeldSystem holdInputs(const MatX& A, const MatX& B, const MatX& Q, const MatX& R, double h);

}  // namespace tendril
