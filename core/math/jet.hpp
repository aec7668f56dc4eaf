// SPDX-License-Identifier: BSD-3-Clause
// Truncated Taylor series in one parameter (time): Jet<K> holds the normalised coefficients c[k] = x^(k)/k!, k = 0…K.
//
// Products and functions follow the usual recurrences (A. Griewank, A. Walther, Evaluating Derivatives, ch. 13).
// At kinks the series is the one for small positive parameter: abs takes the sign of the first coefficient that is not
// zero, min and max compare coefficients in turn. sign, floor and ceil are constant. Comparisons look at c[0] alone.
// sqrt, log and non-integer powers have no series where c[0] = 0; the result is then infinite or NaN above order 0,
// except for the zero jet, which has a root.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "core/math/scalar.hpp"

namespace tendril {

template <int K>
struct Jet;

namespace detail {

template <int K>
Jet<K> product(const Jet<K>& x, const Jet<K>& y) {
  Jet<K> out;
  for (int k = 0; k <= K; ++k) {
    double sum = 0;
    for (int j = 0; j <= k; ++j) sum += x[j] * y[k - j];
    out[k] = sum;
  }
  return out;
}

/// By a call: long products inlined all over would take minutes to compile, and no time away.
template <int K>
[[gnu::noinline]] Jet<K> longProduct(const Jet<K>& x, const Jet<K>& y) {
  return product(x, y);
}

}  // namespace detail

template <int K>
struct Jet {
  static constexpr int kLongestInline = 11;
  std::array<double, K + 1> c{};

  Jet() = default;
  template <class T>
  requires std::is_arithmetic_v<T> Jet(T x) { c[0] = static_cast<double>(x); }
  explicit Jet(const std::array<double, K + 1>& coefficients) : c(coefficients) {}

  /// x + t: the parameter itself, shifted.
  static Jet parameter(double x) {
    Jet jet(x);
    if constexpr (K > 0) jet.c[1] = 1;
    return jet;
  }
  /// The k-th derivative, k! c[k].
  double derivative(int k) const {
    double value = c[static_cast<std::size_t>(k)];
    for (int j = 2; j <= k; ++j) value *= j;
    return value;
  }

  double& operator[](int k) { return c[static_cast<std::size_t>(k)]; }
  double operator[](int k) const { return c[static_cast<std::size_t>(k)]; }

  Jet& operator+=(const Jet& y) {
    for (int k = 0; k <= K; ++k) (*this)[k] += y[k];
    return *this;
  }
  Jet& operator-=(const Jet& y) {
    for (int k = 0; k <= K; ++k) (*this)[k] -= y[k];
    return *this;
  }
  Jet& operator*=(const Jet& y) { return *this = *this * y; }
  Jet& operator/=(const Jet& y) { return *this = *this / y; }
  Jet& operator+=(double y) { return c[0] += y, *this; }
  Jet& operator-=(double y) { return c[0] -= y, *this; }
  Jet& operator*=(double y) {
    for (double& x : c) x *= y;
    return *this;
  }
  Jet& operator/=(double y) {
    for (double& x : c) x /= y;
    return *this;
  }

  friend Jet operator+(Jet x, const Jet& y) { return x += y; }
  friend Jet operator-(Jet x, const Jet& y) { return x -= y; }
  friend Jet operator*(const Jet& x, const Jet& y) {
    if constexpr (K > kLongestInline) {
      return detail::longProduct(x, y);
    } else {
      return detail::product(x, y);
    }
  }
  friend Jet operator/(const Jet& x, const Jet& y) {
    Jet out;
    for (int k = 0; k <= K; ++k) {
      double sum = x[k];
      for (int j = 0; j < k; ++j) sum -= out[j] * y[k - j];
      out[k] = sum / y[0];
    }
    return out;
  }
  friend Jet operator+(const Jet& x) { return x; }
  friend Jet operator-(Jet x) { return x *= -1.0; }
  friend Jet operator+(Jet x, double y) { return x += y; }
  friend Jet operator+(double x, Jet y) { return y += x; }
  friend Jet operator-(Jet x, double y) { return x -= y; }
  friend Jet operator-(double x, const Jet& y) { return -y + x; }
  friend Jet operator*(Jet x, double y) { return x *= y; }
  friend Jet operator*(double x, Jet y) { return y *= x; }
  friend Jet operator/(Jet x, double y) { return x /= y; }
  friend Jet operator/(double x, const Jet& y) { return Jet(x) / y; }

  friend bool operator<(const Jet& x, const Jet& y) { return x[0] < y[0]; }
  friend bool operator>(const Jet& x, const Jet& y) { return x[0] > y[0]; }
  friend bool operator<=(const Jet& x, const Jet& y) { return x[0] <= y[0]; }
  friend bool operator>=(const Jet& x, const Jet& y) { return x[0] >= y[0]; }
  friend bool operator==(const Jet& x, const Jet& y) { return x[0] == y[0]; }
  friend bool operator!=(const Jet& x, const Jet& y) { return x[0] != y[0]; }
};

template <int K>
inline constexpr int kHighestDerivative<Jet<K>> = K;
template <int K>
inline constexpr int kNilpotency<Jet<K>> = K;

template <int K>
double plainValue(const Jet<K>& x) {
  return x[0];
}

namespace detail {

/// The series of y with y(0) = y0 and y' = x' g. g must be known up to order K − 1.
template <int K>
Jet<K> integrate(double y0, const Jet<K>& x, const Jet<K>& g) {
  Jet<K> y(y0);
  for (int k = 1; k <= K; ++k) {
    double sum = 0;
    for (int j = 1; j <= k; ++j) sum += j * x[j] * g[k - j];
    y[k] = sum / k;
  }
  return y;
}

/// Pairs (s, c) with s' = x' c and c' = sign x' s: sine and cosine, sign −1, or hyperbolic, +1.
template <int K>
std::pair<Jet<K>, Jet<K>> sineCosine(const Jet<K>& x, double s0, double c0, double sign) {
  Jet<K> s(s0), c(c0);
  for (int k = 1; k <= K; ++k) {
    double ds = 0, dc = 0;
    for (int j = 1; j <= k; ++j) {
      ds += j * x[j] * c[k - j];
      dc += j * x[j] * s[k - j];
    }
    s[k] = ds / k;
    c[k] = sign * dc / k;
  }
  return {s, c};
}

/// Whether x is below zero for small positive parameter.
template <int K>
bool turnsNegative(const Jet<K>& x) {
  for (const double value : x.c) {
    if (value != 0) return value < 0;
  }
  return false;
}

template <int K>
bool isConstant(const Jet<K>& x) {
  for (int k = 1; k <= K; ++k) {
    if (x[k] != 0) return false;
  }
  return true;
}

}  // namespace detail

template <int K>
Jet<K> sin(const Jet<K>& x) {
  return detail::sineCosine(x, std::sin(x[0]), std::cos(x[0]), -1.0).first;
}
template <int K>
Jet<K> cos(const Jet<K>& x) {
  return detail::sineCosine(x, std::sin(x[0]), std::cos(x[0]), -1.0).second;
}
template <int K>
Jet<K> sinh(const Jet<K>& x) {
  return detail::sineCosine(x, std::sinh(x[0]), std::cosh(x[0]), 1.0).first;
}
template <int K>
Jet<K> cosh(const Jet<K>& x) {
  return detail::sineCosine(x, std::sinh(x[0]), std::cosh(x[0]), 1.0).second;
}
template <int K>
Jet<K> tan(const Jet<K>& x) {
  return sin(x) / cos(x);
}
template <int K>
Jet<K> exp(const Jet<K>& x) {
  return detail::sineCosine(x, std::exp(x[0]), std::exp(x[0]), 1.0).first;
}
/// y' = (1 − y²) x', which does not overflow as sinh/cosh does.
template <int K>
Jet<K> tanh(const Jet<K>& x) {
  Jet<K> y(std::tanh(x[0]));
  Jet<K> g((1.0 - y[0]) * (1.0 + y[0]));
  for (int k = 1; k <= K; ++k) {
    double sum = 0, square = 0;
    for (int j = 1; j <= k; ++j) sum += j * x[j] * g[k - j];
    y[k] = sum / k;
    for (int j = 0; j <= k; ++j) square += y[j] * y[k - j];
    g[k] = -square;
  }
  return y;
}
template <int K>
Jet<K> log(const Jet<K>& x) {
  return detail::isConstant(x) ? Jet<K>(std::log(x[0])) : detail::integrate(std::log(x[0]), x, 1.0 / x);
}
template <int K>
Jet<K> log10(const Jet<K>& x) {
  Jet<K> y = log(x) / std::log(10.0);
  y[0] = std::log10(x[0]);
  return y;
}
template <int K>
Jet<K> sqrt(const Jet<K>& x) {
  Jet<K> y(std::sqrt(x[0]));
  if (detail::isConstant(x)) return y;
  for (int k = 1; k <= K; ++k) {
    double sum = x[k];
    for (int j = 1; j < k; ++j) sum -= y[j] * y[k - j];
    y[k] = sum / (2 * y[0]);
  }
  return y;
}
template <int K>
Jet<K> asin(const Jet<K>& x) {
  if (detail::isConstant(x)) return Jet<K>(std::asin(x[0]));
  return detail::integrate(std::asin(x[0]), x, 1.0 / sqrt((1.0 - x) * (1.0 + x)));
}
template <int K>
Jet<K> acos(const Jet<K>& x) {
  if (detail::isConstant(x)) return Jet<K>(std::acos(x[0]));
  return detail::integrate(std::acos(x[0]), x, -1.0 / sqrt((1.0 - x) * (1.0 + x)));
}
template <int K>
Jet<K> atan(const Jet<K>& x) {
  return detail::integrate(std::atan(x[0]), x, 1.0 / (x * x + 1.0));
}
template <int K>
Jet<K> atan2(const Jet<K>& y, const Jet<K>& x) {
  const double angle = std::atan2(y[0], x[0]);
  if (detail::isConstant(x) && detail::isConstant(y)) return Jet<K>(angle);
  const Jet<K> r2 = x * x + y * y;
  return detail::integrate(angle, y, x / r2) - detail::integrate(0.0, x, y / r2);
}
template <int K>
Jet<K> abs(const Jet<K>& x) {
  return detail::turnsNegative(x) ? -x : x;
}
template <int K>
Jet<K> fabs(const Jet<K>& x) {
  return abs(x);
}
template <int K>
Jet<K> hypot(const Jet<K>& x, const Jet<K>& y) {
  const double scale = std::hypot(x[0], y[0]);
  if (scale == 0 && detail::isConstant(y)) return detail::isConstant(x) ? Jet<K>(0.0) : abs(x);
  if (scale == 0 && detail::isConstant(x)) return abs(y);
  if (!std::isfinite(scale)) return Jet<K>(scale);
  if (scale == 0) return sqrt(x * x + y * y);
  const Jet<K> u = x / scale, v = y / scale;  // no overflow of the squares
  return sqrt(u * u + v * v) * scale;
}
/// xᶜ; a whole c ≥ 0 works for every x, others need c[0] ≠ 0.
template <int K>
Jet<K> pow(const Jet<K>& x, double c) {
  if (detail::isConstant(x)) return Jet<K>(std::pow(x[0], c));
  if (c >= 0 && c <= 64 && c == std::floor(c)) {
    Jet<K> result(1.0), square = x;
    for (int n = static_cast<int>(c); n > 0; n /= 2) {
      if (n % 2 == 1) result *= square;
      if (n > 1) square *= square;
    }
    return result;
  }
  Jet<K> y(std::pow(x[0], c));  // x y' = c y x'
  for (int k = 1; k <= K; ++k) {
    double sum = 0;
    for (int j = 1; j <= k; ++j) sum += (c * j - (k - j)) * x[j] * y[k - j];
    y[k] = sum / (k * x[0]);
  }
  return y;
}
template <int K>
Jet<K> pow(const Jet<K>& x, const Jet<K>& y) {
  return detail::isConstant(y) ? pow(x, y[0]) : exp(y * log(x));
}
template <int K>
Jet<K> pow(double x, const Jet<K>& y) {
  return pow(Jet<K>(x), y);
}
template <int K>
Jet<K> min(const Jet<K>& x, const Jet<K>& y) {
  return detail::turnsNegative(y - x) ? y : x;
}
template <int K>
Jet<K> max(const Jet<K>& x, const Jet<K>& y) {
  return detail::turnsNegative(x - y) ? y : x;
}
template <int K>
Jet<K> floor(const Jet<K>& x) {
  return Jet<K>(std::floor(x[0]));
}
template <int K>
Jet<K> ceil(const Jet<K>& x) {
  return Jet<K>(std::ceil(x[0]));
}
template <int K>
bool isfinite(const Jet<K>& x) {
  for (const double value : x.c) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}
template <int K>
bool isnan(const Jet<K>& x) {
  for (const double value : x.c) {
    if (std::isnan(value)) return true;
  }
  return false;
}

}  // namespace tendril

namespace Eigen {

template <int K>
struct NumTraits<tendril::Jet<K>> : NumTraits<double> {
  using Real = tendril::Jet<K>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = K + 1,
    MulCost = (K + 1) * (K + 2) / 2
  };
};
template <int K, class Op>
struct ScalarBinaryOpTraits<tendril::Jet<K>, double, Op> {
  using ReturnType = tendril::Jet<K>;
};
template <int K, class Op>
struct ScalarBinaryOpTraits<double, tendril::Jet<K>, Op> {
  using ReturnType = tendril::Jet<K>;
};

}  // namespace Eigen
