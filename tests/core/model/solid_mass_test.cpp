// SPDX-License-Identifier: BSD-3-Clause
// Mass, centre and inertia of solids: slices for round ones, closed forms for boxes, meshes beside both.
#include "core/model/solid_mass.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

/// A body of revolution about x with radius r(x), cut into discs.
SolidMass slices(double from, double to, const std::function<double(double)>& radius) {
  constexpr int kCount = 200000;
  SolidMass out;
  const double thick = (to - from) / kCount;
  double along = 0, across = 0;
  for (int k = 0; k < kCount; ++k) {
    const double x = from + (k + 0.5) * thick, r = radius(x), mass = M_PI * r * r * thick;
    out.volume += mass;
    along += mass * r * r / 2;
    across += mass * (r * r / 4 + x * x);
  }
  out.inertia = Vec3(along, across, across).asDiagonal();
  return out;
}

void expectEqual(const SolidMass& a, const SolidMass& b, double share) {
  EXPECT_NEAR(a.volume, b.volume, share * b.volume);
  EXPECT_LT((a.center - b.center).norm(), share * std::cbrt(b.volume));
  EXPECT_LT((a.inertia - b.inertia).norm(), share * b.inertia.norm());
}

TEST(SolidMass, RoundShapesAreTheirSlices) {
  const double r = 0.3, l = 0.7;
  Visual shape;
  shape.shape = Visual::Shape::kSphere, shape.size = Vec3(r, 0, 0);
  expectEqual(solidMass(shape), slices(-r, r, [r](double x) { return std::sqrt(r * r - x * x); }), 1e-9);
  shape.shape = Visual::Shape::kCylinder, shape.size = Vec3(r, l, 0);
  expectEqual(solidMass(shape), slices(-l / 2, l / 2, [r](double) { return r; }), 1e-9);
  shape.shape = Visual::Shape::kCapsule;
  const auto capsule = [&](double x) {
    const double out = std::max(0.0, std::abs(x) - l / 2);
    return std::sqrt(r * r - out * out);
  };
  expectEqual(solidMass(shape), slices(-l / 2 - r, l / 2 + r, capsule), 1e-8);
}

/// Every edge of a box has its two triangles; the centre of the file is not that of the box.
std::string boxAsObj(const Vec3& from, const Vec3& to) {
  std::string text;
  for (int k = 0; k < 8; ++k) {
    const auto side = [&](int axis) { return std::to_string(((k >> axis) & 1) != 0 ? to[axis] : from[axis]); };
    text += "v " + side(0) + ' ' + side(1) + ' ' + side(2) + '\n';
  }
  for (const char* face : {"1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"})
    text += "f " + std::string(face) + '\n';
  return text;
}

TEST(SolidMass, MeshesWeighAsWhatTheyEnclose) {
  const TemporaryFolder folder;
  const Vec3 from(0.1, -0.2, 0.3), to(0.5, 0.1, 1.0);
  Visual mesh, box;
  mesh.shape = Visual::Shape::kMesh;
  mesh.mesh = folder.write("box.obj", boxAsObj(from, to));
  mesh.size = Vec3(2, 0, 0);  // a factor
  mesh.pose.R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  mesh.pose.p = Vec3(3, -4, 5);
  box.size = 2 * (to - from);
  box.pose = {mesh.pose.R, mesh.pose * Vec3(from + to)};
  expectEqual(solidMass(mesh), solidMass(box), 1e-6);  // single precision of meshes in files
  Visual plain = box;
  plain.pose = {};
  const Vec3 s = plain.size.cwiseAbs2();
  const double m = plain.size.prod();
  EXPECT_NEAR(solidMass(plain).inertia(0, 0), m * (s.y() + s.z()) / 12, 1e-15);
}

TEST(SolidMass, OpenAndBrokenMeshesAreRefused) {
  const TemporaryFolder folder;
  std::string open = boxAsObj(Vec3::Zero(), Vec3::Ones());
  open.erase(open.rfind("f "));
  Visual mesh;
  mesh.shape = Visual::Shape::kMesh;
  mesh.mesh = folder.write("open.obj", open);
  EXPECT_THROW(solidMass(mesh), std::runtime_error);
  mesh.mesh = folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n");
  EXPECT_THROW(solidMass(mesh), std::runtime_error);
  mesh.mesh = folder.path("none.obj");
  EXPECT_THROW(solidMass(mesh), std::runtime_error);
}

}  // namespace
}  // namespace tendril
