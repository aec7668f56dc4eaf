// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/surface/surface_holes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/model/volume/mesh/surface/surface_edges.hpp"

namespace tendril {
namespace {

constexpr double kNoArea = 1e-6;  // area of a hole over the square of its size: its vertices are on one line

using Ways = std::map<int, std::vector<int>>;  // from a vertex to others, against the triangles that are there

Ways openWays(std::span<const Triangle> triangles) {
  Ways ways;
  forEachEdge(sortedSides(triangles), [&](std::span<const SurfaceSide> edge) {
    if (edge.size() != 1) return;
    if (edge[0].forward)
      ways[edge[0].high].push_back(edge[0].low);
    else
      ways[edge[0].low].push_back(edge[0].high);
  });
  return ways;
}

/// Walks until there is no way on; what comes back to itself is a loop.
void takeLoops(int start, Ways& ways, std::vector<std::vector<int>>& loops) {
  std::vector<int> path{start};
  std::unordered_map<int, std::size_t> places{{start, 0}};
  for (;;) {
    const auto way = ways.find(path.back());
    if (way == ways.end() || way->second.empty()) return;
    const int next = way->second.back();
    way->second.pop_back();
    const auto met = places.find(next);
    if (met == places.end()) {
      places[next] = path.size();
      path.push_back(next);
      continue;
    }
    const std::size_t from = met->second;
    loops.emplace_back(path.begin() + static_cast<std::ptrdiff_t>(from), path.end());
    for (std::size_t i = from + 1; i < path.size(); ++i) places.erase(path[i]);
    path.resize(from + 1);
  }
}

SurfaceHole measured(std::span<const Vec3> vertices, std::vector<int> loop) {
  SurfaceHole hole;
  hole.loop = std::move(loop);
  const auto count = static_cast<double>(hole.loop.size());
  Vec3 low = vertices[hole.loop[0]], high = low;
  for (int v : hole.loop) {
    hole.centre += vertices[v] / count;
    low = low.cwiseMin(vertices[v]);
    high = high.cwiseMax(vertices[v]);
  }
  hole.size = (high - low).norm();
  for (std::size_t i = 0; i < hole.loop.size(); ++i) {
    const Vec3 a = vertices[hole.loop[i]] - hole.centre;
    const Vec3 b = vertices[hole.loop[(i + 1) % hole.loop.size()]] - hole.centre;
    hole.normal += a.cross(b) / 2;
  }
  if (hole.normal.norm() > 0)
    for (int v : hole.loop)
      hole.bulge = std::max(hole.bulge, std::abs((vertices[v] - hole.centre).dot(hole.normal.normalized())));
  return hole;
}

/// A fan from an end of the longest edge, so that each triangle lies along what is left of it.
std::vector<Triangle> fan(std::span<const Vec3> vertices, const std::vector<int>& loop) {
  const std::size_t n = loop.size();
  std::size_t start = 0;
  double longest = -1;
  for (std::size_t i = 0; i < n; ++i) {
    const double length = (vertices[loop[(i + 1) % n]] - vertices[loop[i]]).norm();
    if (length > longest) start = (i + 1) % n;
    longest = std::max(longest, length);
  }
  std::vector<Triangle> triangles;
  for (std::size_t i = 1; i + 1 < n; ++i)
    triangles.push_back({loop[start], loop[(start + i) % n], loop[(start + i + 1) % n]});
  return triangles;
}

/// Ears of a polygon in the plane: corners whose triangle holds no other vertex, the roundest first.
class EarCutter {
 public:
  EarCutter(std::span<const Vec3> vertices, const SurfaceHole& hole) : rest_(hole.loop) {
    const Vec3 normal = hole.normal.normalized();
    const Vec3 u = normal.unitOrthogonal(), v = normal.cross(u);
    for (int vertex : hole.loop) {
      const Vec3 p = vertices[vertex] - hole.centre;
      places_[vertex] = {p.dot(u), p.dot(v)};
    }
  }

  std::vector<Triangle> run() {
    std::vector<Triangle> triangles;
    while (rest_.size() > 3) {
      const std::size_t ear = best();
      if (ear == rest_.size()) return {};
      triangles.push_back(cornerAt(ear));
      rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    if (area(cornerAt(1)) <= 0) return {};
    triangles.push_back(cornerAt(1));
    return triangles;
  }

 private:
  using Point = Eigen::Vector2d;

  Triangle cornerAt(std::size_t i) const {
    const std::size_t n = rest_.size();
    return {rest_[(i + n - 1) % n], rest_[i], rest_[(i + 1) % n]};
  }
  static double cross(const Point& a, const Point& b, const Point& c) {
    return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
  }
  double area(const Triangle& t) const { return cross(places_.at(t[0]), places_.at(t[1]), places_.at(t[2])); }

  double roundness(const Triangle& t) const {
    const Point &a = places_.at(t[0]), &b = places_.at(t[1]), &c = places_.at(t[2]);
    const double sides = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
    return sides > 0 ? cross(a, b, c) / sides : 0;
  }
  bool isEmpty(const Triangle& t) const {
    const Point &a = places_.at(t[0]), &b = places_.at(t[1]), &c = places_.at(t[2]);
    return std::none_of(rest_.begin(), rest_.end(), [&](int vertex) {
      if (vertex == t[0] || vertex == t[1] || vertex == t[2]) return false;
      const Point& p = places_.at(vertex);
      return cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0;
    });
  }
  std::size_t best() const {
    std::size_t found = rest_.size();
    double most = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const Triangle corner = cornerAt(i);
      if (const double value = roundness(corner); value > most && isEmpty(corner)) {
        most = value;
        found = i;
      }
    }
    return found;
  }

  std::vector<int> rest_;
  std::unordered_map<int, Point> places_;
};

}  // namespace

std::vector<SurfaceHole> surfaceHoles(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  Ways ways = openWays(triangles);
  std::vector<std::vector<int>> loops;
  for (const auto& [start, ends] : ways) takeLoops(start, ways, loops);
  std::vector<SurfaceHole> holes;
  for (std::vector<int>& loop : loops) holes.push_back(measured(vertices, std::move(loop)));
  return holes;
}

std::vector<Triangle> fillHole(std::span<const Vec3> vertices, const SurfaceHole& hole) {
  if (hole.loop.size() < 3) return {};
  if (hole.loop.size() == 3 || hole.normal.norm() <= kNoArea * hole.size * hole.size) return fan(vertices, hole.loop);
  return EarCutter(vertices, hole).run();
}

}  // namespace tendril
