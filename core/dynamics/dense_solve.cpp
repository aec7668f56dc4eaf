// SPDX-License-Identifier: BSD-3-Clause
// The only unit that instantiates Eigen's blocked Cholesky for the engine.
#include <Eigen/Cholesky>

#include "core/dynamics/factorization.hpp"

namespace tendril {

void solveDense(const MatX& M, MatX& work, MatX& a, MatX& b) {
  work = M;
  const Eigen::LLT<Eigen::Ref<MatX>> factor(work);
  factor.solveInPlace(a);
  factor.solveInPlace(b);
}

}  // namespace tendril
