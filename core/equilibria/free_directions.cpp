// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/free_directions.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>

namespace tendril::statics {
namespace {

constexpr double kDependent = 1e-10;  // of the largest pivot: rows of loops that others imply

bool isDriven(const Model& model, int v) {
  return std::any_of(model.prescribedJoints.begin(), model.prescribedJoints.end(),
                     [v](const PrescribedJoint& d) { return d.v == v; });
}

}  // namespace

MatX freeDirections(const Model& model, const MatX& rows, const VecX& inverseWeight) {
  const int nv = model.nv, free = nv - static_cast<int>(model.prescribedJoints.size());
  MatX moving = MatX::Zero(nv, free);
  for (int v = 0, k = 0; v < nv; ++v)
    if (!isDriven(model, v)) moving(v, k++) = inverseWeight[v];
  if (model.nl == 0) return moving;
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(kDependent);
  qr.compute((rows * moving).transpose());
  const MatX Q = qr.householderQ();
  return moving * Q.rightCols(free - qr.rank());
}

IndependentCoordinates independentCoordinates(const Model& model, const MatX& rows, const VecX& inverseWeight) {
  IndependentCoordinates out;
  const MatX Z = freeDirections(model, rows, inverseWeight);
  const Eigen::Index k = Z.cols();
  std::vector<char> chosen(static_cast<std::size_t>(model.nv), 0);
  if (k > 0) {
    const MatX scaled = inverseWeight.cwiseInverse().asDiagonal() * Z;
    const Eigen::ColPivHouseholderQR<MatX> qr(scaled.transpose());
    for (Eigen::Index i = 0; i < k; ++i) chosen[static_cast<std::size_t>(qr.colsPermutation().indices()[i])] = 1;
  }
  for (int v = 0; v < model.nv; ++v) {
    if (chosen[static_cast<std::size_t>(v)])
      out.velocities.push_back(v);
    else if (!isDriven(model, v))
      out.dependent.push_back(v);
  }
  out.directions = MatX::Zero(model.nv, k);
  if (model.nl > 0 && k > 0)
    out.directions = Z * Eigen::PartialPivLU<MatX>(MatX(Z(out.velocities, Eigen::all))).inverse();
  for (Eigen::Index i = 0; i < k; ++i) {  // exactly
    out.directions.row(out.velocities[static_cast<std::size_t>(i)]).setZero();
    out.directions(out.velocities[static_cast<std::size_t>(i)], i) = 1;
  }
  return out;
}

}  // namespace tendril::statics
