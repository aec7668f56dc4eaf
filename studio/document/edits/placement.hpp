// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that leave things where they are: they look at where links stand in the initial position.
#pragma once

#include <optional>

#include "core/math/se3.hpp"
#include "studio/document/document.hpp"

namespace tendril {

struct Model;

namespace edits {

/// A pose as people read it: position and roll, pitch, yaw, without what is left of rounding.
description::Pose described(const Pose& pose);
/// A place on the surface of a body, whose material it is (undeformed, m), to 0.1 mm.
description::Attachment onSurface(const Vec3& material);

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
/// A ball joint that holds the tip of a link where it is in the world.
Edit pinInPlace(const Model& model, ObjectId link);

}  // namespace edits
}  // namespace tendril
