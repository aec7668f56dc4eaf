// SPDX-License-Identifier: BSD-3-Clause
// Where the mass of a robot is: centres of mass, inertias, and the solid ellipsoids that have them.
#pragma once

#include <span>
#include <vector>

#include "core/model/data.hpp"

namespace tendril {

struct MassDistribution {
  double mass = 0;              ///< kg
  Vec3 centre = Vec3::Zero();   ///< of mass, world, m
  Mat3 inertia = Mat3::Zero();  ///< about the centre, world axes, kg·m²
};

/// Of each link: its body and nothing that hangs on it, without the added mass of a fluid and the rotors of direct
/// drives. After kinematics(); `out` is overwritten and keeps its memory.
void massDistributions(const Model& model, Data& data, std::vector<MassDistribution>& out);

/// Of all together. Without any mass: zero.
MassDistribution combined(std::span<const MassDistribution> parts);

/// The ellipsoid of uniform density that has the mass and the principal moments of a distribution.
struct InertiaEllipsoid {
  Vec3 semiAxes = Vec3::Zero();  ///< m, ascending; 0 where all mass lies in a plane, on a line or in a point
  Mat3 axes = Mat3::Identity();  ///< columns: their directions, world, right-handed
};
/// I₁ = m/5 (b² + c²), …: a² = 5/(2m) (I₂ + I₃ − I₁). Zero without mass; moments that no body can have count as those
/// of the nearest one that has none there.
InertiaEllipsoid inertiaEllipsoid(const MassDistribution& distribution);

}  // namespace tendril
