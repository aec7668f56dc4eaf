// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/volume_chamber.hpp"

#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/math/series.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/line_rule.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

/// Positions, Jacobians and gradients of all points of a wall.
template <class S>
struct Wall {
  std::unique_ptr<MapEvaluator<S>> map;
  PointMotion<S> block, all;
  Columns<S> blockF, F;
  VecXT<S> q, zero, gradient;

  Wall(std::unique_ptr<MapEvaluator<S>> evaluator, int largest, int count, int size)
      : map(std::move(evaluator)),
        block(largest, size),
        all(count, size),
        blockF(largest, 9),
        F(count, 9),
        q(size),
        zero(VecXT<S>::Constant(size, S(0.0))),
        gradient(size) {}
};

/// Points of the undeformed body in the blocks that its map takes.
struct WallPoints {
  struct Block {
    std::unique_ptr<EvaluationPoints> points;
    std::vector<int> indices;
  };

  WallPoints() = default;
  WallPoints(const PointMap& map, std::span<const Vec3> points) : count(static_cast<int>(points.size())) {
    for (std::vector<int>& indices : map.blocks(points)) {
      std::vector<Vec3> own;
      for (int i : indices) own.push_back(points[static_cast<std::size_t>(i)]);
      blocks.push_back({map.makeEvaluationPoints(own), std::move(indices)});
      largest = std::max(largest, blocks.back().points->count());
    }
  }
  /// Where they are in B.
  void positions(const BodyData& data, std::vector<Vec3>& out) const {
    out.resize(static_cast<std::size_t>(count));
    for (const Block& block : blocks) {
      Columns<double> p(block.points->count(), 3);
      static_cast<const VolumeData&>(data).map->positions(*block.points, p);
      for (std::size_t i = 0; i < block.indices.size(); ++i)
        out[static_cast<std::size_t>(block.indices[i])] = vectorAt(p, static_cast<int>(i), 0);
    }
  }

  int count = 0, largest = 0;  ///< points; of them in a block
  std::vector<Block> blocks;
};

/// A wall as it is drawn, by points of its own or by those that it is known by.
struct DrawnWall {
  std::vector<std::array<int, 3>> triangles;
  std::optional<WallPoints> points;
};

/// A wall that is known by points; what it encloses is up to `Shape`.
template <class Shape>
class ChamberPiece final : public TendonPiece {
 public:
  ChamberPiece(std::shared_ptr<const PointMap> map, std::span<const Vec3> points, Shape shape)
      : map_(std::move(map)), points_(*map_, points), shape_(std::move(shape)), workspaces_([this] {
          return Workspace{{map_->makeEvaluator(), points_.largest, points_.count, map_->size()}, std::nullopt};
        }) {}
  void setDrawn(DrawnWall drawn) { drawn_ = std::move(drawn); }

  double length(const VecXRef& q) const override {
    Wall<double>& wall = workspaces_.local().plain;
    wall.q = q;
    gather(wall);
    return shape_.volume(wall);
  }
  void addGradient(const VecXRef& q, VecXMut gradient) const override {
    Wall<double>& wall = workspaces_.local().plain;
    wall.q = q;
    gather(wall);
    shape_.force(wall);
    gradient += wall.gradient;
  }
  void addHessian(const VecXRef& q, double pressure, MatXMut hessian) const override {
    if (pressure == 0) return;
    const int n = map_->size();
    std::optional<Wall<Directions>>& made = workspaces_.local().dual;
    if (!made) made.emplace(map_->makeDualEvaluator(), points_.largest, points_.count, n);
    Wall<Directions>& wall = *made;
    for (int first = 0; first < n; first += kDirections) {
      seed(q, first, wall.q);
      gather(wall);
      shape_.force(wall);
      for (int k = first; k < std::min(n, first + kDirections); ++k)
        for (int j = 0; j < n; ++j) hessian(j, k) += pressure * wall.gradient[j].d[k - first];
    }
  }
  void addGradientSeries(const MatX& q, MatX& gradient) const override {
    using S = MotionSeries;
    Wall<S> wall(map_->makeSeriesEvaluator(), points_.largest, points_.count, map_->size());
    for (Eigen::Index j = 0; j < q.rows(); ++j) wall.q[j] = seriesOf<S>(q, j);
    gather(wall);
    shape_.force(wall);
    for (Eigen::Index j = 0; j < q.rows(); ++j) addSeries(wall.gradient[j], gradient, j);
  }
  std::vector<const EvaluationPoints*> points() const {
    std::vector<const EvaluationPoints*> out;
    for (const WallPoints::Block& block : points_.blocks) out.push_back(block.points.get());
    return out;
  }
  void path(const BodyData& data, std::vector<Vec3>& points) const override {
    points_.positions(data, points);
    shape_.line(points);
  }
  std::span<const std::array<int, 3>> wall() const override { return drawn_.triangles; }
  void wallPoints(const BodyData& data, std::vector<Vec3>& points) const override {
    (drawn_.points ? *drawn_.points : points_).positions(data, points);
  }

 private:
  struct Workspace {
    Wall<double> plain;
    std::optional<Wall<Directions>> dual;  ///< made by the first who asks
  };

  template <class S>
  void gather(Wall<S>& wall) const {
    wall.map->setState(wall.q, wall.zero);
    for (const WallPoints::Block& block : points_.blocks) {
      wall.map->motion(*block.points, wall.block);
      wall.map->gradient(*block.points, wall.blockF);
      for (std::size_t i = 0; i < block.indices.size(); ++i) {
        const auto from = static_cast<Eigen::Index>(i), to = static_cast<Eigen::Index>(block.indices[i]);
        wall.all.p.row(to) = wall.block.p.row(from);
        wall.all.J.row(to) = wall.block.J.row(from);
        wall.F.row(to) = wall.blockF.row(from);
      }
    }
  }

  std::shared_ptr<const PointMap> map_;
  WallPoints points_;
  Shape shape_;
  DrawnWall drawn_;
  mutable tbb::enumerable_thread_specific<Workspace> workspaces_;
};

/// Lateral points ring by ring, then the rims at the base and the tip.
struct Bore {
  int perRing, along;  ///< points of a ring, rings of the wall
  double radius;
  std::vector<double> weight;  ///< per ring: m × rad
  std::vector<Vec3> tangent;   ///< per angle: unit vector along the circle

  int rings() const { return along + 2; }

  template <class S>
  Vec3T<S> around(const Wall<S>& wall, int i) const {
    return matrixAt(wall.F, i, 0) *
           Vec3T<S>((radius * tangent[static_cast<std::size_t>(i % perRing)]).template cast<S>());
  }
  /// Area vector of a lateral point, out of the chamber.
  template <class S>
  Vec3T<S> area(const Wall<S>& wall, int i) const {
    const Vec3T<S> forward(wall.F(i, 0), wall.F(i, 1), wall.F(i, 2));
    return around(wall, i).cross(forward) * S(weight[static_cast<std::size_t>(i / perRing)]);
  }
  template <class S, class F>
  void forCap(const Wall<S>& wall, int ring, F&& f) const {
    Vec3T<S> centre = Vec3T<S>::Constant(S(0.0));
    for (int a = 0; a < perRing; ++a) centre += vectorAt(wall.all.p, ring * perRing + a, 0) * S(1.0 / perRing);
    const double step = (ring == along ? -1 : 1) * 2 * std::numbers::pi / perRing;
    for (int a = 0; a < perRing; ++a) {
      const int i = ring * perRing + a;
      f(i, centre, Vec3T<S>((vectorAt(wall.all.p, i, 0) - centre).cross(around(wall, i)) * S(step)));
    }
  }

  // ⅓ ∮ p·dA
  double volume(const Wall<double>& wall) const {
    double sum = 0;
    for (int i = 0; i < along * perRing; ++i) sum += vectorAt(wall.all.p, i, 0).dot(area(wall, i)) / 3;
    for (int ring = along; ring < rings(); ++ring)
      forCap(wall, ring, [&](int, const Vec3& centre, const Vec3& sector) { sum += centre.dot(sector) / 6; });
    return sum;
  }
  // ∮ ∂p/∂q·dA; a flat cap moves as its rim and centre: a third of it with the rim, a sixth with the centre.
  template <class S>
  void force(Wall<S>& wall) const {
    const auto n = static_cast<int>(wall.gradient.size());
    wall.gradient.setConstant(S(0.0));
    for (int i = 0; i < along * perRing; ++i) {
      const Vec3T<S> dA = area(wall, i);
      for (int j = 0; j < n; ++j) wall.gradient[j] += vectorAt(wall.all.J, i, 3 * j).dot(dA);
    }
    for (int ring = along; ring < rings(); ++ring) {
      Vec3T<S> whole = Vec3T<S>::Constant(S(0.0));
      forCap(wall, ring, [&](int i, const Vec3T<S>&, const Vec3T<S>& sector) {
        whole += sector;
        for (int j = 0; j < n; ++j) wall.gradient[j] += vectorAt(wall.all.J, i, 3 * j).dot(sector) * S(1.0 / 3);
      });
      for (int a = 0; a < perRing; ++a)
        for (int j = 0; j < n; ++j)
          wall.gradient[j] += vectorAt(wall.all.J, ring * perRing + a, 3 * j).dot(whole) * S(1.0 / 6 / perRing);
    }
  }
  /// The axis, for drawing: centres of the rings in order.
  void line(std::vector<Vec3>& points) const {
    std::vector<Vec3> centres;
    for (int k = 0; k < rings(); ++k) {
      const int ring = k == 0 ? along : k == rings() - 1 ? along + 1 : k - 1;
      Vec3 sum = Vec3::Zero();
      for (int a = 0; a < perRing; ++a) sum += points[static_cast<std::size_t>(ring * perRing + a)];
      centres.push_back(sum / perRing);
    }
    points = std::move(centres);
  }
};

struct Surface {
  std::vector<std::array<int, 3>> triangles;

  /// Area vector out of the chamber.
  template <class S>
  static Vec3T<S> area(const Wall<S>& wall, const std::array<int, 3>& t) {
    const Vec3T<S> a = vectorAt(wall.all.p, t[0], 0);
    return (vectorAt(wall.all.p, t[1], 0) - a).cross(Vec3T<S>(vectorAt(wall.all.p, t[2], 0) - a)) * S(-0.5);
  }
  double volume(const Wall<double>& wall) const {
    double sum = 0;
    for (const auto& t : triangles) sum += vectorAt(wall.all.p, t[0], 0).dot(area(wall, t)) / 3;
    return sum;
  }
  template <class S>
  void force(Wall<S>& wall) const {
    wall.gradient.setConstant(S(0.0));
    for (const auto& t : triangles) {
      const Vec3T<S> third = area(wall, t) * S(1.0 / 3);
      for (int j = 0; j < wall.gradient.size(); ++j)
        for (int corner : t) wall.gradient[j] += vectorAt(wall.all.J, corner, 3 * j).dot(third);
    }
  }
  /// For drawing: nothing but the middle of the wall.
  void line(std::vector<Vec3>& points) const {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : points) sum += p;
    points = {sum / static_cast<double>(std::max<std::size_t>(points.size(), 1))};
  }
};

}  // namespace

namespace {

/// Points of a ring and rings of a bore.
using BoreRule = std::array<int, 2>;
constexpr std::array<BoreRule, 7> kBoreRules = {{{8, 4}, {12, 6}, {16, 8}, {20, 10}, {24, 14}, {28, 18}, {32, 24}}};

std::unique_ptr<ChamberPiece<Bore>> divideBore(const std::shared_ptr<const PointMap>& map, double radius, double from,
                                               double to, const BoreRule& rule) {
  Bore bore{rule[0], rule[1], radius, {}, {}};
  const double L = map->length();
  std::vector<Vec3> points;
  for (int a = 0; a < bore.perRing; ++a) {
    const double angle = 2 * std::numbers::pi * a / bore.perRing;
    bore.tangent.emplace_back(0, -std::sin(angle), std::cos(angle));
  }
  const auto addRing = [&](double X) {
    // the tangent turned back by a quarter: the way out
    for (const Vec3& t : bore.tangent) points.emplace_back(X * L, radius * t.z(), -radius * t.y());
  };
  for (const QuadraturePoint& g : gaussLegendre(bore.along)) {
    addRing(from + (to - from) * g.s);
    bore.weight.push_back(g.weight * (to - from) * L * 2 * std::numbers::pi / bore.perRing);
  }
  addRing(from), addRing(to);
  return std::make_unique<ChamberPiece<Bore>>(map, points, std::move(bore));
}

constexpr int kDrawnAround = 32, kDrawnRings = 17;

/// A tube of rings around the x axis, closed by a fan over either rim; the outside of the tube is that of the chamber.
DrawnWall drawnBore(const PointMap& map, double radius, double from, double to) {
  std::vector<Vec3> points;
  DrawnWall drawn;
  for (int ring = 0; ring < kDrawnRings; ++ring)
    for (int a = 0; a < kDrawnAround; ++a) {
      const double angle = 2 * std::numbers::pi * a / kDrawnAround;
      const double X = from + (to - from) * ring / (kDrawnRings - 1);
      points.emplace_back(X * map.length(), radius * std::cos(angle), radius * std::sin(angle));
    }
  const auto at = [](int ring, int a) { return ring * kDrawnAround + a % kDrawnAround; };
  for (int ring = 0; ring + 1 < kDrawnRings; ++ring)
    for (int a = 0; a < kDrawnAround; ++a) {
      drawn.triangles.push_back({at(ring, a), at(ring, a + 1), at(ring + 1, a)});
      drawn.triangles.push_back({at(ring, a + 1), at(ring + 1, a + 1), at(ring + 1, a)});
    }
  for (int a = 1; a + 1 < kDrawnAround; ++a) {
    drawn.triangles.push_back({at(0, 0), at(0, a + 1), at(0, a)});
    drawn.triangles.push_back({at(kDrawnRings - 1, 0), at(kDrawnRings - 1, a), at(kDrawnRings - 1, a + 1)});
  }
  drawn.points.emplace(map, points);
  return drawn;
}

}  // namespace

std::unique_ptr<TendonPiece> makeBore(std::shared_ptr<const PointMap> map, double radius, double from, double to) {
  std::unique_ptr<ChamberPiece<Bore>> bore = divideBore(map, radius, from, to, kBoreRules.back());
  const std::vector<const EvaluationPoints*> points = bore->points();
  chooseRule(
      *map, points, kBoreRules, [&](const BoreRule& rule) { bore = divideBore(map, radius, from, to, rule); },
      [&](const VecX& q) { return bore->length(q); });
  bore->setDrawn(drawnBore(*map, radius, from, to));
  return bore;
}

std::unique_ptr<TendonPiece> makeSurfaceChamber(std::shared_ptr<const PointMap> map, const std::vector<Vec3>& vertices,
                                                std::vector<std::array<int, 3>> triangles) {
  DrawnWall drawn;
  for (const auto& [a, b, c] : triangles) drawn.triangles.push_back({a, c, b});
  auto chamber = std::make_unique<ChamberPiece<Surface>>(std::move(map), vertices, Surface{std::move(triangles)});
  chamber->setDrawn(std::move(drawn));
  return chamber;
}

}  // namespace tendril
