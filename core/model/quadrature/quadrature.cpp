// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/quadrature/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tendril {
namespace {

struct LegendreValue {
  double p, derivative;
};

LegendreValue legendre(int n, double x) {
  double previous = 1, current = x;
  for (int k = 1; k < n; ++k) {
    const double next = ((2 * k + 1) * x * current - k * previous) / (k + 1);
    previous = current;
    current = next;
  }
  return {current, n * (x * current - previous) / (x * x - 1)};
}

}  // namespace

std::vector<QuadraturePoint> gaussLegendre(int n) {
  std::vector<QuadraturePoint> rule(static_cast<std::size_t>(n));
  for (int i = 0; i < (n + 1) / 2; ++i) {
    double x = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
    if (2 * i + 1 == n) x = 0;
    for (int iteration = 0; iteration < 10 && x != 0; ++iteration) {
      const LegendreValue value = legendre(n, x);
      const double step = value.p / value.derivative;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    const double slope = legendre(n, x).derivative;
    const double weight = 1 / ((1 - x * x) * slope * slope);
    rule[static_cast<std::size_t>(i)] = {(1 + x) / 2, weight};
    rule[static_cast<std::size_t>(n - 1 - i)] = {(1 - x) / 2, weight};
  }
  return rule;
}

std::vector<QuadraturePoint> divisionPoints(std::span<const double> breakpoints, int perElement) {
  const std::vector<QuadraturePoint> rule = gaussLegendre(perElement);
  std::vector<double> ends(breakpoints.begin(), breakpoints.end());
  ends.push_back(1);
  std::vector<QuadraturePoint> points{{0, 0}};
  double start = 0;
  for (double end : ends) {
    for (const QuadraturePoint& g : rule) points.push_back({start + (end - start) * g.s, (end - start) * g.weight});
    points.push_back({end, 0});
    start = end;
  }
  return points;
}

std::vector<double> mergeBreakpoints(std::vector<double> a, std::span<const double> b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end(), [](double x, double y) { return std::abs(x - y) < 1e-9; }), a.end());
  return a;
}

}  // namespace tendril
