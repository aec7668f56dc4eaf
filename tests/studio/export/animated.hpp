// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are exported as robots that move, and what Assimp reads of them.
#pragma once

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/studio/export/exported.hpp"

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

/// What Assimp makes of a file.
class FilmRead {
 public:
  explicit FilmRead(const std::string& file) {
    scene = importer_.ReadFile(file, 0);
    EXPECT_TRUE(scene) << importer_.GetErrorString();
    if (scene && scene->mNumAnimations > 0) animation = scene->mAnimations[0];
  }

  const aiNode& node(const std::string& name) const {
    const aiNode* found = scene->mRootNode->FindNode(name.c_str());
    if (!found) throw std::runtime_error("no node " + name);
    return *found;
  }
  const aiNodeAnim* channel(const std::string& name) const {
    for (unsigned i = 0; animation && i < animation->mNumChannels; ++i)
      if (name == animation->mChannels[i]->mNodeName.C_Str()) return animation->mChannels[i];
    return nullptr;
  }
  const aiMeshMorphAnim* morph(const std::string& name) const {
    for (unsigned i = 0; animation && i < animation->mNumMorphMeshChannels; ++i)
      if (name == animation->mMorphMeshChannels[i]->mName.C_Str()) return animation->mMorphMeshChannels[i];
    return nullptr;
  }
  const aiMesh& mesh(const std::string& name) const { return *scene->mMeshes[node(name).mMeshes[0]]; }

  /// Of a node in "robot", at an instant of the run.
  Pose pose(const std::string& name, const ShapeInstant& at) const {
    const aiNodeAnim* moves = channel(name);
    if (!moves) return poseOf(node(name).mTransformation);
    const double tick = 1000 * (at.t - kRunStart);
    Pose out;
    const aiVector3D p = keyAt(moves->mPositionKeys, moves->mNumPositionKeys, tick);
    const aiQuaternion q = keyAt(moves->mRotationKeys, moves->mNumRotationKeys, tick);
    out.p = Vec3(p.x, p.y, p.z);
    out.R = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    return out;
  }

  static Pose poseOf(const aiMatrix4x4& m) {
    Pose out;
    out.R << m.a1, m.a2, m.a3, m.b1, m.b2, m.b3, m.c1, m.c2, m.c3;
    out.p = Vec3(m.a4, m.b4, m.c4);
    return out;
  }

  const aiScene* scene = nullptr;
  const aiAnimation* animation = nullptr;  // null: there is none

 private:
  template <class Key>
  static decltype(Key::mValue) keyAt(const Key* keys, unsigned count, double tick) {
    if (count == 1) return keys[0].mValue;
    for (unsigned k = 0; k < count; ++k)
      if (std::abs(keys[k].mTime - tick) < 1e-3) return keys[k].mValue;
    throw std::runtime_error("no key at " + std::to_string(tick) + " ms");
  }

  Assimp::Importer importer_;
};

}  // namespace tendril
