// SPDX-License-Identifier: BSD-3-Clause
// The only file that knows Assimp.
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "core/model/contact/contact_surface.hpp"

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

bool isObj(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".obj";
}

/// The same with "0.5" for ".5", which Assimp does not count as a number of an OBJ file.
std::string withLeadingZeros(const std::string& text) {
  const auto is = [&](std::size_t i, int (*kind)(int)) {
    return i < text.size() && kind(static_cast<unsigned char>(text[i])) != 0;
  };
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.' && i > 0 && is(i - 1, std::isspace) && is(i + 1, std::isdigit)) out += '0';
    out += text[i];
  }
  return out;
}

const aiScene* load(Assimp::Importer& importer, const std::string& file) {
  constexpr unsigned kSteps = aiProcess_Triangulate | aiProcess_PreTransformVertices;
  if (!isObj(file)) return importer.ReadFile(file, kSteps);
  std::ifstream stream(file, std::ios::binary);
  const std::string text = withLeadingZeros({std::istreambuf_iterator<char>(stream), {}});
  if (text.empty()) return importer.ReadFile(file, kSteps);  // says why
  return importer.ReadFileFromMemory(text.data(), text.size(), kSteps, "obj");
}

}  // namespace

TriangleMesh readMesh(const std::string& file, double scale) {
  Assimp::Importer importer;
  // Collada's "up" is left alone: robots have their meshes in the axes of their links.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = load(importer, file);
  if (!scene) throw std::runtime_error("cannot be read: " + std::string(importer.GetErrorString()));
  TriangleMesh mesh;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) append(*scene->mMeshes[i], scale, mesh);
  if (mesh.triangles.empty()) throw std::runtime_error("holds no triangles");
  return mesh;
}

}  // namespace tendril
