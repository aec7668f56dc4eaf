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

}  // namespace tendril
