// SPDX-License-Identifier: GPL-3.0-or-later
// What people usually begin a robot with: tiles of the gallery and of an empty project.
#pragma once

#include <vector>

#include "widgets/gallery/gallery_item.hpp"

namespace tendril {

/// Each adds the part with its id (part.hpp).
std::vector<GalleryStarter> firstBodies();

}  // namespace tendril
