// SPDX-License-Identifier: GPL-3.0-or-later
// The floor: a plane of the world that looks up, which links and objects touch.
#pragma once

#include "studio/document/document.hpp"

namespace tendril::edits {

/// Some link or object touches a floor.
bool hasSolidFloor(const Description& description);
/// Every link and object that can be touched and does not touch a floor gets one: the same as the others, else at
/// z = `height` (m).
Edit makeFloorSolid(double height);
/// No body touches a floor any more.
Edit removeFloor();
/// The same edit; where the floor is solid, the links and objects that it adds touch it, too.
Edit onSolidFloor(Edit edit);
/// The same edit; where it makes the first bodies of an empty project and one of them floats, the floor at z = `height`
/// (m) is solid: what floats falls onto it, not out of sight.
Edit onFirstFloor(Edit edit, double height);

}  // namespace tendril::edits
