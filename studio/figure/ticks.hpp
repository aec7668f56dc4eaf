// SPDX-License-Identifier: GPL-3.0-or-later
// Round numbers on axes.
#pragma once

#include <string>
#include <vector>

namespace tendril::figure {

struct Ticks {
  double low = 0, high = 1;  ///< of the axis; low < high
  double step = 1;           ///< 1, 2 or 5 times a power of ten
  std::vector<double> places;
  std::vector<std::string> labels;  ///< with a true minus, all with the same number of decimals
};

/// Of an axis that shows [low, high] as it is, with about `count` ticks, none nearer to each other than `leastStep`.
Ticks ticksWithin(double low, double high, int count, double leastStep = 0);
/// The same, with ends moved outwards so that curves do not touch them; equal or no ends get room too.
Ticks ticksAround(double low, double high, int count);
/// Of an axis by powers of ten from 10^low to 10^high; places are decadic logarithms. Where less than two decades are
/// shown, numbers that begin with 2 and 5 stand between.
Ticks ticksOfPowers(double low, double high, int count);

/// "⁻³".
std::string superscript(int number);

}  // namespace tendril::figure
