// SPDX-License-Identifier: BSD-3-Clause
// Closed surfaces for tests, and files of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril::testing_meshes {

struct Surface {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  void add(const Surface& more) {
    const auto first = static_cast<int>(vertices.size());
    vertices.insert(vertices.end(), more.vertices.begin(), more.vertices.end());
    for (const auto& [a, b, c] : more.triangles) triangles.push_back({first + a, first + b, first + c});
  }
  void turn() {
    for (Triangle& triangle : triangles) std::swap(triangle[1], triangle[2]);
  }
  /// ⅙ Σ a · (b × c)
  double volume() const {
    double sum = 0;
    for (const auto& [a, b, c] : triangles) sum += vertices[a].dot(vertices[b].cross(vertices[c])) / 6;
    return sum;
  }
};

/// A lattice of n × m vertices that closes in the first direction, and in the second one if `ring`.
template <class F>
Surface lattice(int n, int m, bool ring, F&& place) {
  Surface out;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) out.vertices.push_back(place(i, j));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j + (ring ? 0 : 1) < m; ++j) {
      const int a = i * m + j, b = (i + 1) % n * m + j, c = (i + 1) % n * m + (j + 1) % m, d = i * m + (j + 1) % m;
      out.triangles.push_back({a, b, c});
      out.triangles.push_back({a, c, d});
    }
  return out;
}

inline Vec3 onCircle(double x, double radius, double turns) {
  return {x, radius * std::cos(2 * std::numbers::pi * turns), radius * std::sin(2 * std::numbers::pi * turns)};
}

inline Surface boxSurface(const Vec3& low, const Vec3& high) {
  Surface out;
  for (int i = 0; i < 8; ++i)
    out.vertices.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(), i & 4 ? high.z() : low.z());
  for (const std::array<int, 4>& q :
       {std::array{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}) {
    out.triangles.push_back({q[0], q[1], q[2]});
    out.triangles.push_back({q[0], q[2], q[3]});
  }
  return out;
}

/// A pipe from x = 0 with n corners around; its volume is that of the polygons.
inline Surface tubeSurface(double length, double radius, double inner, int n) {
  return lattice(n, 4, true, [&](int i, int j) {
    return onCircle(j == 0 || j == 3 ? 0 : length, j < 2 ? radius : inner, static_cast<double>(i) / n);
  });
}

inline Surface torusSurface(double ring, double radius, int n, int m) {
  return lattice(n, m, true, [&](int i, int j) -> Vec3 {
    const double around = 2 * std::numbers::pi * j / m;
    Vec3 p = onCircle(0, ring + radius * std::cos(around), static_cast<double>(i) / n);
    p.x() = radius * std::sin(around);
    return p;
  });
}

inline Surface sphereSurface(const Vec3& centre, double radius, int n) {
  Surface out = lattice(2 * n, n - 1, false, [&](int i, int j) -> Vec3 {
    const double down = std::numbers::pi * (j + 1) / n;
    return centre + onCircle(-radius * std::cos(down), radius * std::sin(down), static_cast<double>(i) / (2 * n));
  });
  const auto poles = static_cast<int>(out.vertices.size());
  out.vertices.push_back(centre - Vec3(radius, 0, 0));
  out.vertices.push_back(centre + Vec3(radius, 0, 0));
  for (int i = 0; i < 2 * n; ++i) {
    const int next = (i + 1) % (2 * n);
    out.triangles.push_back({poles, next * (n - 1), i * (n - 1)});
    out.triangles.push_back({poles + 1, i * (n - 1) + n - 2, next * (n - 1) + n - 2});
  }
  return out;
}

/// The same triangles, each with corners of its own, as STL files have them.
inline Surface soup(const Surface& surface) {
  Surface out;
  for (const Triangle& triangle : surface.triangles) {
    const auto first = static_cast<int>(out.vertices.size());
    for (int v : triangle) out.vertices.push_back(surface.vertices[v]);
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

/// The surface as STL text, its numbers times `scale`.
inline std::string stlText(const Surface& surface, double scale = 1) {
  std::string out = "solid part\n";
  for (const Triangle& triangle : surface.triangles) {
    out += " facet normal 0 0 0\n  outer loop\n";
    for (int v : triangle) {
      const Vec3 p = scale * surface.vertices[v];
      out += "   vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " + std::to_string(p.z()) + "\n";
    }
    out += "  endloop\n endfacet\n";
  }
  return out + "endsolid part\n";
}

}  // namespace tendril::testing_meshes
