// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that leave things where they are: they look at where links stand in the initial position.
#pragma once

#include "studio/document/document.hpp"

namespace tendril {

struct Model;

namespace edits {

/// Hangs a link on the tip of another one (0: on the world) without moving it in the world; `model` is that of the
/// description. Where the model does not have the two (it is being built), the pose stays what it is, as reparent() has
/// it.
Edit reparentInPlace(const Description& description, const Model& model, ObjectId link, ObjectId parent);
/// A ball joint that holds the tip of a link where it is in the world.
Edit pinInPlace(const Model& model, ObjectId link);

}  // namespace edits
}  // namespace tendril
