// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/load.hpp"

#include "core/model/load_series.hpp"

namespace tendril {

std::string_view Load::evaluateSeries(const StationSeries&, int, Vec6T<LoadSeries>&) const {
  return "has no time derivatives";
}

void PointWrench::evaluate(const StationState& state, StationWrench& wrench) const {
  const Vec6 given = wrench_(state.t);
  wrench.FX.setZero();
  wrench.FV.setZero();
  if (frame_ == Frame::kBody) {
    wrench.F = given;
    return;
  }
  const Mat3 Rt = state.X.R.transpose();
  const Vec3 m = Rt * given.head<3>(), f = Rt * given.tail<3>();
  wrench.F << m, f;
  // R exp(δ): Rᵀ f changes by −δω × (Rᵀ f) = [Rᵀ f]× δω. [gvs] (54), corrected
  wrench.FX.topLeftCorner<3, 3>() = skew<double>(m);
  wrench.FX.bottomLeftCorner<3, 3>() = skew<double>(f);
}

std::string_view PointWrench::evaluateSeries(const StationSeries& state, int, Vec6T<LoadSeries>& F) const {
  if (!series_) return "has no time derivatives";
  F = series_(state.t);
  if (frame_ == Frame::kBody) return {};
  const Mat3T<LoadSeries> Rt = state.R.transpose();
  const Vec3T<LoadSeries> m = Rt * F.head<3>(), f = Rt * F.tail<3>();
  F << m, f;
  return {};
}

void FluidDrag::evaluate(const StationState& state, StationWrench& wrench) const {
  const Vec6 V = atOrigin_ ? state.V : transformTwistInverse<double>(offset_, state.V);
  const Vec3 v = V.tail<3>();
  const double speed = v.norm();
  const Vec6 DV = D_ * V;
  wrench.F = -speed * DV;
  wrench.FX.setZero();
  wrench.FV = -speed * D_;
  if (speed > 0) wrench.FV.rightCols<3>() -= DV * (v / speed).transpose();
  if (atOrigin_) return;
  wrench.F = transformWrench<double>(offset_, wrench.F);
  const Mat6 inverse = adjointMatrix<double>(offset_.inverse());
  wrench.FV = (inverse.transpose() * wrench.FV * inverse).eval();
}

std::string_view FluidDrag::evaluateSeries(const StationSeries& state, int order, Vec6T<LoadSeries>& F) const {
  const PoseT<LoadSeries> offset{offset_.R.cast<LoadSeries>(), offset_.p.cast<LoadSeries>()};
  const Vec6T<LoadSeries> V = transformTwistInverse<LoadSeries>(offset, state.V);
  F.setZero();
  const auto moves = [&](int k) { return V[3][k] != 0 || V[4][k] != 0 || V[5][k] != 0; };
  if (!moves(0)) {
    for (int k = 1; k <= order; ++k)
      if (moves(k)) return "is drag of a fluid on what is at rest, where drag has no time derivatives; give it a speed";
    return {};
  }
  const LoadSeries speed = sqrt(V[3] * V[3] + V[4] * V[4] + V[5] * V[5]);
  Vec6T<LoadSeries> drag;
  for (int i = 0; i < 6; ++i) {
    LoadSeries sum(0.0);
    for (int j = 0; j < 6; ++j) sum -= V[j] * D_(i, j);
    drag[i] = speed * sum;
  }
  F = transformWrench<LoadSeries>(offset, drag);
  return {};
}

}  // namespace tendril
