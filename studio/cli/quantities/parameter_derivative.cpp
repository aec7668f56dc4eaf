// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/parameter_derivative.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tendril::cli {
namespace {

constexpr double kShrink = 1.4;
constexpr double kShare = 0.2;  // of the value: the first step
constexpr int kLevels = 10, kTries = 6;
constexpr double kGood = 1e-10;     // of the derivative: an error with which no other step is tried
constexpr double kNothing = 1e-12;  // of F: what a change of p by its value, or a thousandth, does if it does nothing

using Evaluate = std::function<bool(double, VecX&)>;

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

struct Estimate {
  VecX value;
  double error = std::numeric_limits<double>::infinity();  ///< largest of its entries
};

/// The derivative of one function at one value, tried with steps of several sizes.
class Differentiation {
 public:
  Differentiation(const Evaluate& evaluate, double value, VecX here)
      : evaluate_(evaluate), value_(value), here_(std::move(here)), size_(largest(here_)) {}

  std::optional<VecX> run() {
    if (value_ != 0) attempt(kShare * std::abs(value_));
    for (double step = 1; step >= 1e-9 && !good(); step /= 10)
      if (value_ == 0 || std::abs(std::log(step / (kShare * std::abs(value_)))) > 1) attempt(step);
    if (best_.value.size() == 0) return std::nullopt;
    return best_.value;
  }

 private:
  bool good() const {
    if (best_.value.size() == 0) return false;
    const double scale = std::max(std::abs(value_), 1e-3), size = largest(best_.value);
    const bool nothing = size <= best_.error && best_.error * scale <= kNothing * size_;
    return best_.error <= kGood * size || nothing;
  }

  /// (F(p + h) − F(p − h)) / 2h
  bool central(double h, VecX& out) {
    VecX above, below;
    if (!evaluate_(value_ + h, above) || !evaluate_(value_ - h, below)) return false;
    size_ = std::max({size_, largest(above), largest(below)});
    out = (above - below) / (2 * h);
    return true;
  }

  /// (F(p + h) − F(p)) / h, h of either sign.
  bool oneSided(double h, VecX& out) {
    VecX there;
    if (!evaluate_(value_ + h, there)) return false;
    size_ = std::max(size_, largest(there));
    out = (there - here_) / h;
    return true;
  }

  /// Keeps the best estimate of steps of this size, central if both sides are allowed.
  void attempt(double step) {
    VecX ignored;
    double h = step;
    for (int k = 0; k < kTries; ++k, h /= 4)
      if (central(h, ignored)) {
        take(extrapolate([this](double each, VecX& out) { return central(each, out); }, h, 2));
        break;
      }
    if (good()) return;
    for (const double sign : {1.0, -1.0})
      if (oneSided(sign * step, ignored))
        return take(extrapolate([this](double each, VecX& out) { return oneSided(each, out); }, sign * step, 1));
  }

  void take(Estimate estimate) {
    if (estimate.error < best_.error || best_.value.size() == 0) best_ = std::move(estimate);
  }

  /// Neville's extrapolation to h = 0 of differences whose error is a series of h^order. Ridders (1982): the entry
  /// whose neighbours agree best; that they agree in less than the roundings of F over h says nothing.
  template <class Difference>
  Estimate extrapolate(const Difference& difference, double start, int order) {
    std::vector<VecX> last, row;
    Estimate best;
    double h = start;
    for (int i = 0; i < kLevels; ++i, h /= kShrink) {
      row.assign(1, VecX());
      if (!difference(h, row[0])) return best;
      if (i == 0) best.value = row[0];
      const double rounding = std::numeric_limits<double>::epsilon() * size_ / std::abs(h);
      double factor = 1;
      for (int j = 1; j <= i; ++j) {
        factor *= std::pow(kShrink, order);
        const VecX& coarse = last[static_cast<std::size_t>(j - 1)];
        row.push_back((factor * row.back() - coarse) / (factor - 1));
        const double error = std::max(
            {rounding, largest(row.back() - row[static_cast<std::size_t>(j - 1)]), largest(row.back() - coarse)});
        if (error < best.error) best = {row.back(), error};
      }
      last = row;
    }
    return best;
  }

  const Evaluate& evaluate_;
  const double value_;
  const VecX here_;
  double size_;  ///< of F, as far as seen
  Estimate best_;
};

}  // namespace

std::optional<VecX> differentiateByParameter(const Evaluate& evaluate, double value) {
  VecX here;
  if (!evaluate(value, here)) return std::nullopt;
  if (here.size() == 0) return here;
  return Differentiation(evaluate, value, std::move(here)).run();
}

}  // namespace tendril::cli
