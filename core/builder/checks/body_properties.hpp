// SPDX-License-Identifier: BSD-3-Clause
// What an engineer computes of a body by hand: mass, centre, inertia, stiffness, the first frequency of a cantilever.
#pragma once

#include <optional>

#include "core/model/body/body.hpp"

namespace tendril {

/// What a section of a slender body resists with, about its origin: force per stretch, moment per curvature.
struct SectionResistance {
  double axial = 0;                   ///< E A, N
  double bendingY = 0, bendingZ = 0;  ///< E ∫z², E ∫y², N·m²
  double torsion = 0;                 ///< G times the torsion constant, N·m²; 0: a body that does not twist
};

/// Of the undeformed body alone, in its base frame. With a fluid around it, added mass counts in inertia and frequency.
struct BodyProperties {
  double mass = 0;                             ///< kg
  Vec3 center = Vec3::Zero();                  ///< of mass, m
  Mat3 inertia = Mat3::Zero();                 ///< about the centre, kg·m²
  double volume = 0;                           ///< m³; 0: not summed up, as of rods
  std::optional<SectionResistance> base, tip;  ///< of the sections at its ends; of volumes none
  /// Hz: the lowest at which it vibrates with its base held, nothing on it and no weight; 0: it has no stiffness, or
  /// something of it moves without inertia.
  double frequency = 0;
};

/// Takes one evaluation of inertia and stiffness, and the eigenvalues of matrices of the size of the body.
BodyProperties propertiesOf(const Body& body);

}  // namespace tendril
