// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/project_meshes.hpp"

#include "studio/mesher/gmsh_generator.hpp"
#include "studio/mesher/mesh_cache.hpp"

namespace tendril {

std::shared_ptr<const MeshGenerator> projectMeshGenerator(const std::filesystem::path& projectDirectory) {
  constexpr const char* kName = "gmsh 1";  // the number changes with the script
  return std::make_shared<CachedMeshGenerator>(std::make_shared<GmshGenerator>(), kName,
                                               CachedMeshGenerator::folderOf(projectDirectory));
}

}  // namespace tendril
