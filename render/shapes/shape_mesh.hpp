// SPDX-License-Identifier: BSD-3-Clause
// Small triangle meshes with normals and colours, and the shapes that robots are drawn with.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/math/pose.hpp"
#include "render/theme.hpp"

class vtkCellArray;
class vtkPolyData;

namespace tendril {

using Vec3f = Eigen::Matrix<float, 3, 1>;

constexpr int kRoundSegments = 32;

/// Indexed triangles, counter-clockwise from outside. Lengths in m.
struct ShapeMesh {
  std::vector<Vec3f> points, normals;
  std::vector<std::array<std::uint8_t, 3>> colors;
  std::vector<std::array<int, 3>> triangles;
  int segments = kRoundSegments;  ///< around a round shape that is added without a number of its own

  int addVertex(const Vec3& point, const Vec3& normal, const Color& color);
  void addQuad(int a, int b, int c, int d);
  void append(const ShapeMesh& other);
  bool operator==(const ShapeMesh&) const = default;
};

/// A point of a profile: x forward, r ≥ 0 from the axis.
struct ProfilePoint {
  double x, r;
};

/// Surface of revolution about x of `pose`, of so many segments (0: those of the mesh). Edges sharper than 40° stay
/// sharp. The profile runs from −x to +x (or outside first), so that the outside is on the side of growing r.
void addLathe(ShapeMesh& mesh, const Pose& pose, std::span<const ProfilePoint> profile, const Color& color,
              int segments = 0);
/// Cylinder along x, centred; edges rounded by `bevel`.
void addCylinder(ShapeMesh& mesh, const Pose& pose, double radius, double length, double bevel, const Color& color,
                 int segments = 0);
/// Half spheres of `radius` around the ends of a centred segment of `length` along x.
void addCapsule(ShapeMesh& mesh, const Pose& pose, double radius, double length, const Color& color, int segments = 0);
void addSphere(ShapeMesh& mesh, const Pose& pose, double radius, const Color& color, int segments = 0);
/// Box with full sides `size`, edges rounded by `bevel` (at most half the shortest side).
void addBox(ShapeMesh& mesh, const Pose& pose, const Vec3& size, double bevel, const Color& color);
/// Ring about x with a round profile.
void addTorus(ShapeMesh& mesh, const Pose& pose, double radius, double thickness, const Color& color);
/// Arrow along x from the origin.
void addArrow(ShapeMesh& mesh, const Pose& pose, double length, double radius, const Color& color);

/// A frame at p whose x points along `x` (any length; unit x if zero).
Pose poseAlong(const Vec3& p, const Vec3& x);

/// As VTK data with float points, normals and RGB scalars. `cells`: its triangles, where they are known as VTK data.
vtkSmartPointer<vtkPolyData> toPolyData(const ShapeMesh& mesh, vtkCellArray* cells = nullptr);

}  // namespace tendril
