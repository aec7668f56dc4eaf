// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/volume/mesh/mesh_recipe.hpp"

namespace tendril {

/// A script of gmsh (OpenCASCADE geometry) for a shape, its surfaces marked as layeredMesh marks them, with edges of
/// about `size` (m). Throws std::runtime_error for trimmed helicoids, which gmsh has no solid for.
std::string gmshScript(const MeshRecipe& recipe, double size);

}  // namespace tendril
