// SPDX-License-Identifier: BSD-3-Clause
// Bodies that move by modes of finite elements, or by fields of a file.
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <stdexcept>

#include "core/builder/bodies/build_tetrahedra.hpp"
#include "core/builder/builders.hpp"
#include "core/model/volume/fem/basis_file.hpp"
#include "core/model/volume/fem/fem_modes.hpp"
#include "core/model/volume/fem/modal_map.hpp"

namespace tendril {
namespace {

namespace desc = description;

using Fields = std::shared_ptr<const ModeFields>;

/// Modes of meshes that are in use: an edit of anything else builds the model anew, and they take most of the time.
class ModeStore {
 public:
  /// Throws std::invalid_argument as femModes does.
  Fields take(const std::shared_ptr<const TetMesh>& mesh, double poisson, int count) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [](const Entry& entry) { return entry.mesh.expired(); });
    const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
      return entry.mesh.lock() == mesh && entry.poisson == poisson && entry.count == count;
    });
    if (known != entries_.end()) return known->fields;
    QuadraticMesh quadratic = quadraticMesh(*mesh);
    MatX shapes = femModes(quadratic, poisson, count).shapes;
    auto fields = std::make_shared<const ModeFields>(*mesh, std::move(quadratic), std::move(shapes));
    if (entries_.size() >= kMost) entries_.erase(entries_.begin());
    entries_.push_back({mesh, poisson, count, fields});
    return fields;
  }

 private:
  static constexpr std::size_t kMost = 32;
  struct Entry {
    std::weak_ptr<const TetMesh> mesh;
    double poisson;
    int count;
    Fields fields;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// The fields of a file; null with a problem.
Fields fieldsOf(const desc::FemBody& body, const BodyMesh& mesh, BuildContext& context, const std::string& path) {
  try {
    QuadraticMesh quadratic = quadraticMesh(*mesh.mesh);
    const auto file = std::filesystem::absolute(context.options.directory / body.basis);
    MatX shapes = readBasis(file.string(), quadratic);
    return std::make_shared<const ModeFields>(*mesh.mesh, std::move(quadratic), std::move(shapes));
  } catch (const std::runtime_error& error) {
    context.error(path + ".basis", error.what());
    return nullptr;
  }
}

Fields modesOf(const desc::FemBody& body, const BodyMesh& mesh, double poisson, BuildContext& context,
               const std::string& path) {
  static ModeStore store;
  try {
    return store.take(mesh.mesh, poisson, static_cast<int>(context.number(body.modes)));
  } catch (const std::invalid_argument& error) {
    context.error(path + ".mesh", error.what());
    return nullptr;
  }
}

/// Whether initial coordinates are as many as the body has.
bool hasCount(std::size_t given, int size, const char* key, BuildContext& context, const std::string& path) {
  if (given == 0 || static_cast<int>(given) == size) return true;
  context.error(path + '.' + key, "has " + std::to_string(given) + " numbers", "give " + std::to_string(size));
  return false;
}

}  // namespace

void buildBody(const desc::FemBody& body, BuildContext& context, LinkSpec& link, const std::string& path) {
  const std::optional<BodyMesh> mesh = bodyMesh(body, context, link, path);
  if (!mesh) return;
  const LawChoice law = compressibleLaw(materialOf(body, context), LinearStrain::kSmall, context, path);
  if (hasErrors(context.problems)) return;
  const bool file = !body.basis.empty();
  const Fields fields = file ? fieldsOf(body, *mesh, context, path) : modesOf(body, *mesh, law.poisson, context, path);
  if (!fields || !hasCount(body.q0.size(), fields->size(), "q0", context, path) ||
      !hasCount(body.v0.size(), fields->size(), "v0", context, path))
    return;
  try {
    VolumeSpec spec;
    spec.type = desc::FemBody::kType;
    spec.map = std::make_shared<ModalMap>(mesh->length, fields);
    spec.quantity = file ? Quantity::kNumber : Quantity::kLength;
    for (int j = 0; j < fields->size(); ++j)
      spec.coordinates.push_back((file ? "field[" : "mode[") + std::to_string(j) + ']');
    finishVolume(body, *mesh, law, std::move(spec), context);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
