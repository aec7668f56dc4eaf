// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/point_map.hpp"

#include "core/model/volume/map/motion_derivatives.hpp"

namespace tendril {

LinePoints::LinePoints(std::span<const Vec3> directions, std::span<const double> weights) {
  const Eigen::Index count = std::ssize(directions);
  const Eigen::Index rows = SimdPacket::padded(count);
  direction = Vec3::UnitX().transpose().replicate(rows, 1);
  weight = VecX::Zero(rows);
  for (Eigen::Index i = 0; i < count; ++i) {
    direction.row(i) = directions[static_cast<std::size_t>(i)].transpose();
    weight[i] = weights[static_cast<std::size_t>(i)];
  }
}

std::unique_ptr<MotionDerivatives> PointMap::makeMotionDerivatives() const {
  return std::make_unique<DualMotionDerivatives>(*this);
}

}  // namespace tendril
