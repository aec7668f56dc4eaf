// SPDX-License-Identifier: GPL-3.0-or-later
// Meshes that were made once, kept beside the project.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {

/// Asks another generator only for what is not in the folder yet. Entries are `.msh` files named by a hash of the
/// recipe and of the generator's name; they hold both and a checksum, so that a damaged or foreign one is made again.
/// They are written to a new file that then takes the name: other programs never see half of one.
class CachedMeshGenerator final : public MeshGenerator {
 public:
  /// `name` tells apart what different generators make. The folder is made when it is needed.
  CachedMeshGenerator(std::shared_ptr<const MeshGenerator> generator, std::string name, std::filesystem::path folder);

  /// The folder of a project: `.tendril-cache/meshes` in the project's own.
  static std::filesystem::path folderOf(const std::filesystem::path& projectDirectory);

  /// As the generator does. A folder that cannot be written to is a note, no error.
  LoadedTetMesh generate(const MeshRecipe& recipe, const std::function<bool()>& cancelled) const override;

  LoadedTetMesh fill(const SurfaceRecipe& recipe, const std::function<bool()>& cancelled) const override;

  /// Where the mesh of a recipe is or will be.
  std::filesystem::path fileOf(const MeshRecipe& recipe) const { return fileOf(recipeText(recipe)); }
  std::filesystem::path fileOf(const SurfaceRecipe& recipe) const { return fileOf(recipeText(recipe)); }

 private:
  std::filesystem::path fileOf(const std::string& recipe) const;
  std::string keyOf(const std::string& recipe) const;
  /// What is kept, or what `make` gives, which is then kept; `note` adds what depends on the recipe alone.
  template <class Make, class Note>
  LoadedTetMesh take(const std::string& recipe, Make&& make, Note&& note) const;

  std::shared_ptr<const MeshGenerator> generator_;
  std::string name_;
  std::filesystem::path folder_;
};

}  // namespace tendril
