// SPDX-License-Identifier: BSD-3-Clause
// Tendons in volumes: material lines (x, y(x), z(x)) whose length is Σ w |G (1, y', z')| (primitives.md §6).
#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "core/math/series.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/line_rule.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

/// Pieces of a line, and Gauss points in each. Few points in one piece do for smooth modes.
using LineRule = std::array<int, 2>;
constexpr std::array<LineRule, 13> kLineRules = {
    {{1, 4}, {1, 6}, {1, 8}, {1, 10}, {1, 12}, {1, 14}, {1, 16}, {1, 20}, {1, 24}, {1, 32}, {4, 12}, {8, 8}, {16, 6}}};
constexpr int kPath = 40;  // pieces of the line that is drawn

class VolumeTendonPiece final : public TendonPiece {
 public:
  /// `strains` gives those of the calling thread; the tendons of a volume share them.
  VolumeTendonPiece(std::shared_ptr<const PointMap> map, std::function<LineStrains&()> strains,
                    const std::function<RoutePoint(double)>& route, double from, double to);

  double length(const VecXRef& q) const override;
  void addGradient(const VecXRef& q, VecXMut gradient) const override;
  void addHessian(const VecXRef& q, double tension, MatXMut hessian) const override;
  void addHessianProduct(const VecXRef& q, double tension, const VecXRef& along, MatXMut scratch,
                         VecXMut out) const override;
  void addGradientSeries(const MatX& q, MatX& gradient) const override;
  void path(const BodyData& data, std::vector<Vec3>& points) const override;

 private:
  struct Block {
    std::unique_ptr<EvaluationPoints> points;
    LinePoints line;
  };
  struct Sums {
    KnownForce gradient;        ///< of the length: the force of one newton
    Eigen::Matrix3Xd tangents;  ///< ∂G/∂q_j · direction at the point in work
    Columns<double> stress;     ///< what makes the tension of its line, of the block in work

    Sums(int n, int points) : gradient(n), tangents(3, n), stress(points, 9) {}
  };
  struct PathBlock {
    std::unique_ptr<EvaluationPoints> points;
    std::vector<int> indices;
  };
  /// Sets blocks_. Throws std::invalid_argument where the route is not finite.
  void divide(const std::function<RoutePoint(double)>& route, double from, double to, const LineRule& rule);
  template <class S>
  static void addGradient(const Block& block, const PointStrain<S>& strain, VecXT<S>& out);
  /// hessian += tension · the share of the lengths' own curvature; leaves Sums::stress, whose contraction with ∂²G is
  /// the rest.
  static void addLengthCurvature(const Block& block, const PointStrain<double>& strain, double tension, Sums& sums,
                                 MatXMut hessian);
  int largestBlock() const;

  std::shared_ptr<const PointMap> map_;
  std::function<LineStrains&()> strains_;
  std::vector<Block> blocks_;
  std::vector<PathBlock> path_;
  mutable tbb::enumerable_thread_specific<Sums> sums_;
};

/// A point of the undeformed line, dx/ds there, and its weight.
struct LinePoint {
  Vec3 x, direction;
  double weight;
};

LinePoint linePoint(const std::function<RoutePoint(double)>& route, double X, double length) {
  const RoutePoint r = route(X);
  const Vec3 direction(1, r.dy / length, r.dz / length);
  if (!std::isfinite(r.y + r.z + r.weight) || !direction.allFinite())
    throw std::invalid_argument("a tendon's route is not finite at X = " + std::to_string(X));
  return {Vec3(X * length, r.y, r.z), direction, r.weight};
}

VolumeTendonPiece::VolumeTendonPiece(std::shared_ptr<const PointMap> map, std::function<LineStrains&()> strains,
                                     const std::function<RoutePoint(double)>& route, double from, double to)
    : map_(std::move(map)), strains_(std::move(strains)), sums_([this] { return Sums(map_->size(), largestBlock()); }) {
  divide(route, from, to, kLineRules.back());
  std::vector<const EvaluationPoints*> points;
  for (const Block& block : blocks_) points.push_back(block.points.get());
  chooseRule(
      *map_, points, kLineRules, [&](const LineRule& rule) { divide(route, from, to, rule); },
      [&](const VecX& q) { return length(q); });
  std::vector<Vec3> line;
  for (int i = 0; i <= kPath; ++i) line.push_back(linePoint(route, from + (to - from) * i / kPath, map_->length()).x);
  for (std::vector<int>& indices : map_->blocks(line)) {
    std::vector<Vec3> own;
    for (int i : indices) own.push_back(line[static_cast<std::size_t>(i)]);
    path_.push_back({map_->makeEvaluationPoints(own), std::move(indices)});
  }
}

void VolumeTendonPiece::divide(const std::function<RoutePoint(double)>& route, double from, double to,
                               const LineRule& rule) {
  const auto [pieces, gauss] = rule;
  std::vector<Vec3> points, directions;
  std::vector<double> weights;
  for (int piece = 0; piece < pieces; ++piece) {
    const double start = from + (to - from) * piece / pieces, width = (to - from) / pieces;
    for (const QuadraturePoint& g : gaussLegendre(gauss)) {
      const LinePoint point = linePoint(route, start + g.s * width, map_->length());
      points.push_back(point.x), directions.push_back(point.direction);
      weights.push_back(point.weight * std::abs(width) * map_->length() * g.weight);
    }
  }
  blocks_.clear();
  strains_().strains.forgetEvaluationPoints();
  for (const std::vector<int>& indices : map_->strainBlocks(points)) {
    std::vector<Vec3> own, ways;
    std::vector<double> lengths;
    for (int i : indices) {
      const auto k = static_cast<std::size_t>(i);
      own.push_back(points[k]), ways.push_back(directions[k]), lengths.push_back(weights[k]);
    }
    blocks_.push_back({map_->makeEvaluationPoints(own), LinePoints(ways, lengths)});
  }
}

int VolumeTendonPiece::largestBlock() const {
  int most = 0;
  for (const Block& block : blocks_) most = std::max(most, block.points->count());
  return most;
}

double VolumeTendonPiece::length(const VecXRef& q) const {
  StrainCache<double>& strains = strains_().strains;
  double sum = 0;
  for (const Block& block : blocks_) {
    if (const auto known = strains.evaluatorAt(q).length(*block.points, block.line)) {
      sum += *known;
      continue;
    }
    const PointStrain<double>& strain = strains.at(*block.points, q, 0, false);
    for (int i = 0; i < block.points->count(); ++i)
      sum += block.line.weight[i] * (matrixAt(strain.G, i, 0) * block.line.direction.row(i).transpose()).norm();
  }
  return sum;
}

/// out += ∂length/∂q of a block.
template <class S>
void VolumeTendonPiece::addGradient(const Block& block, const PointStrain<S>& strain, VecXT<S>& out) {
  using std::sqrt;
  for (int i = 0; i < block.points->count(); ++i) {
    const Vec3T<S> along = block.line.direction.row(i).transpose().template cast<S>();
    const Vec3T<S> tangent = matrixAt(strain.G, i, 0) * along;
    const S scale = block.line.weight[i] / S(sqrt(tangent.dot(tangent)));
    for (int j = 0; j < out.size(); ++j) out[j] += tangent.dot(matrixAt(strain.Gq, i, 9 * j) * along) * scale;
  }
}

void VolumeTendonPiece::addGradient(const VecXRef& q, VecXMut gradient) const {
  KnownForce& known = sums_.local().gradient;
  if (!known.isAt(q, known.qd)) {
    StrainCache<double>& strains = strains_().strains;
    known.q = q, known.force.setZero();
    for (const Block& block : blocks_)
      if (!strains.evaluatorAt(q).addLengthGradient(*block.points, block.line, known.force))
        addGradient<double>(block, strains.at(*block.points, q, 0, false), known.force);
  }
  gradient += known.force;
}

void VolumeTendonPiece::addGradientSeries(const MatX& q, MatX& gradient) const {
  using S = MotionSeries;
  VecXT<S> at(q.rows()), sum = VecXT<S>::Constant(q.rows(), S(0.0));
  for (Eigen::Index j = 0; j < q.rows(); ++j) at[j] = seriesOf<S>(q, j);
  const std::unique_ptr<MapEvaluator<S>> map = map_->makeSeriesEvaluator();
  map->setStrains(at);
  for (const Block& block : blocks_) {
    PointStrain<S> strain(block.points->count(), map_->size());
    map->strain(*block.points, false, strain);
    addGradient<S>(block, strain, sum);
  }
  for (Eigen::Index j = 0; j < q.rows(); ++j) addSeries(sum[j], gradient, j);
}

// Of |t|, t = G a: ∂_j∂_k|t| = (∂_jt·∂_kt − (t̂·∂_jt)(t̂·∂_kt))/|t| + (t̂ ⊗ a):∂_j∂_kG.
void VolumeTendonPiece::addLengthCurvature(const Block& block, const PointStrain<double>& strain, double tension,
                                           Sums& sums, MatXMut hessian) {
  const auto n = static_cast<int>(hessian.rows());
  for (int i = 0; i < block.points->count(); ++i) {
    const Vec3 along = block.line.direction.row(i).transpose(), t = matrixAt(strain.G, i, 0) * along;
    const double length = t.norm(), scale = tension * block.line.weight[i] / length;
    const Vec3 direction = t / length;
    for (int j = 0; j < n; ++j) sums.tangents.col(j) = matrixAt(strain.Gq, i, 9 * j) * along;
    for (int k = 0; k < n; ++k) {
      const Vec3 across = sums.tangents.col(k) - direction * direction.dot(sums.tangents.col(k));
      for (int j = 0; j < n; ++j) hessian(j, k) += scale * sums.tangents.col(j).dot(across);
    }
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) sums.stress(i, 3 * c + r) = scale * t[r] * along[c];
  }
}

void VolumeTendonPiece::addHessian(const VecXRef& q, double tension, MatXMut hessian) const {
  if (tension == 0) return;
  Sums& sums = sums_.local();
  LineStrains& lines = strains_();
  for (const Block& block : blocks_) {
    addLengthCurvature(block, lines.strains.at(*block.points, q, 0, false), tension, sums, hessian);
    addStrainCurvature(lines, *block.points, q, sums.stress, hessian);
  }
}

void VolumeTendonPiece::addHessianProduct(const VecXRef& q, double tension, const VecXRef& along, MatXMut scratch,
                                          VecXMut out) const {
  MapEvaluator<double>& map = strains_().strains.evaluatorAt(q);
  for (const Block& block : blocks_)
    if (!map.addLengthGradientChange(*block.points, block.line, along, tension, out))
      return TendonPiece::addHessianProduct(q, tension, along, scratch, out);  // the map gives none at all
}

void VolumeTendonPiece::path(const BodyData& data, std::vector<Vec3>& points) const {
  points.resize(kPath + 1);
  for (const PathBlock& block : path_) {
    Columns<double> p(block.points->count(), 3);
    static_cast<const VolumeData&>(data).map->positions(*block.points, p);
    for (std::size_t i = 0; i < block.indices.size(); ++i)
      points[static_cast<std::size_t>(block.indices[i])] = vectorAt(p, static_cast<int>(i), 0);
  }
}

}  // namespace

std::unique_ptr<TendonPiece> Volume::makeTendonPiece(const std::function<RoutePoint(double)>& route, double from,
                                                     double to) const {
  const auto strains = [all = workspaces_]() -> LineStrains& { return all->lines(); };
  return std::make_unique<VolumeTendonPiece>(spec_.map, strains, route, from, to);
}

}  // namespace tendril
