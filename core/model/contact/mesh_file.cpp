// SPDX-License-Identifier: BSD-3-Clause
// The only file that knows Assimp. PLY is read beside it (ply_file.hpp): of files that are cut off Assimp's reader
// makes endless loops and crashes.
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
#include "core/model/contact/ply_file.hpp"
#include "core/model/contact/scene_check.hpp"

namespace tendril {
namespace {

void append(const aiMesh& part, TriangleMesh& mesh) {
  const int first = static_cast<int>(mesh.vertices.size());
  for (unsigned i = 0; i < part.mNumVertices; ++i) {
    const aiVector3D& v = part.mVertices[i];
    mesh.vertices.emplace_back(v.x, v.y, v.z);
  }
  for (unsigned i = 0; i < part.mNumFaces; ++i) {
    const aiFace& face = part.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines have no surface
    mesh.triangles.push_back({first + static_cast<int>(face.mIndices[0]), first + static_cast<int>(face.mIndices[1]),
                              first + static_cast<int>(face.mIndices[2])});
  }
}

bool endsIn(const std::string& file, std::string_view ending) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ending;
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

std::string contentOf(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

const aiScene* load(Assimp::Importer& importer, const std::string& file) {
  constexpr unsigned kSteps = aiProcess_Triangulate | aiProcess_PreTransformVertices;
  if (!endsIn(file, ".obj")) return importer.ReadFile(file, kSteps);
  const std::string text = withLeadingZeros(contentOf(file));
  if (text.empty()) return importer.ReadFile(file, kSteps);  // says why
  return importer.ReadFileFromMemory(text.data(), text.size(), kSteps, "obj");
}

/// The first bytes of a file; none of what is no file.
std::string headOf(const std::string& file) {
  std::string head(4, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  return head;
}

TriangleMesh readByAssimp(const std::string& file) {
  checkScene(file);
  Assimp::Importer importer;
  // Collada's "up" is left alone: robots have their meshes in the axes of their links.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = load(importer, file);
  if (!scene) throw std::runtime_error("cannot be read: " + std::string(importer.GetErrorString()));
  TriangleMesh mesh;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) append(*scene->mMeshes[i], mesh);
  return mesh;
}

}  // namespace

TriangleMesh readMesh(const std::string& file, double scale) {
  const std::string head = headOf(file);
  const bool ply = isPly(head) || (!head.empty() && endsIn(file, ".ply"));
  TriangleMesh mesh = ply ? parsePly(contentOf(file)) : readByAssimp(file);
  if (mesh.triangles.empty()) throw std::runtime_error("holds no triangles");
  for (Vec3& vertex : mesh.vertices) vertex *= scale;
  return mesh;
}

}  // namespace tendril
