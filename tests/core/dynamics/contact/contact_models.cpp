// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/dynamics/contact/contact_models.hpp"

#include <cmath>
#include <map>

namespace tendril::tests {
namespace {

using Triangle = std::array<int, 3>;

/// Cuts every triangle in four; corners stay on the sphere of radius 1.
TriangleMesh refined(const TriangleMesh& mesh) {
  TriangleMesh out;
  out.vertices = mesh.vertices;
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [at, added] =
        middles.emplace(std::pair<int, int>(std::min(a, b), std::max(a, b)), static_cast<int>(out.vertices.size()));
    if (added) out.vertices.push_back((out.vertices[a] + out.vertices[b]).normalized());
    return at->second;
  };
  for (const Triangle& t : mesh.triangles) {
    const int ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
    for (const Triangle& part :
         {Triangle{t[0], ab, ca}, Triangle{t[1], bc, ab}, Triangle{t[2], ca, bc}, Triangle{ab, bc, ca}})
      out.triangles.push_back(part);
  }
  return out;
}

SurfaceShape shapeOf(SurfaceShape::Kind kind, double radius = 0, double length = INFINITY) {
  SurfaceShape shape;
  shape.kind = kind;
  shape.radius = radius;
  shape.length = length;
  return shape;
}

}  // namespace

TriangleMesh sphereMesh(double radius, int times) {
  const double g = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh;
  for (const Vec3& v :
       {Vec3(-1, g, 0), Vec3(1, g, 0), Vec3(-1, -g, 0), Vec3(1, -g, 0), Vec3(0, -1, g), Vec3(0, 1, g), Vec3(0, -1, -g),
        Vec3(0, 1, -g), Vec3(g, 0, -1), Vec3(g, 0, 1), Vec3(-g, 0, -1), Vec3(-g, 0, 1)})
    mesh.vertices.push_back(v.normalized());
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int i = 0; i < times; ++i) mesh = refined(mesh);
  for (Vec3& v : mesh.vertices) v *= radius;
  return mesh;
}

TriangleMesh boxMesh(const Vec3& size) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(size.cwiseProduct(Vec3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5)));
  for (const std::array<int, 4>& f : {std::array{0, 2, 3, 1}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
                                      std::array{2, 6, 7, 3}, std::array{0, 4, 6, 2}, std::array{1, 3, 7, 5}}) {
    mesh.triangles.push_back({f[0], f[1], f[2]});
    mesh.triangles.push_back({f[0], f[2], f[3]});
  }
  return mesh;
}

TriangleMesh squareMesh(double side) {
  const double h = side / 2;
  return {{Vec3(-h, -h, 0), Vec3(h, -h, 0), Vec3(h, h, 0), Vec3(-h, h, 0)}, {{0, 1, 2}, {0, 2, 3}}};
}

std::vector<NamedSurface> everySurface() {
  using Kind = SurfaceShape::Kind;
  SurfaceShape box = shapeOf(Kind::kBox);
  box.size = Vec3(0.3, 0.2, 0.15);
  const SurfaceShape mesh = shapeOf(Kind::kMesh);
  return {{"plane", makeAnalyticSurface(shapeOf(Kind::kPlane))},
          {"sphere", makeAnalyticSurface(shapeOf(Kind::kSphere, 0.2))},
          {"endless cylinder", makeAnalyticSurface(shapeOf(Kind::kCylinder, 0.15))},
          {"cylinder", makeAnalyticSurface(shapeOf(Kind::kCylinder, 0.15, 0.3))},
          {"endless tube", makeAnalyticSurface(shapeOf(Kind::kCylinderInside, 0.25))},
          {"tube", makeAnalyticSurface(shapeOf(Kind::kCylinderInside, 0.25, 0.3))},
          {"capsule", makeAnalyticSurface(shapeOf(Kind::kCapsule, 0.1, 0.3))},
          {"box", makeAnalyticSurface(box)},
          {"mesh of a box", makeMeshSurface(mesh, boxMesh(Vec3(0.3, 0.2, 0.15)))},
          {"mesh of a sphere", makeMeshSurface(mesh, sphereMesh(0.2, 1))},
          {"open mesh", makeMeshSurface(mesh, squareMesh(0.3))}};
}

Vec3 pointNear(Random& random, const ContactSurface& surface, double distance) {
  while (true) {
    Vec3 p = randomVector(random, 3, 0.35);
    SurfacePoint at;
    for (int i = 0; i < 3; ++i) {
      if (!surface.near(p, 10, at)) break;
      p += (distance - at.distance) * at.normal;
    }
    if (surface.near(p, 10, at) && std::abs(at.distance - distance) < 1e-9) return p;
  }
}

}  // namespace tendril::tests
