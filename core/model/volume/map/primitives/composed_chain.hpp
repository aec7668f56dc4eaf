// SPDX-License-Identifier: BSD-3-Clause
// The maps of the composed family on any scalar. Internal to core/model/volume.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/map/primitives/composed_map.hpp"
#include "core/model/volume/map/primitives/composed_plugin.hpp"

namespace tendril {

/// A mode as a function of the forward coordinate x (m), with its integral from 0. On scalars with infinitesimals it is
/// expanded about the plain number.
class ComposedMode {
 public:
  static constexpr int kMost = 19;  ///< highest power of infinitesimals that is served: three duals of a long series
  using Series = std::array<double, kMost + 1>;

  ComposedMode(const Curve& mode, double length);

  /// Coefficients of (x − x₀)⁰, …, up to `last` (≤ kMost).
  Series taylor(double x, int last) const;
  /// ∫₀ˣ, 1/m → –.
  double integral(double x) const;

  /// Value and integral at a scalar x.
  template <class S>
  void evaluate(const S& x, S& value, S& integrated) const {
    const double x0 = plainValue(x);
    constexpr std::size_t last = kNilpotency<S>;
    static_assert(last <= kMost);
    const Series c = taylor(x0, last);
    if constexpr (std::is_same_v<S, double>) {
      value = c[0], integrated = integral(x0);
    } else {
      const S delta = x - x0;
      S sum(c[last]), area(c[last] / static_cast<double>(last + 1));
      for (std::size_t k = last; k-- > 0;) {
        sum = sum * delta + c[k];
        area = area * delta + c[k] / static_cast<double>(k + 1);
      }
      value = sum, integrated = area * delta + integral(x0);
    }
  }

 private:
  template <int kLast>
  Series expand(double x) const;

  Curve mode_;
  double length_;
  std::vector<double> polynomial_;  ///< of X = x/L, if the mode is one
};

struct ComposedMap::Chain {
  struct Link {
    BackboneRow row;
    int first;  ///< coordinate of its first mode
    std::vector<ComposedMode> modes;
    std::shared_ptr<const PluginMap> plugin;  ///< instead of the row; null: built in

    /// Not defined on the axis.
    bool opensAxis() const { return plugin ? plugin->primitive().opensAxis() : row == BackboneRow::kSource; }
  };
  double length = 0;
  int size = 0;
  std::vector<Link> links;

  /// Sum of a link's modes at x, and its integral.
  template <class S, class Q>
  static void sum(const Link& link, const VecXT<Q>& q, const S& x, S& value, S& integral) {
    value = S(0.0), integral = S(0.0);
    for (std::size_t k = 0; k < link.modes.size(); ++k) {
      S m(0.0), M(0.0);
      link.modes[k].evaluate(x, m, M);
      // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): Q may be another type
      const S factor(q[link.first + static_cast<int>(k)]);
      value += factor * m, integral += factor * M;
    }
  }

  /// f(x, q). q may be on a scalar that S is made of. `margin`, if given, becomes the least of what must stay positive
  /// on the way.
  template <class S, class Q>
  Vec3T<S> move(Vec3T<S> x, const VecXT<Q>& q, bool sources, double* margin = nullptr) const {
    for (const Link& link : links)
      if (sources || !link.opensAxis()) apply(link, q, x, margin);
    return x;
  }

 private:
  static void lower(double* margin, double value) {
    if (margin) *margin = std::min(*margin, std::isnan(value) ? -1.0 : value);
  }

  template <class S, class Q>
  static void apply(const Link& link, const VecXT<Q>& q, Vec3T<S>& x, double* margin) {
    using std::cos, std::sin, std::sqrt;
    if (link.plugin) return applyPlugin(link, q, x, margin);
    if (link.row == BackboneRow::kBendingY) return bend(link, q, x, 2, -1, margin);
    if (link.row == BackboneRow::kBendingZ) return bend(link, q, x, 1, 1, margin);
    S m(0.0), M(0.0);
    sum(link, q, x[0], m, M);
    if (link.row == BackboneRow::kStretch) {
      lower(margin, 1 + plainValue(m));
      const S scale = 1.0 / S(sqrt(S(1.0 + m)));
      x = Vec3T<S>(S(x[0] + M), S(x[1] * scale), S(x[2] * scale));
    } else if (link.row == BackboneRow::kTorsion) {
      const S c = cos(M), s = sin(M);
      x = Vec3T<S>(x[0], S(c * x[1] - s * x[2]), S(s * x[1] + c * x[2]));
    } else if (link.row == BackboneRow::kShearY) {
      x[1] += M;
    } else if (link.row == BackboneRow::kShearZ) {
      x[2] += M;
    } else {
      const S share = 1.0 + m / S(x[1] * x[1] + x[2] * x[2]);
      lower(margin, plainValue(share));
      const S scale = sqrt(share);
      x[1] *= scale, x[2] *= scale;
    }
  }

  template <class S, class Q>
  static void applyPlugin(const Link& link, const VecXT<Q>& q, Vec3T<S>& x, double* margin) {
    S m(0.0), M(0.0);
    sum(link, q, x[0], m, M);
    if constexpr (kNilpotency<S> <= PluginMap::kDegree) {
      lower(margin, link.plugin->move(x, m, M));
    } else {
      x.setConstant(S(std::numeric_limits<double>::quiet_NaN()));  // ComposedMap::whyNoSeries
    }
  }

  /// In the plane of x and axis `a`; `sign` turns curvature towards +a. Along x everything is a series about the plain
  /// number, so that the integrals of cos φ and sin φ are taken on the scalar of q alone.
  template <class S, class Q>
  static void bend(const Link& link, const VecXT<Q>& q, Vec3T<S>& x, int a, double sign, double* margin) {
    using std::cos, std::sin, std::sqrt;
    const double x0 = plainValue(x[0]);
    const S delta = x[0] - x0;
    Arc<Q, kNilpotency<S> + 1> arc;
    integrateArc(link, q, sign, x0, arc);
    const S kappa = arc.template at<S>(arc.kappa, delta), c = arc.template at<S>(arc.cosine, delta),
            s = arc.template at<S>(arc.sine, delta);
    const S inside = 1.0 - 2.0 * kappa * x[a];
    lower(margin, plainValue(inside));
    const S alpha = 2.0 * x[a] / S(1.0 + S(sqrt(inside)));
    x[0] = S(arc.forward) + arc.template integral<S>(arc.cosine, delta) - alpha * s;
    x[a] = S(arc.aside) + arc.template integral<S>(arc.sine, delta) + alpha * c;
  }

  /// A bent axis about x₀: curvature, cosine and sine of its angle as series, and where it is.
  template <class Q, std::size_t kCount>
  struct Arc {
    using Series = std::array<Q, kCount>;
    Series kappa{}, cosine{}, sine{};
    Q forward{0.0}, aside{0.0};  ///< m

    template <class S>
    static S at(const Series& series, const S& delta) {
      S sum(series[kCount - 1]);
      for (std::size_t k = kCount - 1; k-- > 0;) sum = sum * delta + S(series[k]);
      return sum;
    }
    /// From x₀ to x₀ + delta.
    template <class S>
    static S integral(const Series& series, const S& delta) {
      S sum(series[kCount - 1] * (1.0 / kCount));
      for (std::size_t k = kCount - 1; k-- > 0;) sum = sum * delta + S(series[k] * (1.0 / static_cast<double>(k + 1)));
      return sum * delta;
    }
  };

  template <class Q, std::size_t kCount>
  static void integrateArc(const Link& link, const VecXT<Q>& q, double sign, double x0, Arc<Q, kCount>& arc) {
    using std::cos, std::sin;
    static const std::vector<QuadraturePoint> rule = gaussLegendre(16);
    const auto angle = [&](double x) {
      Q sum(0.0);
      for (std::size_t k = 0; k < link.modes.size(); ++k)
        sum += q[link.first + static_cast<int>(k)] * (sign * link.modes[k].integral(x));
      return sum;
    };
    for (std::size_t k = 0; k < link.modes.size(); ++k) {
      const ComposedMode::Series mode = link.modes[k].taylor(x0, static_cast<int>(kCount) - 1);
      for (std::size_t i = 0; i < kCount; ++i) arc.kappa[i] += q[link.first + static_cast<int>(k)] * (sign * mode[i]);
    }
    const Q end = angle(x0);
    arc.cosine[0] = cos(end), arc.sine[0] = sin(end);
    for (std::size_t i = 0; i + 1 < arc.kappa.size(); ++i) {  // c' = −κ s, s' = κ c
      Q c(0.0), s(0.0);
      for (std::size_t j = 0; j <= i; ++j) c -= arc.kappa[j] * arc.sine[i - j], s += arc.kappa[j] * arc.cosine[i - j];
      arc.cosine[i + 1] = c * (1.0 / static_cast<double>(i + 1));
      arc.sine[i + 1] = s * (1.0 / static_cast<double>(i + 1));
    }
    for (const QuadraturePoint& g : rule) {
      const Q phi = angle(x0 * g.s);
      arc.forward += Q(cos(phi)) * (g.weight * x0), arc.aside += Q(sin(phi)) * (g.weight * x0);
    }
  }
};

}  // namespace tendril
