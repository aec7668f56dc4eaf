// SPDX-License-Identifier: BSD-3-Clause
// Forward-mode differentiation: a value and its derivatives in N directions at once.
//
// Dual<N> is on double; DualT<Dual<M>, N> nests for second derivatives. N may be Eigen::Dynamic: a constant then
// carries no partials at all, and the size comes from the operands that do.
//
// Where a function has no derivative the partials are one-sided:
//   abs at 0: that of +x;  min, max at a tie: those of the first argument;  sign, floor, ceil, step: 0 everywhere.
// An infinite slope (sqrt, pow, asin, … at the end of their domain) meets a zero partial as zero, never as NaN.
// Comparisons look at the value alone.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/math/scalar.hpp"

/// Before arithmetic that is worth inlining however large its caller: a call costs more than the sums.
#define TENDRIL_INLINE [[gnu::always_inline]] inline

namespace tendril {

template <class S, int N>
struct DualT;
template <int N>
using Dual = DualT<double, N>;

template <class S, int N>
inline constexpr int kNilpotency<DualT<S, N>> = kNilpotency<S> + 1;

/// The innermost number.
template <class S, int N>
double plainValue(const DualT<S, N>& x) {
  return plainValue(x.value);
}

template <class S, int N>
struct DualT {
  using Partials = Eigen::Array<S, N, 1>;
  S value;
  Partials d;

  DualT() : DualT(0.0) {}
  template <class T>
  requires std::is_arithmetic_v<T> DualT(T x) : value(static_cast<double>(x)), d(zeros()) {}
  explicit DualT(const S& x) requires(!std::is_arithmetic_v<S>) : value(x), d(zeros()) {}
  DualT(const S& x, const Partials& partials) : value(x), d(partials) {}

  /// The independent variable number `index` of `count` (count matters for dynamic N only).
  static DualT variable(const S& x, int index, int count = N) {
    Partials partials = Partials::Constant(count, 1, S(0.0));
    partials(index) = S(1.0);
    return {x, partials};
  }

  /// ∂/∂(variable `index`); 0 for a dynamic constant.
  S partial(int index) const { return index < d.size() ? S(d(index)) : S(0.0); }

  TENDRIL_INLINE DualT& operator+=(const DualT& y) {
    value += y.value;
    if (matchSize(y.d)) each(y.d, [](S& mine, const S& other) { mine += other; });
    return *this;
  }
  TENDRIL_INLINE DualT& operator-=(const DualT& y) {
    value -= y.value;
    if (matchSize(y.d)) each(y.d, [](S& mine, const S& other) { mine -= other; });
    return *this;
  }
  // y may be *this.
  TENDRIL_INLINE DualT& operator*=(const DualT& y) {
    const S x = value, factor = y.value;
    value = x * factor;
    combine(factor, y.d, x);
    return *this;
  }
  TENDRIL_INLINE DualT& operator/=(const DualT& y) {
    const S inverse = S(1.0) / y.value, quotient = value / y.value;
    value = quotient;
    combine(inverse, y.d, S(-quotient * inverse));
    return *this;
  }

  TENDRIL_INLINE friend DualT operator+(DualT x, const DualT& y) { return x += y; }
  TENDRIL_INLINE friend DualT operator-(DualT x, const DualT& y) { return x -= y; }
  TENDRIL_INLINE friend DualT operator*(DualT x, const DualT& y) { return x *= y; }
  TENDRIL_INLINE friend DualT operator/(DualT x, const DualT& y) { return x /= y; }
  TENDRIL_INLINE friend DualT operator+(const DualT& x) { return x; }
  TENDRIL_INLINE friend DualT operator-(const DualT& x) { return {S(-x.value), Partials(-x.d)}; }

  // With plain numbers, which have no partials.
  TENDRIL_INLINE DualT& operator+=(double y) { return value += y, *this; }
  TENDRIL_INLINE DualT& operator-=(double y) { return value -= y, *this; }
  TENDRIL_INLINE DualT& operator*=(double y) { return value *= y, d *= S(y), *this; }
  TENDRIL_INLINE DualT& operator/=(double y) { return value /= y, d /= S(y), *this; }
  TENDRIL_INLINE friend DualT operator+(DualT x, double y) { return x += y; }
  TENDRIL_INLINE friend DualT operator+(double x, DualT y) { return y += x; }
  TENDRIL_INLINE friend DualT operator-(DualT x, double y) { return x -= y; }
  TENDRIL_INLINE friend DualT operator-(double x, const DualT& y) { return -y + x; }
  TENDRIL_INLINE friend DualT operator*(DualT x, double y) { return x *= y; }
  TENDRIL_INLINE friend DualT operator*(double x, DualT y) { return y *= x; }
  TENDRIL_INLINE friend DualT operator/(DualT x, double y) { return x /= y; }
  TENDRIL_INLINE friend DualT operator/(double x, const DualT& y) { return DualT(x) /= y; }

  friend bool operator<(const DualT& x, const DualT& y) { return x.value < y.value; }
  friend bool operator>(const DualT& x, const DualT& y) { return x.value > y.value; }
  friend bool operator<=(const DualT& x, const DualT& y) { return x.value <= y.value; }
  friend bool operator>=(const DualT& x, const DualT& y) { return x.value >= y.value; }
  friend bool operator==(const DualT& x, const DualT& y) { return x.value == y.value; }
  friend bool operator!=(const DualT& x, const DualT& y) { return x.value != y.value; }

  /// d += slope · other, where either may be a dynamic constant.
  TENDRIL_INLINE void accumulate(const Partials& other, const S& slope) {
    if constexpr (kPlain) {
      for (int i = 0; i < N; ++i) d.data()[i] += slope * other.data()[i];
    } else if (matchSize(other)) {
      d += slope * other;
    }
  }

 private:
  /// Loops that the compiler unrolls into whole registers, instead of Eigen's, which it may leave as calls.
  static constexpr bool kPlain = std::is_same_v<S, double> && N != Eigen::Dynamic;

  /// Sums of nested duals must not become products with a dual that is one.
  template <class F>
  TENDRIL_INLINE void each(const Partials& other, F&& f) {
    for (Eigen::Index i = 0; i < d.size(); ++i) f(d.data()[i], other.data()[i]);
  }

  /// d = scale · d + slope · other.
  TENDRIL_INLINE void combine(const S& scale, const Partials& other, const S& slope) {
    if constexpr (kPlain) {
      for (int i = 0; i < N; ++i) d.data()[i] = scale * d.data()[i] + slope * other.data()[i];
    } else if (matchSize(other)) {
      d = scale * d + slope * other;
    } else {
      d *= scale;
    }
  }
  /// False if `other` is a dynamic constant; else d has its size.
  bool matchSize(const Partials& other) {
    if constexpr (N == Eigen::Dynamic) {
      if (other.size() == 0) return false;
      if (d.size() == 0) d = Partials::Constant(other.size(), 1, S(0.0));
    }
    return true;
  }
  TENDRIL_INLINE static Partials zeros() { return Partials::Constant(N == Eigen::Dynamic ? 0 : N, 1, S(0.0)); }
};

/// f(x) given its value and slope df/dx.
template <class S, int N>
DualT<S, N> chain(const DualT<S, N>& x, const S& value, const S& slope) {
  DualT<S, N> out(value, x.d);
  if (std::isfinite(plainValue(slope))) {
    out.d *= slope;
  } else {
    for (auto& partial : out.d) {
      if (plainValue(partial) != 0) partial *= slope;
    }
  }
  return out;
}

/// f(x, y) given its value and both slopes.
template <class S, int N>
DualT<S, N> chain(const DualT<S, N>& x, const DualT<S, N>& y, const S& value, const S& dx, const S& dy) {
  DualT<S, N> out = chain(x, value, dx);
  out.accumulate(chain(y, value, dy).d, S(1.0));
  return out;
}

template <class S, int N>
DualT<S, N> sin(const DualT<S, N>& x) {
  using std::cos, std::sin;
  return chain(x, S(sin(x.value)), S(cos(x.value)));
}
template <class S, int N>
DualT<S, N> cos(const DualT<S, N>& x) {
  using std::cos, std::sin;
  return chain(x, S(cos(x.value)), S(-sin(x.value)));
}
template <class S, int N>
DualT<S, N> tan(const DualT<S, N>& x) {
  using std::tan;
  const S t = tan(x.value);
  return chain(x, t, S(t * t + 1.0));
}
template <class S, int N>
DualT<S, N> asin(const DualT<S, N>& x) {
  using std::asin, std::sqrt;
  return chain(x, S(asin(x.value)), S(1.0 / sqrt((1.0 - x.value) * (1.0 + x.value))));
}
template <class S, int N>
DualT<S, N> acos(const DualT<S, N>& x) {
  using std::acos, std::sqrt;
  return chain(x, S(acos(x.value)), S(-1.0 / sqrt((1.0 - x.value) * (1.0 + x.value))));
}
template <class S, int N>
DualT<S, N> atan(const DualT<S, N>& x) {
  using std::atan;
  return chain(x, S(atan(x.value)), S(1.0 / (x.value * x.value + 1.0)));
}
template <class S, int N>
DualT<S, N> atan2(const DualT<S, N>& y, const DualT<S, N>& x) {
  using std::atan2;
  const S r2 = x.value * x.value + y.value * y.value;
  return chain(y, x, S(atan2(y.value, x.value)), S(x.value / r2), S(-y.value / r2));
}
template <class S, int N>
DualT<S, N> sinh(const DualT<S, N>& x) {
  using std::cosh, std::sinh;
  return chain(x, S(sinh(x.value)), S(cosh(x.value)));
}
template <class S, int N>
DualT<S, N> cosh(const DualT<S, N>& x) {
  using std::cosh, std::sinh;
  return chain(x, S(cosh(x.value)), S(sinh(x.value)));
}
template <class S, int N>
DualT<S, N> tanh(const DualT<S, N>& x) {
  using std::tanh;
  const S t = tanh(x.value);
  return chain(x, t, S((1.0 - t) * (1.0 + t)));
}
template <class S, int N>
DualT<S, N> exp(const DualT<S, N>& x) {
  using std::exp;
  const S e = exp(x.value);
  return chain(x, e, e);
}
template <class S, int N>
DualT<S, N> log(const DualT<S, N>& x) {
  using std::log;
  return chain(x, S(log(x.value)), S(1.0 / x.value));
}
template <class S, int N>
DualT<S, N> log10(const DualT<S, N>& x) {
  using std::log10;
  return chain(x, S(log10(x.value)), S(1.0 / (x.value * std::log(10.0))));
}
template <class S, int N>
DualT<S, N> sqrt(const DualT<S, N>& x) {
  using std::sqrt;
  const S root = sqrt(x.value);
  return chain(x, root, S(0.5 / root));
}
template <class S, int N>
DualT<S, N> abs(const DualT<S, N>& x) {
  return plainValue(x) < 0 ? -x : x;
}
template <class S, int N>
DualT<S, N> fabs(const DualT<S, N>& x) {
  return abs(x);
}
template <class S, int N>
DualT<S, N> hypot(const DualT<S, N>& x, const DualT<S, N>& y) {
  using std::hypot;
  const S r = hypot(x.value, y.value);
  return chain(x, y, r, S(x.value / r), S(y.value / r));
}
/// xᶜ; any integer c works for every x.
template <class S, int N>
DualT<S, N> pow(const DualT<S, N>& x, double c) {
  using std::pow;
  if (c == 0) return DualT<S, N>(1.0);
  return chain(x, S(pow(x.value, c)), S(pow(x.value, c - 1) * c));
}
/// xʸ; where y has no partials x may be negative.
template <class S, int N>
DualT<S, N> pow(const DualT<S, N>& x, const DualT<S, N>& y) {
  using std::log, std::pow;
  const S value = pow(x.value, y.value);
  const S slope = plainValue(y) == 0 ? S(0.0) : S(y.value * pow(x.value, S(y.value - 1.0)));
  const S logSlope = plainValue(value) == 0 && plainValue(y) > 0 ? S(0.0) : S(value * log(x.value));
  return chain(x, y, value, slope, logSlope);
}
template <class S, int N>
DualT<S, N> pow(double x, const DualT<S, N>& y) {
  return pow(DualT<S, N>(x), y);
}
template <class S, int N>
DualT<S, N> min(const DualT<S, N>& x, const DualT<S, N>& y) {
  return y < x ? y : x;
}
template <class S, int N>
DualT<S, N> max(const DualT<S, N>& x, const DualT<S, N>& y) {
  return x < y ? y : x;
}
template <class S, int N>
DualT<S, N> floor(const DualT<S, N>& x) {
  return DualT<S, N>(std::floor(plainValue(x)));
}
template <class S, int N>
DualT<S, N> ceil(const DualT<S, N>& x) {
  return DualT<S, N>(std::ceil(plainValue(x)));
}

/// Whether the value and all partials are finite.
template <class S, int N>
bool isfinite(const DualT<S, N>& x) {
  using std::isfinite;
  bool finite = isfinite(x.value);
  for (const auto& partial : x.d) finite = finite && isfinite(partial);
  return finite;
}
/// Whether the value or a partial is NaN.
template <class S, int N>
bool isnan(const DualT<S, N>& x) {
  using std::isnan;
  bool nan = isnan(x.value);
  for (const auto& partial : x.d) nan = nan || isnan(partial);
  return nan;
}

}  // namespace tendril

namespace Eigen {

template <class S, int N>
struct NumTraits<tendril::DualT<S, N>> : NumTraits<double> {
  using Real = tendril::DualT<S, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 4,
    MulCost = 8
  };
};
template <class S, int N, class Op>
struct ScalarBinaryOpTraits<tendril::DualT<S, N>, double, Op> {
  using ReturnType = tendril::DualT<S, N>;
};
template <class S, int N, class Op>
struct ScalarBinaryOpTraits<double, tendril::DualT<S, N>, Op> {
  using ReturnType = tendril::DualT<S, N>;
};

}  // namespace Eigen
