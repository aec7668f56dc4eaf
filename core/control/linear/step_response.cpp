// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/linear/step_response.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/control/linear/zero_order_hold.hpp"

namespace tendril {
namespace {

constexpr double kDecays = 5, kGrows = 4;  // exponents
constexpr double kPeriods = 12;            // of an oscillation that hardly decays
constexpr double kBand = 0.02;             // of the largest value: what counts as settled
constexpr double kEarly = 0.4, kRoom = 1.5;
constexpr int kShortenings = 8;

void check(const LinearSystem& system, int input, const std::vector<int>& outputs, double duration, int points) {
  if (input < 0 || input >= system.B.cols()) throw std::invalid_argument("step response: there is no such input");
  for (const int output : outputs)
    if (output < 0 || output >= system.C.rows()) throw std::invalid_argument("step response: there is no such output");
  if (!(duration > 0) || !std::isfinite(duration))
    throw std::invalid_argument("step response: the duration must be above 0 s");
  if (points < 2) throw std::invalid_argument("step response: it needs two points");
}

/// The last column in which some row is out of its final band; −1: none is.
Eigen::Index settledAt(const MatX& y) {
  for (Eigen::Index k = y.cols() - 1; k >= 0; --k)
    for (Eigen::Index i = 0; i < y.rows(); ++i) {
      const double size = y.row(i).cwiseAbs().maxCoeff();
      if (std::abs(y(i, k) - y(i, y.cols() - 1)) > kBand * size) return k;
    }
  return -1;
}

}  // namespace

StepResponse stepResponse(const LinearSystem& system, int input, const std::vector<int>& outputs, double duration,
                          int points) {
  check(system, input, outputs, duration, points);
  const Eigen::Index n = system.A.rows();
  const VecX S = balancingScales(system.A), inverse = S.cwiseInverse();
  const MatX A = inverse.asDiagonal() * system.A * S.asDiagonal();
  const MatX b = inverse.cwiseProduct(system.B.col(input)), C = system.C(outputs, Eigen::all) * S.asDiagonal();
  const double h = duration / (points - 1);
  const HeldSystem held = holdInputs(A, b, MatX::Zero(n, n), MatX::Zero(1, 1), h);
  StepResponse out{VecX::LinSpaced(points, 0, duration), MatX(C.rows(), points)};
  const VecX direct = system.D(outputs, input);
  VecX x = VecX::Zero(n);
  for (int k = 0; k < points; ++k) {
    out.y.col(k) = C * x + direct;
    x = (held.Phi * x + held.Gamma).eval();
  }
  return out;
}

double stepDuration(const PoleAnalysis& poles) {
  double growth = 0, longest = 0, largest = 0;
  for (const Pole& pole : poles.poles) largest = std::max(largest, std::abs(pole.value));
  for (const Pole& pole : poles.poles) {
    const double size = std::abs(pole.value), rate = std::abs(pole.value.real());
    if (!(size > 0)) continue;
    if (pole.value.real() > 1e-9 * largest) growth = std::max(growth, rate);
    const double turns = kPeriods * 2 * std::numbers::pi / size;
    longest = std::max(longest, rate > 0 ? std::min(kDecays / rate, turns) : turns);
  }
  if (growth > 0) return kGrows / growth;
  return longest > 0 ? longest : 1;
}

StepResponse settlingStepResponse(const LinearSystem& system, const PoleAnalysis& poles, int input,
                                  const std::vector<int>& outputs, int points) {
  double duration = stepDuration(poles);
  StepResponse out = stepResponse(system, input, outputs, duration, points);
  for (int k = 0; k < kShortenings; ++k) {
    const Eigen::Index last = settledAt(out.y);
    if (last < 0 || !out.y.allFinite() || out.t[last + 1] >= kEarly * duration) break;
    duration = kRoom * out.t[last + 1];
    out = stepResponse(system, input, outputs, duration, points);
  }
  return out;
}

}  // namespace tendril
