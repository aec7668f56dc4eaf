// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/mesh_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>

#include "core/model/volume/mesh/mesh_faces.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "core/model/volume/mesh/point_grid.hpp"

namespace tendril {
namespace {

constexpr double kFarthest = 1e5;    // m; larger numbers are no robot
constexpr double kSuspicious = 100;  // m

class Repair {
 public:
  explicit Repair(RawTetMesh raw) : raw_(std::move(raw)) {}

  LoadedTetMesh run() {
    if (raw_.tetrahedra.empty()) failEmpty();
    nameTetrahedra();
    dropUnusedNodes();
    checkSize();
    mergeNodes();
    checkVolumes();
    dropRepeated();
    checkFaces();
    takeSurfaces();
    result_.mesh.nodes = std::move(raw_.nodes);
    result_.mesh.tetrahedra = std::move(raw_.tetrahedra);
    return std::move(result_);
  }

 private:
  [[noreturn]] void failEmpty() const {
    throw std::runtime_error(
        "holds no tetrahedra" +
        (raw_.triangles > 0 ? ", only a surface of " + counted(raw_.triangles, "triangle") : std::string()) +
        "; mesh the volume with tetrahedra and save them (gmsh: Mesh > 3D; if there are physical groups, one of them "
        "must be the volume)");
  }

  void note(std::string text) { result_.notes.push_back(std::move(text)); }

  void nameTetrahedra() {
    if (!raw_.names.empty()) return;
    raw_.names.resize(raw_.tetrahedra.size());
    std::iota(raw_.names.begin(), raw_.names.end(), 1);
  }

  std::string describe(std::size_t tetrahedron) const {
    Vec3 centre = Vec3::Zero();
    for (int node : raw_.tetrahedra[tetrahedron]) centre += raw_.nodes[node] / 4;
    return "tetrahedron " + std::to_string(raw_.names[tetrahedron]) + " (around " + shortNumber(centre.x()) + ", " +
           shortNumber(centre.y()) + ", " + shortNumber(centre.z()) + " m)";
  }

  /// Renumbers: node i becomes map[i]; nodes with −1 and those that another one took over vanish.
  void renumber(const std::vector<int>& map, std::vector<Vec3> nodes) {
    raw_.nodes = std::move(nodes);
    for (Tetrahedron& corners : raw_.tetrahedra)
      for (int& node : corners) node = map[node];
    for (MeshSurface& surface : raw_.surfaces)
      for (Triangle& triangle : surface.triangles)
        for (int& node : triangle) node = node < 0 ? node : map[node];
  }

  void dropUnusedNodes() {
    std::vector<int> map(raw_.nodes.size(), -1);
    for (const Tetrahedron& corners : raw_.tetrahedra)
      for (int node : corners) map[node] = 0;
    std::vector<Vec3> used;
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (map[i] < 0) continue;
      map[i] = static_cast<int>(used.size());
      used.push_back(raw_.nodes[i]);
    }
    const std::size_t dropped = raw_.nodes.size() - used.size();
    if (dropped == 0) return;
    if (!raw_.hasMidNodes) note(counted(dropped, "node") + " without a tetrahedron: left out");
    renumber(map, std::move(used));
  }

  void checkSize() {
    for (const Vec3& p : raw_.nodes)
      if (!p.allFinite() || p.cwiseAbs().maxCoeff() > kFarthest)
        throw std::runtime_error("has a node at (" + shortNumber(p.x()) + ", " + shortNumber(p.y()) + ", " +
                                 shortNumber(p.z()) + "); coordinates are finite numbers in metres");
    extent_ = extentOf(raw_.nodes);
    const double largest = extent_.size().maxCoeff();
    if (largest > kSuspicious) note("is " + shortNumber(largest) + " m large; coordinates are taken as metres");
  }

  static MeshExtent extentOf(const std::vector<Vec3>& nodes) {
    TetMesh mesh;
    mesh.nodes = nodes;
    return meshExtent(mesh);
  }

  void mergeNodes() {
    const double tolerance = kSameNode * extent_.size().norm();
    if (!(tolerance > 0)) throw std::runtime_error("has all its nodes in one place; mesh it again");
    PointGrid grid(extent_.low, tolerance);
    std::vector<int> map(raw_.nodes.size());
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < map.size(); ++i) {
      const int joined = grid.join(raw_.nodes, static_cast<int>(i));
      if (joined == static_cast<int>(i)) {
        map[i] = static_cast<int>(kept.size());
        kept.push_back(raw_.nodes[i]);
      } else {
        map[i] = map[joined];
      }
    }
    const std::size_t merged = raw_.nodes.size() - kept.size();
    if (merged == 0) return;
    note(counted(merged, "node") + " on top of others: merged with them");
    renumber(map, std::move(kept));
  }

  void checkVolumes() {
    std::size_t inverted = 0, degenerate = 0, first = 0;
    for (std::size_t t = 0; t < raw_.tetrahedra.size(); ++t) {
      auto& [a, b, c, d] = raw_.tetrahedra[t];
      const double quality = tetrahedronQuality(raw_.nodes[a], raw_.nodes[b], raw_.nodes[c], raw_.nodes[d]);
      if (!(std::abs(quality) > kDegenerate)) {
        if (degenerate++ == 0) first = t;
      } else if (quality < 0) {
        std::swap(c, d);
        ++inverted;
      }
    }
    if (degenerate > 0)
      throw std::runtime_error("has " + counted(degenerate, "tetrahedron") + " without volume, first " +
                               describe(first) + "; mesh it again (gmsh: optimise the mesh)");
    if (inverted == raw_.tetrahedra.size())
      note("all tetrahedra inverted (left-handed): turned");
    else if (inverted > 0)
      note(counted(inverted, "tetrahedron") + " of " + std::to_string(raw_.tetrahedra.size()) +
           " inverted (left-handed): turned");
  }

  void dropRepeated() {
    std::set<Tetrahedron> seen;
    std::size_t kept = 0;
    neighbours_ = faceNeighbours(raw_.tetrahedra, static_cast<int>(raw_.nodes.size()));
    for (std::size_t t = 0; t < raw_.tetrahedra.size(); ++t) {
      Tetrahedron sorted = raw_.tetrahedra[t];
      std::sort(sorted.begin(), sorted.end());
      if (mayBeRepeated(neighbours_, t) && !seen.insert(sorted).second) continue;
      raw_.tetrahedra[kept] = raw_.tetrahedra[t];
      raw_.names[kept++] = raw_.names[t];
    }
    const std::size_t dropped = raw_.tetrahedra.size() - kept;
    if (dropped == 0) return;
    note(counted(dropped, "tetrahedron") + " repeated: counted once");
    raw_.tetrahedra.resize(kept);
    raw_.names.resize(kept);
    neighbours_ = faceNeighbours(raw_.tetrahedra, static_cast<int>(raw_.nodes.size()));
  }

  /// A twin shares all four faces: with the other one alone, or with more.
  static bool mayBeRepeated(const std::vector<int>& neighbours, std::size_t t) {
    return std::all_of(neighbours.begin() + 4 * t, neighbours.begin() + 4 * t + 4,
                       [](int neighbour) { return neighbour != kNoNeighbour; });
  }

  void checkFaces() const {
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      const int other = neighbours_[i], face = static_cast<int>(i);
      if (other == kNoNeighbour) continue;
      if (other != kManyNeighbours && oppositeSides(face, other)) continue;
      throw std::runtime_error("has tetrahedra that overlap: " +
                               (other == kManyNeighbours ? "three or more share one face of " + describe(i / 4)
                                                         : describe(i / 4) + " and " + describe(other / 4) +
                                                               " lie on the same side of their common face") +
                               "; mesh it again");
    }
  }

  /// Two tetrahedra of positive volume on a common face: outward normals are opposite if they do not overlap.
  bool oppositeSides(int face, int other) const {
    const auto normal = [&](const Triangle& t) -> Vec3 {
      return (raw_.nodes[t[1]] - raw_.nodes[t[0]]).cross(raw_.nodes[t[2]] - raw_.nodes[t[0]]);
    };
    return normal(faceOf(raw_.tetrahedra, face)).dot(normal(faceOf(raw_.tetrahedra, other))) < 0;
  }

  void takeSurfaces() {
    std::vector<int> outer;
    for (std::size_t i = 0; i < neighbours_.size(); ++i)
      if (neighbours_[i] == kNoNeighbour) outer.push_back(static_cast<int>(i));
    const FaceIndex index(raw_.tetrahedra, outer, static_cast<int>(raw_.nodes.size()));
    for (const MeshSurface& marked : raw_.surfaces) {
      std::set<int> faces;
      std::size_t outside = 0;
      for (const Triangle& triangle : marked.triangles) {
        const int face = index.find(triangle);
        if (face == kNoNeighbour)
          ++outside;
        else
          faces.insert(face);
      }
      if (outside > 0)
        note(counted(outside, "triangle") + " of surface \"" + marked.name +
             "\" not on the boundary of the tetrahedra: left out");
      if (faces.empty()) continue;
      MeshSurface surface{marked.name, {}};
      for (int face : faces) surface.triangles.push_back(faceOf(raw_.tetrahedra, face));
      result_.mesh.surfaces.push_back(std::move(surface));
    }
  }

  RawTetMesh raw_;
  MeshExtent extent_;
  std::vector<int> neighbours_;
  LoadedTetMesh result_;
};

}  // namespace

std::string counted(std::size_t count, const std::string& noun) {
  if (count == 1) return "1 " + noun;
  const std::string plural = noun == "tetrahedron" ? "tetrahedra" : noun + "s";
  return std::to_string(count) + " " + plural;
}

std::string shortNumber(double value) {
  std::ostringstream text;
  text.precision(4);
  text << value;
  return text.str();
}

LoadedTetMesh makeSound(RawTetMesh raw) {
  return Repair(std::move(raw)).run();
}

}  // namespace tendril
