// SPDX-License-Identifier: BSD-3-Clause
// Faces of a body's boundary that a person means by a point on one of them.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// A point further from every face, as a share of the diagonal of the boundary, means none.
inline constexpr double kSeedReach = 0.05;

/// Where triangles are open besides in the plane x = 0, where bodies are held (`reach`: as far from it is in it, m):
/// the middle of an edge; none if they are closed.
std::optional<Vec3> openEdge(const std::vector<Vec3>& nodes, const std::vector<Triangle>& triangles, double reach);

/// Finds regions of one boundary. Faces in the plane x = 0, where bodies are held, belong to none.
class BoundaryRegions {
 public:
  /// `nodes` (m) and `triangles` of them, outward, as meshBoundary gives them.
  BoundaryRegions(const std::vector<Vec3>& nodes, const std::vector<Triangle>& triangles);

  /// The triangle that is nearest to a point (m); −1: none is within kSeedReach.
  int nearest(const Vec3& point) const;
  /// Triangles that are reached from one of them without an edge where the surface turns by more than `angle` (rad, 0
  /// to π) or where more or fewer than two meet, in ascending order; itself always. `from` is one that nearest() gives.
  std::vector<int> around(int from, double angle) const;
  /// All that are around points, in ascending order, each once; `missed`, if it is given: the first point that means
  /// none, or −1.
  std::vector<int> around(const std::vector<Vec3>& points, double angle, int* missed = nullptr) const;

  std::vector<Triangle> triangles(const std::vector<int>& region) const;
  /// As openEdge.
  std::optional<Vec3> openAt(const std::vector<int>& region) const;

 private:
  std::vector<Vec3> nodes_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3> normals_;                   ///< of unit length; zero of triangles without area
  std::vector<std::array<int, 3>> neighbours_;  ///< over the edge from corner k to the next; −1: none
  std::vector<bool> held_;
  double reach_ = 0, plane_ = 0;  ///< m
};

}  // namespace tendril
