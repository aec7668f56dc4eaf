// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/speed_scale.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kLowest = 0.01, kHighest = 10;
constexpr int kLastFinite = kSpeedSteps - 6;  // a little room before "max", so that it is not hit by accident

}  // namespace

int speedToPosition(double factor) {
  if (!std::isfinite(factor) && factor > 0) return kSpeedSteps;
  const double clamped = std::clamp(std::isnan(factor) ? 1.0 : factor, kLowest, kHighest);
  return static_cast<int>(std::lround(kLastFinite * std::log(clamped / kLowest) / std::log(kHighest / kLowest)));
}

double positionToSpeed(int position) {
  if (position > (kLastFinite + kSpeedSteps) / 2) return kMaxSpeed;
  const int finite = std::clamp(position, 0, kLastFinite);
  for (const double speed : kSpeeds)
    if (std::isfinite(speed) && std::abs(speedToPosition(speed) - finite) <= 1) return speed;
  const double exact = kLowest * std::pow(kHighest / kLowest, static_cast<double>(finite) / kLastFinite);
  const double unit = std::pow(10.0, std::floor(std::log10(exact)) - 1);
  return std::round(exact / unit) * unit;
}

double nextSpeed(double factor, int direction) {
  if (direction > 0) {
    const auto above = std::upper_bound(kSpeeds.begin(), kSpeeds.end(), factor);
    return above == kSpeeds.end() ? kSpeeds.back() : *above;
  }
  const auto notBelow = std::lower_bound(kSpeeds.begin(), kSpeeds.end(), factor);
  return notBelow == kSpeeds.begin() ? kSpeeds.front() : *(notBelow - 1);
}

}  // namespace tendril
