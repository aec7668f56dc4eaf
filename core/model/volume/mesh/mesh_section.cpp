// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_section.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace tendril {
namespace {

constexpr int kRays = 64;

/// A piece of the section's boundary in y and z, the material on its left.
struct Edge {
  Eigen::Vector2d from, to;
};

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

std::vector<Edge> edgesAt(std::span<const Vec3> nodes, std::span<const Triangle> triangles, double x) {
  std::vector<Edge> out;
  for (const Triangle& triangle : triangles) {
    Edge edge;
    bool cut = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &a = nodes[static_cast<std::size_t>(triangle[k])],
                 &b = nodes[static_cast<std::size_t>(triangle[(k + 1) % 3])];
      if ((a.x() < x) == (b.x() < x)) continue;
      const Vec3 point = a + (x - a.x()) / (b.x() - a.x()) * (b - a);
      (a.x() < x ? edge.to : edge.from) = point.tail<2>();
      cut = true;
    }
    if (cut) out.push_back(edge);
  }
  return out;
}

/// Distance from the axis to the farthest edge in a direction; 0 if there is none.
double reach(const std::vector<Edge>& edges, const Eigen::Vector2d& direction) {
  double farthest = 0;
  for (const Edge& edge : edges) {
    const double a = cross(direction, edge.from), b = cross(direction, edge.to);
    if ((a < 0) == (b < 0)) continue;
    const Eigen::Vector2d point = edge.from + a / (a - b) * (edge.to - edge.from);
    farthest = std::max(farthest, point.dot(direction));
  }
  return farthest;
}

}  // namespace

MeshSection sectionAt(std::span<const Vec3> nodes, std::span<const Triangle> triangles, double x) {
  const std::vector<Edge> edges = edgesAt(nodes, triangles, x);
  MeshSection out;
  for (const Edge& edge : edges) out.area += 0.5 * cross(edge.from, edge.to);
  double squares = 0, least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kRays; ++k) {
    const double angle = 2 * std::numbers::pi * (k + 0.5) / kRays;
    const double r = reach(edges, {std::cos(angle), std::sin(angle)});
    squares += r * r, least = std::min(least, r);
  }
  out.radius = std::sqrt(squares / kRays), out.inner = least;
  return out;
}

}  // namespace tendril
