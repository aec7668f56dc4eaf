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

/// 10^power, or 2 or 5 times that.
std::string powerLabel(int first, int power, bool plain) {
  if (!plain) return (first == 1 ? "10" : std::to_string(first) + "·10") + superscript(power);
  return label(first * std::pow(10, power), std::max(0, -power));
}

}  // namespace

std::string superscript(int number) {
  constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) out += kDigits[static_cast<std::size_t>(digit - '0')];
  return out;
}

Ticks ticksWithin(double low, double high, int count, double leastStep) {
  const double step = std::max(leastStep, roundStep(high - low, count));
  Ticks ticks{.low = low, .high = high, .step = step, .places = {}, .labels = {}};
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

Ticks ticksOfPowers(double low, double high, int count) {
  Ticks ticks{.low = low, .high = high, .step = 1, .places = {}, .labels = {}};
  const bool few = high - low < 2;
  if (!few) ticks.step = std::max(1.0, std::ceil((high - low) / std::max(1, count)));
  const auto first = static_cast<int>(std::floor(low)), last = static_cast<int>(std::ceil(high));
  const bool plain = first >= -3 && last <= 4;
  for (int power = first; power <= last; ++power) {
    if (std::fmod(power, ticks.step) != 0) continue;
    for (const int begin : few ? std::vector<int>{1, 2, 5} : std::vector<int>{1}) {
      const double place = power + std::log10(begin);
      if (place < low - 1e-9 || place > high + 1e-9) continue;
      ticks.places.push_back(place);
      ticks.labels.push_back(powerLabel(begin, power, plain));
    }
  }
  if (ticks.places.size() > 1) return ticks;
  Ticks numbers = ticksWithin(std::pow(10, low), std::pow(10, high), count);  // between two of those
  for (double& place : numbers.places) place = std::log10(place);
  numbers.low = low, numbers.high = high;
  return numbers;
}

}  // namespace tendril::figure
