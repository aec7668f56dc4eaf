// SPDX-License-Identifier: BSD-3-Clause
// How the sections of a body move with displacement fields: what frames along its axis follow (primitives.md §11).
#pragma once

#include <array>
#include <vector>

#include "core/model/volume/fem/mode_fields.hpp"

namespace tendril {

/// Of one section: the affine functions of y and z that are nearest to the fields over its area.
struct SectionMotion {
  Eigen::Matrix<double, 3, Eigen::Dynamic> shift;   ///< on the axis, 3 × fields
  Eigen::Matrix<double, 3, Eigen::Dynamic> alongY;  ///< ∂/∂y
  Eigen::Matrix<double, 3, Eigen::Dynamic> alongZ;  ///< ∂/∂z
};

/// Sections at equal distances from the least x of the mesh to the greatest, interpolated by cubics between them.
class SectionMotions {
 public:
  /// Throws std::invalid_argument where no section of the mesh has an area.
  explicit SectionMotions(const ModeFields& fields);
  double from() const { return from_; }  ///< m
  double to() const { return to_; }      ///< m

  /// Four neighbouring sections and what each counts.
  struct Weights {
    std::size_t first;
    std::array<double, 4> weight;
  };
  /// At x (m), or the end that is nearer.
  Weights weightsAt(double x) const;
  const SectionMotion& section(std::size_t index) const { return sections_[index]; }

 private:
  static constexpr int kSections = 65;

  double from_, to_;
  std::vector<SectionMotion> sections_;
};

}  // namespace tendril
