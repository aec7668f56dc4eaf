// SPDX-License-Identifier: BSD-3-Clause
// Linear equations of a machine with loops: [S −Aᵀ; C 0] [x; λ] = −[r; c], by S and the small matrix C S⁻¹ Aᵀ.
#pragma once

#include <memory>

#include "core/math/types.hpp"

namespace tendril {

class KktSolver {
 public:
  /// n coordinates, m rows of loops; m = 0 is an ordinary system.
  KktSolver(int n, int m);
  ~KktSolver();

  /// S: n×n, A and C: m×n. No allocation without loops.
  void factorize(const MatX& S, const MatX& A, const MatX& C);
  /// Other rows beside the S of before.
  void border(const MatX& A, const MatX& C);
  /// x (n) and lambda (m) of the last matrices. Where rows of loops depend on each other λ has least norm.
  void solve(const VecX& r, const VecX& c);

  VecX x, lambda;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace tendril
