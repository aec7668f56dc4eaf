// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/quadratic_mesh.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <map>

namespace tendril {

QuadraticMesh quadraticMesh(const TetMesh& mesh) {
  QuadraticMesh out;
  out.nodes = mesh.nodes;
  std::map<std::array<int, 2>, int> middles;
  for (const Tetrahedron& corners : mesh.tetrahedra) {
    TenNodes& own = out.tetrahedra.emplace_back();
    std::copy(corners.begin(), corners.end(), own.begin());
    for (std::size_t e = 0; e < kTetrahedronEdges.size(); ++e) {
      const auto [i, k] = kTetrahedronEdges[e];
      const int a = corners[static_cast<std::size_t>(i)], b = corners[static_cast<std::size_t>(k)];
      const std::array<int, 2> edge = {std::min(a, b), std::max(a, b)};
      const auto [found, added] = middles.emplace(edge, static_cast<int>(out.nodes.size()));
      if (added) {
        out.nodes.push_back(
            0.5 * (mesh.nodes[static_cast<std::size_t>(edge[0])] + mesh.nodes[static_cast<std::size_t>(edge[1])]));
        out.edges.push_back(edge);
      }
      own[4 + e] = found->second;
    }
  }
  return out;
}

Barycentric::Barycentric(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  Mat3 edges;
  edges << b - a, c - a, d - a;
  volume = edges.determinant() / 6;
  slope.bottomRows<3>() = edges.inverse();
  slope.row(0) = -slope.bottomRows<3>().colwise().sum();
  offset = -slope * a;
  offset[0] += 1;
}

Barycentric barycentricOf(const QuadraticMesh& mesh, int tetrahedron) {
  const TenNodes& own = mesh.tetrahedra[static_cast<std::size_t>(tetrahedron)];
  const auto node = [&](std::size_t k) -> const Vec3& { return mesh.nodes[static_cast<std::size_t>(own[k])]; };
  return {node(0), node(1), node(2), node(3)};
}

TenValues shapeFunctions(const Vec4& lambda) {
  TenValues out;
  for (int i = 0; i < 4; ++i) out[i] = lambda[i] * (2 * lambda[i] - 1);
  for (int e = 0; e < 6; ++e) {
    const auto [i, k] = kTetrahedronEdges[static_cast<std::size_t>(e)];
    out[4 + e] = 4 * lambda[i] * lambda[k];
  }
  return out;
}

TenSlopes shapeGradients(const Vec4& lambda, const Barycentric& in) {
  TenSlopes out;
  for (int i = 0; i < 4; ++i) out.row(i) = (4 * lambda[i] - 1) * in.slope.row(i);
  for (int e = 0; e < 6; ++e) {
    const auto [i, k] = kTetrahedronEdges[static_cast<std::size_t>(e)];
    out.row(4 + e) = 4 * (lambda[i] * in.slope.row(k) + lambda[k] * in.slope.row(i));
  }
  return out;
}

}  // namespace tendril
