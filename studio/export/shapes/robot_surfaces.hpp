// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "studio/export/surface_writer.hpp"

namespace tendril {

/// What is seen of every link, in the world, m: its body under its name, its joint as "name joint"; where one of them
/// has several colours, a surface for each. What cannot be shown is told in `problems`.
std::vector<Surface> robotSurfaces(const Snapshot& snapshot, std::vector<std::string>& problems);

}  // namespace tendril
