// SPDX-License-Identifier: BSD-3-Clause
// The family `backbone`: f(x, q) = t(s) + R(s) (0, h y, h z), s = x: sections that stay plane on a curve whose strains
// are sums of modes, and shrink and shift within themselves so that det F = 1 (primitives.md §1B, §2).
#pragma once

#include "core/model/volume/map/point_map.hpp"
#include "core/model/volume/map/primitives/backbone_tables.hpp"

namespace tendril {

class BackboneMap final : public PointMap {
 public:
  explicit BackboneMap(BackboneTables tables) : tables_(std::move(tables)) {}

  int size() const override { return tables_.size(); }
  double length() const override { return tables_.length(); }
  std::unique_ptr<EvaluationPoints> makeEvaluationPoints(std::span<const Vec3> points) const override;
  std::vector<std::vector<int>> blocks(std::span<const Vec3> points) const override;
  std::vector<std::vector<int>> strainBlocks(std::span<const Vec3> points) const override;
  std::unique_ptr<MapEvaluator<double>> makeEvaluator() const override;
  std::unique_ptr<MapEvaluator<Directions>> makeDualEvaluator() const override;
  std::unique_ptr<MotionDerivatives> makeMotionDerivatives() const override;
  std::unique_ptr<MapEvaluator<MotionSeries>> makeSeriesEvaluator() const override;
  std::pair<double, int> margin(const EvaluationPoints& points, const VecXRef& q) const override;
  std::string violation(const Vec3& point, const VecXRef& q) const override;

 private:
  BackboneTables tables_;
};

}  // namespace tendril
