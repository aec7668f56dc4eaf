// SPDX-License-Identifier: BSD-3-Clause
// A map that is linear in its coordinates: f = x + Σ φ_i(x) q_i with displacement fields on a mesh, as those of modes
// ([kane] Table 2, "Ritz–Galerkin on position"; primitives.md §11). It need not keep the volume; det F > 0 bounds the
// admissible set.
#pragma once

#include "core/model/volume/fem/section_motion.hpp"
#include "core/model/volume/map/point_map.hpp"

namespace tendril {

class ModalMap final : public PointMap {
 public:
  /// length: of the body, m. Throws std::invalid_argument where the mesh has no section.
  ModalMap(double length, std::shared_ptr<const ModeFields> fields);

  int size() const override { return fields_->size(); }
  double length() const override { return length_; }
  std::unique_ptr<EvaluationPoints> makeEvaluationPoints(std::span<const Vec3> points) const override;
  std::vector<std::vector<int>> blocks(std::span<const Vec3> points) const override;
  std::unique_ptr<MapEvaluator<double>> makeEvaluator() const override;
  std::unique_ptr<MapEvaluator<Directions>> makeDualEvaluator() const override;
  std::unique_ptr<MotionDerivatives> makeMotionDerivatives() const override;
  std::unique_ptr<MapEvaluator<MotionSeries>> makeSeriesEvaluator() const override;
  std::pair<double, int> margin(const EvaluationPoints& points, const VecXRef& q) const override;
  std::string violation(const Vec3& point, const VecXRef& q) const override;

  const ModeFields& fields() const { return *fields_; }
  /// Of the section at x (m), or of the end of the mesh that is nearest.
  const SectionMotions& sections() const { return sections_; }

 private:
  double length_;
  std::shared_ptr<const ModeFields> fields_;
  SectionMotions sections_;
};

}  // namespace tendril
