// SPDX-License-Identifier: BSD-3-Clause
// The share of a rod in the Coriolis matrix C = Σ Jᵀ (I J' + N J), N = B(I V) − I ad_V, J' the rate of the columns in
// an inertial frame (trees.md §8). C v is the bias force, and ½M' − C is skew.
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {

void Rod::coriolis(BodyData& bodyData, std::span<const Composite> attached) const {
  auto& data = static_cast<RodData&>(bodyData);
  if (tables_.size == 0) return rigidCoriolis(data, attached);
  const int n = tables_.size;
  data.base.setZero();
  data.base.I = data.I;
  data.Uv.setZero(), data.Qv.setZero(), data.rowN.setZero();
  data.rowI = data.H.transpose();
  const auto add = [&](const auto& J, const auto& Y, const auto& R, const Mat6& I, const Mat6& N, int columns) {
    for (int j = 0; j < columns; ++j) {
      const Vec6 force = I.lazyProduct(Y.col(j) - R.col(j)) + N.lazyProduct(J.col(j));
      data.Uv.col(j) += force;
      for (int i = 0; i < columns; ++i) data.Qv(i, j) += J.col(i).dot(force);
      data.rowN.row(j) += J.col(j).transpose().lazyProduct(N);
    }
  };
  for (const RodDivision& d : tables_.divisions) {
    for (int node = d.firstStep + 1; node < d.lastStep(); ++node) {
      const auto k = static_cast<std::size_t>(node);
      if (tables_.masses[k].mass == 0) continue;
      const Mat6& I = data.inertia[k];
      const Mat6 N = crossForceBar<double>(I * data.V[k]) - I * crossMotionMatrix<double>(data.V[k]);
      data.base.N += N;
      const auto rows = [&](const MatX& all) { return all.middleRows<6>(6 * node); };
      add(rows(data.J), rows(data.Y), rows(data.R), I, N, d.lastColumn());
    }
  }
  for (std::size_t s = 0; s < attached.size(); ++s) {
    const Composite& c = attached[s];
    if (c.I.isZero(0) && c.N.isZero(0)) continue;
    data.base.I += c.I, data.base.N += c.N;
    add(data.stations[s].J, data.columns[s].Y, data.columns[s].R, c.I, c.N, n);
    data.rowI.noalias() += data.stations[s].J.transpose().lazyProduct(c.I);
  }
}

}  // namespace tendril
