// SPDX-License-Identifier: BSD-3-Clause
// Corners, normals and insets of the closed curves of a section.
#pragma once

#include <array>
#include <vector>

#include "core/model/body/section.hpp"

namespace tendril {

/// Closed curves of a section at s as they are drawn, in (y, z), m: the outer one, then holes. Vertex counts do not
/// depend on s.
std::vector<Polygon> sectionCurves(const SectionLaw& section, double s);

/// A vertex of a section's curve. On a sharp corner there are two of them with different normals.
struct OutlineVertex {
  Vec2 at, normal;  ///< (y, z); the normal points out of the material
  Vec2 miter;       ///< moving every vertex by d·miter moves every edge by d
};

/// How the curves of one section are cut into vertices; the same at every s of a piece.
class OutlineTopology {
 public:
  /// From the curves at one representative s: the outer one, then holes.
  explicit OutlineTopology(const std::vector<Polygon>& curves);

  /// The vertices of curves with the same counts.
  std::vector<OutlineVertex> vertices(const std::vector<Polygon>& curves) const;
  /// Pairs of vertices that are joined by an edge, counter-clockwise about the material.
  const std::vector<std::array<int, 2>>& edges() const { return edges_; }
  /// Triangles (vertex indices, counter-clockwise about x) that fill the section.
  std::vector<std::array<int, 3>> fill(const std::vector<OutlineVertex>& vertices) const;

 private:
  struct Curve {
    std::vector<int> source;   ///< kept points of the polygon
    std::vector<bool> corner;  ///< per kept point
    bool reversed = false;     ///< the given sense has the material on the right
    int first = 0;             ///< first vertex
  };
  std::vector<Curve> curves_;
  std::vector<std::array<int, 2>> edges_;
};

}  // namespace tendril
