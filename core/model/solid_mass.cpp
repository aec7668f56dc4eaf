// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/solid_mass.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kOpen = 1e-6;  // of the area: what a closed surface's normals may add up to

/// Moments of a solid of mass 1 about its centre, along x, y, z; round ones along x.
Vec3 momentsOf(const Visual& visual) {
  const double r = visual.size[0], l = visual.size[1];
  switch (visual.shape) {
    case Visual::Shape::kSphere:
      return Vec3::Constant(0.4 * r * r);
    case Visual::Shape::kCylinder: {
      const double across = (3 * r * r + l * l) / 12;
      return {r * r / 2, across, across};
    }
    case Visual::Shape::kCapsule: {
      const double ends = 4 * r / (4 * r + 3 * l), middle = 1 - ends;  // shares of the mass
      const double across = middle * (3 * r * r + l * l) / 12 + ends * (0.4 * r * r + l * l / 4 + 3 * l * r / 8);
      return {(middle / 2 + ends * 0.4) * r * r, across, across};
    }
    default: {
      const Vec3 squares = visual.size.cwiseAbs2();
      return (Vec3::Constant(squares.sum()) - squares) / 12;
    }
  }
}

double volumeOf(const Visual& solid) {
  const double r = solid.size[0], l = solid.size[1];
  switch (solid.shape) {
    case Visual::Shape::kSphere:
      return 4 * kPi / 3 * r * r * r;
    case Visual::Shape::kCylinder:
      return kPi * r * r * l;
    case Visual::Shape::kCapsule:
      return kPi * r * r * (l + 4 * r / 3);
    default:
      return solid.size.prod();
  }
}

/// By tetrahedra from the first vertex to every triangle.
SolidMass massOf(const TriangleMesh& mesh) {
  const Vec3 origin = mesh.vertices.front();
  double volume = 0, area = 0;
  Vec3 first = Vec3::Zero(), normals = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const auto& triangle : mesh.triangles) {
    Mat3 corners;
    for (int k = 0; k < 3; ++k) corners.col(k) = mesh.vertices[static_cast<std::size_t>(triangle[k])] - origin;
    const Vec3 normal = (corners.col(1) - corners.col(0)).cross(corners.col(2) - corners.col(0));
    normals += normal, area += normal.norm();
    const double part = corners.determinant() / 6;
    const Vec3 sum = corners.rowwise().sum();
    volume += part;
    first += part / 4 * sum;
    second += part / 20 * (sum * sum.transpose() + corners * corners.transpose());
  }
  if (!(normals.norm() < kOpen * area)) throw std::runtime_error("is open: it encloses no volume");
  if (!(std::abs(volume) > 0)) throw std::runtime_error("encloses no volume");
  if (volume < 0) volume = -volume, first = -first, second = -second;  // turned inside out
  SolidMass out{volume, first / volume, Mat3::Zero()};
  second -= volume * out.center * out.center.transpose();
  out.inertia = second.trace() * Mat3::Identity() - second;
  out.center += origin;
  return out;
}

}  // namespace

SolidMass solidMass(const Visual& visual) {
  SolidMass own;
  if (visual.shape == Visual::Shape::kMesh) {
    own = massOf(readMesh(visual.mesh, visual.size[0] > 0 ? visual.size[0] : 1));
  } else {
    own.volume = volumeOf(visual);
    own.inertia = (own.volume * momentsOf(visual)).asDiagonal();
  }
  const Mat3& R = visual.pose.R;
  return {own.volume, visual.pose * own.center, R * own.inertia * R.transpose()};
}

}  // namespace tendril
