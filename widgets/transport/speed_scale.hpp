// SPDX-License-Identifier: GPL-3.0-or-later
// The speeds that the transport offers and their places on its slider.
#pragma once

#include <array>
#include <limits>

namespace tendril {

constexpr double kMaxSpeed = std::numeric_limits<double>::infinity();
constexpr std::array<double, 9> kSpeeds = {0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 10, kMaxSpeed};
constexpr int kSpeedSteps = 120;  ///< slider positions; the last is "max"

/// Position 0 … kSpeedSteps of a factor: logarithmic from 0.01 to 10, then max. Factors outside are clamped.
int speedToPosition(double factor);
/// Factor of a position, rounded to two significant digits; near a listed speed it is that one.
double positionToSpeed(int position);
/// The next listed speed above or below.
double nextSpeed(double factor, int direction);

}  // namespace tendril
