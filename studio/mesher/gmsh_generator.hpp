// SPDX-License-Identifier: GPL-3.0-or-later
// Unstructured meshes by gmsh.
#pragma once

#include <chrono>
#include <string>

#include "core/model/volume/mesh/mesh_recipe.hpp"

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

 private:
  LoadedTetMesh run(const MeshRecipe& recipe, double size, const std::function<bool()>& cancelled) const;

  GmshOptions options_;
};

}  // namespace tendril
