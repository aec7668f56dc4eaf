// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/export/animated.hpp"

#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <assimp/Importer.hpp>
#include <stdexcept>

namespace tendril {
namespace {

template <class Key>
auto keyAt(const Key* keys, unsigned count, double tick) -> decltype(Key::mValue) {
  if (count == 1) return keys[0].mValue;
  for (unsigned k = 0; k < count; ++k)
    if (std::abs(keys[k].mTime - tick) < 1e-3) return keys[k].mValue;
  throw std::runtime_error("no key at " + std::to_string(tick) + " ms");
}

}  // namespace

FilmRead::FilmRead(const std::string& file) : importer_(std::make_unique<Assimp::Importer>()) {
  scene = importer_->ReadFile(file, 0);
  EXPECT_TRUE(scene) << importer_->GetErrorString();
  if (scene && scene->mNumAnimations > 0) animation = scene->mAnimations[0];
}

FilmRead::~FilmRead() = default;

const aiNode& FilmRead::node(const std::string& name) const {
  const aiNode* found = scene->mRootNode->FindNode(name.c_str());
  if (!found) throw std::runtime_error("no node " + name);
  return *found;
}

const aiNodeAnim* FilmRead::channel(const std::string& name) const {
  for (unsigned i = 0; animation && i < animation->mNumChannels; ++i)
    if (name == animation->mChannels[i]->mNodeName.C_Str()) return animation->mChannels[i];
  return nullptr;
}

const aiMeshMorphAnim* FilmRead::morph(const std::string& name) const {
  for (unsigned i = 0; animation && i < animation->mNumMorphMeshChannels; ++i)
    if (name == animation->mMorphMeshChannels[i]->mName.C_Str()) return animation->mMorphMeshChannels[i];
  return nullptr;
}

const aiMesh& FilmRead::mesh(const std::string& name) const {
  return *scene->mMeshes[node(name).mMeshes[0]];
}

Pose FilmRead::pose(const std::string& name, const ShapeInstant& at) const {
  const aiNodeAnim* moves = channel(name);
  if (!moves) return poseOf(node(name));
  const double tick = 1000 * (at.t - kRunStart);
  Pose out;
  const aiVector3D p = keyAt(moves->mPositionKeys, moves->mNumPositionKeys, tick);
  const aiQuaternion q = keyAt(moves->mRotationKeys, moves->mNumRotationKeys, tick);
  out.p = Vec3(p.x, p.y, p.z);
  out.R = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
  return out;
}

Pose FilmRead::poseOf(const aiNode& node) {
  const aiMatrix4x4& m = node.mTransformation;
  Pose out;
  out.R << m.a1, m.a2, m.a3, m.b1, m.b2, m.b3, m.c1, m.c2, m.c3;
  out.p = Vec3(m.a4, m.b4, m.c4);
  return out;
}

}  // namespace tendril
