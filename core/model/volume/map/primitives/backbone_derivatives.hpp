// SPDX-License-Identifier: BSD-3-Clause
// MotionDerivatives of the family `backbone`, by the rates of its Jacobian: since q̇ and q̈ are held, ∂(J q̇)/∂q_k = J̇_k
// and ∂(J q̈ + J̇q̇)/∂q_k = J̈_k. Internal to core/model/volume.
#pragma once

#include "core/model/volume/map/motion_derivatives.hpp"
#include "core/model/volume/map/primitives/backbone_rates.hpp"
#include "core/model/volume/map/primitives/radial_slopes.hpp"

namespace tendril {

class BackboneMotionDerivatives final : public MotionDerivatives {
 public:
  explicit BackboneMotionDerivatives(const BackboneTables& tables);
  std::unique_ptr<MotionChange> makeChange(int count) const override;
  void setState(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) override;
  void evaluate(const EvaluationPoints& points, const Columns<double>& force, MotionChange& out) const override;
  void frame(double at, const Pose& X, FrameChange& out) override;

 private:
  /// What the points in work have in common for all coordinates, in the axes of their sections.
  struct Section;
  struct Change;

  BackboneRow row(int j) const { return tables_.modes()[static_cast<std::size_t>(j)].row; }
  void movePoints(const PointsAt<double>& at, const Columns<double>& force, Change& out) const;
  void moveColumn(const PointsAt<double>& at, const Section& section, int j, Change& out) const;
  void addPairs(const Section& section, Change& out) const;
  /// The share of ∂ζ of the whole block, by the moments of its forces; and the sums over its points.
  void sumPairs(const BackboneEvaluationPoints& points, Change& out) const;

  const BackboneTables& tables_;
  BackboneRates series_;
  VecX q_, qd_, qdd_;
  // Of frame(), at its σ.
  VecX fields_;   ///< columns of the series
  MatX seconds_;  ///< rows of the seconds, ×6
};

}  // namespace tendril
