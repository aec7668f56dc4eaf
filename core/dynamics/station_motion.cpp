// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/station_motion.hpp"

#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

/// Of a spatial motion [ω; v at the origin], at the point p.
Vec6 atPoint(const Vec6& motion, const Vec3& p) {
  Vec6 out = motion;
  out.tail<3>() += motion.head<3>().cross(p);
  return out;
}

}  // namespace

void stationMotion(const Model& model, Data& data, int link, int station, const VecXRef& q, const VecXRef& v,
                   const VecXRef& a, StationMotion& out) {
  data.a = a;
  kinematics(model, data, q, v);
  accelerations(model, data);
  const auto [frame, offset] = model.place(link, station);
  const Frame& at = data.frames[static_cast<std::size_t>(frame)];
  out.X = at.X * offset;
  const Vec3 p = out.X.p;
  out.velocity = atPoint(at.V, p);
  out.acceleration = atPoint(at.A, p);
  out.acceleration.tail<3>() += at.V.head<3>().cross(out.velocity.tail<3>());
  out.jacobian.setZero();
  for (const ColumnRange& range : model.frameUpstream(frame))
    for (int k = 0; k < range.size; ++k) out.jacobian.col(range.v + k) = atPoint(data.J.col(range.column + k), p);
  out.X.p += data.origin;
}

}  // namespace tendril
