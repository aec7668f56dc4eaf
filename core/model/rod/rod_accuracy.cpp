// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/rod_accuracy.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "core/math/se3.hpp"

namespace tendril {
namespace {

constexpr int kMostPoints = 100;           // per element, as files allow
constexpr double kRank = 1e-13;            // of the largest column: functions that the points cannot tell apart
constexpr double kDependent = 3e-8;        // the same of all points: its square, in stiffness, is rounding
constexpr double kExact = 1e-8;            // error below which nobody asks for more
constexpr double kLimits = 10;             // times the error of the functions: the points limit them
constexpr Eigen::Index kLargestFit = 150;  // functions of a strain up to which a fit is cheap
constexpr int kShapes = 2;

/// Values of a strain's functions at the Gauss points, each times the root of its weight: points × functions.
MatX weighted(const StrainBasis& basis, std::span<const double> breakpoints, int gauss) {
  std::vector<QuadraturePoint> points = divisionPoints(breakpoints, gauss);
  std::erase_if(points, [](const QuadraturePoint& point) { return point.weight == 0; });
  MatX out(static_cast<Eigen::Index>(points.size()), basis.count());
  for (Eigen::Index i = 0; i < out.rows(); ++i) {
    const QuadraturePoint& point = points[static_cast<std::size_t>(i)];
    for (int k = 0; k < basis.count(); ++k) out(i, k) = std::sqrt(point.weight) * basis.value(k, point.s);
  }
  return out;
}

/// Rank of a strain's functions at the points.
int rankAt(const StrainBasis& basis, std::span<const double> breakpoints, int gauss, double threshold) {
  MatX values = weighted(basis, breakpoints, gauss);
  for (Eigen::Index k = 0; k < values.cols(); ++k)
    if (const double size = values.col(k).norm(); size > 0) values.col(k) /= size;
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(threshold);
  return static_cast<int>(qr.compute(values).rank());
}

/// Whether the family promises that these points resolve it, and to make sure would take long.
bool promised(const StrainBasis& basis, int gauss) {
  return basis.count() > kLargestFit && gauss >= basis.gaussPoints();
}

/// The smallest number of points from `gauss` + 1 on that gives the rank, 0 if none does.
int smallestFor(const StrainBasis& basis, std::span<const double> breakpoints, int gauss, int rank) {
  const int elements = static_cast<int>(breakpoints.size()) + 1;
  for (int n = std::max(gauss + 1, (rank + elements - 1) / elements); n <= kMostPoints; ++n)
    if (rankAt(basis, breakpoints, n, kRank) >= rank) return n;
  return 0;
}

/// A smooth function for each strain: as that of a rod under weight and forces at its tip.
Vec6 bent(const RodDivision& division, int shape, double s) {
  constexpr double kTurn = 2, kStretch = 0.1;
  Vec6 out = Vec6::Zero();
  for (const StrainBlock& block : division.blocks) {
    const double phase = 0.4 + 0.7 * block.strain + 1.1 * shape;
    out[block.strain] = std::cos(2.5 * s + phase) * (block.strain < 3 ? kTurn / division.spec.length : kStretch);
  }
  return out;
}

/// Far end of the division with the strain beyond its reference, `gauss` points per element.
template <class Strain>
Pose tipOf(const RodDivision& division, int gauss, int magnus, const Strain& strain) {
  const std::vector<QuadraturePoint> points = divisionPoints(division.breakpoints, gauss);
  Pose X;
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    double at[2];
    const MagnusInterval interval = magnusInterval(division, points[k].s, points[k + 1].s, magnus, at);
    const Vec6 first = strain(at[0]) + referenceStrain(division, at[0]);
    const Vec6 second = strain(at[1]) + referenceStrain(division, at[1]);
    X = X * expSE3<double>(interval.h / 2 * (first + second) + interval.c * crossMotionMatrix<double>(first) * second);
  }
  return X;
}

double distance(const RodDivision& division, const Pose& a, const Pose& b) {
  const double turn = logSE3<double>(a.inverse() * b).head<3>().norm();
  return std::max((a.p - b.p).norm() / division.spec.length, turn);
}

/// Weights of a strain's functions nearest to `wanted`, at the points of a rule.
VecX fitted(const StrainBasis& basis, const RodDivision& division, int gauss,
            const std::function<double(double)>& wanted) {
  std::vector<QuadraturePoint> points = divisionPoints(division.breakpoints, gauss);
  std::erase_if(points, [](const QuadraturePoint& point) { return point.weight == 0; });
  VecX right(static_cast<Eigen::Index>(points.size()));
  for (Eigen::Index i = 0; i < right.size(); ++i) {
    const QuadraturePoint& point = points[static_cast<std::size_t>(i)];
    right[i] = std::sqrt(point.weight) * wanted(point.s);
  }
  return weighted(basis, division.breakpoints, gauss).colPivHouseholderQr().solve(right);
}

/// What the nearest combination of the strain functions does to the tip of a bent shape.
double functionError(const RodDivision& division, int shape, int fine, int magnus, const Pose& exact) {
  std::vector<VecX> weights;
  for (const StrainBlock& block : division.blocks) {
    if (block.count > kLargestFit) return 0;
    const auto wanted = [&](double s) { return bent(division, shape, s)[block.strain]; };
    const StrainBasis& basis = *division.spec.strain[static_cast<std::size_t>(block.strain)];
    weights.push_back(fitted(basis, division, std::max(division.gauss, basis.gaussPoints()) + 2, wanted));
  }
  const auto nearest = [&](double s) {
    Vec6 out = Vec6::Zero();
    for (std::size_t b = 0; b < division.blocks.size(); ++b) {
      const StrainBlock& block = division.blocks[b];
      const StrainBasis& basis = *division.spec.strain[static_cast<std::size_t>(block.strain)];
      for (int k = 0; k < block.count; ++k) out[block.strain] += weights[b][k] * basis.value(k, s);
    }
    return out;
  };
  return distance(division, tipOf(division, fine, magnus, nearest), exact);
}

}  // namespace

std::optional<UnresolvedStrain> unresolvedStrain(const RodDivision& division) {
  std::optional<UnresolvedStrain> out;
  for (const StrainBlock& block : division.blocks) {
    const StrainBasis& basis = *division.spec.strain[static_cast<std::size_t>(block.strain)];
    if (promised(basis, division.gauss)) continue;
    int rank = rankAt(basis, division.breakpoints, division.gauss, kRank);
    const bool resolved = rank == block.count;
    if (resolved) rank = rankAt(basis, division.breakpoints, division.gauss, kDependent);
    if (rank == block.count) continue;
    const int smallest = resolved ? 0 : smallestFor(basis, division.breakpoints, division.gauss, block.count);
    if (!out || (out->smallest == 0 && smallest > 0)) out = {block.strain, block.count, rank, smallest};
    out->smallest = std::max(out->smallest, smallest);
  }
  return out;
}

RodAccuracy rodAccuracy(const RodDivision& division, int magnus) {
  const auto error = [&](int gauss, int fine, int shape) {
    const auto strain = [&](double s) { return bent(division, shape, s); };
    return distance(division, tipOf(division, gauss, magnus, strain), tipOf(division, fine, magnus, strain));
  };
  RodAccuracy out;
  const int fine = 4 * division.gauss + 4;
  for (int shape = 0; shape < kShapes; ++shape) {
    const auto strain = [&](double s) { return bent(division, shape, s); };
    const Pose exact = tipOf(division, fine, magnus, strain);
    out.points = std::max(out.points, distance(division, tipOf(division, division.gauss, magnus, strain), exact));
    out.functions = std::max(out.functions, functionError(division, shape, fine, magnus, exact));
  }
  const double wanted = std::max(out.functions, kExact);
  if (out.points <= kLimits * wanted) return out;
  const double finer = std::pow(out.points / wanted, 1.0 / magnus);
  out.offered = std::min(kMostPoints, static_cast<int>(std::ceil(finer * (division.gauss + 1))) - 1);
  if (out.offered <= division.gauss) return out.offered = 0, out;
  for (int shape = 0; shape < kShapes; ++shape)
    out.then = std::max(out.then, error(out.offered, 4 * out.offered, shape));
  return out;
}

}  // namespace tendril
