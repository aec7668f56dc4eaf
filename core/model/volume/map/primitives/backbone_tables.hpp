// SPDX-License-Identifier: BSD-3-Clause
// The backbone of a volumetric body: a curve whose strains are sums of modes (primitives.md §1B).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/math/types.hpp"
#include "core/text/curve.hpp"

namespace tendril {

/// What a coordinate acts on: one of the six strains in the order of kStrainNames, or the section's area.
enum class BackboneRow { kTorsion, kBendingY, kBendingZ, kStretch, kShearY, kShearZ, kSource };

struct BackboneMode {
  BackboneRow row = BackboneRow::kStretch;
  Curve mode;  ///< of X ∈ [0, 1]
};

/// A piece of the backbone on which every mode is a polynomial of σ ∈ [0, 1].
struct BackboneInterval {
  double start = 0, length = 0;  ///< m
  MatX modes;                    ///< coefficients of σ⁰, σ¹, …; one column per coordinate
};

/// The modes of a body as piecewise polynomials: exact for polynomials up to degree 8, else interpolated at Chebyshev
/// points of intervals that are as short as that needs. Immutable.
class BackboneTables {
 public:
  /// `radius`: largest distance of a point from the axis, m; it limits the curvature and so says how short the
  /// intervals must be for the series of the backbone (order kOrder) to converge.
  /// Throws std::invalid_argument naming the mode that is not finite, and where.
  BackboneTables(double length, double radius, std::vector<BackboneMode> modes);

  static constexpr int kOrder = 14;  ///< of the series of the backbone in σ

  int size() const { return static_cast<int>(modes_.size()); }
  double length() const { return length_; }
  const std::vector<BackboneMode>& modes() const { return modes_; }
  const std::vector<BackboneInterval>& intervals() const { return intervals_; }
  /// Index of the interval of s (m), clamped to the body.
  int intervalAt(double s) const;
  /// The interval of s (m), clamped to the body, and σ there.
  std::pair<int, double> locate(double s) const {
    const int index = intervalAt(s);
    const BackboneInterval& interval = intervals_[static_cast<std::size_t>(index)];
    return {index, (s - interval.start) / interval.length};
  }
  /// Values and slopes d/ds of all modes at s (m).
  void evaluate(double s, VecX& values, VecX& slopes) const;

 private:
  bool fit(int count);

  double length_;
  std::vector<BackboneMode> modes_;
  std::vector<BackboneInterval> intervals_;
};

}  // namespace tendril
