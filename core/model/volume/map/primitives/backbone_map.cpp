// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/backbone_map.hpp"

#include <cmath>

#include "core/model/volume/map/primitives/backbone_curvature.hpp"
#include "core/model/volume/map/primitives/backbone_series.hpp"
#include "core/model/volume/map/primitives/backbone_strain.hpp"
#include "core/model/volume/map/primitives/packet_dual.hpp"

namespace tendril {
namespace {

// Points: their fields stay in the nearest cache; columns of 960 bytes spread over it, those of 1024 would not.
constexpr std::size_t kBlock = 120;

template <class S>
class BackboneEvaluator final : public MapEvaluator<S> {
 public:
  explicit BackboneEvaluator(const BackboneTables& tables)
      : tables_(tables),
        series_(tables),
        q_(tables.size()),
        qd_(tables.size()),
        moving_(tables.size()),
        curvature_(tables) {}

  void setState(const VecXT<S>& q, const VecXT<S>& qd) override {
    q_ = q, qd_ = qd;
    series_.run(q, qd);
  }
  void setStrains(const VecXT<S>& q) override { q_ = q; }
  void motion(const EvaluationPoints& points, PointMotion<S>& out) const override;
  void positions(const EvaluationPoints& points, Columns<S>& out) const override;
  void strain(const EvaluationPoints& points, bool turning, PointStrain<S>& out) const override;
  std::optional<double> length(const EvaluationPoints& points, const LinePoints& line) const override;
  bool addLengthGradient(const EvaluationPoints& points, const LinePoints& line, VecXMut out) const override;
  bool addLengthGradientChange(const EvaluationPoints& points, const LinePoints& line, const VecXRef& along,
                               double scale, VecXMut out) override;
  bool strainChange(const EvaluationPoints& points, const VecXRef& along, Columns<double>& out) override;
  bool addStrainCurvature(const EvaluationPoints& points, const Columns<double>& stress, MatXMut out) override;
  void gradient(const EvaluationPoints& points, Columns<S>& out) const override;
  PoseT<S> pose(double at) const override;
  void frame(double at, FrameMotion<S>& out) const override;

 private:
  using P = typename Batch<S>::Point;
  using Points = PointsAt<S>;

  BackboneRow row(int j) const { return tables_.modes()[static_cast<std::size_t>(j)].row; }
  /// Column of the series at points.
  P field(const Points& at, int column) const {
    const MatXT<S>& series = series_.interval(at.points.interval);
    P sum(series(0, column));
    for (int k = 1; k <= BackboneTables::kOrder; ++k) sum += P(series(k, column)) * at.power(k);
    return sum;
  }
  Vec3T<P> fields(const Points& at, int column) const {
    return {field(at, column), field(at, column + 1), field(at, column + 2)};
  }
  Mat3T<P> rotation(const Points& at) const {
    Mat3T<P> R;
    for (int c = 0; c < 3; ++c) R.col(c) = fields(at, BackboneSeries<S>::kR + 3 * c);
    return R;
  }
  void movePoints(const Points& at, PointMotion<S>& out) const;
  /// Calls add(j, terms of ∂/∂q_j of Σ weight |G direction|) for each few points.
  template <class Q, class Add>
  void addLengthTerms(const EvaluationPoints& points, const LinePoints& line, const VecXT<Q>& q, Add&& add) const;
  /// Three columns of the series at σ of an interval.
  Vec3T<S> seriesAt(int interval, double sigma, int column) const;

  const BackboneTables& tables_;
  BackboneSeries<S> series_;
  VecXT<S> q_, qd_;
  /// q_ as it moves along a direction.
  void setMoving(const VecXRef& along) requires std::is_same_v<S, double> {
    for (int j = 0; j < tables_.size(); ++j) moving_[j] = Dual<1>(q_[j], Dual<1>::Partials(along[j]));
  }

  VecXT<Dual<1>> moving_;
  StrainCurvatureSum curvature_;
};

template <class S>
void BackboneEvaluator<S>::motion(const EvaluationPoints& given, PointMotion<S>& out) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  if constexpr (std::is_same_v<S, double>) {  // all fields of all points in one product
    if (out.work.rows() < points.padded()) out.work.resize(points.padded(), series_.columns());
    out.work.topRows(points.padded()).matrix().noalias() = points.powers * series_.interval(points.interval);
  }
  for (int i = 0; i < points.count(); i += Batch<S>::kCount) movePoints({points, i}, out);
}

template <class S>
void BackboneEvaluator<S>::movePoints(const Points& at, PointMotion<S>& out) const {
  using Series = BackboneSeries<S>;
  const auto value = [&](int column) -> Vec3T<P> {
    if constexpr (std::is_same_v<S, double>) {
      return {P::load(&out.work(at.i, column)), P::load(&out.work(at.i, column + 1)),
              P::load(&out.work(at.i, column + 2))};
    } else {
      return fields(at, column);
    }
  };
  const auto r = at.radial(sectionAt(tables_, q_, at));
  SectionState<P> rates;
  rates.e = P(0.0);
  for (int j = 0; j < tables_.size(); ++j) rates.add(row(j), P(P(qd_[j]) * at.phi(j)));
  const P ie = r.ie, ed = rates.e * ie, kd = rates.ky * r.z - rates.kz * r.y;
  const P cd = (kd * ie - r.k * ie * ed) * (2.0 / 3), sd = rates.m * r.ir2 - ie * ed;
  const P cdd = (r.k * ie * ed * ed - kd * ie * ed) * (4.0 / 3), sdd = 2.0 * ie * ed * ed;
  const P hd = r.slope(cd, sd);
  const P hdd = (sdd - cdd * r.h3 - 6.0 * cd * r.h * r.h * hd - (6.0 * r.c * r.h + 2.0) * hd * hd) * r.iE;

  Mat3T<P> R;
  for (int c = 0; c < 3; ++c) R.col(c) = value(Series::kR + 3 * c);
  const Vec3T<P> d(P(0.0), P(r.h * r.y), P(r.h * r.z)), dd(P(0.0), P(hd * r.y), P(hd * r.z));
  const Vec3T<P> w = value(Series::kOmega), nu = value(Series::kNu);
  const Vec3T<P> alpha = value(Series::kAlpha), beta = value(Series::kBeta);
  Vec3T<P> b = beta + crossed<P>(w, nu) + crossed<P>(alpha, d) + crossed<P>(w, crossed<P>(w, d) + dd * P(2.0));
  b[1] += hdd * r.y, b[2] += hdd * r.z;
  at.put(out.b, 0, turned<P>(R, b));
  at.put(out.p, 0, Vec3T<P>(value(Series::kT) + turned<P>(R, d)));
  for (int j = 0; j < tables_.size(); ++j) {
    const Vec3T<P> zw = value(Series::kZeta + 6 * j);
    Vec3T<P> column = value(Series::kZeta + 6 * j + 3) + crossed<P>(zw, d);
    if (deformsSections(row(j))) {
      const auto change = r.change(row(j), at.phi(j));
      const P hj = r.slope(change.c, change.s);
      column[1] += hj * r.y, column[2] += hj * r.z;
    }
    at.put(out.J, 3 * j, turned<P>(R, column));
  }
}

template <class S>
void BackboneEvaluator<S>::positions(const EvaluationPoints& given, Columns<S>& out) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  for (int i = 0; i < points.count(); i += Batch<S>::kCount) {
    const Points at{points, i};
    const auto r = at.radial(sectionAt(tables_, q_, at));
    const Vec3T<P> d(P(0.0), P(r.h * r.y), P(r.h * r.z));
    at.put(out, 0, Vec3T<P>(fields(at, BackboneSeries<S>::kT) + turned<P>(rotation(at), d)));
  }
}

template <class S>
void BackboneEvaluator<S>::strain(const EvaluationPoints& given, bool turning, PointStrain<S>& out) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  for (int i = 0; i < points.count(); i += Batch<S>::kCount) {
    const Points at{points, i};
    const BackboneStrain<S> local(tables_, q_, at);
    const Mat3T<P> G = local.G();
    at.put(out.G, 0, G);
    for (int j = 0; j < tables_.size(); ++j) {
      Mat3T<P> Gj = local.derivative(j, row(j));
      if (turning) {
        const Vec3T<P> zw = fields(at, BackboneSeries<S>::kZeta + 6 * j);
        for (int c = 0; c < 3; ++c) Gj.col(c) += crossed<P>(zw, G.col(c));
      }
      at.put(out.Gq, 9 * j, Gj);
    }
  }
}

template <class S>
template <class Q, class Add>
void BackboneEvaluator<S>::addLengthTerms(const EvaluationPoints& given, const LinePoints& line, const VecXT<Q>& q,
                                          Add&& add) const {
  using T = typename Batch<Q>::Point;
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  for (int i = 0; i < points.count(); i += SimdPacket::kCount) {
    const BackboneStrain<Q> local(tables_, q, {points, i});
    const Vec3T<T> along = line.directionAt(i).template cast<T>();
    Vec3T<T> tangent = turned<T>(local.G(), along);
    const T scale = T(SimdPacket::load(line.weight.data() + i)) / sqrt(dotted<T>(tangent, tangent));
    for (int a = 0; a < 3; ++a) tangent[a] = tangent[a] * scale;
    const auto way = local.along(along);
    for (int j = 0; j < tables_.size(); ++j) add(j, dotted<T>(tangent, local.derivative(j, row(j), way)));
  }
}

template <class S>
std::optional<double> BackboneEvaluator<S>::length(const EvaluationPoints& points, const LinePoints& line) const {
  if constexpr (std::is_same_v<S, double>) {
    SimdPacket sum(0.0);
    for (int i = 0; i < points.count(); i += SimdPacket::kCount) {
      const Mat3T<P> G = BackboneStrain<S>(tables_, q_, {static_cast<const BackboneEvaluationPoints&>(points), i}).G();
      const Vec3T<P> tangent = turned<P>(G, line.directionAt(i));
      sum += SimdPacket::load(line.weight.data() + i) * sqrt(dotted<P>(tangent, tangent));
    }
    return sumOf(sum);
  }
  return std::nullopt;
}

template <class S>
bool BackboneEvaluator<S>::addLengthGradient(const EvaluationPoints& points, const LinePoints& line,
                                             VecXMut out) const {
  if constexpr (std::is_same_v<S, double>)
    addLengthTerms(points, line, q_, [&out](int j, const SimdPacket& terms) { out[j] += sumOf(terms); });
  return std::is_same_v<S, double>;
}

template <class S>
bool BackboneEvaluator<S>::addLengthGradientChange(const EvaluationPoints& points, const LinePoints& line,
                                                   const VecXRef& along, double scale, VecXMut out) {
  if constexpr (std::is_same_v<S, double>) {
    setMoving(along);
    addLengthTerms(points, line, moving_,
                   [&](int j, const PacketDual<1>& terms) { out[j] += scale * sumOf(terms.d[0]); });
  }
  return std::is_same_v<S, double>;
}

template <class S>
bool BackboneEvaluator<S>::strainChange(const EvaluationPoints& given, const VecXRef& along, Columns<double>& out) {
  if constexpr (std::is_same_v<S, double>) {
    const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
    setMoving(along);
    for (int i = 0; i < points.count(); i += SimdPacket::kCount) {
      const BackboneStrain<Dual<1>> local(tables_, moving_, {points, i});
      for (int j = 0; j < tables_.size(); ++j) {
        const Mat3T<PacketDual<1>> Gj = local.derivative(j, row(j));
        for (int c = 0; c < 9; ++c) Gj.data()[c].d[0].store(&out(i, 9 * j + c), points.count() - i);
      }
    }
  }
  return std::is_same_v<S, double>;
}

template <class S>
bool BackboneEvaluator<S>::addStrainCurvature(const EvaluationPoints& points, const Columns<double>& stress,
                                              MatXMut out) {
  if constexpr (std::is_same_v<S, double>)
    curvature_.add(static_cast<const BackboneEvaluationPoints&>(points), q_, stress, out);
  return std::is_same_v<S, double>;
}

template <class S>
void BackboneEvaluator<S>::gradient(const EvaluationPoints& given, Columns<S>& out) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  for (int i = 0; i < points.count(); i += Batch<S>::kCount) {
    const Points at{points, i};
    const Mat3T<P> R = rotation(at), G = BackboneStrain<S>(tables_, q_, at).G();
    for (int c = 0; c < 3; ++c) at.put(out, 3 * c, turned<P>(R, G.col(c)));
  }
}

template <class S>
Vec3T<S> BackboneEvaluator<S>::seriesAt(int interval, double sigma, int column) const {
  const MatXT<S>& series = series_.interval(interval);
  Vec3T<S> x(S(0.0), S(0.0), S(0.0));
  for (int c = 0; c < 3; ++c)
    for (int k = BackboneTables::kOrder; k >= 0; --k) x[c] = x[c] * sigma + series(k, column + c);
  return x;
}

template <class S>
PoseT<S> BackboneEvaluator<S>::pose(double at) const {
  const auto [index, sigma] = tables_.locate(at * tables_.length());
  PoseT<S> X;
  for (int c = 0; c < 3; ++c) X.R.col(c) = seriesAt(index, sigma, BackboneSeries<S>::kR + 3 * c);
  X.p = seriesAt(index, sigma, BackboneSeries<S>::kT);
  return X;
}

template <class S>
void BackboneEvaluator<S>::frame(double at, FrameMotion<S>& out) const {
  using Series = BackboneSeries<S>;
  const auto [index, sigma] = tables_.locate(at * tables_.length());
  out.X = pose(at);
  const auto spatial = [&, index = index, sigma = sigma](int column) {
    Vec6T<S> twist;
    twist.template head<3>() = turned<S>(out.X.R, seriesAt(index, sigma, column));
    twist.template tail<3>() = turned<S>(out.X.R, seriesAt(index, sigma, column + 3)) +
                               crossed<S>(out.X.p, Vec3T<S>(twist.template head<3>()));
    return twist;
  };
  for (int j = 0; j < tables_.size(); ++j) out.J.col(j) = spatial(Series::kZeta + 6 * j);
  out.bias = spatial(Series::kAlpha);
}

}  // namespace

BackboneEvaluationPoints::BackboneEvaluationPoints(const BackboneTables& tables, std::span<const Vec3> points)
    : count_(static_cast<int>(points.size())) {
  const int rows = static_cast<int>(SimdPacket::padded(count_)), n = tables.size();
  powers.resize(rows, BackboneTables::kOrder + 1);
  y.resize(rows), z.resize(rows), inverseR2.resize(rows);
  phi.resize(rows, n), dphi.resize(rows, n);
  interval = points.empty() ? 0 : tables.intervalAt(points.front().x());
  const BackboneInterval& piece = tables.intervals()[static_cast<std::size_t>(interval)];
  VecX values, slopes;
  for (int i = 0; i < rows; ++i) {
    const Vec3& x = points[static_cast<std::size_t>(std::min(i, count_ - 1))];
    y[i] = x.y(), z[i] = x.z();
    const double r2 = y[i] * y[i] + z[i] * z[i];
    inverseR2[i] = r2 > 0 ? 1 / r2 : 0;
    const double sigma = (x.x() - piece.start) / piece.length;
    for (int k = 0; k <= BackboneTables::kOrder; ++k) powers(i, k) = std::pow(sigma, k);
    tables.evaluate(x.x(), values, slopes);
    phi.row(i) = values.transpose(), dphi.row(i) = slopes.transpose();
  }
}

std::unique_ptr<EvaluationPoints> BackboneMap::makeEvaluationPoints(std::span<const Vec3> points) const {
  return std::make_unique<BackboneEvaluationPoints>(tables_, points);
}

std::vector<std::vector<int>> BackboneMap::blocks(std::span<const Vec3> points) const {
  std::vector<std::vector<int>> byInterval(tables_.intervals().size()), out;
  for (std::size_t i = 0; i < points.size(); ++i)
    byInterval[static_cast<std::size_t>(tables_.intervalAt(points[i].x()))].push_back(static_cast<int>(i));
  for (const std::vector<int>& all : byInterval)
    for (std::size_t from = 0; from < all.size(); from += kBlock)
      out.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(from),
                       all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), from + kBlock)));
  return out;
}

/// Deformation gradients do not ask the series of an interval.
std::vector<std::vector<int>> BackboneMap::strainBlocks(std::span<const Vec3> points) const {
  return consecutiveBlocks(points.size(), kBlock);
}

std::unique_ptr<MapEvaluator<double>> BackboneMap::makeEvaluator() const {
  return std::make_unique<BackboneEvaluator<double>>(tables_);
}

std::unique_ptr<MapEvaluator<Directions>> BackboneMap::makeDualEvaluator() const {
  return std::make_unique<BackboneEvaluator<Directions>>(tables_);
}

std::unique_ptr<MapEvaluator<MotionSeries>> BackboneMap::makeSeriesEvaluator() const {
  return std::make_unique<BackboneEvaluator<MotionSeries>>(tables_);
}

// 1 + 1.5 c h: how far the section is from folding over; ε and s: from collapsing.
std::pair<double, int> BackboneMap::margin(const EvaluationPoints& given, const VecXRef& q) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  std::pair<double, int> worst(1, 0);
  for (int i = 0; i < points.count(); ++i) {
    SectionState<double> x;
    for (int j = 0; j < size(); ++j) x.add(tables_.modes()[static_cast<std::size_t>(j)].row, q[j] * points.phi(i, j));
    const double s = 1 / x.e + x.m * points.inverseR2[i];
    double margin = std::min(x.e, s);
    if (margin > 0) {
      const double c = 2.0 / 3 * (x.ky * points.z[i] - x.kz * points.y[i]) / x.e;
      const double h = radialFactor(c, s);
      margin = std::isfinite(h) ? std::min(margin, 1 + 1.5 * c * h) : 0;
    }
    if (!(margin >= worst.first)) worst = {margin, i};
  }
  return worst;
}

std::string BackboneMap::violation(const Vec3& point, const VecXRef& q) const {
  VecX values, slopes;
  tables_.evaluate(point.x(), values, slopes);
  SectionState<double> x;
  for (int j = 0; j < size(); ++j) x.add(tables_.modes()[static_cast<std::size_t>(j)].row, q[j] * values[j]);
  const double r2 = point.tail<2>().squaredNorm();
  if (!(x.e > 0)) return "its stretch presses sections to nothing";
  if (!(1 / x.e + (r2 > 0 ? x.m / r2 : 0) > 0)) return "its source closes the bore";
  return "its bending folds a section over the centre of curvature";
}

}  // namespace tendril
