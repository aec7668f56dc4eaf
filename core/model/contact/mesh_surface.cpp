// SPDX-License-Identifier: BSD-3-Clause
// Triangle meshes. FCL builds the hierarchy of boxes once; the search through it and the nearest point on a triangle
// are ours, because the distances of its iterative narrow phase are good to six digits and have no derivative.
#include <fcl/geometry/bvh/BVH_model.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {
namespace {

using Bounds = fcl::AABB<double>;
using Hierarchy = fcl::BVHModel<Bounds>;
using Triangle = std::array<int, 3>;

/// The part of a triangle that a nearest point lies on. Edge i leads from corner i to the next.
struct Feature {
  enum class Kind { kFace, kEdge, kCorner };
  Kind kind = Kind::kFace;
  int index = 0;
};

/// Nearest point of triangle abc to p.
Vec3 nearestOnTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c, Feature& feature) {
  using Kind = Feature::Kind;
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d1 <= 0 && d2 <= 0) return feature = {Kind::kCorner, 0}, a;
  if (d3 >= 0 && d4 <= d3) return feature = {Kind::kCorner, 1}, b;
  if (d6 >= 0 && d5 <= d6) return feature = {Kind::kCorner, 2}, c;
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return feature = {Kind::kEdge, 0}, a + d1 / (d1 - d3) * ab;
  if (va <= 0 && d4 >= d3 && d5 >= d6)
    return feature = {Kind::kEdge, 1}, b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return feature = {Kind::kEdge, 2}, a + d2 / (d2 - d6) * ac;
  feature = {Kind::kFace, 0};
  const double sum = va + vb + vc;
  return a + (vb / sum) * ab + (vc / sum) * ac;
}

double angleBetween(const Vec3& u, const Vec3& v) {
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

/// Joins equal corners and leaves out triangles without area.
TriangleMesh cleaned(const TriangleMesh& mesh) {
  TriangleMesh out;
  std::map<std::array<double, 3>, int> places;
  std::vector<int> place;
  for (const Vec3& v : mesh.vertices) {
    if (!v.allFinite()) throw std::invalid_argument("the mesh has corners that are not finite numbers");
    const auto [at, added] = places.emplace(std::array<double, 3>{v.x(), v.y(), v.z()}, int(out.vertices.size()));
    if (added) out.vertices.push_back(v);
    place.push_back(at->second);
  }
  for (const Triangle& t : mesh.triangles) {
    Triangle joined;
    for (std::size_t i = 0; i < 3; ++i) joined[i] = place.at(static_cast<std::size_t>(t[i]));
    const auto corner = [&](int i) {
      return out.vertices[static_cast<std::size_t>(joined[static_cast<std::size_t>(i)])];
    };
    const Vec3 ab = corner(1) - corner(0), ac = corner(2) - corner(0);
    if (ab.cross(ac).norm() > 1e-14 * ab.norm() * ac.norm()) out.triangles.push_back(joined);
  }
  if (out.triangles.empty()) throw std::invalid_argument("the mesh has no triangles with an area");
  return out;
}

class ContactMeshSurface final : public ContactSurface {
 public:
  ContactMeshSurface(const SurfaceShape& shape, const TriangleMesh& mesh)
      : ContactSurface(shape), mesh_(cleaned(mesh)) {
    findNormals();
    std::vector<fcl::Triangle> triangles;
    for (const Triangle& t : mesh_.triangles)
      triangles.emplace_back(static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[1]),
                             static_cast<std::size_t>(t[2]));
    hierarchy_.beginModel(static_cast<int>(triangles.size()), static_cast<int>(mesh_.vertices.size()));
    hierarchy_.addSubModel(mesh_.vertices, triangles);
    if (hierarchy_.endModel() != fcl::BVH_OK) throw std::invalid_argument("the mesh could not be put in order");
  }

  bool near(const Vec3& p, double reach, SurfacePoint& out) const override {
    Query query{p, reach * reach, -1, {}, {}};
    if (closed_) query.limit = insideReach(p, reach);
    visit(0, query);
    if (query.triangle < 0) return false;
    fill(query, out);
    return out.distance < reach;
  }
  const TriangleMesh* triangles() const override { return &mesh_; }

 private:
  struct Query {
    Vec3 p;
    double limit;  ///< squared distance to beat
    int triangle;
    Feature feature;
    Vec3 nearest;
  };

  /// Below the surface a point is near at any depth: look as far as the mesh's size then.
  double insideReach(const Vec3& p, double reach) const {
    const Bounds& all = hierarchy_.getBV(0).bv;
    const bool inBox = (p.array() >= all.min_.array()).all() && (p.array() <= all.max_.array()).all();
    return inBox ? (all.max_ - all.min_).squaredNorm() : reach * reach;
  }

  static double squaredDistance(const Bounds& box, const Vec3& p) {
    return (p - p.cwiseMax(box.min_).cwiseMin(box.max_)).squaredNorm();
  }

  void visit(int index, Query& query) const {
    const auto& node = hierarchy_.getBV(index);
    if (squaredDistance(node.bv, query.p) > query.limit) return;
    if (node.isLeaf()) return look(node.primitiveId(), query);
    int first = node.leftChild(), second = node.rightChild();
    if (squaredDistance(hierarchy_.getBV(second).bv, query.p) < squaredDistance(hierarchy_.getBV(first).bv, query.p))
      std::swap(first, second);
    visit(first, query);
    visit(second, query);
  }

  const Vec3& corner(int triangle, int i) const {
    const int vertex = mesh_.triangles[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(i)];
    return mesh_.vertices[static_cast<std::size_t>(vertex)];
  }

  void look(int triangle, Query& query) const {
    Feature feature;
    const Vec3 nearest =
        nearestOnTriangle(query.p, corner(triangle, 0), corner(triangle, 1), corner(triangle, 2), feature);
    const double squared = (query.p - nearest).squaredNorm();
    if (squared > query.limit || (squared == query.limit && query.triangle >= 0 && query.triangle < triangle)) return;
    query.limit = squared, query.triangle = triangle, query.feature = feature, query.nearest = nearest;
  }

  void fill(const Query& query, SurfacePoint& out) const {
    const Vec3 away = query.p - query.nearest, outward = outwardNormal(query);
    const double d = away.norm(), sign = closed_ && away.dot(outward) < 0 ? -1 : 1;
    out.distance = sign * d;
    out.curvature.setZero();
    if (query.feature.kind == Feature::Kind::kFace || d < 1e-14) {
      out.normal = closed_ || away.dot(outward) >= 0 ? outward : Vec3(-outward);
      return;
    }
    out.normal = sign / d * away;
    Mat3 across = Mat3::Identity() - out.normal * out.normal.transpose();
    if (query.feature.kind == Feature::Kind::kEdge) {
      const int i = query.feature.index;
      const Vec3 along = (corner(query.triangle, (i + 1) % 3) - corner(query.triangle, i)).normalized();
      across -= along * along.transpose();
    }
    out.curvature = across / out.distance;
  }

  Vec3 outwardNormal(const Query& query) const {
    const auto t = static_cast<std::size_t>(query.triangle), i = static_cast<std::size_t>(query.feature.index);
    if (query.feature.kind == Feature::Kind::kFace) return faces_[t];
    if (query.feature.kind == Feature::Kind::kEdge) return edges_[t][i];
    return corners_[static_cast<std::size_t>(mesh_.triangles[t][i])];
  }

  /// Of faces, edges (sum of two) and corners (weighted by angle): on which side a point is.
  void findNormals() {
    std::map<std::pair<int, int>, Vec3> sums;
    std::map<std::pair<int, int>, int> directed;
    corners_.assign(mesh_.vertices.size(), Vec3::Zero());
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      const Vec3 face = (corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)).normalized();
      faces_.push_back(face);
      for (int i = 0; i < 3; ++i) {
        const int from = vertex(t, i), to = vertex(t, (i + 1) % 3);
        const Vec3& at = corner(t, i);
        corners_[static_cast<std::size_t>(from)] +=
            face * angleBetween(corner(t, (i + 1) % 3) - at, corner(t, (i + 2) % 3) - at);
        sums.try_emplace(std::minmax(from, to), Vec3::Zero()).first->second += face;
        ++directed[{from, to}];
      }
    }
    for (const auto& [edge, count] : directed)
      closed_ = closed_ && count == 1 && directed.contains({edge.second, edge.first});
    for (Vec3& normal : corners_) normal.normalize();
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      std::array<Vec3, 3> own;
      for (int i = 0; i < 3; ++i)
        own[static_cast<std::size_t>(i)] = sums.at(std::minmax(vertex(t, i), vertex(t, (i + 1) % 3))).normalized();
      edges_.push_back(own);
    }
  }
  int vertex(int triangle, int i) const {
    return mesh_.triangles[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(i)];
  }

  TriangleMesh mesh_;
  std::vector<Vec3> faces_, corners_;
  std::vector<std::array<Vec3, 3>> edges_;
  bool closed_ = true;  ///< every edge belongs to two triangles that are wound alike
  Hierarchy hierarchy_;
};

}  // namespace

std::shared_ptr<const ContactSurface> makeMeshSurface(const SurfaceShape& shape, const TriangleMesh& mesh) {
  return std::make_shared<ContactMeshSurface>(shape, mesh);
}

}  // namespace tendril
