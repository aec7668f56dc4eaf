// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/surface/surface_repair.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/model/volume/mesh/mesh_check.hpp"
#include "core/model/volume/mesh/mesh_faces.hpp"
#include "core/model/volume/mesh/point_grid.hpp"
#include "core/model/volume/mesh/surface/surface_crossings.hpp"
#include "core/model/volume/mesh/surface/surface_edges.hpp"
#include "core/model/volume/mesh/surface/surface_holes.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostTriangles = 200'000;
constexpr std::size_t kMostParts = 20;   // that are apart from each other
constexpr std::size_t kMostTold = 1000;  // crossings that are counted
constexpr double kFlat = 0.05;           // bulge of a hole over its size
constexpr int kFlipRounds = 100;

std::string placeText(const Vec3& p) {
  return "(" + shortNumber(p.x()) + ", " + shortNumber(p.y()) + ", " + shortNumber(p.z()) + ")";
}

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

double volumeOf(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  double sum = 0;
  if (triangles.empty()) return sum;
  const Vec3& origin = vertices[triangles[0][0]];  // far from the true one digits would be lost
  for (const auto& [a, b, c] : triangles) sum += tetrahedronVolume(origin, vertices[a], vertices[b], vertices[c]);
  return sum;
}

double areaOf(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  double area = 0;
  for (const auto& [a, b, c] : triangles)
    area += (vertices[b] - vertices[a]).cross(vertices[c] - vertices[a]).norm() / 2;
  return area;
}

/// Calls f(triangles) for every outside and cavity.
template <class Surface, class F>
void forEachShell(Surface& surface, F&& f) {
  for (auto& solid : surface.solids) {
    f(solid.outside);
    for (auto& cavity : solid.cavities) f(cavity);
  }
}

/// What a triangle was in the file.
enum class Origin : char { kGiven, kTurned, kNew };

class SurfaceRepair {
 public:
  /// `gap`: share of the diagonal within which vertices are one.
  SurfaceRepair(std::vector<Vec3> vertices, std::vector<Triangle> triangles, double gap)
      : vertices_(std::move(vertices)), triangles_(std::move(triangles)), gap_(gap) {}

  RepairedSurface run() {
    checkSize();
    weld();
    dropUseless();
    dropFlaps();
    checkEdges();
    orient();
    closeHoles();
    flipSlivers();
    takeParts();
    tellTurned();
    checkCrossings();
    dropUnused();
    return std::move(result_);
  }

 private:
  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  void checkSize() {
    if (triangles_.empty()) fail("holds no triangles; export the part as a surface of triangles");
    if (triangles_.size() > kMostTriangles)
      fail("has " + std::to_string(triangles_.size()) + " triangles, and at most " + std::to_string(kMostTriangles) +
           " are taken; export it coarser");
    for (const Vec3& p : vertices_)
      if (!p.allFinite() || p.cwiseAbs().maxCoeff() > 1e9)
        fail("has a vertex at " + placeText(p) + "; coordinates are finite numbers");
    Vec3 low = vertices_[triangles_[0][0]], high = low;
    for (const Triangle& triangle : triangles_)
      for (int v : triangle) {
        low = low.cwiseMin(vertices_[v]);
        high = high.cwiseMax(vertices_[v]);
      }
    low_ = low;
    tolerance_ = kSameVertex * (high - low).norm();
    joined_ = gap_ * (high - low).norm();
    if (!(tolerance_ > 0)) fail("has all its vertices in one place; export it again");
  }

  void weld() {
    PointGrid grid(low_, joined_);
    std::vector<int> map(vertices_.size(), -1);
    double farthest = 0;
    for (Triangle& triangle : triangles_)
      for (int& v : triangle) {
        if (map[v] < 0) map[v] = grid.join(vertices_, v);
        farthest = std::max(farthest, (vertices_[map[v]] - vertices_[v]).norm());
        v = map[v];
      }
    if (farthest > 0) note("vertices up to " + shortNumber(farthest) + " apart: joined");
  }

  template <class F>
  std::size_t dropIf(F&& useless) {
    std::vector<Triangle> kept;
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (!useless(t)) kept.push_back(triangles_[t]);
    const std::size_t dropped = triangles_.size() - kept.size();
    triangles_ = std::move(kept);
    return dropped;
  }

  void dropUseless() {
    const std::size_t points = dropIf([&](std::size_t t) {
      const auto& [a, b, c] = triangles_[t];
      return a == b || b == c || c == a;
    });
    if (points > 0) note(counted(points, "triangle") + " without area: left out");
    std::set<Triangle> seen;
    const std::size_t repeated =
        dropIf([&](std::size_t t) { return !seen.insert(sortedTriangle(triangles_[t])).second; });
    if (repeated > 0) note(counted(repeated, "triangle") + " repeated: counted once");
    if (triangles_.empty()) fail("has no triangle with an area; export it again");
  }

  /// Triangles with a free edge that hang on an edge of two others: walls without thickness.
  void dropFlaps() {
    std::size_t dropped = 0;
    for (std::size_t now = 1; now > 0; dropped += now) {
      std::vector<bool> free(triangles_.size(), false), hangs(triangles_.size(), false);
      forEachEdge(sortedSides(triangles_), [&](std::span<const SurfaceSide> edge) {
        for (const SurfaceSide& side : edge) {
          if (edge.size() == 1) free[side.triangle] = true;
          if (edge.size() > 2) hangs[side.triangle] = true;
        }
      });
      now = dropIf([&](std::size_t t) { return free[t] && hangs[t]; });
    }
    if (dropped > 0) note(counted(dropped, "triangle") + " hanging on an edge of others: left out");
  }

  Vec3 middle(const SurfaceSide& side) const { return (vertices_[side.low] + vertices_[side.high]) / 2; }

  void checkEdges() const {
    std::size_t count = 0;
    Vec3 first = Vec3::Zero();
    forEachEdge(sortedSides(triangles_), [&](std::span<const SurfaceSide> edge) {
      if (edge.size() > 2 && count++ == 0) first = middle(edge[0]);
    });
    if (count > 0)
      fail("has " + counted(count, "edge") + " where more than two triangles meet, first at " + placeText(first) +
           "; take walls inside the part and walls without thickness away, and let no two solids share an edge");
  }

  /// The two triangles of each edge; −1 without a second one.
  std::vector<std::array<int, 3>> neighbours() const {
    std::vector<std::array<int, 3>> result(triangles_.size(), {-1, -1, -1});
    forEachEdge(sortedSides(triangles_), [&](std::span<const SurfaceSide> edge) {
      if (edge.size() != 2) return;
      result[edge[0].triangle][edge[0].side] = edge[1].triangle;
      result[edge[1].triangle][edge[1].side] = edge[0].triangle;
    });
    return result;
  }

  bool runs(int triangle, int from, int to) const {
    const Triangle& t = triangles_[triangle];
    for (int k = 0; k < 3; ++k)
      if (t[k] == from && t[(k + 1) % 3] == to) return true;
    return false;
  }

  void turn(std::size_t t) {
    std::swap(triangles_[t][1], triangles_[t][2]);
    if (origins_[t] != Origin::kNew) origins_[t] = origins_[t] == Origin::kGiven ? Origin::kTurned : Origin::kGiven;
  }

  /// Lets the triangles of every part run against each other along their edges, as the first one does.
  void orient() {
    origins_.assign(triangles_.size(), Origin::kGiven);
    const auto next = neighbours();  // triangles keep their edges when they are turned, not their sides
    std::vector<bool> seen(triangles_.size(), false);
    std::vector<int> waiting;
    for (std::size_t start = 0; start < triangles_.size(); ++start) {
      if (seen[start]) continue;
      seen[start] = true;
      waiting.push_back(static_cast<int>(start));
      while (!waiting.empty()) {
        const int t = waiting.back();
        waiting.pop_back();
        for (int other : next[t])
          if (other >= 0) orientNext(t, other, seen, waiting);
      }
    }
  }

  void orientNext(int t, int other, std::vector<bool>& seen, std::vector<int>& waiting) {
    bool same = false;
    int at = triangles_[t][0];
    for (int k = 0; k < 3; ++k)
      if (runs(other, triangles_[t][k], triangles_[t][(k + 1) % 3])) {
        same = true;
        at = triangles_[t][k];
      }
    if (seen[other]) {
      if (same)
        fail("has only one side, as a Möbius strip: the triangles at " + placeText(vertices_[at]) +
             " cannot all face outward; repair it there");
      return;
    }
    seen[other] = true;
    if (same) turn(static_cast<std::size_t>(other));
    waiting.push_back(other);
  }

  std::string holeText(const SurfaceHole& hole) const {
    return counted(hole.loop.size(), "edge") + ", " + shortNumber(hole.size) + " across, around " +
           placeText(hole.centre);
  }

  void closeHoles() {
    const std::vector<SurfaceHole> holes = surfaceHoles(vertices_, triangles_);
    if (holes.empty()) return;
    const double area = areaOf(vertices_, triangles_);
    std::vector<const SurfaceHole*> open;
    std::size_t closed = 0, edges = 0;
    for (const SurfaceHole& hole : holes) {
      std::vector<Triangle> patch;
      if (mayBeClosed(hole, holes, area)) patch = fillHole(vertices_, hole);
      if (patch.empty()) open.push_back(&hole);
      if (!patch.empty()) ++closed, edges += hole.loop.size();
      triangles_.insert(triangles_.end(), patch.begin(), patch.end());
      origins_.resize(triangles_.size(), Origin::kNew);
    }
    if (!open.empty()) failOpen(open);
    note(counted(closed, "small hole") + " (" + counted(edges, "edge") + "), the first around " +
         placeText(holes[0].centre) + ": closed");
  }

  /// A missing triangle, a crack without area, or a small plane hole that is not part of a ring.
  bool mayBeClosed(const SurfaceHole& hole, const std::vector<SurfaceHole>& all, double area) const {
    if (hole.loop.size() == 3 || hole.normal.norm() <= tolerance_ * hole.size) return true;
    if (hole.normal.norm() > kSmallHole * area || hole.bulge > kFlat * hole.size) return false;
    return std::none_of(all.begin(), all.end(), [&](const SurfaceHole& other) {
      return &other != &hole && (other.centre - hole.centre).norm() < (other.size + hole.size) / 2;
    });
  }

  [[noreturn]] void failOpen(const std::vector<const SurfaceHole*>& holes) const {
    const SurfaceHole& largest =
        **std::max_element(holes.begin(), holes.end(), [](const auto* a, const auto* b) { return a->size < b->size; });
    fail("is open: " +
         (holes.size() == 1 ? "a hole of " + holeText(largest)
                            : std::to_string(holes.size()) + " holes, the largest of " + holeText(largest)) +
         "; a part that can be filled is closed, and its walls have a thickness: close it where it was drawn");
  }

  double height(const Triangle& t) const {
    const Vec3 &a = vertices_[t[0]], &b = vertices_[t[1]], &c = vertices_[t[2]];
    const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
    return (b - a).cross(c - a).norm() / longest;
  }

  /// Triangles without area take the area of the neighbour at their longest edge: that edge is turned.
  void flipSlivers() {
    std::size_t flipped = 0, before = 0;
    int rounds = 0;
    do {
      before = flipped;
      const auto next = neighbours();
      std::vector<bool> touched(triangles_.size(), false);
      for (std::size_t t = 0; t < triangles_.size(); ++t)
        if (!touched[t] && height(triangles_[t]) < tolerance_) flipped += flip(t, next[t], touched) ? 1 : 0;
    } while (flipped > before && ++rounds < kFlipRounds);
    if (flipped > 0) note(counted(flipped, "triangle") + " without area: taken into their neighbours");
  }

  int longestSide(const Triangle& t) const {
    int longest = 0;
    const auto length = [&](int k) { return (vertices_[t[(k + 1) % 3]] - vertices_[t[k]]).norm(); };
    for (int k = 1; k < 3; ++k)
      if (length(k) > length(longest)) longest = k;
    return longest;
  }

  bool flip(std::size_t t, const std::array<int, 3>& next, std::vector<bool>& touched) {
    const int side = longestSide(triangles_[t]), other = next[side];
    if (other < 0 || touched[other]) return false;
    const int a = triangles_[t][side], b = triangles_[t][(side + 1) % 3], c = triangles_[t][(side + 2) % 3];
    const Triangle& o = triangles_[other];
    const int d = *std::find_if(o.begin(), o.end(), [&](int v) { return v != a && v != b; });
    const Triangle first{c, a, d}, second{b, c, d};
    if (c == d || std::min(height(first), height(second)) <= std::min(height(triangles_[t]), height(o))) return false;
    for (const Triangle& each : triangles_)  // slivers are rare
      if (std::count(each.begin(), each.end(), c) + std::count(each.begin(), each.end(), d) == 2) return false;
    triangles_[t] = first;
    triangles_[other] = second;
    touched[t] = touched[other] = true;
    for (int neighbour : next)
      if (neighbour >= 0) touched[neighbour] = true;
    return true;
  }

  struct Part {
    std::vector<Triangle> triangles;
    std::vector<std::size_t> indices;
    MeshExtent extent;
    double volume = 0;  ///< signed
    int depth = 0;      ///< number of parts around it
  };

  Part partOf(std::vector<std::size_t> indices) const {
    Part part;
    part.extent = {vertices_[triangles_[indices[0]][0]], vertices_[triangles_[indices[0]][0]]};
    for (std::size_t t : indices) {
      part.triangles.push_back(triangles_[t]);
      for (int v : triangles_[t]) {
        part.extent.low = part.extent.low.cwiseMin(vertices_[v]);
        part.extent.high = part.extent.high.cwiseMax(vertices_[v]);
      }
    }
    part.volume = volumeOf(vertices_, part.triangles);
    part.indices = std::move(indices);
    return part;
  }

  std::vector<Part> findParts() const {
    const std::vector<int> numbers = surfaceParts(triangles_);
    std::vector<std::vector<std::size_t>> members;
    for (std::size_t t = 0; t < numbers.size(); ++t) {
      if (static_cast<std::size_t>(numbers[t]) == members.size()) members.emplace_back();
      members[numbers[t]].push_back(t);
    }
    std::vector<Part> parts;
    for (auto& each : members) parts.push_back(partOf(std::move(each)));
    return parts;
  }

  void takeParts() {
    std::vector<Part> parts = findParts();
    double largest = 0;
    for (const Part& part : parts) largest = std::max(largest, std::abs(part.volume));
    if (!(largest > tolerance_ * tolerance_ * tolerance_ / kSameVertex))
      fail("encloses no volume: it is a sheet; give it a thickness where it was drawn");
    const std::size_t all = parts.size();
    std::erase_if(parts, [&](const Part& part) { return std::abs(part.volume) < kFleck * largest; });
    if (parts.size() < all) note(counted(all - parts.size(), "fleck") + " beside the part or in it: left out");
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return std::abs(a.volume) > std::abs(b.volume); });
    if (parts.size() > kMostParts)
      fail("has " + std::to_string(parts.size()) + " parts that hang nowhere together, and at most " +
           std::to_string(kMostParts) + " are taken; unite them where they were drawn");
    takeSolids(parts);
  }

  /// Of two parts the inner one is smaller and comes later.
  void takeSolids(std::vector<Part>& parts) {
    std::vector<std::size_t> solids(parts.size());  // where a part's own solid is
    for (std::size_t i = 0; i < parts.size(); ++i) {
      int around = -1;
      for (std::size_t j = 0; j < i; ++j)
        if (isInside(parts[i], parts[j])) ++parts[i].depth, around = static_cast<int>(j);  // the last is the innermost
      const bool cavity = parts[i].depth % 2 == 1;
      std::vector<SolidBoundary>& all = result_.surface.solids;
      solids[i] = cavity ? solids[static_cast<std::size_t>(around)] : all.size();
      if (!cavity) all.emplace_back();
      SolidBoundary& own = all[solids[i]];
      take(parts[i], cavity ? own.cavities.emplace_back() : own.outside);
    }
    const std::size_t count = result_.surface.solids.size();
    if (count > 1) note(std::to_string(count) + " solids that hang nowhere together: the body is all of them");
  }

  void take(const Part& part, std::vector<Triangle>& kept) {
    if ((part.volume > 0) == (part.depth % 2 == 1))
      for (std::size_t t : part.indices) turn(t);
    for (std::size_t t : part.indices) {
      kept.push_back(triangles_[t]);
      ++given_[static_cast<std::size_t>(origins_[t])];
    }
  }

  bool isInside(const Part& part, const Part& around) const {
    const Vec3& point = vertices_[part.triangles[0][0]];
    if ((point.array() < around.extent.low.array()).any() || (point.array() > around.extent.high.array()).any())
      return false;
    return std::abs(windingNumber(point, vertices_, around.triangles)) > 0.5;
  }

  void tellTurned() {
    const auto given = given_[static_cast<std::size_t>(Origin::kGiven)];
    const auto turned = given_[static_cast<std::size_t>(Origin::kTurned)];
    if (turned == 0) return;
    note(given == 0
             ? "the surface is inside out: turned"
             : counted(turned, "triangle") + " of " + std::to_string(given + turned) + " facing the material: turned");
  }

  void checkCrossings() const {
    std::vector<Triangle> all;
    forEachShell(result_.surface,
                 [&](const std::vector<Triangle>& shell) { all.insert(all.end(), shell.begin(), shell.end()); });
    const auto pairs = surfaceCrossings(vertices_, all, kMostTold);
    if (pairs.empty()) return;
    const Triangle& first = all[pairs[0].first];
    const Vec3 at = (vertices_[first[0]] + vertices_[first[1]] + vertices_[first[2]]) / 3;
    fail("cuts through itself at " + std::string(pairs.size() == kMostTold ? "more than " : "") +
         counted(pairs.size(), "pair") + " of triangles, first around " + placeText(at) +
         "; unite the solids where they were drawn");
  }

  void dropUnused() {
    std::vector<int> map(vertices_.size(), -1);
    forEachShell(result_.surface, [&](std::vector<Triangle>& shell) {
      for (Triangle& triangle : shell)
        for (int& v : triangle) {
          if (map[v] < 0) {
            map[v] = static_cast<int>(result_.surface.vertices.size());
            result_.surface.vertices.push_back(vertices_[v]);
          }
          v = map[v];
        }
    });
  }

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Origin> origins_;  // of the triangles, from orient() on
  double gap_;
  Vec3 low_ = Vec3::Zero();
  double tolerance_ = 0, joined_ = 0;
  std::array<std::size_t, 3> given_{};  // triangles of each origin that are kept
  RepairedSurface result_;
};

}  // namespace

RepairedSurface repairSurface(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  const auto with = [&](double gap) { return SurfaceRepair(vertices, triangles, gap).run(); };
  try {
    return with(kSameVertex);
  } catch (const std::runtime_error&) {
    for (double gap = 10 * kSameVertex; gap < 1.5 * kLargestGap; gap *= 10) try {
        return with(gap);
      } catch (const std::runtime_error&) {  // the first reason is told: it is of the surface as it is
      }
    throw;
  }
}

double solidVolume(const std::vector<Vec3>& vertices, const SolidBoundary& solid) {
  double volume = volumeOf(vertices, solid.outside);
  for (const auto& cavity : solid.cavities) volume += volumeOf(vertices, cavity);
  return volume;
}

double surfaceVolume(const ClosedSurface& surface) {
  double volume = 0;
  for (const SolidBoundary& solid : surface.solids) volume += solidVolume(surface.vertices, solid);
  return volume;
}

double surfaceArea(const ClosedSurface& surface) {
  double area = 0;
  forEachShell(surface, [&](const std::vector<Triangle>& shell) { area += areaOf(surface.vertices, shell); });
  return area;
}

}  // namespace tendril
