// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/body/body_point.hpp"

namespace tendril {

void BodyPoint::addDerivatives(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion,
                               const StationKinematics& here, const Composite& acting, Mat6X& columns) const {
  turn(data, c, motion, here, acting.F, columns);
  data.base.F += acting.F, data.base.N += acting.N, data.base.K += acting.K;
  const Eigen::Index n = here.J.cols();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Vec6 J = here.J.col(k);
    const Vec6 change = acting.N * columns.col(k) + acting.K * J, rate = acting.N * J;
    for (Eigen::Index i = 0; i < n; ++i) {
      data.Qq(i, k) += here.J.col(i).dot(change);
      data.Qv(i, k) += here.J.col(i).dot(rate);
    }
    data.Uq.col(k) += change;
    data.Uv.col(k) += rate;
    data.rowN.row(k) += J.transpose() * acting.N;
    data.rowK.row(k) += J.transpose() * acting.K;
  }
}

}  // namespace tendril
