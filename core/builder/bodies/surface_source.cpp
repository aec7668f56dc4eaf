// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/bodies/surface_source.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>

#include "core/builder/parts/file_store.hpp"
#include "core/model/contact/contact_surface.hpp"
#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{1} << 28;
constexpr double kUsualCount = 2000;  // tetrahedra without a size
constexpr double kSuspicious = 100;   // m: numbers that are likely millimetres
constexpr double kFarthest = 1e5;     // m
constexpr double kOutside = 1e-6;     // of the extent: how far a surface may stand before x = 0

MeshExtent extentOf(const ClosedSurface& surface) {
  TetMesh mesh;
  mesh.nodes = surface.vertices;
  return meshExtent(mesh);
}

/// Fills one surface, and says at which field something is wrong.
class Filling {
 public:
  Filling(const description::SurfaceMesh& given, BuildContext& context, std::string path, bool brief)
      : given_(given), context_(context), path_(std::move(path)), brief_(brief) {}

  std::shared_ptr<const TetMesh> run() {
    if (!context_.options.meshes) {
      context_.error(path_, "is filled by gmsh, which is not available here", "give a file of tetrahedra (.msh, .vtu)");
      return nullptr;
    }
    SurfaceRecipe recipe;
    if (!attempt("file", [&] { recipe.surface = read(); }) || !stands(*recipe.surface)) return nullptr;
    recipe.grading = context_.number(given_.grading);
    recipe.size = given_.size ? context_.number(*given_.size) : edgeLength(surfaceVolume(*recipe.surface), kUsualCount);
    if (!attempt("size", [&] { checkRecipe(recipe); })) return nullptr;
    static FileStore<LoadedTetMesh> store;
    std::shared_ptr<const LoadedTetMesh> filled;
    if (!attempt("", [&] {
          filled = store.take(recipeText(recipe), [&] { return context_.options.meshes->fill(recipe, {}); });
        }))
      return nullptr;
    tell("size", filled->notes);
    return {filled, &filled->mesh};
  }

 private:
  std::string at(const std::string& field) const {
    return brief_ ? path_ : path_ + ".surface" + (field.empty() ? "" : "." + field);
  }

  void warn(const std::string& field, std::string message, std::string cure = {}) {
    context_.problems.push_back({.path = at(field),
                                 .message = std::move(message),
                                 .cure = std::move(cure),
                                 .severity = Problem::Severity::kWarning});
  }
  void tell(const std::string& field, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) warn(field, note);
  }

  template <class F>
  bool attempt(const std::string& field, F&& f) {
    try {
      f();
      return true;
    } catch (const std::runtime_error& error) {
      context_.error(at(field), error.what());
      return false;
    }
  }

  /// In metres and in the body's axes.
  std::shared_ptr<const ClosedSurface> read() {
    static FileStore<RepairedSurface> store;
    const fs::path file = fs::absolute(context_.options.directory / given_.file);
    const auto repaired = store.take(fileKey(file), [&] { return readSurface(file.string()); });
    tell("file", repaired->notes);
    auto placed = std::make_shared<ClosedSurface>(repaired->surface);
    const double scale = context_.number(given_.scale);
    const Pose pose = context_.pose(given_.pose);
    for (Vec3& p : placed->vertices) p = pose.R * (scale * p) + pose.p;
    return placed;
  }

  /// False, with a problem, where a body of this surface could not be.
  bool stands(const ClosedSurface& surface) {
    const MeshExtent extent = extentOf(surface);
    const double largest = extent.size().maxCoeff();
    if (!(extent.low.cwiseAbs().maxCoeff() < kFarthest) || !(extent.high.cwiseAbs().maxCoeff() < kFarthest)) {
      context_.error(at("scale"), "makes the surface reach farther than 100 km", "give the factor to metres");
      return false;
    }
    if (largest > kSuspicious)
      warn("scale", "makes the surface " + shortNumber(largest) + " m large",
           "write 0.001 if the file is in millimetres");
    if (extent.low.x() >= -kOutside * largest) return true;
    context_.error(
        at("pose"),
        "lets the surface reach from x = " + shortNumber(extent.low.x()) + " to " + shortNumber(extent.high.x()) + " m",
        "bodies stand along x from 0: shift it by " + shortNumber(-extent.low.x()) + " m along x");
    return false;
  }

  const description::SurfaceMesh& given_;
  BuildContext& context_;
  std::string path_;
  bool brief_;
};

}  // namespace

bool isSurfaceFile(const std::string& file) {
  std::string end = fs::path(file).extension().string();
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return end == ".stl" || end == ".obj" || end == ".ply";
}

RepairedSurface readSurface(const std::string& file) {
  if (checkMeshFile(file, kMostBytes) == 0) throw std::runtime_error("is empty; export the part again");
  if (!isSurfaceFile(file))
    throw std::runtime_error("is no surface of triangles by its name; export the part as .stl, .obj or .ply");
  const TriangleMesh mesh = [&] {
    try {
      return readMesh(file, 1);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string(error.what()) + "; export the part as .stl, .obj or .ply");
    }
  }();
  return repairSurface(mesh.vertices, mesh.triangles);
}

std::shared_ptr<const TetMesh> filledSurface(const description::SurfaceMesh& given, BuildContext& context,
                                             const std::string& path, bool brief) {
  return Filling(given, context, path, brief).run();
}

}  // namespace tendril
