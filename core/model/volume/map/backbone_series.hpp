// SPDX-License-Identifier: BSD-3-Clause
// The backbone as a power series in every interval, on any scalar: pose, Jacobian, twist, acceleration (primitives.md
// §2: R' = R û, t' = R v; ζ' = −ad_ξ ζ + Φ; α' = α×u + ω×u̇, β' = −u̇×ν − u×β + α×v + ω×v̇).
#pragma once

#include <vector>

#include "core/math/pose.hpp"
#include "core/model/volume/map/backbone_tables.hpp"

namespace tendril {

/// Columns of the series, one row per power of σ: R (9, column after column), t, angular and linear part of the twist
/// (ω, ν) and of its rate at q̈ = 0 (α, β) in the section's axes, then ζ of each coordinate (6).
template <class S>
class BackboneSeries {
 public:
  static constexpr int kR = 0, kT = 9, kOmega = 12, kNu = 15, kAlpha = 18, kBeta = 21, kZeta = 24;

  explicit BackboneSeries(const BackboneTables& tables);
  int columns() const { return kZeta + 6 * tables_.size(); }
  void run(const VecXT<S>& q, const VecXT<S>& qd);
  /// (kOrder + 1) × columns.
  const MatXT<S>& interval(int index) const { return series_[static_cast<std::size_t>(index)]; }

 private:
  /// Strains and their rates, one column per power of σ.
  struct Strains {
    MatXT<S> value, rate;  ///< 6×(degree + 1): u, v
    int degree = 0;
  };
  void setStrains(const BackboneInterval& interval, const VecXT<S>& q, const VecXT<S>& qd);
  void start(MatXT<S>& series, const MatXT<S>* before) const;
  void step(const BackboneInterval& interval, MatXT<S>& series, int k, const VecXT<S>& qd) const;

  const BackboneTables& tables_;
  Strains strains_;
  std::vector<MatXT<S>> series_;
};

}  // namespace tendril
