// SPDX-License-Identifier: GPL-3.0-or-later
// Links to begin with, and where they go.
#pragma once

#include <cstddef>
#include <optional>

#include "core/description/link.hpp"

namespace tendril {

/// What addLink makes; sizes are those of a thing that stands on a desk.
enum class LinkTemplate {
  kRod,                ///< soft rod of silicone, 0.3 m, bends and twists
  kRigid,              ///< rigid block, fixed to its parent
  kFrame,              ///< massless frame
  kRevoluteArm,        ///< rigid arm on a hinge
  kPrismaticArm,       ///< rigid arm on a slide
  kSphericalArm,       ///< rigid arm on a ball joint
  kFloatingBase,       ///< free rigid body, on the world
  kConstantCurvature,  ///< soft body of silicone that bends to an arc, 0.3 m
  kVolume,             ///< cylinder of rubber, of tetrahedra: bends, twists, stretches
  kFem,                ///< cylinder of foam that moves by its modes of vibration
  kExpression,         ///< cylinder of foam that moves by formulas
  kHelicalArm,         ///< rigid arm on a screw
  kCylindricalArm,     ///< rigid arm that turns and slides along one axis
  kUniversalArm,       ///< rigid arm on two crossed hinges
  kPlanarArm,          ///< rigid arm that slides and turns in a plane
  kCylinder,           ///< rigid cylinder, fixed to its parent
  kSphere,             ///< rigid ball, fixed to its parent
};
inline constexpr std::size_t kLinkTemplates = 1 + static_cast<std::size_t>(LinkTemplate::kSphere);

namespace edits {

/// Where a new link goes.
struct LinkPlace {
  description::ObjectId parent = 0;   ///< 0: the world
  description::Attachment at = {};    ///< on the parent; of the world nothing
  std::optional<Vec3> position = {};  ///< on the world, m; empty: half a metre above its origin
};

constexpr double kArmLength = 0.2, kArmRadius = 0.015;  // m, of the arms on joints

}  // namespace edits
}  // namespace tendril
