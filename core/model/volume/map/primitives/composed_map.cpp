// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/composed_map.hpp"

#include <Eigen/LU>
#include <numbers>
#include <stdexcept>

#include "core/math/jet.hpp"
#include "core/model/volume/map/chain_evaluator.hpp"
#include "core/model/volume/map/primitives/composed_chain.hpp"

namespace tendril {
namespace {

constexpr int kDegree = 8;  // of modes that are recognised as polynomials

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

ComposedMode::Series ComposedMode::taylor(double x, int last) const {
  if (!polynomial_.empty()) {  // Horner's scheme, again and again
    std::array<double, kDegree + 1> a{};
    std::copy(polynomial_.begin(), polynomial_.end(), a.begin());
    Series out{};
    double scale = 1;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(std::min(last, kDegree)); ++k, scale /= length_) {
      for (std::size_t n = kDegree; n-- > k;) a[n] += x / length_ * a[n + 1];
      out[k] = scale * a[k];
    }
    return out;
  }
  return last <= 4 ? expand<4>(x) : expand<kMost>(x);
}

template <int kLast>
ComposedMode::Series ComposedMode::expand(double x) const {
  using J = Jet<kLast>;
  J X = J::parameter(x / length_);
  X.c[1] = 1 / length_;
  const std::array<J, 3> values = {X, X * length_, X * length_};
  Series out{};
  std::ranges::copy(mode_.expression().evaluate<J>(std::span<const J>(values)).c, out.begin());
  return out;
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
  return std::make_unique<PlainPoints>(points);
}

std::vector<std::vector<int>> ComposedMap::blocks(std::span<const Vec3> points) const {
  return PlainPoints::blocks(points.size());
}

std::unique_ptr<MapEvaluator<double>> ComposedMap::makeEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, double>>(*chain_);
}

std::unique_ptr<MapEvaluator<Directions>> ComposedMap::makeDualEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, Directions>>(*chain_);
}

std::string ComposedMap::whyNoSeries() const {
  for (const Chain::Link& link : chain_->links)
    if (link.plugin)
      return "its primitive " + link.plugin->primitive().name() + " comes from the plugin " +
             link.plugin->primitive().plugin() + ", which gives no series of time";
  return {};
}

std::unique_ptr<MapEvaluator<MotionSeries>> ComposedMap::makeSeriesEvaluator() const {
  return std::make_unique<ChainEvaluator<Chain, MotionSeries>>(*chain_);
}

std::pair<double, int> ComposedMap::margin(const EvaluationPoints& given, const VecXRef& q) const {
  const std::vector<Vec3>& points = static_cast<const PlainPoints&>(given).points;
  std::pair<double, int> worst(1, 0);
  for (const Chain::Link& link : chain_->links)
    if (link.plugin && link.plugin->failure().isSet()) return {std::nan(""), 0};
  for (int i = 0; i < given.count(); ++i) {
    double margin = 1;
    chain_->move(points[static_cast<std::size_t>(i)], VecX(q), true, &margin);
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
