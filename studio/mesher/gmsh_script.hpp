// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {

/// A script of gmsh (OpenCASCADE geometry) for a shape, its surfaces marked as layeredMesh marks them, with edges of
/// about `size` (m). Throws std::runtime_error for trimmed helicoids, which gmsh has no solid for.
std::string gmshScript(const MeshRecipe& recipe, double size);

/// How gmsh fills a surface: with new triangles on faces that it makes of the surface where that is smooth, made fast,
/// or slowly and better; or with the triangles as they are.
enum class FillWay { kFrontal, kAdaptive, kOwnTriangles };

/// A mesh of gmsh (2.2, text) of the walls of one solid, each a surface of its own: 1, 2, …
std::string wallsText(const std::vector<Vec3>& vertices, const SolidBoundary& solid);

/// A script that fills what `walls` (a file of wallsText) encloses with edges as `sizes` says, a file of sizesText.
std::string fillScript(const std::string& walls, std::size_t wallCount, const std::string& sizes, FillWay way);

/// The wanted length of edges around a surface, a field `Structured` of gmsh.
std::string sizesText(const SurfaceRecipe& recipe);

}  // namespace tendril
