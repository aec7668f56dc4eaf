// SPDX-License-Identifier: BSD-3-Clause
// References that go once from one value to another, and those that stay.
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/control/reference/references.hpp"

namespace tendril {
namespace {

using Derivatives = std::array<double, Reference::kMostDerivatives + 1>;

class Constant : public Reference {
 public:
  explicit Constant(VecX values) : values_(std::move(values)) {}
  int size() const override { return static_cast<int>(values_.size()); }
  void evaluate(double, int order, MatXMut out) const override {
    out.leftCols(order + 1).setZero();
    out.col(0) = values_;
  }

 private:
  VecX values_;
};

/// from + (to − from) s((t − start)/duration), s from 0 to 1, with so many continuous derivatives.
class Transition : public Reference {
 public:
  Transition(VecX from, VecX to, double start, double duration, int continuous)
      : from_(std::move(from)), change_(std::move(to)), start_(start), duration_(duration), continuous_(continuous) {
    if (from_.size() != change_.size()) throw std::invalid_argument("from and to have different sizes");
    if (!(duration > 0)) throw std::invalid_argument("its duration must be greater than 0 s");
    change_ -= from_;
  }
  int size() const override { return static_cast<int>(from_.size()); }
  void evaluate(double t, int order, MatXMut out) const override {
    const double share = (t - start_) / duration_;
    Derivatives s{};
    if (share >= 1) {
      s[0] = 1;
    } else if (share >= 0) {
      shape(share, s);
    }
    double scale = 1;
    for (int k = 0; k <= order; ++k, scale /= duration_)
      out.col(k) = (s[static_cast<std::size_t>(k)] * scale) * change_;
    out.col(0) += from_;
  }
  std::vector<double> breaks(int order, double from, double to) const override {
    if (order < continuous_ + 2) return {};
    return between({start_, start_ + duration_}, from, to);
  }

 private:
  /// s and its derivatives at a share in [0, 1).
  virtual void shape(double share, Derivatives& s) const = 0;

  VecX from_, change_;
  double start_, duration_;
  int continuous_;
};

class PolynomialTransition : public Transition {
 public:
  PolynomialTransition(VecX from, VecX to, double start, double duration, int degree)
      : Transition(std::move(from), std::move(to), start, duration, (degree - 1) / 2), degree_(degree) {
    if (degree < 3 || degree > kMostPolynomialDegree || degree % 2 == 0)
      throw std::invalid_argument("its degree must be 3, 5, 7, 9, 11, 13 or 15");
    // s = xᵐ⁺¹ Σₖ (m+k over k) (2m+1 over m−k) (−x)ᵏ, of degree 2m + 1
    const int m = (degree - 1) / 2;
    for (int k = 0; k <= m; ++k)
      coefficients_[static_cast<std::size_t>(m + 1 + k)] =
          (k % 2 == 0 ? 1 : -1) * choose(m + k, k) * choose(2 * m + 1, m - k);
  }

 private:
  using Coefficients = std::array<double, kMostPolynomialDegree + 1>;

  /// s(x) = 1 − s(1 − x), which has no cancellation at the end.
  void shape(double share, Derivatives& s) const override {
    const bool late = share > 0.5;
    const double x = late ? 1 - share : share;
    Coefficients c = coefficients_;
    for (std::size_t k = 0; k < s.size(); ++k) {
      double value = 0;
      for (int i = degree_; i >= 0; --i) value = value * x + c[static_cast<std::size_t>(i)];
      s[k] = late && k % 2 == 0 ? -value : value;
      for (std::size_t i = 0; i + 1 < c.size(); ++i) c[i] = static_cast<double>(i + 1) * c[i + 1];
      c.back() = 0;
    }
    if (late) s[0] += 1;
  }
  /// n over k
  static double choose(int n, int k) {
    double product = 1;
    for (int i = 1; i <= k; ++i) product = product * (n - k + i) / i;
    return product;
  }

  int degree_;
  Coefficients coefficients_{};
};

class CosineTransition : public Transition {
 public:
  CosineTransition(VecX from, VecX to, double start, double duration)
      : Transition(std::move(from), std::move(to), start, duration, 1) {}

 private:
  /// ½ (1 − cos(π share)); each derivative is a quarter of a turn ahead of the one below it.
  void shape(double share, Derivatives& s) const override {
    constexpr double w = std::numbers::pi;
    const double c = 0.5 * std::cos(w * share), d = 0.5 * std::sin(w * share);
    const std::array<double, 4> turn = {-c, d, c, -d};
    double scale = 1;
    for (std::size_t k = 0; k < s.size(); ++k, scale *= w) s[k] = scale * turn[k % 4];
    s[0] += 0.5;
  }
};

}  // namespace

ReferencePtr makeConstantReference(VecX values) {
  return std::make_shared<Constant>(std::move(values));
}

ReferencePtr makePolynomialReference(VecX from, VecX to, double start, double duration, int degree) {
  return std::make_shared<PolynomialTransition>(std::move(from), std::move(to), start, duration, degree);
}

ReferencePtr makeHalfCosineReference(VecX from, VecX to, double start, double duration) {
  return std::make_shared<CosineTransition>(std::move(from), std::move(to), start, duration);
}

}  // namespace tendril
