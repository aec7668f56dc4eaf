// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/surface/surface_crossings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace tendril {
namespace {

constexpr double kTouching = 1e-9;  // of the cube of an edge: so near to a plane is on it

struct Box {
  Vec3 low, high;
  bool meets(const Box& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

class Sweep {
 public:
  Sweep(std::span<const Vec3> vertices, std::span<const Triangle> triangles)
      : vertices_(vertices), triangles_(triangles) {
    Vec3 low = Vec3::Zero(), high = Vec3::Zero();
    for (const Triangle& t : triangles) {
      const Vec3 &a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]];
      boxes_.push_back({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)});
      low = boxes_.size() == 1 ? boxes_[0].low : low.cwiseMin(boxes_.back().low);
      high = boxes_.size() == 1 ? boxes_[0].high : high.cwiseMax(boxes_.back().high);
    }
    (high - low).maxCoeff(&along_);
  }

  std::vector<std::pair<int, int>> run(std::size_t most) const {
    std::vector<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return std::pair(boxes_[a].low[along_], a) < std::pair(boxes_[b].low[along_], b); });
    std::vector<std::pair<int, int>> found;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const int a = order[i], b = order[j];
        if (boxes_[b].low[along_] > boxes_[a].high[along_]) break;
        if (!boxes_[a].meets(boxes_[b]) || !(edgeThrough(a, b) || edgeThrough(b, a))) continue;
        found.emplace_back(std::min(a, b), std::max(a, b));
        if (found.size() >= most) return found;
      }
    return found;
  }

 private:
  /// Whether an edge of `of` that has no corner of `through` goes through it.
  bool edgeThrough(int of, int through) const {
    const Triangle& t = triangles_[through];
    const auto isCorner = [&](int vertex) { return std::find(t.begin(), t.end(), vertex) != t.end(); };
    for (int k = 0; k < 3; ++k) {
      const int p = triangles_[of][k], q = triangles_[of][(k + 1) % 3];
      if (!isCorner(p) && !isCorner(q) && crosses(vertices_[p], vertices_[q], t)) return true;
    }
    return false;
  }

  bool crosses(const Vec3& p, const Vec3& q, const Triangle& t) const {
    const Vec3 &a = vertices_[t[0]], &b = vertices_[t[1]], &c = vertices_[t[2]];
    const double size = std::max({(q - p).norm(), (b - a).norm(), (c - a).norm()});
    const double nothing = kTouching * size * size * size;
    const double start = tetrahedronVolume(a, b, c, p), end = tetrahedronVolume(a, b, c, q);
    if (std::min(std::abs(start), std::abs(end)) <= nothing || (start > 0) == (end > 0)) return false;
    const double sides[] = {tetrahedronVolume(p, q, a, b), tetrahedronVolume(p, q, b, c),
                            tetrahedronVolume(p, q, c, a)};
    return std::all_of(std::begin(sides), std::end(sides), [&](double s) { return s > nothing; }) ||
           std::all_of(std::begin(sides), std::end(sides), [&](double s) { return s < -nothing; });
  }

  std::span<const Vec3> vertices_;
  std::span<const Triangle> triangles_;
  std::vector<Box> boxes_;
  Eigen::Index along_ = 0;
};

}  // namespace

std::vector<std::pair<int, int>> surfaceCrossings(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                                                  std::size_t most) {
  if (triangles.empty() || most == 0) return {};
  return Sweep(vertices, triangles).run(most);
}

double windingNumber(const Vec3& point, std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  double sum = 0;  // of halves of solid angles (Van Oosterom and Strackee)
  for (const Triangle& t : triangles) {
    const Vec3 a = vertices[t[0]] - point, b = vertices[t[1]] - point, c = vertices[t[2]] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (2 * std::numbers::pi);
}

}  // namespace tendril
