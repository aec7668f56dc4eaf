// SPDX-License-Identifier: BSD-3-Clause
// K φ = ω² M φ by iterating a subspace with K⁻¹ M (K.-J. Bathe, Finite Element Procedures, §11.6): K is factored once,
// and every step solves the problem that is projected on the subspace.
#include "core/model/volume/fem/fem_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "core/model/volume/fem/fem_matrices.hpp"

namespace tendril {
namespace {

constexpr int kMostSteps = 300;
constexpr double kConverged = 1e-11;  // change of ω² in a step, relative
constexpr int kSpare = 3;             // modes beside those wanted, so that none of a group is missing
constexpr double kAlike = 0.01;       // ω² of modes that are turned among each other, relative

struct Subspace {
  MatX shapes;   ///< of the free nodes, M-orthonormal
  VecX squares;  ///< ω², ascending
};

Subspace lowestModes(const FemMatrices& fem, int count) {
  const Eigen::Index size = fem.K.rows();
  if (size < count)
    throw std::invalid_argument("has " + std::to_string(size) + " degrees of freedom, and " + std::to_string(count) +
                                " modes are wanted: take a finer mesh or fewer modes");
  Eigen::SimplicialLDLT<SparseMatrix> factor(fem.K);
  const VecX pivots = factor.info() == Eigen::Success ? VecX(factor.vectorD()) : VecX::Zero(1);
  if (!(pivots.minCoeff() > 1e-12 * pivots.maxCoeff()))
    throw std::invalid_argument("is not held: the nodes at its base, where x is least, leave it free to move");
  const auto M = fem.M.selfadjointView<Eigen::Lower>();
  const Eigen::Index columns = std::min<Eigen::Index>(size, std::max(2 * count, count + 8));
  Subspace space;
  space.shapes.resize(size, columns);
  std::mt19937_64 random(1);
  for (double& x : space.shapes.reshaped())
    x = static_cast<double>(random() >> 11) * 0x1p-52 - 1;  // the same on every machine
  for (int step = 0; step < kMostSteps; ++step) {
    const MatX loads = M * space.shapes, moved = factor.solve(loads), weighed = M * moved;
    const MatX small = moved.transpose() * loads, mass = moved.transpose() * weighed;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> solver(small, mass);
    const VecX before = space.squares;
    space.squares = solver.eigenvalues();
    space.shapes = moved * solver.eigenvectors();
    if (before.size() == 0) continue;
    const auto change = (space.squares - before).head(count).array() / space.squares.head(count).array();
    if (change.abs().maxCoeff() < kConverged) break;
  }
  space.shapes.conservativeResize(Eigen::NoChange, count);
  space.squares.conservativeResize(count);
  if (!space.shapes.allFinite() || !space.squares.allFinite())
    throw std::invalid_argument("has no modes: the equations of its mesh cannot be solved");
  return space;
}

/// What tells modes of one frequency apart: motions along y, z, x and about x.
MatX referenceMotions(const QuadraticMesh& mesh, const std::vector<int>& nodes) {
  MatX out = MatX::Zero(static_cast<Eigen::Index>(3 * nodes.size()), 4);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Vec3& x = mesh.nodes[static_cast<std::size_t>(nodes[i])];
    const auto row = static_cast<Eigen::Index>(3 * i);
    out(row + 1, 0) = out(row + 2, 1) = out(row, 2) = 1;
    out(row + 1, 3) = -x.z(), out(row + 2, 3) = x.y();
  }
  return out;
}

/// Turns alike modes [first, last) so that each in turn takes all of one reference motion; shares: of the modes in
/// those motions, a row each.
void separate(Subspace& space, Eigen::Index first, Eigen::Index last, const MatX& shares) {
  const Eigen::Index count = last - first;
  MatX basis = MatX::Zero(count, 0);
  const auto take = [&](VecX direction, double least) {
    const double size = direction.norm();
    direction -= basis * (basis.transpose() * direction);
    direction -= basis * (basis.transpose() * direction);
    if (basis.cols() == count || !(direction.norm() > least * size)) return;
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = direction.normalized();
  };
  const double largest = shares.middleRows(first, count).norm();
  for (Eigen::Index k = 0; k < shares.cols(); ++k) {
    const VecX share = shares.col(k).segment(first, count);
    if (share.norm() > 1e-3 * largest) take(share, 0.1);
  }
  for (Eigen::Index k = 0; k < count; ++k) take(VecX::Unit(count, k), 1e-6);
  space.shapes.middleCols(first, count) = (space.shapes.middleCols(first, count) * basis).eval();
}

void separateAlike(Subspace& space, const MatX& shares) {
  for (Eigen::Index first = 0, last = 1; first < space.squares.size(); first = last++) {
    while (last < space.squares.size() && space.squares[last] < (1 + kAlike) * space.squares[first]) ++last;
    if (last > first + 1) separate(space, first, last, shares);
  }
}

/// Of a mode in the reference motions: positive in the first of them that it is a good part of.
double signOf(const VecX& shares) {
  const double largest = shares.cwiseAbs().maxCoeff();
  for (const double share : shares)
    if (std::abs(share) > 0.1 * largest) return share < 0 ? -1 : 1;
  return 1;
}

}  // namespace

FemModes femModes(const QuadraticMesh& mesh, double poisson, int count) {
  const FemMatrices fem = femMatrices(mesh, poisson);
  Subspace space = lowestModes(fem, std::min(count + kSpare, std::max(count, static_cast<int>(fem.K.rows()))));
  MatX motions = fem.M.selfadjointView<Eigen::Lower>() * referenceMotions(mesh, fem.freeNodes);
  const MatX all = referenceMotions(mesh, fem.freeNodes);
  for (Eigen::Index k = 0; k < motions.cols(); ++k)
    motions.col(k) /= std::sqrt(std::max(1e-300, all.col(k).dot(motions.col(k))));
  separateAlike(space, space.shapes.transpose() * motions);
  const MatX shares = space.shapes.transpose() * motions;
  FemModes out{MatX::Zero(static_cast<Eigen::Index>(3 * mesh.nodes.size()), count), space.squares};
  for (Eigen::Index k = 0; k < count; ++k) {
    double largest = 0;
    for (std::size_t i = 0; i < fem.freeNodes.size(); ++i)
      largest = std::max(largest, space.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i)).norm());
    const double scale = signOf(shares.row(k)) / largest;
    for (std::size_t i = 0; i < fem.freeNodes.size(); ++i)
      out.shapes.col(k).segment<3>(3 * fem.freeNodes[i]) =
          scale * space.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i));
  }
  return out;
}

}  // namespace tendril
