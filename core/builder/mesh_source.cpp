// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/mesh_source.hpp"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <unordered_map>

#include "core/model/volume/mesh/mesh_reader.hpp"
#include "core/model/volume/mesh/mesh_recipe.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

/// Meshes as they were read or made last. An edit builds the model anew, and a mesh is most of its bytes.
class MeshStore {
 public:
  using Shared = std::shared_ptr<const LoadedTetMesh>;

  /// Throws std::runtime_error as readTetMesh does.
  Shared read(const fs::path& file) {
    std::error_code ignored;
    const auto time = fs::last_write_time(file, ignored);
    const auto size = fs::file_size(file, ignored);
    return take(file.string() + "\n" + std::to_string(time.time_since_epoch().count()) + "\n" + std::to_string(size),
                [&] { return readTetMesh(file.string()); });
  }

  /// By `generator`, or in layers if it is null. Throws std::runtime_error as they do.
  Shared make(const MeshRecipe& recipe, const MeshGenerator* generator) {
    if (!generator) return take(recipeText(recipe), [&] { return layeredMesh(recipe); });
    return take("generated " + recipeText(recipe), [&] { return generator->generate(recipe, {}); });
  }

 private:
  static constexpr std::size_t kMost = 32;

  template <class F>
  Shared take(const std::string& key, F&& load) {
    const std::lock_guard lock(mutex_);
    if (const auto known = entries_.find(key); known != entries_.end()) return known->second;
    auto mesh = std::make_shared<const LoadedTetMesh>(load());
    if (entries_.size() >= kMost) entries_.clear();
    entries_[key] = mesh;
    return mesh;
  }

  std::mutex mutex_;
  std::unordered_map<std::string, Shared> entries_;
};

/// Also of what is not a number.
int wholeNumber(double value) {
  return value > 0 ? static_cast<int>(std::min(value, 1e9)) : 0;
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
  if (const auto& s = shape.helicoid)
    take(s, HelicoidShape{number(s->radius), number(s->inner), number(s->pitch), number(s->thickness),
                          wholeNumber(number(s->strips))});
  if (const auto& s = shape.gripper) take(s, GripperShape{number(s->radius), number(s->inner), number(s->cap)});
  return recipe;
}

}  // namespace

std::shared_ptr<const TetMesh> meshOf(const description::Mesh& mesh, double length, BuildContext& context,
                                      const std::string& path) {
  static MeshStore store;
  const auto* file = std::get_if<std::string>(&mesh.value);
  const auto* shape = std::get_if<description::MeshShape>(&mesh.value);
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
    const MeshStore::Shared loaded =
        file ? store.read(fs::absolute(context.options.directory / *file))
             : store.make(recipeOf(*shape, length, context), outside ? context.options.meshes.get() : nullptr);
    for (const std::string& note : loaded->notes)
      context.problems.push_back({.path = path, .message = note, .cure = {}, .severity = Problem::Severity::kWarning});
    return {loaded, &loaded->mesh};
  } catch (const std::runtime_error& error) {
    context.error(path, error.what());
    return nullptr;
  }
}

}  // namespace tendril
