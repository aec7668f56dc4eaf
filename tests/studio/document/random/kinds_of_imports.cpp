// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other programs, added to the project as the window does it.
#include <algorithm>
#include <array>
#include <filesystem>

#include <test_paths.hpp>
#include "studio/document/copies/copies.hpp"
#include "studio/import/mesh_import.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = TENDRIL_SOURCE_DIR;

/// The small robots that the readers are tested with: URDF, MJCF, SDF; some of them cannot be read.
const std::vector<fs::path>& robotFiles() {
  static const std::vector<fs::path> files = [] {
    std::vector<fs::path> found;
    for (const char* folder : {"patterns", "corpus"})
      for (const auto& entry : fs::recursive_directory_iterator(kSource / "tests/studio/import" / folder))
        if (entry.is_regular_file() && isImportable(entry.path())) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
  }();
  return files;
}

Edit imported(Drawing& d, const ImportedRobot& robot) {
  if (!robot.ok()) return refusedEdit(robot.problems.front().text());
  return edits::addProject(robot.description, d.linkOrWorld());
}

/// Where the paths of meshes begin.
ImportOptions options(Drawing& d) {
  const fs::path& directory = d.directory();
  return {.floating = d.dice.oneIn(3), .directory = directory.empty() ? fs::current_path() : directory};
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"addProject", [](Drawing& d) { return imported(d, importRobot(d.dice.oneOf(robotFiles()), options(d))); }},
    {"addProject",
     [](Drawing& d) {
       constexpr std::array kUses = {MeshUse::kPicture, MeshUse::kRigid};  // a volume would be filled by gmsh
       const fs::path mesh = kSource / "assets/robots/panda/meshes/finger.stl";
       return imported(d, importMesh(mesh, d.dice.oneOf(kUses), options(d)));
     }},
});

}  // namespace

std::span<const EditKind> kindsOfImports() {
  return kKinds;
}

}  // namespace tendril
