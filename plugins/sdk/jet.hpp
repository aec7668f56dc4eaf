// SPDX-License-Identifier: BSD-3-Clause
// Taylor polynomials in several variables, cut off above a degree: a function that is written once gives all its
// derivatives. Monomials stand as tendril_plugin.h says.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace tendril::plugin {

/// Number of monomials of `variables` variables up to a degree.
constexpr int termCount(int variables, int degree) {
  int count = 1;
  for (int k = 1; k <= degree; ++k) count = count * (variables + k) / k;
  return count;
}

/// The monomials of kVariables variables up to kDegree, by their place in the order.
template <int kVariables, int kDegree>
class Monomials {
 public:
  static constexpr int kCount = termCount(kVariables, kDegree);

  static const Monomials& instance() {
    static const Monomials monomials;
    return monomials;
  }

  /// Exponent of a variable.
  int exponent(int term, int variable) const { return at(exponents_, term)[static_cast<std::size_t>(variable)]; }
  /// The last variable of a term, 0 of the constant.
  int last(int term) const { return at(last_, term); }
  int degree(int term) const { return at(degree_, term); }
  /// The term without its last variable; of the constant itself.
  int parent(int term) const { return at(parent_, term); }
  /// The term times a variable; −1 above the degree.
  int next(int term, int variable) const { return at(next_, term)[static_cast<std::size_t>(variable)]; }
  /// A product of two terms; −1 above the degree.
  int product(int a, int b) const {
    for (int v = 0; v < kVariables && a >= 0; ++v)
      for (int e = exponent(b, v); e > 0 && a >= 0; --e) a = next(a, v);
    return a;
  }

 private:
  using Exponents = std::array<int, kVariables>;

  Monomials() {
    int count = 1, first = 0;  // first of the last degree so far
    for (int d = 1; d <= kDegree; ++d) {
      const int end = count;
      for (int parent = first; parent < end; ++parent)
        for (int v = last(parent); v < kVariables; ++v) add(parent, v, count++);
      first = end;
    }
    for (int a = 0; a < kCount; ++a)
      for (int v = 0; v < kVariables; ++v) at(next_, a)[static_cast<std::size_t>(v)] = find(a, v);
  }
  void add(int parent, int variable, int term) {
    at(exponents_, term) = at(exponents_, parent);
    ++at(exponents_, term)[static_cast<std::size_t>(variable)];
    at(last_, term) = variable, at(degree_, term) = degree(parent) + 1, at(parent_, term) = parent;
  }
  int find(int term, int variable) const {
    Exponents wanted = at(exponents_, term);
    ++wanted[static_cast<std::size_t>(variable)];
    for (int k = term + 1; k < kCount; ++k)
      if (at(exponents_, k) == wanted) return k;
    return -1;
  }
  template <class Array>
  static auto& at(Array& array, int i) {
    return array[static_cast<std::size_t>(i)];
  }

  std::array<Exponents, kCount> exponents_{}, next_{};
  std::array<int, kCount> last_{}, degree_{}, parent_{};
};

/// Pairs of terms whose product counts, and its place.
template <int kVariables, int kDegree>
struct Products {
  struct Pair {
    int a, b, product;
  };
  static constexpr int kCount = termCount(2 * kVariables, kDegree);
  std::array<Pair, kCount> pairs{};

  Products() {
    const auto& monomials = Monomials<kVariables, kDegree>::instance();
    std::size_t count = 0;
    for (int a = 0; a < monomials.kCount; ++a)
      for (int b = 0; b < monomials.kCount; ++b)
        if (const int p = monomials.product(a, b); p >= 0) pairs[count++] = {a, b, p};
  }
  static const Products& instance() {
    static const Products products;
    return products;
  }
};

/// A value with its Taylor coefficients.
template <int kVariables, int kDegree>
struct Jet {
  static constexpr std::size_t kTerms = static_cast<std::size_t>(termCount(kVariables, kDegree));
  std::array<double, kTerms> c{};

  Jet() = default;
  Jet(double value) { c[0] = value; }  // not explicit: numbers are jets
  /// The variable number `index` at `value`.
  static Jet variable(double value, int index) {
    Jet jet(value);
    if constexpr (kDegree > 0) jet.c[static_cast<std::size_t>(index) + 1] = 1;
    return jet;
  }

  Jet& operator+=(const Jet& y) {
    for (std::size_t k = 0; k < kTerms; ++k) c[k] += y.c[k];
    return *this;
  }
  Jet& operator-=(const Jet& y) {
    for (std::size_t k = 0; k < kTerms; ++k) c[k] -= y.c[k];
    return *this;
  }
  Jet& operator*=(double y) {
    for (double& x : c) x *= y;
    return *this;
  }
  Jet& operator*=(const Jet& y) { return *this = *this * y; }
  Jet& operator/=(const Jet& y) { return *this = *this / y; }

  friend Jet operator+(Jet x, const Jet& y) { return x += y; }
  friend Jet operator-(Jet x, const Jet& y) { return x -= y; }
  friend Jet operator-(Jet x) { return x *= -1.0; }
  friend Jet operator*(const Jet& x, const Jet& y) {
    Jet out;
    for (const auto& [a, b, product] : Products<kVariables, kDegree>::instance().pairs)
      out.c[static_cast<std::size_t>(product)] += x.c[static_cast<std::size_t>(a)] * y.c[static_cast<std::size_t>(b)];
    return out;
  }
  friend Jet operator*(Jet x, double y) { return x *= y; }
  friend Jet operator*(double x, Jet y) { return y *= x; }
  friend Jet operator/(const Jet& x, const Jet& y) { return x * pow(y, -1); }
  friend Jet operator/(Jet x, double y) { return x *= 1 / y; }
};

/// Taylor coefficients 0 … kDegree of a function of one variable.
template <int kDegree>
using Series = std::array<double, static_cast<std::size_t>(kDegree) + 1>;

/// f(x), given the Taylor coefficients of f about the value of x.
template <int kVariables, int kDegree>
Jet<kVariables, kDegree> compose(Jet<kVariables, kDegree> x, const Series<kDegree>& f) {
  x.c[0] = 0;
  Jet<kVariables, kDegree> sum(f[kDegree]);
  for (std::size_t k = kDegree; k-- > 0;) {
    sum *= x;
    sum.c[0] += f[k];
  }
  return sum;
}

template <int V, int D>
Jet<V, D> exp(const Jet<V, D>& x) {
  Series<D> f{std::exp(x.c[0])};
  for (std::size_t k = 1; k <= D; ++k) f[k] = f[k - 1] / static_cast<double>(k);
  return compose(x, f);
}
template <int V, int D>
Jet<V, D> log(const Jet<V, D>& x) {
  Series<D> f{std::log(x.c[0])};
  double power = -1;
  for (std::size_t k = 1; k <= D; ++k) {
    power /= -x.c[0];
    f[k] = power / static_cast<double>(k);
  }
  return compose(x, f);
}
/// x to a constant power.
template <int V, int D>
Jet<V, D> pow(const Jet<V, D>& x, double p) {
  Series<D> f{std::pow(x.c[0], p)};
  double factor = 1;
  for (std::size_t k = 1; k <= D; ++k) {
    const double n = static_cast<double>(k);
    factor *= (p - n + 1) / n;
    f[k] = factor == 0 ? 0 : factor * std::pow(x.c[0], p - n);
  }
  return compose(x, f);
}
template <int V, int D>
Jet<V, D> sqrt(const Jet<V, D>& x) {
  return pow(x, 0.5);
}
/// A function whose derivatives repeat after four: value, slope, and how often the sign turns.
template <int V, int D>
Jet<V, D> periodic(const Jet<V, D>& x, double value, double slope, double sign) {
  Series<D> f{};
  double factorial = 1;
  for (std::size_t k = 0; k <= D; ++k) {
    if (k > 0) factorial *= static_cast<double>(k);
    f[k] = (k % 2 ? slope : value) * (k % 4 > 1 ? sign : 1) / factorial;
  }
  return compose(x, f);
}
template <int V, int D>
Jet<V, D> sin(const Jet<V, D>& x) {
  return periodic(x, std::sin(x.c[0]), std::cos(x.c[0]), -1);
}
template <int V, int D>
Jet<V, D> cos(const Jet<V, D>& x) {
  return periodic(x, std::cos(x.c[0]), -std::sin(x.c[0]), -1);
}
template <int V, int D>
Jet<V, D> sinh(const Jet<V, D>& x) {
  return periodic(x, std::sinh(x.c[0]), std::cosh(x.c[0]), 1);
}
template <int V, int D>
Jet<V, D> cosh(const Jet<V, D>& x) {
  return periodic(x, std::cosh(x.c[0]), std::sinh(x.c[0]), 1);
}
template <int V, int D>
Jet<V, D> tan(const Jet<V, D>& x) {
  return sin(x) / cos(x);
}
template <int V, int D>
Jet<V, D> tanh(const Jet<V, D>& x) {
  return sinh(x) / cosh(x);
}

}  // namespace tendril::plugin
