// SPDX-License-Identifier: BSD-3-Clause
// The backbone as a power series in every interval, on any scalar: pose, Jacobian, twist, acceleration (primitives.md
// §2: R' = R û, t' = R v; ζ' = −ad_ξ ζ + Φ; α' = α×u + ω×u̇, β' = −u̇×ν − u×β + α×v + ω×v̇).
#pragma once

#include <optional>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/volume/map/primitives/backbone_tables.hpp"
#include "core/model/volume/map/primitives/packed_backbone.hpp"

namespace tendril {

template <class S>
class BackboneSeries : public BackboneColumns {
 public:
  explicit BackboneSeries(const BackboneTables& tables);
  int columns() const { return kZeta + 6 * tables_.size(); }
  void run(const VecXT<S>& q, const VecXT<S>& qd);
  /// (kOrder + 1) × columns.
  const MatXT<S>& interval(int index) const { return series_[static_cast<std::size_t>(index)]; }

 private:
  void setStrains(const BackboneInterval& interval, const VecXT<S>& q, const VecXT<S>& qd);
  void start(MatXT<S>& series, const MatXT<S>* before) const;
  void step(const BackboneInterval& interval, MatXT<S>& series, int k, const VecXT<S>& qd) const;

  const BackboneTables& tables_;
  BackboneStrains<S> strains_;
  std::vector<MatXT<S>> series_;
  std::optional<PackedBackbone> packed_;  ///< of double
};

}  // namespace tendril
