// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/tet_mesh.hpp"

#include <algorithm>

#include "core/model/volume/mesh/mesh_faces.hpp"

namespace tendril {

double tetrahedronVolume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return (b - a).cross(c - a).dot(d - a) / 6;
}

double tetrahedronVolume(const TetMesh& mesh, int tetrahedron) {
  const auto& [a, b, c, d] = mesh.tetrahedra[tetrahedron];
  return tetrahedronVolume(mesh.nodes[a], mesh.nodes[b], mesh.nodes[c], mesh.nodes[d]);
}

std::vector<double> tetrahedronVolumes(const TetMesh& mesh) {
  std::vector<double> volumes(mesh.tetrahedra.size());
  for (size_t t = 0; t < volumes.size(); ++t) volumes[t] = tetrahedronVolume(mesh, static_cast<int>(t));
  return volumes;
}

double meshVolume(const TetMesh& mesh) {
  double sum = 0;
  for (size_t t = 0; t < mesh.tetrahedra.size(); ++t) sum += tetrahedronVolume(mesh, static_cast<int>(t));
  return sum;
}

MeshExtent meshExtent(const TetMesh& mesh) {
  if (mesh.nodes.empty()) return {};
  MeshExtent extent{mesh.nodes[0], mesh.nodes[0]};
  for (const Vec3& p : mesh.nodes) {
    extent.low = extent.low.cwiseMin(p);
    extent.high = extent.high.cwiseMax(p);
  }
  return extent;
}

MeshBoundary meshBoundary(const TetMesh& mesh) {
  const std::vector<int> neighbours = faceNeighbours(mesh.tetrahedra, static_cast<int>(mesh.nodes.size()));
  MeshBoundary boundary;
  for (size_t i = 0; i < neighbours.size(); ++i) {
    if (neighbours[i] != kNoNeighbour) continue;
    boundary.triangles.push_back(faceOf(mesh.tetrahedra, static_cast<int>(i)));
    boundary.tetrahedra.push_back(static_cast<int>(i / 4));
  }
  return boundary;
}

const MeshSurface* findSurface(const TetMesh& mesh, std::string_view name) {
  const auto found = std::find_if(mesh.surfaces.begin(), mesh.surfaces.end(),
                                  [&](const MeshSurface& surface) { return surface.name == name; });
  return found == mesh.surfaces.end() ? nullptr : &*found;
}

double surfaceArea(const TetMesh& mesh, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles)
    sum += (mesh.nodes[b] - mesh.nodes[a]).cross(mesh.nodes[c] - mesh.nodes[a]).norm() / 2;
  return sum;
}

double enclosedVolume(const TetMesh& mesh, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const auto& [a, b, c] : triangles) sum += mesh.nodes[a].dot(mesh.nodes[b].cross(mesh.nodes[c])) / 6;
  return sum;
}

}  // namespace tendril
