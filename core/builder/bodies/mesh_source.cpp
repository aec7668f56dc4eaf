// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/bodies/mesh_source.hpp"

#include <algorithm>
#include <filesystem>

#include "core/builder/bodies/surface_source.hpp"
#include "core/builder/parts/file_store.hpp"
#include "core/model/volume/mesh/files/mesh_reader.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

// Meshes as they were read or made last. An edit builds the model anew, and a mesh is most of its bytes.
using MeshStore = FileStore<LoadedTetMesh>;
using SharedMesh = std::shared_ptr<const LoadedTetMesh>;

SharedMesh read(MeshStore& store, const fs::path& file) {
  return store.take(fileKey(file), [&] { return readTetMesh(file.string()); });
}

/// By `generator`, or in layers if it is null. Throws std::runtime_error as they do.
SharedMesh make(MeshStore& store, const MeshRecipe& recipe, const MeshGenerator* generator) {
  if (!generator) return store.take(recipeText(recipe), [&] { return layeredMesh(recipe); });
  return store.take("generated " + recipeText(recipe), [&] { return generator->generate(recipe, {}); });
}

/// Also of what is not a number.
int wholeNumber(double value) {
  return value > 0 ? static_cast<int>(std::min(value, 1e9)) : 0;
}

RibHand handOf(description::RibHands hands) {
  using description::RibHands;
  return hands == RibHands::kBoth ? RibHand::kBoth : hands == RibHands::kRight ? RibHand::kRight : RibHand::kLeft;
}

/// The shape in numbers; one that the checks have found wrong is refused later.
MeshRecipe recipeOf(const description::MeshShape& shape, double length, BuildContext& context) {
  MeshRecipe recipe{{}, length, 0};
  const auto take = [&](const auto& given, auto made) {
    recipe.tetrahedra = wholeNumber(context.number(given->tetrahedra));
    recipe.shape = made;
  };
  const auto number = [&](const description::Number& value) { return context.number(value); };
  if (const auto& s = shape.cylinder) take(s, CylinderShape{number(s->radius)});
  if (const auto& s = shape.tube) take(s, TubeShape{number(s->radius), number(s->inner)});
  if (const auto& s = shape.box) take(s, BoxShape{number(s->height), number(s->width)});
  if (const auto& s = shape.helicoid) {
    const double ring = number(s->ring);
    const double pitch = s->turns ? (length - 2 * ring) / number(*s->turns) : number(s->pitch);
    take(s, HelicoidShape{number(s->radius), number(s->inner), pitch, number(s->thickness),
                          wholeNumber(number(s->strips)), ring, handOf(s->hands)});
  }
  if (const auto& s = shape.gripper) take(s, GripperShape{number(s->radius), number(s->inner), number(s->cap)});
  return recipe;
}

}  // namespace

std::shared_ptr<const TetMesh> meshOf(const description::Mesh& mesh, double length, BuildContext& context,
                                      const std::string& path) {
  static MeshStore store;
  const auto* file = std::get_if<std::string>(&mesh.value);
  const auto* shape = std::get_if<description::MeshShape>(&mesh.value);
  if (file && isSurfaceFile(*file)) {
    description::SurfaceMesh surface;
    surface.file = *file;
    return filledSurface(surface, context, path, true);
  }
  if (shape && shape->surface) return filledSurface(*shape->surface, context, path, false);
  const bool outside = shape && shape->maker == description::MeshMaker::kGmsh;
  if (outside && !context.options.meshes) {
    context.error(path + ".maker", "asks for gmsh, which is not available here", "write \"layers\"");
    return nullptr;
  }
  if (!file && length == 0) {
    context.error(path, "is a shape, and the body says not how long", "give the body a length");
    return nullptr;
  }
  try {
    const SharedMesh loaded =
        file ? read(store, fs::absolute(context.options.directory / *file))
             : make(store, recipeOf(*shape, length, context), outside ? context.options.meshes.get() : nullptr);
    for (const std::string& note : loaded->notes)
      context.problems.push_back({.path = path, .message = note, .cure = {}, .severity = Problem::Severity::kWarning});
    return {loaded, &loaded->mesh};
  } catch (const std::runtime_error& error) {
    context.error(path, error.what());
    return nullptr;
  }
}

}  // namespace tendril
