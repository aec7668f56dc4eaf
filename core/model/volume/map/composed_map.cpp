// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/composed_map.hpp"

#include <Eigen/LU>
#include <numbers>
#include <stdexcept>

#include "core/math/jet.hpp"
#include "core/model/volume/map/composed_chain.hpp"

namespace tendril {
namespace {

constexpr std::size_t kBlock = 64;
constexpr int kDegree = 8;  // of modes that are recognised as polynomials

class ComposedEvaluationPoints final : public EvaluationPoints {
 public:
  explicit ComposedEvaluationPoints(std::span<const Vec3> points) : points(points.begin(), points.end()) {}
  int count() const override { return static_cast<int>(points.size()); }
  std::vector<Vec3> points;
};

/// Coefficients in X if the mode is a polynomial on [−1, 2], else empty.
std::vector<double> polynomialOf(const Curve& mode) {
  MatX V(kDegree + 1, kDegree + 1);
  VecX values(kDegree + 1);
  for (int i = 0; i <= kDegree; ++i) {
    const double X = 0.5 - 1.5 * std::cos(std::numbers::pi * i / kDegree);
    values[i] = mode.value(X);
    for (int k = 0; k <= kDegree; ++k) V(i, k) = std::pow(X, k);
  }
  if (!values.allFinite()) return {};
  const double scale = std::max(values.cwiseAbs().maxCoeff(), 1e-300);
  VecX c = V.fullPivLu().solve(values);
  for (double& x : c)
    if (std::abs(x) < 1e-12 * scale) x = 0;
  const auto value = [&](double X) {
    double sum = 0;
    for (Eigen::Index k = c.size(); k-- > 0;) sum = sum * X + c[k];
    return sum;
  };
  for (const double X : {-0.93, -0.41, 0.0, 0.27, 0.61, 0.9, 1.0, 1.33, 1.87})
    if (!(std::abs(value(X) - mode.value(X)) <= 1e-12 * scale)) return {};
  return {c.begin(), c.end()};
}

}  // namespace

ComposedMode::ComposedMode(const Curve& mode, double length)
    : mode_(mode), length_(length), polynomial_(polynomialOf(mode)) {}

ComposedMode::Series ComposedMode::taylor(double x) const {
  if (!polynomial_.empty()) {  // Horner's scheme, again and again
    std::array<double, kDegree + 1> a{};
    std::copy(polynomial_.begin(), polynomial_.end(), a.begin());
    Series out{};
    double scale = 1;
    for (std::size_t k = 0; k < out.size(); ++k, scale /= length_) {
      for (std::size_t n = kDegree; n-- > k;) a[n] += x / length_ * a[n + 1];
      out[k] = scale * a[k];
    }
    return out;
  }
  using J = Jet<kDepth>;
  J X = J::parameter(x / length_);
  X.c[1] = 1 / length_;
  const std::array<J, 3> values = {X, X * length_, X * length_};
  return mode_.expression().evaluate<J>(std::span<const J>(values)).c;
}

double ComposedMode::integral(double x) const {
  const double X = x / length_;
  if (!polynomial_.empty()) {
    double sum = 0;
    for (std::size_t k = polynomial_.size(); k-- > 0;) sum = sum * X + polynomial_[k] / static_cast<double>(k + 1);
    return sum * x;
  }
  static const std::vector<QuadraturePoint> rule = gaussLegendre(16);
  double sum = 0;
  for (const QuadraturePoint& g : rule) sum += g.weight * mode_.value(X * g.s);
  return sum * x;
}

namespace {

using Chain = ComposedMap::Chain;

/// x with derivatives in the directions of a dual.
template <class S>
using Along = DualT<S, kDirections>;
template <class S>
using Space = DualT<S, 3>;
/// Two infinitesimals for a second derivative along one direction.
template <class S>
using Second = DualT<DualT<S, 1>, 1>;

template <class T>
Vec3T<T> constant(const Vec3& x) {
  return {T(x[0]), T(x[1]), T(x[2])};
}

template <class S>
class ComposedEvaluator final : public MapEvaluator<S> {
 public:
  explicit ComposedEvaluator(const Chain& chain)
      : chain_(chain),
        q_(chain.size),
        second_(chain.size),
        leads_(static_cast<std::size_t>(std::max(1, (chain.size + kDirections - 1) / kDirections)),
               VecXT<Along<S>>(chain.size)) {}

  void setState(const VecXT<S>& q, const VecXT<S>& qd) override {
    setStrains(q);
    for (int j = 0; j < q.size(); ++j) {
      DualT<S, 1> inner(q[j]);
      inner.d[0] = qd[j];
      second_[j] = Second<S>(inner);
      second_[j].d[0] = DualT<S, 1>(qd[j]);
    }
  }
  void setStrains(const VecXT<S>& q) override {
    q_ = q;
    for (int first = 0; first < chain_.size; first += kDirections) {
      VecXT<Along<S>>& lead = leads_[static_cast<std::size_t>(first / kDirections)];
      for (int j = 0; j < q.size(); ++j) {
        lead[j] = Along<S>(q[j]);
        if (j >= first && j < first + kDirections) lead[j].d[j - first] = S(1.0);
      }
    }
  }
  void motion(const EvaluationPoints& sites, PointMotion<S>& out) const override;
  void positions(const EvaluationPoints& sites, Columns<S>& out) const override;
  void strain(const EvaluationPoints& sites, bool turning, PointStrain<S>& out) const override;
  void gradient(const EvaluationPoints& sites, Columns<S>& out) const override;
  PoseT<S> pose(double at) const override { return frameOf<S>(at * chain_.length, q_); }
  void frame(double at, FrameMotion<S>& out) const override;

 private:
  /// q with directions [first, first + kDirections).
  const VecXT<Along<S>>& lead(int first) const { return leads_[static_cast<std::size_t>(first / kDirections)]; }
  int last(int first) const { return std::min(chain_.size, first + kDirections); }
  template <class T>
  PoseT<T> frameOf(double x, const VecXT<T>& q) const;

  const Chain& chain_;
  VecXT<S> q_;
  VecXT<Second<S>> second_;
  std::vector<VecXT<Along<S>>> leads_;  ///< for each group of directions
};

template <class S>
void ComposedEvaluator<S>::motion(const EvaluationPoints& given, PointMotion<S>& out) const {
  const auto& sites = static_cast<const ComposedEvaluationPoints&>(given);
  for (int first = 0; first == 0 || first < chain_.size; first += kDirections) {
    for (int i = 0; i < sites.count(); ++i) {
      const Vec3T<Along<S>> p =
          chain_.move(constant<Along<S>>(sites.points[static_cast<std::size_t>(i)]), lead(first), true);
      for (int a = 0; a < 3; ++a) {
        out.p(i, a) = p[a].value;
        for (int j = first; j < last(first); ++j) out.J(i, 3 * j + a) = p[a].d[j - first];
      }
    }
  }
  for (int i = 0; i < sites.count(); ++i) {
    const Vec3T<Second<S>> p =
        chain_.move(constant<Second<S>>(sites.points[static_cast<std::size_t>(i)]), second_, true);
    for (int a = 0; a < 3; ++a) out.b(i, a) = p[a].d[0].d[0];
  }
}

template <class S>
void ComposedEvaluator<S>::positions(const EvaluationPoints& given, Columns<S>& out) const {
  const auto& sites = static_cast<const ComposedEvaluationPoints&>(given);
  for (int i = 0; i < sites.count(); ++i) {
    const Vec3T<S> p = chain_.move(constant<S>(sites.points[static_cast<std::size_t>(i)]), q_, true);
    for (int a = 0; a < 3; ++a) out(i, a) = p[a];
  }
}

/// x with its own three directions.
template <class T>
Vec3T<DualT<T, 3>> spaced(const Vec3& x) {
  Vec3T<DualT<T, 3>> out = constant<DualT<T, 3>>(x);
  for (int a = 0; a < 3; ++a) out[a].d[a] = T(1.0);
  return out;
}

template <class S>
void ComposedEvaluator<S>::strain(const EvaluationPoints& given, bool, PointStrain<S>& out) const {
  using T = Space<Along<S>>;
  const auto& sites = static_cast<const ComposedEvaluationPoints&>(given);
  VecXT<Along<S>> q(chain_.size);
  for (int first = 0; first == 0 || first < chain_.size; first += kDirections) {
    for (int i = 0; i < sites.count(); ++i) {
      const Vec3T<T> p = chain_.move(spaced<Along<S>>(sites.points[static_cast<std::size_t>(i)]), lead(first), true);
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
          out.G(i, 3 * c + r) = p[r].d[c].value;
          for (int j = first; j < last(first); ++j) out.Gq(i, 9 * j + 3 * c + r) = p[r].d[c].d[j - first];
        }
    }
  }
}

template <class S>
void ComposedEvaluator<S>::gradient(const EvaluationPoints& given, Columns<S>& out) const {
  const auto& sites = static_cast<const ComposedEvaluationPoints&>(given);
  for (int i = 0; i < sites.count(); ++i) {
    const Vec3T<Space<S>> p = chain_.move(spaced<S>(sites.points[static_cast<std::size_t>(i)]), q_, true);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) out(i, 3 * c + r) = p[r].d[c];
  }
}

/// The axis without sources: y along ∂f/∂y, z by Gram–Schmidt from ∂f/∂z.
template <class S>
template <class T>
PoseT<T> ComposedEvaluator<S>::frameOf(double x, const VecXT<T>& q) const {
  using std::sqrt;
  const Vec3T<DualT<T, 3>> p = chain_.move(spaced<T>(Vec3(x, 0, 0)), q, false);
  Vec3T<T> y(p[0].d[1], p[1].d[1], p[2].d[1]), z(p[0].d[2], p[1].d[2], p[2].d[2]);
  y *= T(1.0 / T(sqrt(y.dot(y))));
  z -= y * z.dot(y);
  z *= T(1.0 / T(sqrt(z.dot(z))));
  PoseT<T> X;
  X.R.col(0) = y.cross(z), X.R.col(1) = y, X.R.col(2) = z;
  X.p = Vec3T<T>(p[0].value, p[1].value, p[2].value);
  return X;
}

/// a with a~ = the skew part of A.
template <class S>
Vec3T<S> axisOf(const Mat3T<S>& A) {
  return Vec3T<S>(S(A(2, 1) - A(1, 2)), S(A(0, 2) - A(2, 0)), S(A(1, 0) - A(0, 1))) * S(0.5);
}

template <class S>
void ComposedEvaluator<S>::frame(double at, FrameMotion<S>& out) const {
  const double x = at * chain_.length;
  for (int first = 0; first == 0 || first < chain_.size; first += kDirections) {
    const PoseT<Along<S>> X = frameOf<Along<S>>(x, lead(first));
    for (int r = 0; r < 3; ++r) {
      out.X.p[r] = X.p[r].value;
      for (int c = 0; c < 3; ++c) out.X.R(r, c) = X.R(r, c).value;
    }
    for (int j = first; j < last(first); ++j) {
      Mat3T<S> turned;
      Vec3T<S> moved;
      for (int r = 0; r < 3; ++r) {
        moved[r] = X.p[r].d[j - first];
        for (int c = 0; c < 3; ++c) turned(r, c) = X.R(r, c).d[j - first];
      }
      const Vec3T<S> w = axisOf<S>(turned * out.X.R.transpose());
      out.J.col(j).template head<3>() = w;
      out.J.col(j).template tail<3>() = moved - w.cross(out.X.p);
    }
  }
  // Along q̇: first and second derivatives of the pose give the twist's rate.
  const PoseT<Second<S>> X = frameOf<Second<S>>(x, second_);
  Mat3T<S> R1, R2;
  Vec3T<S> p1, p2;
  for (int r = 0; r < 3; ++r) {
    p1[r] = X.p[r].d[0].value, p2[r] = X.p[r].d[0].d[0];
    for (int c = 0; c < 3; ++c) R1(r, c) = X.R(r, c).d[0].value, R2(r, c) = X.R(r, c).d[0].d[0];
  }
  const Vec3T<S> w = axisOf<S>(R1 * out.X.R.transpose());
  const Vec3T<S> turn = axisOf<S>(R2 * out.X.R.transpose());  // ω~ ω~ᵀ is symmetric
  out.bias.template head<3>() = turn;
  out.bias.template tail<3>() = p2 - turn.cross(out.X.p) - w.cross(p1);
}

}  // namespace

ComposedMap::ComposedMap(double length, std::vector<ComposedPrimitive> primitives) {
  auto chain = std::make_unique<Chain>();
  chain->length = length;
  for (const ComposedPrimitive& primitive : primitives) {
    chain->links.push_back(
        {primitive.row, chain->size, {}, primitive.plugin ? std::make_shared<PluginMap>(primitive.plugin) : nullptr});
    for (const Curve& mode : primitive.modes) {
      for (int i = 0; i <= 50; ++i)
        if (const double X = i / 50.0; !std::isfinite(mode.value(X)) || !std::isfinite(mode.slope(X)))
          throw std::invalid_argument("mode \"" + mode.expression().text() +
                                      "\" is not finite at X = " + std::to_string(X));
      chain->links.back().modes.emplace_back(mode, length);
    }
    chain->size += static_cast<int>(primitive.modes.size());
  }
  chain_ = std::move(chain);
}

ComposedMap::~ComposedMap() = default;

int ComposedMap::size() const {
  return chain_->size;
}

double ComposedMap::length() const {
  return chain_->length;
}

std::unique_ptr<EvaluationPoints> ComposedMap::makeEvaluationPoints(std::span<const Vec3> points) const {
  return std::make_unique<ComposedEvaluationPoints>(points);
}

std::vector<std::vector<int>> ComposedMap::blocks(std::span<const Vec3> points) const {
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i % kBlock == 0) out.emplace_back();
    out.back().push_back(static_cast<int>(i));
  }
  return out;
}

std::unique_ptr<MapEvaluator<double>> ComposedMap::makeEvaluator() const {
  return std::make_unique<ComposedEvaluator<double>>(*chain_);
}

std::unique_ptr<MapEvaluator<Directions>> ComposedMap::makeDualEvaluator() const {
  return std::make_unique<ComposedEvaluator<Directions>>(*chain_);
}

std::pair<double, int> ComposedMap::margin(const EvaluationPoints& given, const VecXRef& q) const {
  const auto& sites = static_cast<const ComposedEvaluationPoints&>(given);
  std::pair<double, int> worst(1, 0);
  for (const Chain::Link& link : chain_->links)
    if (link.plugin && link.plugin->failure().isSet()) return {std::nan(""), 0};
  for (int i = 0; i < sites.count(); ++i) {
    double margin = 1;
    chain_->move(sites.points[static_cast<std::size_t>(i)], VecX(q), true, &margin);
    if (!(margin >= worst.first)) worst = {margin, i};
  }
  return worst;
}

std::string ComposedMap::violation(const Vec3& point, const VecXRef& q) const {
  for (const Chain::Link& link : chain_->links)
    if (link.plugin)
      if (std::string why = link.plugin->failure().take(); !why.empty()) return why;
  Vec3 x = point;
  for (const Chain::Link& link : chain_->links) {
    double margin = 1;
    Chain one{chain_->length, chain_->size, {link}};
    x = one.move(x, VecX(q), true, &margin);
    if (margin > 0) continue;
    if (link.plugin)
      return link.plugin->primitive().limit() + " (primitive " + link.plugin->primitive().name() + " of the plugin " +
             link.plugin->primitive().plugin() + ')';
    if (link.row == BackboneRow::kStretch) return "its stretch presses sections to nothing";
    if (link.row == BackboneRow::kSource) return "its source closes the bore";
    return "its bending folds a section over the centre of curvature";
  }
  return "its deformation nears the end of what its primitives can do";
}

}  // namespace tendril
