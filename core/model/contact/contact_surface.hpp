// SPDX-License-Identifier: BSD-3-Clause
// Surfaces that balls touch, as signed distances with first and second derivatives.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// A surface seen from one point.
struct SurfacePoint {
  double distance = 0;            ///< m, negative below the surface
  Vec3 normal = Vec3::UnitZ();    ///< gradient of the distance: unit, away from the surface
  Mat3 curvature = Mat3::Zero();  ///< second derivative of the distance, 1/m
};

/// What a surface looks like: for pictures, and to make the analytic ones. Axes are z of the surface's frame.
struct SurfaceShape {
  enum class Kind { kPlane, kSphere, kCylinder, kCylinderInside, kBox, kCapsule, kMesh };
  Kind kind = Kind::kPlane;
  double radius = 0;                                        ///< m: sphere, cylinders, capsule
  double length = std::numeric_limits<double>::infinity();  ///< m: cylinders; capsule: between the centres of its caps
  Vec3 size = Vec3::Zero();                                 ///< m: full sides of a box; of a mesh: its extents
  std::string mesh = {};                                    ///< absolute path of a mesh's file
  double scale = 1;                                         ///< of the mesh's numbers, to metres
};

/// Half of the thinnest part of a surface, m: so deep, the nearest way out is still the way in. 0 of meshes, which may
/// be sheets; infinite of planes and tubes.
double halfThickness(const SurfaceShape& shape);

/// "plane", …, "cylinder_inside", …
std::string_view surfaceName(SurfaceShape::Kind kind);

/// Triangles of one body.
struct TriangleMesh {
  std::vector<Vec3> vertices;                 ///< m
  std::vector<std::array<int, 3>> triangles;  ///< counter-clockwise from outside
};

/// A surface in a frame of its own; immutable. Thread-safe.
class ContactSurface {
 public:
  explicit ContactSurface(SurfaceShape shape) : shape_(std::move(shape)) {}
  virtual ~ContactSurface() = default;
  ContactSurface(const ContactSurface&) = delete;
  ContactSurface& operator=(const ContactSurface&) = delete;

  /// The surface as seen from p (m, in its frame). False, and `out` of no meaning, if it is `reach` (m) or more away.
  /// Does not allocate.
  virtual bool near(const Vec3& p, double reach, SurfacePoint& out) const = 0;
  /// Of a mesh, its equal corners joined and without triangles that have no area; null of others.
  virtual const TriangleMesh* triangles() const { return nullptr; }
  const SurfaceShape& shape() const { return shape_; }

 private:
  SurfaceShape shape_;
};

/// Plane (normal z through the origin), sphere, cylinder (solid, along z, centred), cylinder from inside (a tube; of
/// finite length it is open), box and capsule, in closed form. Not for meshes.
std::shared_ptr<const ContactSurface> makeAnalyticSurface(const SurfaceShape& shape);

/// Nearest point of a triangle mesh: exact, with the curvature of the face, edge or corner that it lies on. A closed
/// mesh is solid; of an open one both sides can be touched. Equal corners are joined, triangles without area left out.
/// Throws std::invalid_argument if nothing is left.
std::shared_ptr<const ContactSurface> makeMeshSurface(const SurfaceShape& shape, const TriangleMesh& mesh);

/// Triangles of a file (STL, OBJ, PLY, glTF, …), its numbers times `scale`. Throws std::runtime_error that says what is
/// wrong.
TriangleMesh readMesh(const std::string& file, double scale);

}  // namespace tendril
