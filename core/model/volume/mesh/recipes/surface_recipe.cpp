// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/recipes/surface_recipe.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <stdexcept>

#include "core/model/volume/mesh/surface/surface_edges.hpp"

namespace tendril {
namespace {

constexpr double kMostTetrahedra = 500'000;  // as the readers
constexpr double kFlatEnd = 1e-6;            // of the length: so near to an end is at it
constexpr double kToldVolume = 0.02;

std::string exact(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr};
}

/// FNV-1a over eight bytes at a time.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int shift = 0; shift < 64; shift += 8) hash_ = (hash_ ^ (word >> shift & 0xff)) * 0x100000001b3u;
  }
  void add(const std::vector<Triangle>& triangles) {
    add(static_cast<std::uint64_t>(triangles.size()));
    for (const Triangle& triangle : triangles)
      for (int v : triangle) add(static_cast<std::uint64_t>(v));
  }
  std::string text() const {
    char buffer[20];
    return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), hash_, 16).ptr};
  }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

std::string hashOf(const ClosedSurface& surface) {
  Hash hash;
  for (const Vec3& p : surface.vertices)
    for (double x : p) hash.add(std::bit_cast<std::uint64_t>(x));
  for (const SolidBoundary& solid : surface.solids) {
    hash.add(solid.outside);
    for (const auto& cavity : solid.cavities) hash.add(cavity);
  }
  return hash.text();
}

/// Triangles of a mesh, part by part, in the order in which parts are found.
std::vector<std::vector<Triangle>> partsOf(const std::vector<Triangle>& triangles) {
  std::vector<std::vector<Triangle>> parts;
  const std::vector<int> numbers = surfaceParts(triangles);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto part = static_cast<std::size_t>(numbers[t]);
    if (part == parts.size()) parts.emplace_back();
    parts[part].push_back(triangles[t]);
  }
  return parts;
}

void markOutside(const std::vector<Triangle>& triangles, const MeshExtent& extent, TetMesh& mesh) {
  MeshSurface base{"base", {}}, tip{"tip", {}}, side{"side", {}};
  const double near = kFlatEnd * extent.size().x();
  const auto isAt = [&](const Triangle& triangle, double x) {
    return std::all_of(triangle.begin(), triangle.end(),
                       [&](int node) { return std::abs(mesh.nodes[static_cast<std::size_t>(node)].x() - x) <= near; });
  };
  for (const Triangle& triangle : triangles) {
    MeshSurface& mark = isAt(triangle, extent.low.x()) ? base : isAt(triangle, extent.high.x()) ? tip : side;
    mark.triangles.push_back(triangle);
  }
  for (MeshSurface* mark : {&base, &tip, &side})
    if (!mark->triangles.empty()) mesh.surfaces.push_back(std::move(*mark));
}

}  // namespace

double edgeLength(double volume, double tetrahedra) {
  return std::cbrt(volume / tetrahedra * 6 * std::numbers::sqrt2);  // a regular one of edge h has h³ / (6√2)
}

void checkRecipe(const SurfaceRecipe& recipe) {
  if (!(recipe.size > 0)) throw std::runtime_error("size = " + exact(recipe.size) + " m must be positive");
  if (!(recipe.grading >= 0 && recipe.grading <= 2))
    throw std::runtime_error("grading = " + exact(recipe.grading) + " must be 0 to 2");
  const double h = recipe.size, wall = surfaceArea(*recipe.surface) / (h * h * std::sqrt(3.0) / 4);
  const double inside = recipe.grading > 0 ? 0 : surfaceVolume(*recipe.surface) / (h * h * h) * 6 * std::numbers::sqrt2;
  if (const double count = std::max(wall, inside); count > kMostTetrahedra)
    throw std::runtime_error("size = " + shortNumber(h) + " m would take about " + shortNumber(count) +
                             " tetrahedra, and at most " + std::to_string(static_cast<int>(kMostTetrahedra)) +
                             " are taken; thousands are usual");
}

std::string recipeText(const SurfaceRecipe& recipe) {
  const ClosedSurface& surface = *recipe.surface;
  return "surface " + hashOf(surface) + " vertices=" + std::to_string(surface.vertices.size()) +
         " volume=" + exact(surfaceVolume(surface)) + " size=" + exact(recipe.size) +
         " grading=" + exact(recipe.grading);
}

void markBoundary(TetMesh& mesh) {
  mesh.surfaces.clear();
  std::vector<std::vector<Triangle>> parts = partsOf(meshBoundary(mesh).triangles);
  const MeshExtent extent = meshExtent(mesh);
  const auto volume = [&](const std::vector<Triangle>& part) {
    const Vec3& origin = mesh.nodes[static_cast<std::size_t>(part[0][0])];
    double sum = 0;
    for (const auto& [a, b, c] : part)
      sum += tetrahedronVolume(origin, mesh.nodes[static_cast<std::size_t>(a)], mesh.nodes[static_cast<std::size_t>(b)],
                               mesh.nodes[static_cast<std::size_t>(c)]);
    return sum;
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) { return volume(a) < volume(b); });
  std::vector<Triangle> outside;
  std::vector<MeshSurface> cavities;
  for (std::vector<Triangle>& part : parts) {
    if (volume(part) > 0) {
      outside.insert(outside.end(), part.begin(), part.end());
      continue;
    }
    const std::string number = cavities.empty() ? "" : "_" + std::to_string(cavities.size() + 1);
    cavities.push_back({"cavity" + number, std::move(part)});
  }
  markOutside(outside, extent, mesh);
  for (MeshSurface& cavity : cavities) mesh.surfaces.push_back(std::move(cavity));
}

void noteVolume(const SurfaceRecipe& recipe, LoadedTetMesh& made) {
  const double wanted = surfaceVolume(*recipe.surface), error = meshVolume(made.mesh) / wanted - 1;
  if (std::abs(error) <= kToldVolume) return;
  made.notes.push_back("the tetrahedra have " + shortNumber(100 * std::abs(error)) + " % " +
                       (error < 0 ? "less" : "more") + " volume than the surface: a smaller size follows it better");
}

}  // namespace tendril
