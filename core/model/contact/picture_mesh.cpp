// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/contact/picture_mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 28;  // bytes
constexpr double kNothing = 1e-14;  // of the extent's square: twice the area of a triangle that is none
constexpr auto kSaveAgain = "save it again as OBJ, STL or PLY";

void checkFile(const fs::path& file) {
  std::error_code problem;
  constexpr auto kMayBeRead = "check that it and its folder may be read";
  if (!fs::exists(file, problem)) {
    if (problem) throw PictureError("cannot be read: " + problem.message(), kMayBeRead);
    throw PictureError("does not exist", "correct the path, which is relative to the project");
  }
  if (!fs::is_regular_file(file, problem)) throw PictureError("is no file", "name the file of a mesh");
  const std::uintmax_t size = fs::file_size(file, problem);
  if (problem) throw PictureError("cannot be read: " + problem.message(), kMayBeRead);
  if (!std::ifstream(file)) throw PictureError("may not be read", kMayBeRead);
  if (size == 0) throw PictureError("is empty", kSaveAgain);
  if (size > kLargest)
    throw PictureError("is " + std::to_string(size >> 20) + " MB large, more than 256 MB are not read",
                       "save it with fewer triangles");
}

bool hasArea(const TriangleMesh& mesh) {
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& vertex : mesh.vertices) low = low.cwiseMin(vertex), high = high.cwiseMax(vertex);
  const double nothing = kNothing * (high - low).squaredNorm();
  return std::ranges::any_of(mesh.triangles, [&](const std::array<int, 3>& triangle) {
    const auto corner = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(triangle[k])]; };
    return (corner(1) - corner(0)).cross(corner(2) - corner(0)).norm() > nothing;
  });
}

}  // namespace

TriangleMesh readPicture(const std::string& file) {
  checkFile(file);
  TriangleMesh mesh;
  try {
    mesh = readMesh(file, 1);
  } catch (const std::runtime_error& error) {
    throw PictureError(error.what(), kSaveAgain);
  }
  if (!std::ranges::all_of(mesh.vertices, [](const Vec3& vertex) { return vertex.allFinite(); }))
    throw PictureError("has a corner that is not a number", kSaveAgain);
  if (!hasArea(mesh)) throw PictureError("holds no triangle that has an area", kSaveAgain);
  return mesh;
}

}  // namespace tendril
