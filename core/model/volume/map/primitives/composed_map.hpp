// SPDX-License-Identifier: BSD-3-Clause
// The family `composed`: volume-preserving maps applied one after another; modes are functions of the current forward
// coordinate (primitives.md §1A, after Xu and Chirikjian).
#pragma once

#include "core/model/plugin/plugin_functions.hpp"
#include "core/model/volume/map/point_map.hpp"
#include "core/model/volume/map/primitives/backbone_tables.hpp"

namespace tendril {

/// One map; its modes share it.
struct ComposedPrimitive {
  BackboneRow row = BackboneRow::kStretch;
  std::vector<Curve> modes = {};                            ///< of X = x/L, also outside of [0, 1]
  std::shared_ptr<const PluginPrimitive> plugin = nullptr;  ///< instead of the row
};

class ComposedMap final : public PointMap {
 public:
  /// Throws std::invalid_argument naming the mode that is not finite on the body.
  ComposedMap(double length, std::vector<ComposedPrimitive> primitives);
  ~ComposedMap() override;

  struct Chain;

  int size() const override;
  double length() const override;
  std::unique_ptr<EvaluationPoints> makeEvaluationPoints(std::span<const Vec3> points) const override;
  std::vector<std::vector<int>> blocks(std::span<const Vec3> points) const override;
  std::unique_ptr<MapEvaluator<double>> makeEvaluator() const override;
  std::unique_ptr<MapEvaluator<Directions>> makeDualEvaluator() const override;
  std::string whyNoSeries() const override;
  std::unique_ptr<MapEvaluator<MotionSeries>> makeSeriesEvaluator() const override;
  std::pair<double, int> margin(const EvaluationPoints& points, const VecXRef& q) const override;
  std::string violation(const Vec3& point, const VecXRef& q) const override;

 private:
  std::unique_ptr<const Chain> chain_;
};

}  // namespace tendril
