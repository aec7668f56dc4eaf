// SPDX-License-Identifier: BSD-3-Clause
// How a frame on the surface of a volume moves.
#pragma once

#include <array>

#include "core/model/body/face_frame.hpp"
#include "core/model/volume/map/dual_vector.hpp"

namespace tendril {

/// The frame's motion from that of its corners (three points): spatial in B, as MapEvaluator::frame() gives it.
template <class S>
void moveFaceFrame(const FaceFrame& face, const PointMotion<S>& corners, const VecXT<S>& qd, FrameMotion<S>& out) {
  using Corners = std::array<Vec3T<S>, 3>;
  const auto at = [&](const Columns<S>& columns, int column) {
    Corners x;
    for (int i = 0; i < 3; ++i)
      x[static_cast<std::size_t>(i)] = {columns(i, column), columns(i, column + 1), columns(i, column + 2)};
    return x;
  };
  const auto mean = [&](const Corners& x) {
    return Vec3T<S>(x[0] * S(face.shares[0]) + x[1] * S(face.shares[1]) + x[2] * S(face.shares[2]));
  };
  const Corners p = at(corners.p, 0), b = at(corners.b, 0);
  const TriangleAxes<S> axes(p[1] - p[0], p[2] - p[0]);
  out.X.R = axes.rotation() * face.turn.template cast<S>();
  out.X.p = mean(p);
  Corners v;
  v.fill(Vec3T<S>::Constant(S(0.0)));
  for (int j = 0; j < qd.size(); ++j) {
    const Corners J = at(corners.J, 3 * j);
    const Vec3T<S> w = axes.angularVelocity(J[1] - J[0], J[2] - J[0]);
    out.J.col(j).template head<3>() = w;
    out.J.col(j).template tail<3>() = mean(J) - crossed<S>(w, out.X.p);
    for (std::size_t i = 0; i < 3; ++i) v[i] += J[i] * qd[j];
  }
  const Vec3T<S> w = axes.angularVelocity(v[1] - v[0], v[2] - v[0]);
  const Vec3T<S> alpha = axes.angularAcceleration(v[1] - v[0], v[2] - v[0], b[1] - b[0], b[2] - b[0]);
  out.bias.template head<3>() = alpha;
  out.bias.template tail<3>() = mean(b) - crossed<S>(alpha, out.X.p) - crossed<S>(w, mean(v));
}

}  // namespace tendril
