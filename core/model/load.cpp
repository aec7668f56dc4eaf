// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/load.hpp"

namespace tendril {

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

}  // namespace tendril
