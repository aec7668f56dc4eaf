// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/soft_surface.hpp"
#include "studio/export/surface_writer.hpp"

namespace tendril {

/// What is seen of a link but its soft body: what is rigid of it under its name, its joint as "name joint"; where one
/// of them has several colours, a surface for each.
struct LinkSurfaces {
  std::vector<Surface> body, joint;
};

/// Of a link whose base frame is at a pose. What cannot be shown is told in `problems`.
LinkSurfaces linkSurfaces(const Model& model, std::size_t link, const RobotSize& size, const Pose& pose,
                          std::vector<std::string>& problems);

/// A soft body under the name of its link, where it was last updated to.
Surface softBodySurface(const SoftSurface& soft, const Link& link);

/// What is seen of every link, in the world, m. What cannot be shown is told in `problems`.
std::vector<Surface> robotSurfaces(const Snapshot& snapshot, std::vector<std::string>& problems);

}  // namespace tendril
