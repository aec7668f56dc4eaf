// SPDX-License-Identifier: BSD-3-Clause
// Walls of chambers in volumes.
#include <cstdio>

#include "core/builder/builders.hpp"
#include "core/model/volume/mesh/boundary_region.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_chamber.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kHeld = 1e-6;  // of the length: as far from x = 0 a surface may be open

/// Names of a mesh's marked surfaces, for messages.
std::string surfaceNames(const TetMesh& mesh) {
  std::string names;
  for (const MeshSurface& surface : mesh.surfaces) names += (names.empty() ? "" : ", ") + ('"' + surface.name + '"');
  return names;
}

std::string placeText(const Vec3& place) {
  char text[80];
  std::snprintf(text, sizeof text, "(%.4g, %.4g, %.4g) m", place.x(), place.y(), place.z());
  return text;
}

std::unique_ptr<TendonPiece> chamberOf(const Volume& volume, const std::vector<Triangle>& wall) {
  const TetMesh& mesh = *volume.mesh();
  std::vector<int> index(mesh.nodes.size(), -1);
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (const Triangle& t : wall) {
    std::array<int, 3> own{};
    for (std::size_t k = 0; k < 3; ++k) {
      int& mine = index[static_cast<std::size_t>(t[k])];
      if (mine < 0)
        mine = static_cast<int>(vertices.size()), vertices.push_back(mesh.nodes[static_cast<std::size_t>(t[k])]);
      own[k] = mine;
    }
    triangles.push_back(own);
  }
  return makeSurfaceChamber(volume.sharedMap(), vertices, std::move(triangles));
}

std::unique_ptr<TendonPiece> buildMarked(const std::string& name, const Volume& volume, BuildContext& context,
                                         const std::string& path) {
  const TetMesh& mesh = *volume.mesh();
  const MeshSurface* surface = findSurface(mesh, name);
  if (!surface) {
    context.error(
        path, "the mesh has no surface \"" + name + "\"",
        mesh.surfaces.empty() ? "mark one in the mesh, or give a cylinder" : "its surfaces are " + surfaceNames(mesh));
    return nullptr;
  }
  if (const auto open = openEdge(mesh.nodes, surface->triangles, kHeld * volume.map().length())) {
    context.error(path, "the surface \"" + name + "\" is open at " + placeText(*open),
                  "mark its cap too: only the end at x = 0 may be open");
    return nullptr;
  }
  return chamberOf(volume, surface->triangles);
}

std::unique_ptr<TendonPiece> buildAround(const desc::FoundSurface& surface, const Volume& volume, BuildContext& context,
                                         const std::string& path) {
  const TetMesh& mesh = *volume.mesh();
  std::vector<Vec3> points;
  for (const desc::Number3& point : surface.around)
    points.emplace_back(context.number(point[0]), context.number(point[1]), context.number(point[2]));
  const BoundaryRegions regions(mesh.nodes, meshBoundary(mesh).triangles);
  int missed = -1;
  const std::vector<Triangle> wall = regions.triangles(regions.around(points, context.number(surface.angle), &missed));
  if (missed >= 0) {
    context.error(path + ".around[" + std::to_string(missed) + "]", "is on no face of the undeformed body",
                  "give a point of its surface; faces in the plane x = 0 are held and do not count");
    return nullptr;
  }
  if (const auto open = openEdge(mesh.nodes, wall, kHeld * volume.map().length())) {
    context.error(path + ".around", "the wall is open at " + placeText(*open),
                  "add a point of what closes it, or make the angle larger: only the end at x = 0 may be open");
    return nullptr;
  }
  return chamberOf(volume, wall);
}

std::unique_ptr<TendonPiece> buildCylinder(const desc::BoreCylinder& bore, const Volume& volume, BuildContext& context,
                                           const std::string& path) {
  const double from = context.number(bore.from), to = context.number(bore.to);
  if (!(from < to)) {
    context.error(path + ".to", "is not greater than from", "a chamber needs a length");
    return nullptr;
  }
  const bool baseClosed = bore.closed == desc::BoreEnds::kBase || bore.closed == desc::BoreEnds::kBoth;
  const bool tipClosed = bore.closed == desc::BoreEnds::kTip || bore.closed == desc::BoreEnds::kBoth;
  if (!tipClosed || (!baseClosed && from > 0)) {
    context.error(path + ".closed", "leaves an end open that no frame holds",
                  "only the end at from = 0 may be open: write \"tip\" or \"both\"");
    return nullptr;
  }
  return makeBore(volume.sharedMap(), context.number(bore.radius), from, to);
}

}  // namespace

std::unique_ptr<TendonPiece> buildWall(const desc::ChamberSurface& surface, int link, BuildContext& context,
                                       const std::string& path) {
  const auto* volume = dynamic_cast<const Volume*>(context.bodies[static_cast<std::size_t>(link)].get());
  if (!volume || !volume->mesh()) {
    context.error(path + ".surface", "is for volumes of primitives", "give an area for chambers of rods");
    return nullptr;
  }
  if (const auto* name = std::get_if<std::string>(&surface.value))
    return buildMarked(*name, *volume, context, path + ".surface");
  const auto& found = std::get<desc::FoundSurface>(surface.value);
  if (found.cylinder) return buildCylinder(*found.cylinder, *volume, context, path + ".surface.cylinder");
  if (!found.around.empty()) return buildAround(found, *volume, context, path + ".surface");
  context.error(path + ".surface", "says no wall", "give a cylinder, points of faces (around), or a marked surface");
  return nullptr;
}

}  // namespace tendril
