// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that knows Assimp's exporters.
#include "studio/export/surface_writer.hpp"

#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include <assimp/Exporter.hpp>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "studio/export/staged_files.hpp"

namespace tendril {
namespace {

template <class T>
T** pointers(std::size_t count) {
  return new T*[count];  // the scene deletes it
}

aiMesh* meshOf(const Surface& surface, unsigned material) {
  auto* mesh = new aiMesh;
  mesh->mName = surface.name;
  mesh->mMaterialIndex = material;
  mesh->mPrimitiveTypes = aiPrimitiveType_TRIANGLE;
  mesh->mNumVertices = static_cast<unsigned>(surface.mesh.vertices.size());
  mesh->mVertices = new aiVector3D[mesh->mNumVertices];
  const auto copy = [&mesh](const std::vector<Vec3>& from, aiVector3D* to) {
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
      const Eigen::Vector3f p = from[i].cast<float>();
      to[i] = {p.x(), p.y(), p.z()};
    }
  };
  copy(surface.mesh.vertices, mesh->mVertices);
  if (!surface.normals.empty()) copy(surface.normals, mesh->mNormals = new aiVector3D[mesh->mNumVertices]);
  mesh->mNumFaces = static_cast<unsigned>(surface.mesh.triangles.size());
  mesh->mFaces = new aiFace[mesh->mNumFaces];
  for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
    aiFace& face = mesh->mFaces[i];
    face.mNumIndices = 3;
    face.mIndices = new unsigned[3];
    for (unsigned k = 0; k < 3; ++k) face.mIndices[k] = static_cast<unsigned>(surface.mesh.triangles[i][k]);
  }
  return mesh;
}

aiMaterial* materialOf(const Surface& surface, SurfaceFormat format) {
  auto* material = new aiMaterial;
  const aiString name(surface.name);
  material->AddProperty(&name, AI_MATKEY_NAME);
  Vec3 rgb = surface.color;
  if (format == SurfaceFormat::kGlb) rgb = linearLight(rgb);
  const Eigen::Vector3f c = rgb.cast<float>();
  const aiColor4D color(c.x(), c.y(), c.z(), 1);
  material->AddProperty(&color, 1, AI_MATKEY_COLOR_DIFFUSE);
  if (format != SurfaceFormat::kGlb) return material;
  // Without these it would be of metal.
  const float metal = 0, rough = 0.6F;
  material->AddProperty(&color, 1, AI_MATKEY_BASE_COLOR);
  material->AddProperty(&metal, 1, AI_MATKEY_METALLIC_FACTOR);
  material->AddProperty(&rough, 1, AI_MATKEY_ROUGHNESS_FACTOR);
  return material;
}

std::unique_ptr<aiScene> sceneOf(const std::vector<Surface>& surfaces, SurfaceFormat format) {
  auto scene = std::make_unique<aiScene>();
  const std::size_t count = surfaces.size();
  scene->mNumMeshes = scene->mNumMaterials = static_cast<unsigned>(count);
  scene->mMeshes = pointers<aiMesh>(count);
  scene->mMaterials = pointers<aiMaterial>(count);
  auto* root = new aiNode("robot");
  // z of the world becomes y, x stays.
  if (format == SurfaceFormat::kGlb) root->mTransformation = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1};
  root->mNumChildren = static_cast<unsigned>(count);
  root->mChildren = pointers<aiNode>(count);
  for (std::size_t k = 0; k < count; ++k) {
    scene->mMeshes[k] = meshOf(surfaces[k], static_cast<unsigned>(k));
    scene->mMaterials[k] = materialOf(surfaces[k], format);
    auto* node = new aiNode(surfaces[k].name);
    node->mParent = root;
    node->mNumMeshes = 1;
    node->mMeshes = new unsigned[1]{static_cast<unsigned>(k)};
    root->mChildren[k] = node;
  }
  scene->mRootNode = root;
  return scene;
}

}  // namespace

Vec3 linearLight(const Vec3& sRgb) {
  return sRgb.unaryExpr(
      [](double share) { return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4); });
}

void writeSurfaces(const std::vector<Surface>& surfaces, SurfaceFormat format, const std::filesystem::path& file) {
  if (surfaces.empty()) throw std::runtime_error("there is nothing to write: no link has a surface");
  const std::unique_ptr<aiScene> scene = sceneOf(surfaces, format);
  const char* const kind = format == SurfaceFormat::kStl ? "stlb" : format == SurfaceFormat::kObj ? "obj" : "glb2";
  Assimp::ExportProperties properties;
  properties.SetPropertyString(AI_CONFIG_EXPORT_BLOB_NAME, file.filename().string());
  Assimp::Exporter exporter;
  const aiExportDataBlob* blob = exporter.ExportToBlob(scene.get(), kind, 0, &properties);
  if (!blob) throw std::runtime_error(file.filename().string() + " cannot be written: " + exporter.GetErrorString());
  for (; blob; blob = blob->next)  // the file, and what stands beside it
    writeWhole(file.parent_path() / blob->name.C_Str(), {static_cast<const char*>(blob->data), blob->size});
}

}  // namespace tendril
