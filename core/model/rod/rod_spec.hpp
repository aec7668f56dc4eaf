// SPDX-License-Identifier: BSD-3-Clause
// What a rod is made of: the input of class Rod.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/body/section.hpp"
#include "core/model/rod/basis/basis.hpp"

namespace tendril {

/// Order of strains everywhere: torsion, bending_y, bending_z, stretch, shear_y, shear_z (conventions.md).
inline constexpr std::array<std::string_view, 6> kStrainNames = {"torsion", "bending_y", "bending_z",
                                                                 "stretch", "shear_y",   "shear_z"};

/// One piece of a rod. SI units.
struct RodDivisionSpec {
  double length = 0;
  SectionLaw section;
  double density = 0, young = 0, poisson = 0;
  double viscosity = 0;   ///< Kelvin–Voigt η, Pa·s
  double relaxation = 0;  ///< s; damping matrix += relaxation × stiffness matrix. One of the two is usually 0
  /// Basis per strain; null: that strain stays at its reference.
  std::array<StrainBasisPtr, 6> strain;
  /// Reference strain at s ∈ [0, 1]; empty: straight, [0 0 0 1 0 0].
  std::function<Vec6(double)> referenceStrain;
  int quadrature = 0;  ///< Gauss points per element; 0: the largest number that one of the bases wants
  Pose pose;           ///< before X = 0
  Pose tip;            ///< after X = length
};

struct RodSpec {
  std::vector<RodDivisionSpec> divisions;
  int magnus = 4;  ///< order of the integration along the rod, 2 or 4
};

}  // namespace tendril
