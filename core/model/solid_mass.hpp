// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// A solid of density 1 kg/m³.
struct SolidMass {
  double volume = 0;            ///< m³, and so its mass in kg
  Vec3 center = Vec3::Zero();   ///< m
  Mat3 inertia = Mat3::Zero();  ///< about the centre, kg·m²
};

/// What fills a shape or a closed mesh, in the frame that its pose is given in. std::runtime_error for a mesh that
/// cannot be read, or that encloses nothing.
SolidMass solidMass(const Visual& visual);

}  // namespace tendril
