// SPDX-License-Identifier: BSD-3-Clause
// The series of the backbone's intervals in double, whole registers at a time. Internal to core/model/volume.
#pragma once

#include "core/math/pose.hpp"
#include "core/model/volume/map/primitives/backbone_tables.hpp"

namespace tendril {

/// Columns of a series of the backbone, one row per power of σ: R (9, column after column), t, angular and linear part
/// of the twist (ω, ν) and of its rate at q̈ = 0 (α, β) in the section's axes, then ζ of each coordinate (6).
struct BackboneColumns {
  static constexpr int kR = 0, kT = 9, kOmega = 12, kNu = 15, kAlpha = 18, kBeta = 21, kZeta = 24;
};

/// Strains and their rates, one column per power of σ.
template <class S>
struct BackboneStrains {
  MatXT<S> value, rate;  ///< 6×(degree + 1): u, v
  int degree = 0;
};

/// ζ of each coordinate, (α, β) and the rows of R are all carried by the same −ad_ξ, so they lie side by side.
class PackedBackbone {
 public:
  explicit PackedBackbone(const BackboneTables& tables);
  /// The power 0 of the first interval, or of the next one from the end of that in work.
  void start(bool first);
  /// The power k + 1 from those up to k.
  void step(const BackboneInterval& interval, const BackboneStrains<double>& strains, int k, const VecX& qd);
  /// In the columns of BackboneColumns.
  void unpack(MatX& series) const;

 private:
  const BackboneTables& tables_;
  MatX packed_;                ///< a row each, padded; column 6 k + c is entry c at the power k
  Mat6X twist_;                ///< (ω, ν), a column per power
  Eigen::Matrix3Xd position_;  ///< t, likewise
};

}  // namespace tendril
