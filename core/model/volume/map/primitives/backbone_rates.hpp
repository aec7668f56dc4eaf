// SPDX-License-Identifier: BSD-3-Clause
// The series of the backbone's intervals with their rates and their changes with q. Internal to core/model/volume.
//
// All are carried by the strains ξ = (u, v) as ζ' = −ad_ξ ζ + Φ is, Φ the modes (primitives.md §2):
//     ζ̇' = −ad_ξ ζ̇ − ad_ξ̇ ζ,   ζ̈' = −ad_ξ ζ̈ − 2 ad_ξ̇ ζ̇ − ad_ξ̈ ζ,   ∂_kζ_j' = −ad_ξ ∂_kζ_j − ad_Φk ζ_j.
#pragma once

#include <vector>

#include "core/model/volume/map/primitives/backbone_tables.hpp"

namespace tendril {

class BackboneRates {
 public:
  explicit BackboneRates(const BackboneTables& tables);
  void run(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd);

  // Columns of a series, one row per power of σ: R (9, column after column), the angular velocity of the section in its
  // axes and its rate, then ζ, ζ̇, ζ̈ of each coordinate (6).
  static constexpr int kR = 0, kOmega = 9, kAlpha = 12, kZeta = 15;
  int rate() const { return kZeta + 6 * n_; }
  int acceleration() const { return kZeta + 12 * n_; }
  int columns() const { return kZeta + 18 * n_; }
  /// (kOrder + 1) × columns.
  const MatX& interval(int index) const { return series_[static_cast<std::size_t>(index)]; }

  /// ∂_kζ_j for j ≤ k in row secondRow(j, k), 6 columns for each power of σ.
  auto seconds(int index) const {
    const MatX& packed = packed_[static_cast<std::size_t>(index)];
    return packed.bottomRows(packed.rows() - second_);
  }
  Eigen::Index secondRow(int j, int k) const { return secondRows_[static_cast<std::size_t>(k)] + j; }

 private:
  static constexpr int kPowers = BackboneTables::kOrder + 1;
  /// Coefficients of the strains or of their rates, a column per power of σ.
  using Strains = Eigen::Matrix<double, 6, Eigen::Dynamic>;

  void setStrains(const BackboneInterval& interval, const VecXRef& q, Strains& out) const;
  void start(std::size_t interval);
  void step(std::size_t interval, int power);
  /// What carries the rows from `row` on, four at once, from `power` to the next.
  struct Sum;
  void addSources(const BackboneInterval& interval, const MatX& packed, Eigen::Index row, int degree, int power,
                  Sum& sum) const;
  void unpack(std::size_t interval, const VecXRef& qd, const VecXRef& qdd);

  const BackboneTables& tables_;
  int n_;
  Eigen::Index rates_, accelerations_;  ///< first rows of ζ̇ and ζ̈ in packed_; ζ begins it, then come the rows of R
  std::vector<Eigen::Index> secondRows_;  ///< of ∂_kζ_0, from second_ on
  Eigen::Index second_;                   ///< the first row of all ∂_kζ_j
  std::vector<int> turning_;              ///< by four of these rows: their k
  std::vector<MatX> packed_;              ///< a row each, padded; column 6 power + c is entry c
  Strains strains_, strainRates_, strainAccelerations_;
  std::vector<MatX> series_;
};

}  // namespace tendril
