// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/QR>
#include <Eigen/SVD>
#include <string>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/loops.hpp"

namespace tendril {
namespace {

constexpr double kSingular = 1e-9;    // of the largest singular value: below, a direction counts as free
constexpr double kConsistent = 1e-8;  // of the forces: what may stay unbalanced

/// Rows of all loops, also those that depend on others: the wrench that they carry is spread over all of them.
MatX allRows(const Model& model, const Data& data) {
  MatX A(0, model.nv);
  for (const Loop& loop : model.loops)
    for (const std::vector<ConstraintRow>* rows : {&loop.rows, &loop.dropped}) {
      const Eigen::Index at = A.rows(), count = static_cast<Eigen::Index>(rows->size());
      if (count == 0) continue;
      A.conservativeResize(at + count, Eigen::NoChange);
      loopJacobian(model, data, loop, *rows, A.middleRows(at, count));
    }
  return A;
}

VecX pick(const VecX& from, std::span<const int> indices) {
  VecX out(static_cast<Eigen::Index>(indices.size()));
  for (std::size_t k = 0; k < indices.size(); ++k) out[static_cast<Eigen::Index>(k)] = from[indices[k]];
  return out;
}

/// Columns `indices` of A, transposed.
MatX transposedColumns(const MatX& A, std::span<const int> indices) {
  MatX out(static_cast<Eigen::Index>(indices.size()), A.rows());
  for (std::size_t k = 0; k < indices.size(); ++k)
    out.row(static_cast<Eigen::Index>(k)) = A.col(indices[k]).transpose();
  return out;
}

/// λ of least norm with G λ = r, and a basis of the λ with G λ = 0.
struct Solution {
  VecX least;
  MatX free;
  Eigen::Index rank = 0;
};
Solution solve(const MatX& G, const VecX& r) {
  const Eigen::Index m = G.cols();
  Solution out{VecX::Zero(m), MatX::Identity(m, m), 0};
  if (G.rows() == 0 || m == 0) return out;
  Eigen::JacobiSVD<MatX> svd(G, Eigen::ComputeFullU | Eigen::ComputeFullV);
  svd.setThreshold(kSingular);
  out.rank = svd.rank();
  out.least = svd.solve(r);
  out.free = svd.matrixV().rightCols(m - out.rank);
  return out;
}

VecX leastSquares(const MatX& X, const VecX& r) {
  if (X.cols() == 0 || X.rows() == 0) return VecX::Zero(X.cols());
  Eigen::CompleteOrthogonalDecomposition<MatX> orthogonal;
  orthogonal.setThreshold(kSingular);
  orthogonal.compute(X);
  return orthogonal.solve(r);
}

}  // namespace

ConstrainedForces constrainedInverseDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                             const VecXRef& a, std::span<const int> actuated, ForceCriterion criterion,
                                             const Inputs& inputs) {
  ConstrainedForces out;
  out.tau = inputs.tau ? *inputs.tau : VecX(VecX::Zero(model.nv));
  std::vector<char> driven(static_cast<std::size_t>(model.nv), 0);
  for (const int k : actuated) driven[static_cast<std::size_t>(k)] = 1;
  std::vector<int> active, passive;
  for (int k = 0; k < model.nv; ++k) (driven[static_cast<std::size_t>(k)] ? active : passive).push_back(k);

  Inputs open = inputs;
  open.tau = nullptr;
  residual(model, data, q, v, a, open);
  const VecX needed = data.tau;
  const MatX A = allRows(model, data);
  const MatX Ap = transposedColumns(A, passive), Aa = transposedColumns(A, active);
  const VecX missing = pick(needed, passive) - pick(out.tau, passive), have = pick(needed, active);
  const Solution solution = solve(Ap, missing);

  out.lambda = solution.least;
  const double left = passive.empty() ? 0 : (Ap * solution.least - missing).norm();
  if (left > kConsistent * (missing.norm() + needed.norm() + 1e-300)) {
    out.failure =
        "the loops cannot hold the forces of the passive coordinates: more of them move freely than rows hold "
        "them. Actuate more coordinates, or ask for hybrid_dynamics, which lets the passive ones move";
    return out;
  }
  const MatX X = Aa * solution.free;
  const bool choice = X.size() != 0 && X.cwiseAbs().maxCoeff() > kSingular * std::max(1.0, A.cwiseAbs().maxCoeff());
  if (criterion == ForceCriterion::kUnique && choice) {
    out.failure =
        "the forces are not unique: there are more actuated coordinates than the motion needs. Choose the "
        "criterion min_force or min_torque";
    return out;
  }
  if (criterion == ForceCriterion::kMinTorque) {
    const VecX start = have - Aa * solution.least;
    out.lambda += solution.free * leastSquares(X, start);
  }
  const VecX tau = have - Aa * out.lambda;
  for (std::size_t k = 0; k < active.size(); ++k) out.tau[active[k]] = tau[static_cast<Eigen::Index>(k)];
  return out;
}

}  // namespace tendril
