// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/linear/pole_scale.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tendril {
namespace {

constexpr double kManyTimes = 30;
constexpr double kMostDecades = 5;  // below the largest
constexpr int kMostCircles = 40;

struct Span {
  double least = 0, largest = 0;  ///< of what is not zero
};

Span spanOf(const std::vector<std::complex<double>>& poles) {
  Span out;
  for (const auto& pole : poles) {
    const double size = std::abs(pole);
    if (!(size > 0) || !std::isfinite(size)) continue;
    out.least = out.least > 0 ? std::min(out.least, size) : size;
    out.largest = std::max(out.largest, size);
  }
  return out;
}

/// The next of 1, 2, 5, 10, … that is at least so large.
double roundUp(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * decade >= value * (1 - 1e-9)) return times * decade;
  return 10 * decade;
}

}  // namespace

PoleScale::PoleScale(const std::vector<std::complex<double>>& poles, bool logarithmic) : logarithmic_(logarithmic) {
  const Span span = spanOf(poles);
  if (!(span.largest > 0)) return;
  largest_ = span.largest;
  least_ = std::max(span.least, span.largest * std::pow(10, -kMostDecades));
}

bool PoleScale::spansDecades(const std::vector<std::complex<double>>& poles) {
  const Span span = spanOf(poles);
  return span.least > 0 && span.largest > kManyTimes * span.least;
}

double PoleScale::radius(double size) const {
  return logarithmic_ ? std::log1p(size / least_) / std::log1p(largest_ / least_) : size / largest_;
}

double PoleScale::size(double radius) const {
  return logarithmic_ ? least_ * std::expm1(radius * std::log1p(largest_ / least_)) : radius * largest_;
}

QPointF PoleScale::place(const std::complex<double>& pole) const {
  const double size = std::abs(pole);
  return size > 0 ? radius(size) / size * QPointF(pole.real(), pole.imag()) : QPointF();
}

std::vector<double> PoleScale::frequencies(double nearest, double farthest, double apart) const {
  const auto away = [this](double frequency) { return radius(2 * std::numbers::pi * frequency); };
  const double turn = 2 * std::numbers::pi;
  std::vector<double> out;
  double last = 0;
  double next = roundUp(size(std::max(nearest, apart)) / turn);
  while (static_cast<int>(out.size()) < kMostCircles && std::isfinite(next) && away(next) < farthest) {
    out.push_back(next);
    last = next;
    // Linear: the same step again, so that circles are evenly spaced; else the next round number.
    next =
        logarithmic_ ? roundUp(size(away(last) + apart) / turn) : last + roundUp(std::max(size(apart) / turn, 1e-300));
  }
  return out;
}

}  // namespace tendril
