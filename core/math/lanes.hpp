// SPDX-License-Identifier: BSD-3-Clause
// Four numbers that are computed with at once: what a loop over points says of one of them, on whole registers.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/math/dual.hpp"

namespace tendril {

struct Lanes {
  static constexpr int kCount = 4;
  using Vector = double __attribute__((vector_size(kCount * sizeof(double))));
  Vector v;

  Lanes() = default;
  TENDRIL_INLINE Lanes(double x) : v{x, x, x, x} {}
  TENDRIL_INLINE explicit Lanes(Vector x) : v(x) {}

  /// kCount numbers from `from` on.
  TENDRIL_INLINE static Lanes load(const double* from) {
    Lanes out;
    std::memcpy(&out.v, from, sizeof(Vector));
    return out;
  }
  /// The first `count` of them.
  TENDRIL_INLINE void store(double* to, int count) const {
    if (count >= kCount) {
      std::memcpy(to, &v, sizeof(Vector));
    } else {
      for (int i = 0; i < count; ++i) to[i] = v[i];
    }
  }

  TENDRIL_INLINE Lanes& operator+=(const Lanes& y) { return v += y.v, *this; }
  TENDRIL_INLINE Lanes& operator-=(const Lanes& y) { return v -= y.v, *this; }
  TENDRIL_INLINE Lanes& operator*=(const Lanes& y) { return v *= y.v, *this; }
  TENDRIL_INLINE Lanes& operator/=(const Lanes& y) { return v /= y.v, *this; }
  TENDRIL_INLINE friend Lanes operator+(const Lanes& x, const Lanes& y) { return Lanes(x.v + y.v); }
  TENDRIL_INLINE friend Lanes operator-(const Lanes& x, const Lanes& y) { return Lanes(x.v - y.v); }
  TENDRIL_INLINE friend Lanes operator*(const Lanes& x, const Lanes& y) { return Lanes(x.v * y.v); }
  TENDRIL_INLINE friend Lanes operator/(const Lanes& x, const Lanes& y) { return Lanes(x.v / y.v); }
  TENDRIL_INLINE friend Lanes operator-(const Lanes& x) { return Lanes(-x.v); }
};

/// Every lane by itself.
template <class F>
TENDRIL_INLINE Lanes eachLane(const Lanes& x, F&& f) {
  Lanes out;
  for (int i = 0; i < Lanes::kCount; ++i) out.v[i] = f(x.v[i]);
  return out;
}

inline Lanes sqrt(const Lanes& x) {
  return eachLane(x, [](double each) { return std::sqrt(each); });
}

}  // namespace tendril

namespace Eigen {

template <>
struct NumTraits<tendril::Lanes> : NumTraits<double> {
  using Real = tendril::Lanes;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 0,
    ReadCost = 1,
    AddCost = 1,
    MulCost = 1
  };
};

}  // namespace Eigen
