// SPDX-License-Identifier: BSD-3-Clause
// The only file that knows Assimp.
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <stdexcept>

#include "core/model/contact_surface.hpp"

namespace tendril {
namespace {

void append(const aiMesh& part, double scale, TriangleMesh& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (unsigned i = 0; i < part.mNumVertices; ++i) {
    const aiVector3D& v = part.mVertices[i];
    mesh.vertices.push_back(scale * Vec3(v.x, v.y, v.z));
  }
  for (unsigned i = 0; i < part.mNumFaces; ++i) {
    const aiFace& face = part.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines have no surface
    mesh.triangles.push_back({first + static_cast<int>(face.mIndices[0]), first + static_cast<int>(face.mIndices[1]),
                              first + static_cast<int>(face.mIndices[2])});
  }
}

}  // namespace

TriangleMesh readMesh(const std::string& file, double scale) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(file, aiProcess_Triangulate | aiProcess_PreTransformVertices);
  if (!scene) throw std::runtime_error("cannot be read: " + std::string(importer.GetErrorString()));
  TriangleMesh mesh;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) append(*scene->mMeshes[i], scale, mesh);
  if (mesh.triangles.empty()) throw std::runtime_error("holds no triangles");
  return mesh;
}

}  // namespace tendril
