// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mesh_import.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/description/file_paths.hpp"
#include "core/model/contact/picture_mesh.hpp"
#include "core/model/solid_mass.hpp"
#include "core/text/number_text.hpp"
#include "studio/import/parts/robot_parts.hpp"
#include "studio/import/parts/xml_file.hpp"

namespace tendril {
namespace {

namespace desc = description;
namespace fs = std::filesystem;
constexpr double kLargestMesh = 5;  // m: what is larger is in millimetres
constexpr double kSolidDensity = 1000;

bool endsIn(const fs::path& file, std::initializer_list<std::string_view> ends) {
  std::string own = file.extension().string();
  std::transform(own.begin(), own.end(), own.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::find(ends.begin(), ends.end(), own) != ends.end();
}

/// Corners of the box around a mesh.
std::pair<Vec3, Vec3> boundsOf(const TriangleMesh& mesh) {
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& vertex : mesh.vertices) low = low.cwiseMin(vertex), high = high.cwiseMax(vertex);
  return {low, high};
}

desc::RigidBody solidBody(const fs::path& file, double scale, const desc::Visual& picture) {
  Visual solid;
  solid.shape = Visual::Shape::kMesh;
  solid.mesh = file.string(), solid.size[0] = scale;
  const SolidMass mass = solidMass(solid);
  desc::RigidBody body;
  body.mass = kSolidDensity * mass.volume;
  body.com = describedVector(mass.center);
  body.inertia = describedInertia(kSolidDensity * mass.inertia);
  body.visual = picture;
  return body;
}

/// `start`: where the surface begins along x; nullopt: the file is a mesh of tetrahedra.
desc::VolumeBody softBody(const std::string& file, double scale, std::optional<double> start,
                          Description& description) {
  desc::Material material;
  material.name = "rubber";
  material.density = 1000;
  desc::NeoHookean law;
  law.c1 = 1e5, law.relaxation = 0.02;
  material.law = law;
  description.materials.items.push_back(material);
  desc::VolumeBody body;
  body.material = desc::MaterialRef(material.name);
  if (start) {
    desc::MeshShape shape;
    shape.surface.emplace();
    shape.surface->file = file, shape.surface->scale = scale;
    shape.surface->pose.position = {-*start, 0.0, 0.0};  // bodies run forward along x from their base
    body.mesh.value = shape;
  } else {
    body.mesh.value = file;
  }
  const auto add = [&](const char* type, std::initializer_list<const char*> modes) {
    desc::Primitive& primitive = body.primitives.emplace_back();
    primitive.type = type;
    for (const char* mode : modes) primitive.modes.emplace_back().text = mode;
  };
  add("stretch", {"X*(1-X)"});
  add("bending_y", {"1/L", "x/L"});
  add("bending_z", {"1/L", "x/L"});
  add("torsion", {"X"});
  body.liveQuadrature = desc::LiveQuadrature{desc::Number(100)};
  return body;
}

}  // namespace

bool meshCanBe(const fs::path& file, MeshUse use) {
  if (endsIn(file, {".msh", ".vtu"})) return use == MeshUse::kVolume;
  if (endsIn(file, {".stl", ".obj", ".ply"})) return true;
  return use != MeshUse::kVolume && endsIn(file, {".glb", ".gltf", ".dae"});
}

bool isShape(const fs::path& file) {
  return std::ranges::any_of(kMeshUses, [&](MeshUse use) { return meshCanBe(file, use); });
}

ImportedRobot importMesh(const fs::path& file, MeshUse use, const ImportOptions& options) {
  ImportedRobot out;
  ImportNotes notes(out.problems);
  std::error_code failed;
  const fs::path absolute = fs::absolute(file, failed).lexically_normal();
  const fs::path directory = options.directory.empty() ? absolute.parent_path() : options.directory;
  out.description.name = absolute.stem().string();
  RobotAssembly assembly(out.description);
  desc::Link& link =
      assembly.addLink(assembly.freeName(allowedName(absolute.stem().string())), std::string(desc::kWorldName), Pose{});
  try {
    double scale = 1;
    std::optional<double> start;
    if (meshCanBe(file, MeshUse::kPicture)) {
      const auto [low, high] = boundsOf(readPicture(absolute.string()));
      if ((high - low).maxCoeff() > kLargestMesh) {
        scale = 0.001;
        notes.note(0, "links." + link.name, absolute.filename().string() + " is larger than 5 m",
                   "its numbers were taken to be millimetres; change the scale if they are not");
      }
      start = scale * low.x();
    }
    const std::string named = filePathIn(directory, absolute);
    desc::Visual picture;
    picture.mesh = named, picture.scale = scale;
    if (use == MeshUse::kPicture) link.visual = picture;
    if (use == MeshUse::kRigid) link.body = solidBody(absolute, scale, picture);
    if (use == MeshUse::kVolume) link.body = softBody(named, scale, start, out.description);
  } catch (const PictureError& error) {
    notes.error(0, {}, absolute.filename().string() + ' ' + error.what(), error.cure());
  } catch (const std::runtime_error& error) {
    notes.error(0, {}, absolute.filename().string() + ' ' + error.what(), "mend the file, or use it as a picture");
  }
  return out;
}

}  // namespace tendril
