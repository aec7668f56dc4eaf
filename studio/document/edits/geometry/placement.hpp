// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that leave things where they are: they look at where links stand in the initial position.
#pragma once

#include <filesystem>
#include <optional>

#include "core/math/se3.hpp"
#include "studio/document/document.hpp"

namespace tendril {

struct Model;
struct SurfaceMesh;

namespace edits {

/// A pose as people read it: position and roll, pitch, yaw, without what is left of rounding.
description::Pose described(const Pose& pose);
/// A place on the surface of a body, whose material it is (undeformed, m), to 0.1 mm.
description::Attachment onSurface(const Vec3& material);
/// The place of a surface that is nearest to a point (undeformed, m): the point itself where it is on the surface to
/// 0.1 mm.
description::Attachment nearestOnSurface(const SurfaceMesh& surface, const Vec3& point);

/// Hangs a link on the tip of another one (0: on the world) without moving it in the world; `model` is that of the
/// description. Where the model does not have the two (it is being built), the pose stays what it is, as reparent() has
/// it.
Edit reparentInPlace(const Description& description, const Model& model, ObjectId link, ObjectId parent);
/// A joint between the tips of two links, of the kind that fits the chain between them: a hinge where all that moves
/// there are hinges about the same direction, so that a plane mechanism closes; nothing that moves (fixed) where the
/// chain is soft and the tips are one frame already; else a ball joint.
Edit joinTips(const Model& model, ObjectId a, ObjectId b);
/// How far two tips are apart in the initial position, m; nothing where the model does not have the two.
std::optional<double> tipDistance(const Model& model, ObjectId a, ObjectId b);
/// A place that a loop joins.
struct LoopEnd {
  ObjectId link = 0;                ///< 0: in the world, where the other end is
  description::Attachment at = {};  ///< on the link

  /// The same one by name, or by the same numbers.
  bool isSamePlaceAs(const LoopEnd& other) const;
};
/// A joint between two places of the robot, of the kind that fits the chain between them as joinTips() has it; one with
/// an end in the world is a ball joint. `directory`: of the project, whose files are read to see where the places are.
Edit joinPlaces(const LoopEnd& a, const LoopEnd& b, const std::filesystem::path& directory);
/// How far the ends of a loop are apart in the initial position, m; nothing where the model does not have it.
std::optional<double> openingOf(const Model& model, ObjectId loop);
/// A ball joint that holds the tip of a link where it is in the world.
Edit pinInPlace(const Model& model, ObjectId link);

}  // namespace edits
}  // namespace tendril
