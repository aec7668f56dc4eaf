// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are exported as robots that move, and what Assimp reads of them.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "tests/studio/export/exported.hpp"

struct aiAnimation;
struct aiMesh;
struct aiMeshMorphAnim;
struct aiNode;
struct aiNodeAnim;
struct aiScene;
namespace Assimp {
class Importer;
}

namespace tendril {

constexpr double kRunStart = 1.5;  // s, of runs: files count from there

/// A run of `count` instants over a second. `at`: coordinates at a share of it, 0…1.
template <class At>
std::vector<ShapeInstant> runOf(const Model& model, int count, const At& at) {
  std::vector<ShapeInstant> out;
  for (int k = 0; k < count; ++k) {
    const double share = count > 1 ? static_cast<double>(k) / (count - 1) : 0;
    out.push_back({kRunStart + share, at(share), VecX::Zero(model.nv), VecX::Zero(model.nu)});
  }
  return out;
}

/// An arm that turns, 0.4 m, with a soft rod at its end, 0.3 m, green. q: angles of the turn and of two bendings.
inline ExportedProject armWithRod() {
  return projectOf(R"({"format":"tendril","version":1,"name":"arm","gravity":[0,0,-9.81],
    "materials":{"rubber":{"density":1000,"young":1e5,"poisson":0.5,"viscosity":10}},
    "links":[{"name":"post","parent":"world","joint":{"type":"fixed"},"body":{"type":"rigid","mass":1,
      "inertia":[1,1,1,0,0,0],"visual":{"box":[0.1,0.1,0.1]}}},
    {"name":"arm","parent":"post","joint":{"type":"revolute","axis":[0,0,1]},"color":"#ff0000","body":{"type":"rigid",
      "mass":1,"inertia":[1,1,1,0,0,0],"tip":{"position":[0.4,0,0]},
      "visual":{"box":[0.4,0.05,0.05],"pose":{"position":[0.2,0,0]}}}},
    {"name":"soft rod","parent":"arm","joint":{"type":"fixed"},"color":"#00ff00","body":{"type":"rod",
      "material":"rubber","length":0.3,"section":{"shape":"circle","radius":0.01},
      "strain":{"bending_y":{"basis":"constant"},"bending_z":{"basis":"constant"}}}}]})");
}

inline VecX swingOf(double share) {
  return Vec3(4 * share, 0.6 * std::sin(3 * share), 0.3 * std::cos(2 * share));
}

/// What Assimp makes of a file. What is asked for and not there is a std::runtime_error.
class FilmRead {
 public:
  explicit FilmRead(const std::string& file);
  ~FilmRead();
  FilmRead(const FilmRead&) = delete;
  FilmRead& operator=(const FilmRead&) = delete;

  const aiNode& node(const std::string& name) const;
  const aiNodeAnim* channel(const std::string& name) const;     ///< null: there is none
  const aiMeshMorphAnim* morph(const std::string& name) const;  ///< null: there is none
  const aiMesh& mesh(const std::string& name) const;
  /// Of a node in "robot", at an instant of the run.
  Pose pose(const std::string& name, const ShapeInstant& at) const;
  /// Of a node in the one that it hangs on.
  static Pose poseOf(const aiNode& node);

  const aiScene* scene = nullptr;
  const aiAnimation* animation = nullptr;  ///< null: there is none

 private:
  std::unique_ptr<Assimp::Importer> importer_;
};

}  // namespace tendril
