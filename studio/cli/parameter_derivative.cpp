// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/parameter_derivative.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace tendril::cli {
namespace {

constexpr double kShrink = 1.4;
constexpr double kStart = 0.2;  // of the value
constexpr int kLevels = 10, kTries = 30;

using Evaluate = std::function<bool(double, VecX&)>;

/// (F(p + h) − F(p − h)) / 2h
bool central(const Evaluate& evaluate, double value, double h, VecX& out) {
  VecX above, below;
  if (!evaluate(value + h, above) || !evaluate(value - h, below)) return false;
  out = (above - below) / (2 * h);
  return true;
}

/// (F(p + h) − F(p)) / h, h of either sign.
bool oneSided(const Evaluate& evaluate, const VecX& here, double value, double h, VecX& out) {
  VecX there;
  if (!evaluate(value + h, there)) return false;
  out = (there - here) / h;
  return true;
}

/// Neville's extrapolation to h = 0 of differences whose error is a series of h^order. Ridders (1982): the entry whose
/// neighbours agree best.
template <class Difference>
std::optional<VecX> extrapolate(const Difference& difference, double start, int order) {
  std::vector<VecX> last, row;
  std::optional<VecX> best;
  double bestError = std::numeric_limits<double>::infinity(), h = start;
  for (int i = 0; i < kLevels; ++i, h /= kShrink) {
    row.assign(1, VecX());
    if (!difference(h, row[0])) return best;
    if (!best) best = row[0];
    double factor = 1;
    for (int j = 1; j <= i; ++j) {
      factor *= std::pow(kShrink, order);
      const VecX& coarse = last[static_cast<std::size_t>(j - 1)];
      row.push_back((factor * row.back() - coarse) / (factor - 1));
      const double error = std::max((row.back() - row[static_cast<std::size_t>(j - 1)]).cwiseAbs().maxCoeff(),
                                    (row.back() - coarse).cwiseAbs().maxCoeff());
      if (error < bestError) bestError = error, best = row.back();
    }
    last = row;
  }
  return best;
}

}  // namespace

std::optional<VecX> differentiateByParameter(const Evaluate& evaluate, double value) {
  VecX here, there;
  if (!evaluate(value, here)) return std::nullopt;
  if (here.size() == 0) return here;
  double h = value != 0 ? kStart * std::abs(value) : kStart;
  for (int k = 0; k < kTries; ++k, h /= 4)
    if (central(evaluate, value, h, there))
      return extrapolate([&](double step, VecX& out) { return central(evaluate, value, step, out); }, h, 2);
  for (const double sign : {1.0, -1.0}) {
    h = sign * (value != 0 ? kStart * std::abs(value) : kStart);
    if (oneSided(evaluate, here, value, h, there))
      return extrapolate([&](double step, VecX& out) { return oneSided(evaluate, here, value, step, out); }, h, 1);
  }
  return std::nullopt;
}

}  // namespace tendril::cli
