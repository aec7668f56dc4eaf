// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/figure/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tendril::figure {
namespace {

double roundStep(double range, int count) {
  const double rough = range / std::max(1, count);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  // The next smaller or larger one, whichever gives a number of ticks nearer to the one wanted.
  double best = power;
  for (const double factor : {2.0, 5.0, 10.0})
    if (std::abs(std::log(rough / (factor * power))) < std::abs(std::log(rough / best))) best = factor * power;
  return best;
}

std::string label(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, std::abs(value));
  return value < 0 && std::string(text.data()).find_first_of("123456789") != std::string::npos
             ? "−" + std::string(text.data())
             : text.data();
}

}  // namespace

Ticks ticksWithin(double low, double high, int count) {
  Ticks ticks{.low = low, .high = high, .step = roundStep(high - low, count), .places = {}, .labels = {}};
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(ticks.step) - 1e-9)), 0, 12);
  const double first = std::ceil(low / ticks.step - 1e-9), last = std::floor(high / ticks.step + 1e-9);
  for (double k = first; k <= last && ticks.places.size() < 50; ++k) {
    ticks.places.push_back(k * ticks.step);
    ticks.labels.push_back(label(k * ticks.step, decimals));
  }
  return ticks;
}

Ticks ticksAround(double low, double high, int count) {
  if (!(low <= high)) low = 0, high = 1;
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-9 * size || high == low) {  // flat: as wide as it is far from zero
    const double room = size > 0 ? 0.5 * size : 1;
    low -= room, high += room;
  }
  const double margin = 0.06 * (high - low);
  return ticksWithin(low - margin, high + margin, count);
}

}  // namespace tendril::figure
