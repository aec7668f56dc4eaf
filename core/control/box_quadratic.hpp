// SPDX-License-Identifier: BSD-3-Clause
// Quadratic programs over boxes: what inputs within their ranges come nearest to what is demanded.
//
// No library that Debian 12 has serves: SLSQP of NLopt ends short of the optimum (1e-9) in a fifth of random problems,
// even where the Hessian is made the identity, and those for large sparse programs (Ipopt, Clp) take longer than a
// sample of a controller may.
#pragma once

#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// Minimises ½ (x − wanted)ᵀ H (x − wanted) over lower ≤ x ≤ upper by an active-set method for convex programs: exact
/// to rounding, in finitely many steps [Lawson & Hanson, Solving Least Squares Problems, ch. 23; Stark & Parker 1995].
class BoxQuadratic {
 public:
  explicit BoxQuadratic(int n);
  /// H (n × n) is symmetric and positive definite; infinite bounds are none. Writes the minimiser. Allocates nothing.
  /// std::runtime_error if H is not positive definite.
  void solve(const MatX& H, const VecXRef& wanted, const VecXRef& lower, const VecXRef& upper, VecXMut x);
  /// Turns derivatives of `wanted` (n × any number) into those of the minimiser that solve() found last for the same H,
  /// its entries at bounds and H held. Allocates nothing.
  void differentiate(const MatX& H, MatXMut derivatives);

 private:
  enum class Place : char { kFree, kLower, kUpper };
  Eigen::Index factorFree(const MatX& H);
  bool moveFree(const MatX& H, const VecXRef& lower, const VecXRef& upper, VecXMut x);
  bool release();

  std::vector<Place> places_;
  std::vector<int> free_;
  VecX gradient_, step_, scale_;
  MatX factor_;
  int released_ = -1;       ///< the entry that was freed last
  std::vector<char> tied_;  ///< entries that came back at once: rounding freed them
};

}  // namespace tendril
