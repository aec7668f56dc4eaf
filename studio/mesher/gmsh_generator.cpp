// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/gmsh_generator.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/model/volume/mesh/mesh_reader.hpp"
#include "studio/mesher/child_process.hpp"
#include "studio/mesher/gmsh_script.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr int kMostRuns = 5;
constexpr double kCountTolerance = 0.15;

/// A new folder that goes when it is no longer needed.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "tendril-mesh-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The last lines of what a program wrote, in one.
std::string lastWords(std::string output) {
  constexpr std::size_t kShown = 300;
  if (output.size() > kShown) output.erase(0, output.size() - kShown);
  for (char& c : output)
    if (c == '\n' || c == '\r') c = ' ';
  return output.empty() ? "it says nothing" : "it says: " + output;
}

}  // namespace

LoadedTetMesh GmshGenerator::run(const MeshRecipe& recipe, double size, const std::function<bool()>& cancelled) const {
  const TemporaryFolder folder;
  const fs::path script = folder.path() / "shape.geo", mesh = folder.path() / "shape.msh";
  std::ofstream(script) << gmshScript(recipe, size);
  // Settings of the person's own gmsh must not change meshes: its folder of settings is the empty one.
  const ChildResult result =
      runChild({.command = {options_.program, "-3", script.string(), "-o", mesh.string(), "-format", "msh41", "-bin",
                            "-nt", "1", "-v", "2"},
                .environment = {{"GMSH_HOME", folder.path().string()}, {"HOME", folder.path().string()}},
                .timeLimit = options_.timeLimit,
                .cancelled = cancelled});
  switch (result.end) {
    case ChildResult::End::kMissing:
      throw std::runtime_error("gmsh cannot be run (" + options_.program +
                               "); install it (apt-get install gmsh), or have the shape meshed in layers");
    case ChildResult::End::kCancelled:
      throw std::runtime_error("meshing was cancelled");
    case ChildResult::End::kTimeLimit:
      throw std::runtime_error("gmsh took longer than " + std::to_string(options_.timeLimit.count() / 1000) +
                               " s and was stopped; ask for fewer tetrahedra");
    case ChildResult::End::kExited:
      break;
  }
  if (result.status != 0)
    throw std::runtime_error("gmsh failed (status " + std::to_string(result.status) + "); " + lastWords(result.output));
  if (!fs::exists(mesh)) throw std::runtime_error("gmsh made no mesh; " + lastWords(result.output));
  return readTetMesh(mesh.string());
}

LoadedTetMesh GmshGenerator::generate(const MeshRecipe& recipe, const std::function<bool()>& cancelled) const {
  checkRecipe(recipe);
  // A mesh of regular tetrahedra of edge h has about V / (h³ / 6√2) of them.
  double size = std::cbrt(recipeVolume(recipe) / recipe.tetrahedra * 6 * std::sqrt(2.0));
  LoadedTetMesh best;
  double least = 0;
  for (int attempt = 0; attempt < kMostRuns; ++attempt) {
    LoadedTetMesh made = run(recipe, size, cancelled);
    const double ratio = static_cast<double>(made.mesh.tetrahedra.size()) / recipe.tetrahedra;
    if (const double miss = std::abs(std::log(ratio)); attempt == 0 || miss < least) {
      least = miss;
      best = std::move(made);
    }
    if (std::abs(ratio - 1) < kCountTolerance) break;
    size *= std::cbrt(ratio);
  }
  noteCount(recipe, best);
  return best;
}

}  // namespace tendril
