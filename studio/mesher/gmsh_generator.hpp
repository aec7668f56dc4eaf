// SPDX-License-Identifier: GPL-3.0-or-later
// Unstructured meshes by gmsh.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {

struct GmshOptions {
  std::string program = "gmsh";                                    ///< found by PATH
  std::chrono::milliseconds timeLimit = std::chrono::seconds(60);  ///< of one run
};

class GmshGenerator final : public MeshGenerator {
 public:
  explicit GmshGenerator(GmshOptions options = {}) : options_(std::move(options)) {}

  /// Runs gmsh up to five times, with finer or coarser edges, until the number of tetrahedra is within 15 % of the
  /// wanted. Errors say if gmsh is missing, took too long, was cancelled or failed (with what it wrote).
  LoadedTetMesh generate(const MeshRecipe& recipe, const std::function<bool()>& cancelled) const override;
  /// Solid by solid: where the surface is smooth gmsh gives it triangles of the wanted size; if no good mesh comes of
  /// that (all qualities above 0.02, volume within 10 % of the surface's), the file's own triangles are kept.
  LoadedTetMesh fill(const SurfaceRecipe& recipe, const std::function<bool()>& cancelled) const override;

 private:
  /// Runs a script that is in a folder, and reads the mesh that it makes.
  LoadedTetMesh run(const std::filesystem::path& folder, const std::string& script,
                    const std::function<bool()>& cancelled) const;
  LoadedTetMesh fillSolid(const std::filesystem::path& folder, const SurfaceRecipe& recipe, std::size_t solid,
                          const std::function<bool()>& cancelled) const;

  GmshOptions options_;
};

}  // namespace tendril
