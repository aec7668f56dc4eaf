// SPDX-License-Identifier: BSD-3-Clause
// A point of the robot's material: found under the cursor, followed from snapshot to snapshot.
#pragma once

#include <optional>

#include "core/session/snapshot.hpp"

namespace tendril {

/// A point fixed to a section of a soft body, or to the base frame of a link.
struct MaterialPoint {
  int link = -1;               ///< index; −1: none
  std::optional<double> at;    ///< 0…1 over a soft body; empty: base frame
  Vec3 offset = Vec3::Zero();  ///< in the axes of that section or frame, m
};

/// The material point of a link that is at `world` now; on a soft body that of the nearest section. `link` must be one
/// of the snapshot's model.
MaterialPoint materialPointAt(const Snapshot& snapshot, int link, const Vec3& world);

/// The section or base frame that a material point belongs to, in the world.
Pose frameOf(const Snapshot& snapshot, const MaterialPoint& point);

/// Where the surface of a body that is drawn by a mesh of its own is undeformed (B, m) in the place that is nearest to
/// `world` now; empty for other bodies.
std::optional<Vec3> surfaceMaterialAt(const Snapshot& snapshot, int link, const Vec3& world);

/// The frame that sits on such a surface where its material is `material` (B, undeformed, m) or next to it (FaceFrame),
/// in the world now; empty for other bodies.
std::optional<Pose> surfaceFrameAt(const Snapshot& snapshot, int link, const Vec3& material);

}  // namespace tendril
