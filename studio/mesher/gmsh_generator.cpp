// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/gmsh_generator.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "studio/mesher/child_process.hpp"
#include "studio/mesher/gmsh_script.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr int kMostRuns = 5;
constexpr double kCountTolerance = 0.15;
constexpr double kGoodQuality = 0.02;
constexpr double kVolumeTolerance = 0.1;  // coarse meshes cut off what is round

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

class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("meshing was cancelled") {}
};

/// gmsh is not there at all: no other way helps.
class Missing : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether a mesh is all of a solid of that volume, and nothing else.
bool isWhole(const MeshQuality& quality, double volume) {
  return quality.sound() && quality.components == 1 && std::abs(quality.volume / volume - 1) < kVolumeTolerance;
}

void append(const TetMesh& more, TetMesh& mesh) {
  const auto first = static_cast<int>(mesh.nodes.size());
  mesh.nodes.insert(mesh.nodes.end(), more.nodes.begin(), more.nodes.end());
  for (const auto& [a, b, c, d] : more.tetrahedra)
    mesh.tetrahedra.push_back({first + a, first + b, first + c, first + d});
}

/// The last lines of what a program wrote, in one.
std::string lastWords(std::string output) {
  constexpr std::size_t kShown = 300;
  if (output.size() > kShown) output.erase(0, output.size() - kShown);
  for (char& c : output)
    if (c == '\n' || c == '\r') c = ' ';
  return output.empty() ? "it says nothing" : "it says: " + output;
}

}  // namespace

LoadedTetMesh GmshGenerator::run(const fs::path& folder, const std::string& text,
                                 const std::function<bool()>& cancelled) const {
  const fs::path script = folder / "shape.geo", mesh = folder / "shape.msh";
  std::error_code ignored;
  fs::remove(mesh, ignored);
  std::ofstream(script) << text;
  // Settings of the person's own gmsh must not change meshes: its folder of settings is the empty one.
  const ChildResult result = runChild({.command = {options_.program, "-3", script.string(), "-o", mesh.string(),
                                                   "-format", "msh41", "-bin", "-nt", "1", "-v", "2"},
                                       .environment = {{"GMSH_HOME", folder.string()}, {"HOME", folder.string()}},
                                       .timeLimit = options_.timeLimit,
                                       .cancelled = cancelled});
  switch (result.end) {
    case ChildResult::End::kMissing:
      throw Missing("gmsh cannot be run (" + options_.program +
                    "); install it (apt-get install gmsh), or have a shape meshed in layers");
    case ChildResult::End::kCancelled:
      throw Cancelled();
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
  const TemporaryFolder folder;
  double size = edgeLength(recipeVolume(recipe), recipe.tetrahedra);
  LoadedTetMesh best;
  double least = 0;
  for (int attempt = 0; attempt < kMostRuns; ++attempt) {
    LoadedTetMesh made = run(folder.path(), gmshScript(recipe, size), cancelled);
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

LoadedTetMesh GmshGenerator::fillSolid(const fs::path& folder, const SurfaceRecipe& recipe, std::size_t solid,
                                       const std::function<bool()>& cancelled) const {
  const SolidBoundary& boundary = recipe.surface->solids[solid];
  const double volume = solidVolume(recipe.surface->vertices, boundary);
  const fs::path walls = folder / "walls.msh", sizes = folder / "sizes.bin";
  std::ofstream(walls) << wallsText(recipe.surface->vertices, boundary);
  std::string problem = "the mesh that gmsh makes has not the volume of the surface";
  LoadedTetMesh best;
  double quality = 0;
  for (FillWay way : {FillWay::kFrontal, FillWay::kAdaptive, FillWay::kOwnTriangles}) try {
      LoadedTetMesh made =
          run(folder, fillScript(walls.string(), boundary.cavities.size() + 1, sizes.string(), way), cancelled);
      const MeshQuality found = meshQuality(made.mesh);
      if (isWhole(found, volume) && found.minimumQuality > quality) {
        quality = found.minimumQuality;
        best = std::move(made);
      }
      if (quality > kGoodQuality) break;
    } catch (const Cancelled&) {
      throw;
    } catch (const Missing&) {
      throw;
    } catch (const std::runtime_error& error) {
      problem = error.what();
    }
  if (best.mesh.tetrahedra.empty())
    throw std::runtime_error("cannot be filled: " + problem +
                             "; take another size, or repair the surface where it is thin");
  return best;
}

LoadedTetMesh GmshGenerator::fill(const SurfaceRecipe& recipe, const std::function<bool()>& cancelled) const {
  checkRecipe(recipe);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "sizes.bin", std::ios::binary) << sizesText(recipe);
  LoadedTetMesh all;
  for (std::size_t i = 0; i < recipe.surface->solids.size(); ++i) {
    const LoadedTetMesh made = fillSolid(folder.path(), recipe, i, cancelled);
    append(made.mesh, all.mesh);
  }
  markBoundary(all.mesh);
  noteVolume(recipe, all);
  return all;
}

}  // namespace tendril
