// SPDX-License-Identifier: BSD-3-Clause
// Which way to cut a shape into tetrahedra.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/math/types.hpp"

namespace tendril {

inline constexpr double kCountTolerance = 0.15;
inline constexpr double kCountPrice = 4;  ///< of missing the wanted number, against elongated tetrahedra

/// Keeps the cheapest way to cut a shape: first a number of tetrahedra as wanted, then cubes rather than needles.
template <class Choice>
class CheapestCut {
 public:
  explicit CheapestCut(int wanted) : wanted_(wanted) {}

  /// `sizes`: edges of a cell (m) along its three directions.
  void offer(const Choice& choice, double count, const Vec3& sizes) {
    const double miss = std::abs(std::log(count / wanted_));
    const Vec3 logs = sizes.array().log();
    const bool bad = std::abs(count - wanted_) > kCountTolerance * wanted_;
    const double price = (bad ? 1e3 + 1e3 * miss : kCountPrice * miss) + (logs.array() - logs.mean()).matrix().norm();
    if (best_ && price >= price_) return;
    best_ = choice;
    price_ = price;
  }
  /// Two offers: numbers of layers next to what the wanted number asks for, less `others`, with `perLayer` in each.
  template <class F>
  void offerLayers(double perLayer, double others, F&& offerWith) {
    const int layers = static_cast<int>(std::clamp((wanted_ - others) / perLayer, 0.0, 1e6));
    for (int count : {std::max(layers, 1), layers + 1}) offerWith(count);
  }
  const Choice& get() const { return *best_; }

 private:
  double wanted_, price_ = 0;
  std::optional<Choice> best_;
};

}  // namespace tendril
