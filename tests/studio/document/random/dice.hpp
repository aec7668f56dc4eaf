// SPDX-License-Identifier: GPL-3.0-or-later
// Random choices that a seed repeats.
#pragma once

#include <cstddef>
#include <iterator>
#include <random>

namespace tendril {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}

  /// 0 … n − 1.
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  /// True once in n times.
  bool oneIn(std::size_t n) { return below(n) == 0; }
  /// A number between two.
  double within(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  /// An element of what has some.
  template <class List>
  const auto& oneOf(const List& list) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
  }
  std::mt19937& generator() { return random_; }

 private:
  std::mt19937 random_;
};

}  // namespace tendril
