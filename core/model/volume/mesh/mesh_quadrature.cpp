// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_quadrature.hpp"

#include <cmath>
#include <stdexcept>

namespace tendril {

std::vector<MeshPoint> meshQuadrature(const TetMesh& mesh, int pointsPerTetrahedron) {
  if (pointsPerTetrahedron != 1 && pointsPerTetrahedron != 4)
    throw std::invalid_argument("a tetrahedron has 1 or 4 quadrature points, not " +
                                std::to_string(pointsPerTetrahedron));
  std::vector<MeshPoint> points;
  points.reserve(mesh.tetrahedra.size() * static_cast<size_t>(pointsPerTetrahedron));
  static const double kNear = (5 + 3 * std::sqrt(5.0)) / 20, kFar = (1 - kNear) / 3;  // barycentric
  for (size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    const int index = static_cast<int>(t);
    const auto& [a, b, c, d] = mesh.tetrahedra[t];
    const Vec3 sum = mesh.nodes[a] + mesh.nodes[b] + mesh.nodes[c] + mesh.nodes[d];
    const double volume = tetrahedronVolume(mesh, index);
    if (pointsPerTetrahedron == 1) {
      points.push_back({sum / 4, volume, index});
      continue;
    }
    for (int node : mesh.tetrahedra[t])
      points.push_back({kFar * sum + (kNear - kFar) * mesh.nodes[node], volume / 4, index});
  }
  return points;
}

}  // namespace tendril
