// SPDX-License-Identifier: BSD-3-Clause
// Walls of chambers in volumes.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/builder/builders.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_chamber.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// Names of a mesh's marked surfaces, for messages.
std::string surfaceNames(const TetMesh& mesh) {
  std::string names;
  for (const MeshSurface& surface : mesh.surfaces) names += (names.empty() ? "" : ", ") + ('"' + surface.name + '"');
  return names;
}

/// Where a surface is open besides in the plane x = 0: an edge's middle; none if it is closed.
std::optional<Vec3> openEdge(const TetMesh& mesh, const MeshSurface& surface, double length) {
  std::map<std::pair<int, int>, int> edges;  // balance of directions
  for (const Triangle& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  for (const auto& [edge, balance] : edges) {
    const Vec3 &a = mesh.nodes[static_cast<std::size_t>(edge.first)],
               &b = mesh.nodes[static_cast<std::size_t>(edge.second)];
    if (balance != 0 && std::max(std::abs(a.x()), std::abs(b.x())) > 1e-6 * length) return (a + b) / 2;
  }
  return {};
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
  if (const auto open = openEdge(mesh, *surface, volume.map().length())) {
    char where[80];
    std::snprintf(where, sizeof where, "(%.4g, %.4g, %.4g) m", open->x(), open->y(), open->z());
    context.error(path, "the surface \"" + name + "\" is open at " + where,
                  "mark its cap too: only the end at x = 0 may be open");
    return nullptr;
  }
  std::vector<int> index(mesh.nodes.size(), -1);
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (const Triangle& t : surface->triangles) {
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
  return buildCylinder(std::get<desc::BoreSurface>(surface.value).cylinder, *volume, context,
                       path + ".surface.cylinder");
}

}  // namespace tendril
