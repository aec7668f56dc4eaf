// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {

/// What the programs give to BuildOptions::meshes: gmsh, with what it made kept beside the project in this folder.
/// Runs nothing before it is asked.
std::shared_ptr<const MeshGenerator> projectMeshGenerator(const std::filesystem::path& projectDirectory);

}  // namespace tendril
