// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "core/model/volume/mesh/mesh_check.hpp"
#include "core/model/volume/mesh/mesh_faces.hpp"

namespace tendril {
namespace {

constexpr double kPoor = 0.1;

/// Sets that grow together (union and find).
class Components {
 public:
  explicit Components(int count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int a, int b) { parent_[root(a)] = root(b); }

 private:
  std::vector<int> parent_;
};

void measureTetrahedra(const TetMesh& mesh, MeshQuality& quality) {
  quality.minimumQuality = quality.smallestVolume = quality.shortestEdge = std::numeric_limits<double>::infinity();
  quality.largestVolume = -quality.minimumQuality;
  for (size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    const auto& [a, b, c, d] = mesh.tetrahedra[t];
    const double value = tetrahedronQuality(mesh.nodes[a], mesh.nodes[b], mesh.nodes[c], mesh.nodes[d]);
    const double volume = tetrahedronVolume(mesh, static_cast<int>(t));
    quality.volume += volume;
    quality.smallestVolume = std::min(quality.smallestVolume, volume);
    quality.largestVolume = std::max(quality.largestVolume, volume);
    quality.meanQuality += value / static_cast<double>(mesh.tetrahedra.size());
    if (!(std::abs(value) > kDegenerate))
      ++quality.degenerate;
    else if (value < 0)
      ++quality.inverted;
    if (value < kPoor) ++quality.poor;
    ++quality.histogram[value > 0 ? static_cast<std::size_t>(std::min(10 * value, 9.0)) : 0];
    if (value < quality.minimumQuality) {
      quality.minimumQuality = value;
      quality.worst = static_cast<int>(t);
    }
    for (const auto& [i, j] : {std::pair{a, b}, {a, c}, {a, d}, {b, c}, {b, d}, {c, d}}) {
      const double edge = (mesh.nodes[i] - mesh.nodes[j]).norm();
      quality.shortestEdge = std::min(quality.shortestEdge, edge);
      quality.longestEdge = std::max(quality.longestEdge, edge);
    }
  }
}

void countRepeated(const TetMesh& mesh, MeshQuality& quality) {
  std::vector<Tetrahedron> sorted = mesh.tetrahedra;
  for (Tetrahedron& corners : sorted) std::sort(corners.begin(), corners.end());
  std::sort(sorted.begin(), sorted.end());
  quality.repeated = static_cast<int>(sorted.end() - std::unique(sorted.begin(), sorted.end()));
}

void countFaces(const TetMesh& mesh, MeshQuality& quality) {
  const std::vector<int> neighbours = faceNeighbours(mesh.tetrahedra, quality.nodes);
  const auto normal = [&](int face) -> Vec3 {
    const auto [a, b, c] = faceOf(mesh.tetrahedra, face);
    return (mesh.nodes[b] - mesh.nodes[a]).cross(mesh.nodes[c] - mesh.nodes[a]);
  };
  for (size_t i = 0; i < neighbours.size(); ++i) {
    const int face = static_cast<int>(i), other = neighbours[i];
    if (other == kManyNeighbours || (other > face && normal(face).dot(normal(other)) >= 0)) ++quality.overlappingFaces;
  }
}

void measureBoundary(const TetMesh& mesh, MeshQuality& quality) {
  const MeshBoundary boundary = meshBoundary(mesh);
  quality.boundaryTriangles = static_cast<int>(boundary.triangles.size());
  quality.area = surfaceArea(mesh, boundary.triangles);
  std::vector<std::pair<int, int>> edges;
  for (const Triangle& triangle : boundary.triangles)
    for (int k = 0; k < 3; ++k) edges.push_back(std::minmax({triangle[k], triangle[(k + 1) % 3]}));
  std::sort(edges.begin(), edges.end());
  for (size_t i = 0, next = 0; i < edges.size(); i = next) {
    while (next < edges.size() && edges[next] == edges[i]) ++next;
    if (next - i != 2) ++quality.pinchedEdges;
  }
}

void countParts(const TetMesh& mesh, MeshQuality& quality) {
  Components components(quality.nodes);
  std::vector<bool> used(mesh.nodes.size(), false);
  for (const Tetrahedron& corners : mesh.tetrahedra)
    for (int node : corners) {
      components.join(node, corners[0]);
      used[node] = true;
    }
  for (int i = 0; i < quality.nodes; ++i) {
    if (!used[i]) ++quality.unusedNodes;
    if (used[i] && components.root(i) == i) ++quality.components;
  }
}

void countCoincident(const TetMesh& mesh, MeshQuality& quality) {
  std::vector<Vec3> sorted = mesh.nodes;
  std::sort(sorted.begin(), sorted.end(), [](const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  quality.coincidentNodes = static_cast<int>(
      sorted.end() - std::unique(sorted.begin(), sorted.end(), [](const Vec3& a, const Vec3& b) { return a == b; }));
}

}  // namespace

double tetrahedronQuality(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const double determinant = u.cross(v).dot(w);  // six times the volume
  const double faces = (u.cross(v).norm() + v.cross(w).norm() + w.cross(u).norm() + (v - u).cross(w - u).norm()) / 2;
  // The centre of the circumscribed sphere is a + circle / (2 determinant).
  const Vec3 circle = u.squaredNorm() * v.cross(w) + v.squaredNorm() * w.cross(u) + w.squaredNorm() * u.cross(v);
  const double scale = faces * circle.norm();
  if (!(scale > 0)) return 0;
  return 3 * determinant * std::abs(determinant) / scale;  // 3 (determinant/2/faces) / (|circle|/2/|determinant|)
}

bool MeshQuality::sound() const {
  return tetrahedra > 0 && inverted + degenerate + repeated + overlappingFaces == 0;
}

std::string MeshQuality::histogramText() const {
  std::string out;
  for (int count : histogram) {
    const long share = tetrahedra > 0 ? std::lround(100.0 * count / tetrahedra) : 0;
    out += (out.empty() ? "" : " ") + (share == 0 && count > 0 ? "<1" : std::to_string(share));
  }
  return out;
}

std::string MeshQuality::text() const {
  std::ostringstream out;
  out.precision(4);
  out << counted(tetrahedra, "tetrahedron") << ", " << counted(nodes, "node") << ", "
      << counted(boundaryTriangles, "triangle") << " on the boundary\n";
  if (tetrahedra == 0) return out.str();
  const Vec3 size = extent.size();
  out << "volume " << volume << " m³, surface " << area << " m², box " << size.x() << " × " << size.y() << " × "
      << size.z() << " m\n"
      << "edges " << shortestEdge << " … " << longestEdge << " m, tetrahedra " << smallestVolume << " … "
      << largestVolume << " m³\n"
      << "quality " << meanQuality << " on average, worst " << minimumQuality << " (tetrahedron " << worst + 1 << "), "
      << poor << " below " << kPoor << "; share of each tenth of quality: " << histogramText() << " %\n";
  const auto problem = [&](int count, const std::string& noun, const char* what) {
    if (count > 0) out << counted(count, noun) << " " << what << "\n";
  };
  problem(inverted, "tetrahedron", "inverted");
  problem(degenerate, "tetrahedron", "without volume");
  problem(repeated, "tetrahedron", "repeated");
  problem(overlappingFaces, "face", "of tetrahedra that overlap");
  problem(unusedNodes, "node", "without a tetrahedron");
  problem(coincidentNodes, "node", "on top of others");
  problem(pinchedEdges, "edge", "where the boundary touches itself");
  if (components > 1) out << components << " separate parts\n";
  return out.str();
}

MeshQuality meshQuality(const TetMesh& mesh) {
  MeshQuality quality;
  quality.nodes = static_cast<int>(mesh.nodes.size());
  quality.tetrahedra = static_cast<int>(mesh.tetrahedra.size());
  quality.extent = meshExtent(mesh);
  countCoincident(mesh, quality);
  countParts(mesh, quality);
  if (quality.tetrahedra == 0) return quality;
  measureTetrahedra(mesh, quality);
  countRepeated(mesh, quality);
  countFaces(mesh, quality);
  measureBoundary(mesh, quality);
  return quality;
}

}  // namespace tendril
