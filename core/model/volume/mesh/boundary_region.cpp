// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/boundary_region.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace tendril {
namespace {

constexpr double kPlane = 1e-6;  // of the diagonal: as far from x = 0 a node is in that plane

/// The square of the distance from a point to a triangle (m²).
double squaredDistance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double area = normal.norm();
  const std::array<const Vec3*, 3> corners{&a, &b, &c};
  bool inside = area > 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &from = *corners[k], edge = *corners[(k + 1) % 3] - from, way = p - from;
    inside = inside && normal.cross(edge).dot(way) >= 0;
    const double length = edge.squaredNorm();
    const double along = length > 0 ? std::clamp(way.dot(edge) / length, 0.0, 1.0) : 0;
    nearest = std::min(nearest, (way - along * edge).squaredNorm());
  }
  return inside ? std::pow(normal.dot(p - a) / area, 2) : nearest;
}

/// Over each edge of each triangle the other one; −1 where not exactly two meet.
std::vector<std::array<int, 3>> neighboursOf(const std::vector<Triangle>& triangles) {
  std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> edges;
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t)
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangles[t][k], triangles[t][(k + 1) % 3]);
      edges[{low, high}].emplace_back(t, k);
    }
  std::vector<std::array<int, 3>> neighbours(triangles.size(), {-1, -1, -1});
  for (const auto& [edge, sides] : edges) {
    if (sides.size() != 2) continue;
    neighbours[sides[0].first][sides[0].second] = sides[1].first;
    neighbours[sides[1].first][sides[1].second] = sides[0].first;
  }
  return neighbours;
}

}  // namespace

std::optional<Vec3> openEdge(const std::vector<Vec3>& nodes, const std::vector<Triangle>& triangles, double reach) {
  std::map<std::pair<int, int>, int> edges;  // balance of directions
  for (const Triangle& t : triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  for (const auto& [edge, balance] : edges) {
    const Vec3 &a = nodes[edge.first], &b = nodes[edge.second];
    if (balance != 0 && std::max(std::abs(a.x()), std::abs(b.x())) > reach) return (a + b) / 2;
  }
  return {};
}

BoundaryRegions::BoundaryRegions(const std::vector<Vec3>& nodes, const std::vector<Triangle>& triangles)
    : nodes_(nodes), triangles_(triangles), neighbours_(neighboursOf(triangles)) {
  MeshExtent extent;
  if (!triangles.empty()) extent.low = extent.high = nodes[triangles[0][0]];
  for (const Triangle& t : triangles)
    for (int node : t) {
      extent.low = extent.low.cwiseMin(nodes[node]);
      extent.high = extent.high.cwiseMax(nodes[node]);
    }
  const double diagonal = extent.size().norm();
  reach_ = kSeedReach * diagonal;
  plane_ = kPlane * diagonal;
  for (const auto& [a, b, c] : triangles) {
    normals_.push_back((nodes[b] - nodes[a]).cross(nodes[c] - nodes[a]).normalized());
    held_.push_back(std::max({std::abs(nodes[a].x()), std::abs(nodes[b].x()), std::abs(nodes[c].x())}) <= plane_);
  }
}

int BoundaryRegions::nearest(const Vec3& point) const {
  int best = -1;
  double least = reach_ * reach_;
  for (int t = 0; t < static_cast<int>(triangles_.size()); ++t) {
    if (held_[t]) continue;
    const auto& [a, b, c] = triangles_[t];
    const double distance = squaredDistance(point, nodes_[a], nodes_[b], nodes_[c]);
    if (!(distance <= least) || (best >= 0 && distance == least)) continue;
    best = t;
    least = distance;
  }
  return best;
}

std::vector<int> BoundaryRegions::around(int from, double angle) const {
  std::vector<bool> reached(triangles_.size(), false);
  std::vector<int> region{from};
  reached[from] = true;
  for (std::size_t i = 0; i < region.size(); ++i)
    for (int next : neighbours_[region[i]]) {
      if (next < 0 || reached[next] || held_[next]) continue;
      const Vec3 &a = normals_[region[i]], &b = normals_[next];
      if (std::atan2(a.cross(b).norm(), a.dot(b)) > angle) continue;
      reached[next] = true;
      region.push_back(next);
    }
  std::sort(region.begin(), region.end());
  return region;
}

std::vector<int> BoundaryRegions::around(const std::vector<Vec3>& points, double angle, int* missed) const {
  if (missed) *missed = -1;
  std::vector<int> all;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int from = nearest(points[i]);
    if (from < 0 && missed && *missed < 0) *missed = static_cast<int>(i);
    if (from < 0 || std::binary_search(all.begin(), all.end(), from)) continue;
    const std::vector<int> region = around(from, angle);
    all.insert(all.end(), region.begin(), region.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  }
  return all;
}

std::vector<Triangle> BoundaryRegions::triangles(const std::vector<int>& region) const {
  std::vector<Triangle> result;
  result.reserve(region.size());
  for (int triangle : region) result.push_back(triangles_[triangle]);
  return result;
}

std::optional<Vec3> BoundaryRegions::openAt(const std::vector<int>& region) const {
  return openEdge(nodes_, triangles(region), plane_);
}

}  // namespace tendril
