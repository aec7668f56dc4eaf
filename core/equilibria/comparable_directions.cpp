// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/comparable_directions.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril::statics {
namespace {

constexpr double kVanishing = 1e-12;  // of the stiffest combination of a body's functions
constexpr double kMoves = 1e-10;      // of the mass of its functions: what a combination without stiffness moves

/// Directions of one body from its stiffness at rest; empty if it has none to compare with.
MatX bodyDirections(const MatX& stiffness, const MatX& mass, const VecX& weight) {
  const VecX diagonal = stiffness.diagonal();
  if (!stiffness.allFinite() || !(diagonal.minCoeff() > 0)) return {};
  const VecX inverse = diagonal.cwiseSqrt().cwiseInverse();
  const MatX scaled = inverse.asDiagonal() * (0.5 * (stiffness + stiffness.transpose())) * inverse.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(scaled);
  const VecX& values = eigen.eigenvalues();
  const double least = kVanishing * values[values.size() - 1];
  if (values[0] < -least) return {};
  const double slowest = (diagonal.array() / weight.array().square()).minCoeff();
  MatX out(diagonal.size(), 0);
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    VecX direction = inverse.asDiagonal() * eigen.eigenvectors().col(k);
    if (values[k] > least) {
      direction *= std::sqrt(slowest / values[k]);
    } else {
      const double moved = direction.dot(mass * direction), all = direction.cwiseAbs2().dot(mass.diagonal());
      if (!(moved > kMoves * all)) continue;  // a combination that vanishes
      direction /= std::sqrt(moved);
    }
    out.conservativeResize(Eigen::NoChange, out.cols() + 1);
    out.rightCols(1) = direction;
  }
  return out;
}

}  // namespace

MatX comparableDirections(const Model& model, const MatX& mass, const VecX& weight) {
  MatX out = MatX::Zero(model.nv, model.nv);
  int column = 0;
  const auto byMass = [&](int first, int count) {
    for (int v = first; v < first + count; ++v) out(v, column++) = 1 / weight[v];
  };
  for (const Link& link : model.links) {
    byMass(link.vJoint, link.nvJoint);
    if (!link.body || link.nBody == 0) continue;
    const int n = link.nBody;
    MatX stiffness = MatX::Zero(n, n);
    link.body->addStiffness(VecX::Zero(n), stiffness);
    const MatX own = bodyDirections(stiffness, mass.block(link.vBody, link.vBody, n, n), weight.segment(link.vBody, n));
    if (own.cols() == 0) {
      byMass(link.vBody, n);
      continue;
    }
    out.block(link.vBody, column, n, own.cols()) = own;
    column += static_cast<int>(own.cols());
  }
  return out.leftCols(column);
}

}  // namespace tendril::statics
