// SPDX-License-Identifier: BSD-3-Clause
#include "core/plugins/probe.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/math/types.hpp"
#include "core/text/number_text.hpp"
#include "plugins/sdk/jet.hpp"

namespace tendril {
namespace {

constexpr double kSlopeTolerance = 1e-5;    // of the largest derivative, against differences
constexpr double kVolumeTolerance = 1e-10;  // of det F
constexpr double kStep = 5e-3;              // of differences, in units of the variable's size

std::string shown(double value) {
  return messageNumber(value, 6);
}

/// A number in (−1, 1), always the same for a key.
double scattered(int key) {
  const double x = std::sin(12.9898 * key + 4.1414) * 43758.5453;
  return 2 * (x - std::floor(x)) - 1;
}

/// Central difference of fourth order.
template <class F>
double difference(const F& f, double h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// ---- strain bases

void probeOrder(const PluginBasis& basis, int order) {
  constexpr int kSamples = 101;
  const int count = basis.count(order);
  basis.gaussPoints(order);
  std::vector<double> s = basis.breakpoints(order);
  for (int i = 0; i < kSamples; ++i) s.push_back(static_cast<double>(i) / (kSamples - 1));
  basis.evaluate(order, count, s);
}

// ---- primitives

constexpr int kVariables = PluginPrimitive::kVariables, kDegree = 4;
using Terms = plugin::Monomials<kVariables, kDegree>;
using Place = std::array<double, kVariables>;
constexpr const char* kVariableNames[] = {"x", "y", "z", "m", "M"};

/// Taylor coefficients of the three components.
struct Expansion {
  std::array<double, 3 * Terms::kCount> c{};
  double margin = 0;
  double operator()(int component, int term) const {
    return c[static_cast<std::size_t>(component * Terms::kCount + term)];
  }
  Vec3 column(int variable) const {
    return {(*this)(0, 1 + variable), (*this)(1, 1 + variable), (*this)(2, 1 + variable)};
  }
};

class PrimitiveProbe {
 public:
  explicit PrimitiveProbe(const PluginPrimitive& primitive)
      : primitive_(primitive), size_{0.1, 0.02, 0.02, primitive.modeSize(), primitive.integralSize()} {}

  /// Throws std::invalid_argument with what is wrong.
  void run() const {
    if (!(size_[3] > 0 && size_[4] > 0 && std::isfinite(size_[3] + size_[4])))
      throw std::invalid_argument("has no mode_size or integral_size; give values of m and M that it serves");
    for (int k = 0; k < 8; ++k) {
      checkRest(place(k, 0));
      checkDegrees(place(k, 0.5));
      checkVolume(place(k, 0.5), k);
      checkDerivatives(place(k, 0.5));
    }
    if (!primitive_.opensAxis()) expand({0.05, 0, 0, 0.3 * size_[3], 0.3 * size_[4]});
  }

 private:
  /// On a tube about the axis; m and M up to `share` of their sizes.
  Place place(int k, double share) const {
    const double angle = std::numbers::pi * scattered(5 * k), radius = size_[1] * (0.65 + 0.35 * scattered(5 * k + 1));
    return {size_[0] * (0.5 + 0.45 * scattered(5 * k + 2)), radius * std::cos(angle), radius * std::sin(angle),
            share * size_[3] * scattered(5 * k + 3), share * size_[4] * scattered(5 * k + 4)};
  }
  static std::string where(const Place& at) {
    std::string out = " at";
    for (std::size_t v = 0; v < at.size(); ++v)
      out += (v ? ", " : " ") + std::string(kVariableNames[v]) + " = " + shown(at[v]);
    return out;
  }
  Expansion expand(const Place& at) const {
    Expansion out;
    const std::string why = primitive_.evaluate(kDegree, at, out.c, out.margin);
    if (!why.empty()) throw std::invalid_argument(why + where(at));
    if (out.margin <= 0)
      throw std::invalid_argument("has no margin left" + where(at) + "; give a smaller mode_size or integral_size");
    return out;
  }
  void checkRest(const Place& at) const {
    const Expansion e = expand(at);
    for (int a = 0; a < 3; ++a)
      if (!(std::abs(e(a, 0) - at[static_cast<std::size_t>(a)]) <= 1e-14))
        throw std::invalid_argument("moves points while m = M = 0" + where(at));
  }
  /// Fewer derivatives must be the first of more.
  void checkDegrees(const Place& at) const {
    const Expansion e = expand(at);
    for (int degree = 0; degree < kDegree; ++degree) {
      const int terms = plugin::termCount(kVariables, degree);
      std::vector<double> few(static_cast<std::size_t>(3 * terms));
      double margin = 0;
      const std::string why = primitive_.evaluate(degree, at, few, margin);
      if (!why.empty()) throw std::invalid_argument(why + " up to degree " + std::to_string(degree) + where(at));
      for (int i = 0; i < 3 * terms; ++i) {
        const double more = e(i / terms, i % terms);
        if (!(std::abs(few[static_cast<std::size_t>(i)] - more) <= 1e-9 * std::max(1e-3, std::abs(more))))
          throw std::invalid_argument("answers differently up to degree " + std::to_string(degree) +
                                      " and up to degree 4" + where(at));
      }
    }
  }
  void checkVolume(const Place& at, int key) const {
    const Expansion e = expand(at);
    const auto det = [&](const Vec3& x) {
      Mat3 F;
      F << x, e.column(1), e.column(2);
      return F.determinant();
    };
    const double slope = size_[3] / size_[0] * scattered(100 + key);  // m′ of a mode that changes along the body
    const double got = det(e.column(0) + at[3] * e.column(4) + slope * e.column(3));
    if (!(std::abs(got - 1) <= kVolumeTolerance))
      throw std::invalid_argument("does not keep the volume (det F = " + shown(got) + ")" + where(at) +
                                  ", with m′ = " + shown(slope));
  }
  /// ∂/∂v of each coefficient is a multiple of the coefficient of the term times v.
  void checkDerivatives(const Place& at) const {
    for (int v = 0; v < kVariables; ++v) {
      const double size = size_[static_cast<std::size_t>(v)], h = kStep * size;
      std::array<Expansion, 4> around;
      const std::array<double, 4> steps = {-2, -1, 1, 2};
      for (std::size_t i = 0; i < 4; ++i) {
        Place moved = at;
        moved[static_cast<std::size_t>(v)] += steps[i] * h;
        around[i] = expand(moved);
      }
      compare(around, expand(at), v, h, at);
    }
  }
  /// The size of a term: of all its variables together.
  double unit(int term) const {
    double out = 1;
    for (int v = 0; v < kVariables; ++v)
      out *= std::pow(size_[static_cast<std::size_t>(v)], Terms::instance().exponent(term, v));
    return out;
  }
  void compare(const std::array<Expansion, 4>& around, const Expansion& here, int v, double h, const Place& at) const {
    const Terms& terms = Terms::instance();
    for (int a = 0; a < 3; ++a) {
      double scale = 1e-12;
      for (int k = 1; k < Terms::kCount; ++k) scale = std::max(scale, std::abs(here(a, k)) * unit(k));
      for (int k = 0; k < Terms::kCount; ++k) {
        const int next = terms.next(k, v);
        if (next < 0) continue;
        const double slope = (8 * (around[2](a, k) - around[1](a, k)) - (around[3](a, k) - around[0](a, k))) / (12 * h);
        if (std::abs(slope - terms.exponent(next, v) * here(a, next)) * unit(next) <= kSlopeTolerance * scale) continue;
        throw std::invalid_argument("has a wrong derivative: coefficient " + std::to_string(next) + " of component " +
                                    std::to_string(a) + " should be " + shown(slope / terms.exponent(next, v)) +
                                    " and is " + shown(here(a, next)) + where(at));
      }
    }
  }

  const PluginPrimitive& primitive_;
  Place size_;
};

// ---- laws

std::vector<double> standards(const std::vector<PluginLaw::Coefficient>& coefficients, const std::string& what) {
  std::vector<double> out;
  for (const PluginLaw::Coefficient& c : coefficients) {
    if (!(std::isfinite(c.standard) && c.minimum <= c.standard && c.standard <= c.maximum))
      throw std::invalid_argument("has a " + what + " \"" + c.name + "\" whose standard is outside of its range");
    out.push_back(c.standard);
  }
  return out;
}

class LawProbe {
 public:
  explicit LawProbe(const PluginLaw& law) : law_(law), coefficients_(standards(law.coefficients(), "coefficient")) {}
  void run() const {
    const std::array<double, 6> rest = values(3, 3);
    const double stiffness = rest[1] + rest[2];
    if (!(stiffness > 0))
      throw std::invalid_argument("has no stiffness at rest (W1 + W2 = " + shown(stiffness) + "), it must be positive");
    if (!(std::abs(rest[0]) <= 1e-9 * stiffness))
      throw std::invalid_argument("has the energy " + shown(rest[0]) + " at rest, it must be 0");
    for (const double stretch : {1.02, 1.1, 0.93}) {
      const double a = stretch * stretch, b = 1 / stretch;  // of FᵀF: one direction, and two across
      check(a + 2 * b, 2 * a * b + b * b);
      check(1 + a + 1 / a, 1 + a + 1 / a);
    }
  }

 private:
  std::array<double, 6> values(double I1, double I2) const {
    std::array<double, 6> out;
    const std::string why = law_.evaluate(coefficients_, I1, I2, out);
    if (!why.empty()) throw std::invalid_argument(why + where(I1, I2));
    return out;
  }
  static std::string where(double I1, double I2) { return " at I1 = " + shown(I1) + ", I2 = " + shown(I2); }
  void check(double I1, double I2) const {
    struct Slope {
      std::size_t of, first, second;
    };
    constexpr Slope kSlopes[] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    constexpr const char* kNames[] = {"W", "W1", "W2", "W11", "W12", "W22"};
    const std::array<double, 6> here = values(I1, I2);
    const double h = 1e-3, scale = std::abs(here[1]) + std::abs(here[2]) + std::abs(here[3]) + std::abs(here[5]);
    for (const auto& [of, first, second] : kSlopes) {
      const double d1 = difference([&](double d) { return values(I1 + d, I2)[of]; }, h);
      const double d2 = difference([&](double d) { return values(I1, I2 + d)[of]; }, h);
      for (const auto& [index, slope] : {std::pair{first, d1}, std::pair{second, d2}})
        if (!(std::abs(here[index] - slope) <= kSlopeTolerance * scale))
          throw std::invalid_argument("has a wrong derivative: " + std::string(kNames[index]) + " should be " +
                                      shown(slope) + " and is " + shown(here[index]) + where(I1, I2));
    }
  }

  const PluginLaw& law_;
  std::vector<double> coefficients_;
};

// ---- controllers

/// Small robots of coordinates that are numbers; one that serves others is tried when it gets them.
void runController(const PluginController& controller) {
  constexpr int kMost = 3, kSamples = 8;
  const std::vector<double> parameters = standards(controller.parameters(), "parameter");
  for (int n = 1; n <= kMost; ++n)
    for (int outputs = 1; outputs <= n; ++outputs) {
      const PluginController::Size size{n, n, outputs};
      if (!controller.misfit(size).empty()) continue;
      std::vector<PluginController::Sample> samples(kSamples);
      for (int k = 0; k < kSamples; ++k)
        for (VecX* each : {&samples[static_cast<std::size_t>(k)].q, &samples[static_cast<std::size_t>(k)].v})
          *each = VecX::NullaryExpr(n, [&](Eigen::Index i) {
            return scattered(100 * k + 2 * static_cast<int>(i) + (each == &samples[static_cast<std::size_t>(k)].v));
          });
      if (const std::string why = controller.tryOut(parameters, size, samples); !why.empty())
        throw std::invalid_argument(why + " with " + std::to_string(n) + " coordinates and " + std::to_string(outputs) +
                                    " outputs");
    }
}

/// Runs a probe that throws.
template <class F>
void collect(const std::string& what, std::vector<std::string>& problems, const F& run) {
  try {
    run();
  } catch (const std::invalid_argument& error) {
    problems.push_back(what + error.what() + "; its author must mend it");
  }
}

}  // namespace

void probe(const PluginBasis& basis, std::vector<std::string>& problems) {
  collect("", problems, [&] {
    if (basis.smallestOrder() < 0 || basis.largestOrder() < basis.smallestOrder())
      throw std::invalid_argument("strain basis \"" + basis.name() + "\": smallest_order and largest_order are wrong");
    const int last = std::min(basis.largestOrder(), basis.smallestOrder() + 3);
    for (int order = basis.smallestOrder(); order <= last; ++order) probeOrder(basis, order);
  });
}

void probe(const PluginPrimitive& primitive, std::vector<std::string>& problems) {
  collect("primitive \"" + primitive.name() + "\": it ", problems, [&] { PrimitiveProbe(primitive).run(); });
}

void probe(const PluginLaw& law, std::vector<std::string>& problems) {
  collect("law \"" + law.name() + "\": it ", problems, [&] { LawProbe(law).run(); });
}

void probe(const PluginController& controller, std::vector<std::string>& problems) {
  collect("controller \"" + controller.name() + "\": it ", problems, [&] { runController(controller); });
}

}  // namespace tendril
