// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/line_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace tendril {
namespace {

constexpr double kWeld = 1e-6;      // points nearer than that are one, of the whole size
constexpr double kSlack = 1e-3;     // in depth before something hides, of the whole size
constexpr double kShortest = 1e-3;  // px: shorter pieces are no lines
constexpr double kNearest = 1e-3;   // of the camera's distance: what is nearer is left out
constexpr int kCells = 96;          // of the grid along each side

/// A point in the picture with the number that is linear in it: minus depth for parallel rays, else 1/depth. It grows
/// towards the camera.
struct Placed {
  Eigen::Vector2d at;
  double nearness;
};

struct Triangle {
  std::array<int, 3> points;
  bool front;
};

struct Edge {
  int a, b;
  LineKind kind;
  std::array<int, 2> beside;  ///< triangles, −1: none
};

struct Interval {
  double from, to;
};

double cross(const Eigen::Vector2d& u, const Eigen::Vector2d& v) {
  return u.x() * v.y() - u.y() * v.x();
}

/// Triangles by the squares of a grid that they touch.
class TriangleGrid {
 public:
  TriangleGrid(std::span<const Placed> points, std::span<const Triangle> triangles)
      : cells_(static_cast<std::size_t>(kCells) * kCells), seen_(triangles.size(), -1) {
    lower_.setConstant(HUGE_VAL);
    upper_.setConstant(-HUGE_VAL);
    for (const Placed& p : points)
      if (p.at.allFinite()) lower_ = lower_.cwiseMin(p.at), upper_ = upper_.cwiseMax(p.at);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto& [a, b, c] = triangles[t].points;
      const Eigen::Vector2d low = points[a].at.cwiseMin(points[b].at).cwiseMin(points[c].at);
      const Eigen::Vector2d high = points[a].at.cwiseMax(points[b].at).cwiseMax(points[c].at);
      forCells(low, high, [&](std::vector<int>& cell) { cell.push_back(static_cast<int>(t)); });
    }
  }

  /// Calls with each triangle that may lie over the box, once.
  template <class F>
  void near(const Eigen::Vector2d& low, const Eigen::Vector2d& high, F&& call) {
    ++query_;
    forCells(low, high, [&](const std::vector<int>& cell) {
      for (const int t : cell)
        if (std::exchange(seen_[t], query_) != query_) call(t);
    });
  }

 private:
  template <class F>
  void forCells(const Eigen::Vector2d& low, const Eigen::Vector2d& high, F&& call) {
    const auto index = [this](double value, int axis) {
      const double extent = std::max(upper_[axis] - lower_[axis], 1e-12);
      return static_cast<int>(std::clamp((value - lower_[axis]) / extent * kCells, 0.0, kCells - 1.0));
    };
    for (int y = index(low.y(), 1); y <= index(high.y(), 1); ++y)
      for (int x = index(low.x(), 0); x <= index(high.x(), 0); ++x)
        call(cells_[static_cast<std::size_t>(y) * kCells + x]);
  }

  Eigen::Vector2d lower_, upper_;
  std::vector<std::vector<int>> cells_;
  std::vector<int> seen_;
  int query_ = 0;
};

/// The part of a line from `a` to `b` (0…1) that a triangle hides, if any.
std::optional<Interval> hiddenBy(const Placed& a, const Placed& b, const std::array<Placed, 3>& t, double slack,
                                 bool orthographic) {
  const Eigen::Vector2d u = t[1].at - t[0].at, v = t[2].at - t[0].at;
  const double area = cross(u, v);
  if (std::abs(area) < 1e-12) return {};
  Interval in{0, 1};
  // Values at both ends of something linear along the line: keeps where it is positive.
  const auto keep = [&in](double at0, double at1) {
    if (at0 <= 0 && at1 <= 0) return false;
    const double zero = at0 / (at0 - at1);
    if (at0 < 0) in.from = std::max(in.from, zero);
    if (at1 < 0) in.to = std::min(in.to, zero);
    return in.from < in.to;
  };
  const double sign = area > 0 ? 1 : -1;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector2d &p = t[k].at, side = t[(k + 1) % 3].at - p;
    if (!keep(sign * cross(side, a.at - p), sign * cross(side, b.at - p))) return {};
  }
  const auto ahead = [&](const Placed& p) {
    const Eigen::Vector2d d = p.at - t[0].at;
    const double nearness =
        t[0].nearness +
        (cross(d, v) * (t[1].nearness - t[0].nearness) + cross(u, d) * (t[2].nearness - t[0].nearness)) / area;
    return nearness - p.nearness - (orthographic ? slack : slack * p.nearness * p.nearness);
  };
  if (!keep(ahead(a), ahead(b))) return {};
  return in;
}

class LineDrawer {
 public:
  LineDrawer(const CameraView& view, double width, double height) : view_(view), width_(width), height_(height) {}

  void addMeshes(std::span<const ShadowCaster> meshes, double sharp);
  void addCurve(const LineCurve& curve);
  std::vector<DrawnLine> lines();

 private:
  int addPoint(const Vec3& p);
  void addMesh(const ShadowCaster& mesh, double sharp);
  void split(const Edge& edge, TriangleGrid& grid);
  void add(const Edge& edge, double from, double to, bool hidden);

  const CameraView& view_;
  double width_, height_, size_ = 1;
  std::vector<Vec3> world_;
  std::vector<Placed> points_;
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<DrawnLine> pieces_;
};

int LineDrawer::addPoint(const Vec3& p) {
  const Vec3 seen = view_.project(p, width_, height_);
  const bool ahead = view_.orthographic || seen.z() > kNearest * view_.distance;
  world_.push_back(p);
  points_.push_back({ahead ? Eigen::Vector2d(seen.head<2>()) : Eigen::Vector2d::Constant(NAN),
                     view_.orthographic ? -seen.z() : 1 / seen.z()});
  return static_cast<int>(points_.size()) - 1;
}

void LineDrawer::addMeshes(std::span<const ShadowCaster> meshes, double sharp) {
  Vec3 lower = Vec3::Constant(HUGE_VAL), upper = -lower;
  for (const ShadowCaster& mesh : meshes)
    for (std::size_t i = 0; i + 2 < mesh.points.size(); i += 3) {
      const Vec3 p(mesh.points[i], mesh.points[i + 1], mesh.points[i + 2]);
      if (p.allFinite()) lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
    }
  if (lower.x() <= upper.x()) size_ = std::max(1e-9, (upper - lower).norm());
  for (const ShadowCaster& mesh : meshes) addMesh(mesh, sharp);
}

/// Points of a mesh that lie in the same place are one: meshes have several where normals differ.
void LineDrawer::addMesh(const ShadowCaster& mesh, double sharp) {
  const double grain = kWeld * size_;
  std::map<std::array<std::int64_t, 3>, int> places;
  std::vector<int> ids(mesh.points.size() / 3, -1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Vec3 p(mesh.points[3 * i], mesh.points[3 * i + 1], mesh.points[3 * i + 2]);
    if (!p.allFinite()) continue;
    const std::array<std::int64_t, 3> place = {std::llround(p.x() / grain), std::llround(p.y() / grain),
                                               std::llround(p.z() / grain)};
    const auto [at, isNew] = places.try_emplace(place, 0);
    if (isNew) at->second = addPoint(p);
    ids[i] = at->second;
  }
  struct Sides {
    int first = -1, second = -1;
  };
  std::map<std::pair<int, int>, Sides> sides;
  std::vector<Vec3> normals;
  const auto begin = static_cast<int>(triangles_.size());
  for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
    const std::array<int, 3> t = {ids[mesh.triangles[i]], ids[mesh.triangles[i + 1]], ids[mesh.triangles[i + 2]]};
    const bool flat = t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    if (flat || std::any_of(t.begin(), t.end(), [&](int p) { return p < 0 || !points_[p].at.allFinite(); })) continue;
    const Vec3 normal = (world_[t[1]] - world_[t[0]]).cross(world_[t[2]] - world_[t[0]]);
    const Vec3 toward = view_.orthographic ? Vec3(-view_.direction()) : Vec3(view_.position() - world_[t[0]]);
    const auto index = static_cast<int>(triangles_.size());
    triangles_.push_back({t, normal.dot(toward) > 0});
    normals.push_back(normal.normalized());
    for (int k = 0; k < 3; ++k) {
      Sides& side = sides[std::minmax(t[k], t[(k + 1) % 3])];
      (side.first < 0 ? side.first : side.second) = index;
    }
  }
  for (const auto& [ends, side] : sides) {
    const bool open = side.second < 0;
    const bool silhouette = open || triangles_[side.first].front != triangles_[side.second].front;
    const bool turns = !open && normals[side.first - begin].dot(normals[side.second - begin]) < std::cos(sharp);
    if (silhouette || turns)
      edges_.push_back({ends.first,
                        ends.second,
                        silhouette ? LineKind::kSilhouette : LineKind::kSharpEdge,
                        {side.first, side.second}});
  }
}

void LineDrawer::addCurve(const LineCurve& curve) {
  int last = -1;
  for (const Vec3& p : curve) {
    const int next = p.allFinite() ? addPoint(p) : -1;
    const bool seen = next >= 0 && points_[next].at.allFinite();
    if (seen && last >= 0) edges_.push_back({last, next, LineKind::kCurve, {-1, -1}});
    last = seen ? next : -1;
  }
}

void LineDrawer::add(const Edge& edge, double from, double to, bool hidden) {
  const Eigen::Vector2d &a = points_[edge.a].at, &b = points_[edge.b].at;
  if ((to - from) * (b - a).norm() < kShortest) return;
  pieces_.push_back({{a + from * (b - a), a + to * (b - a)}, edge.kind, hidden});
}

void LineDrawer::split(const Edge& edge, TriangleGrid& grid) {
  const Placed &a = points_[edge.a], &b = points_[edge.b];
  std::vector<Interval> hidden;
  grid.near(a.at.cwiseMin(b.at), a.at.cwiseMax(b.at), [&](int t) {
    if (t == edge.beside[0] || t == edge.beside[1]) return;
    const auto& p = triangles_[t].points;
    const auto part = hiddenBy(a, b, {points_[p[0]], points_[p[1]], points_[p[2]]}, kSlack * size_, view_.orthographic);
    if (part) hidden.push_back(*part);
  });
  std::sort(hidden.begin(), hidden.end(), [](const Interval& l, const Interval& r) { return l.from < r.from; });
  double seen = 0;  // up to there all is decided
  for (std::size_t i = 0; i < hidden.size();) {
    Interval whole = hidden[i++];
    // Neighbours meet along edges that they share.
    for (; i < hidden.size() && hidden[i].from <= whole.to + 1e-9; ++i) whole.to = std::max(whole.to, hidden[i].to);
    add(edge, seen, whole.from, false);
    add(edge, whole.from, whole.to, true);
    seen = whole.to;
  }
  add(edge, seen, 1, false);
}

/// Joins pieces where exactly two of a kind meet.
std::vector<DrawnLine> joined(std::vector<DrawnLine> pieces) {
  using Key = std::tuple<std::int64_t, std::int64_t, int, bool>;
  const auto key = [](const DrawnLine& piece, const Eigen::Vector2d& p) {
    return Key{std::llround(p.x() / kShortest), std::llround(p.y() / kShortest), static_cast<int>(piece.kind),
               piece.hidden};
  };
  std::map<Key, std::vector<std::size_t>> ends;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    for (const Eigen::Vector2d& p : pieces[i].points) ends[key(pieces[i], p)].push_back(i);
  std::vector<bool> used(pieces.size(), false);
  const auto grow = [&](DrawnLine& line) {
    for (;;) {
      const std::vector<std::size_t>& here = ends[key(line, line.points.back())];
      if (here.size() != 2) return;
      const std::size_t next = used[here[0]] ? here[1] : here[0];
      if (used[next]) return;
      used[next] = true;
      const auto& other = pieces[next].points;
      const bool begins = key(line, other.front()) == key(line, line.points.back());
      line.points.push_back(begins ? other.back() : other.front());
    }
  };
  std::vector<DrawnLine> lines;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (used[i]) continue;
    used[i] = true;
    DrawnLine line = pieces[i];
    grow(line);
    std::reverse(line.points.begin(), line.points.end());
    grow(line);
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<DrawnLine> LineDrawer::lines() {
  TriangleGrid grid(points_, triangles_);
  for (const Edge& edge : edges_) split(edge, grid);
  return joined(std::move(pieces_));
}

}  // namespace

std::vector<DrawnLine> lineDrawing(std::span<const ShadowCaster> meshes, std::span<const LineCurve> curves,
                                   const CameraView& view, double width, double height, double sharp) {
  LineDrawer drawer(view, width, height);
  drawer.addMeshes(meshes, sharp);
  for (const LineCurve& curve : curves) drawer.addCurve(curve);
  return drawer.lines();
}

}  // namespace tendril
