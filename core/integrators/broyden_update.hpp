// SPDX-License-Identifier: BSD-3-Clause
// Broyden's method over old matrices: what the corrections of one set of equations did so far improves the next one, as
// if the matrices had been updated [Kelley, Iterative Methods, ch. 7]. Two vectors per correction instead of new
// matrices.
#pragma once

#include <algorithm>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

class BroydenUpdate {
 public:
  /// Moves of n entries, of which the first `weighted` count in products; `most` of them are kept.
  void resize(int n, int weighted, int most) {
    moves_.assign(static_cast<std::size_t>(most), VecX::Zero(n));
    weighted_ = weighted, count_ = 0;
  }
  /// Forgets the moves: other equations begin.
  void clear() { count_ = 0; }
  /// `move`: −H F with the fixed H; becomes Broyden's move and is remembered. weights (weighted) scale the entries.
  void improve(const VecXRef& weights, VecX& move) {
    for (std::size_t j = 0; j + 1 < count_; ++j) move += share(weights, moves_[j], move) * moves_[j + 1];
    if (count_ > 0) move /= std::max(kLeast, 1 - share(weights, moves_[count_ - 1], move));
    if (count_ < moves_.size()) moves_[count_++] = move;
  }

 private:
  static constexpr double kLeast = 0.25;  ///< moves grow by no more than its inverse

  /// Part of `move` along `along`, in its lengths.
  double share(const VecXRef& weights, const VecX& along, const VecX& move) const {
    double product = 0, square = 0;
    for (Eigen::Index i = 0; i < weighted_; ++i) {
      const double scaled = weights[i] * along[i];
      product += scaled * (weights[i] * move[i]), square += scaled * scaled;
    }
    return square > 0 ? product / square : 0;
  }

  std::vector<VecX> moves_;
  std::size_t count_ = 0;
  Eigen::Index weighted_ = 0;
};

}  // namespace tendril
