// SPDX-License-Identifier: BSD-3-Clause
// A body that is drawn by a mesh of its own.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/model/body/body.hpp"
#include "core/model/contact/surface_field.hpp"

namespace tendril {

struct SurfaceMesh {
  std::vector<Vec3> vertices;                 ///< undeformed, m, in B
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise seen from outside
  std::vector<Vec3> inside;                   ///< nodes of the tetrahedra that are no vertices, undeformed, m, in B
  /// Indices of vertices, then of inside nodes; (b−a)×(c−a)·(d−a) > 0. Empty: a surface without an inside.
  std::vector<std::array<int, 4>> tetrahedra;
};

/// Bodies whose surface is more than a section swept along frames implement this beside Body, and give themselves as
/// Body::surfaceCarrier().
class SurfaceCarrier {
 public:
  virtual ~SurfaceCarrier() = default;
  virtual const SurfaceMesh& surface() const = 0;
  /// Where its vertices are now, in B, after kinematics; `out` has one entry per vertex. No allocation.
  virtual void moveSurface(BodyData& data, std::span<Vec3> out) const = 0;
  /// Where the inside nodes are now, likewise.
  virtual void moveInside(BodyData& data, std::span<Vec3> out) const = 0;
  /// A field (not kNone) at the vertices and at the inside nodes, after kinematics, SI; NaN where this body does not
  /// define it (stresses of a body without elasticity). `inside` may be empty. No allocation.
  virtual void fieldValues(BodyData& data, SurfaceField field, std::span<double> surface,
                           std::span<double> inside) const = 0;
};

/// The mesh that is drawn of a body; null if there is none, and for no body (null).
inline const SurfaceCarrier* surfaceCarrierOf(const Body* body) {
  return body ? body->surfaceCarrier() : nullptr;
}

}  // namespace tendril
