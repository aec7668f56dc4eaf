// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/contact/contact_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kTiny = 1e-14;  // m: nearer to a centre, an axis or an edge no direction is known

/// A distance that depends on ρ = |(x, y)| and z alone: gradient and second derivative in the half plane of the point.
struct Meridian {
  double distance = 0;
  double nr = 0, nz = 0;  ///< gradient
  double bend = 0;        ///< second derivative across the gradient, in the half plane
};

void turnUp(const Meridian& m, const Vec3& p, double rho, SurfacePoint& out) {
  const Vec3 radial = rho > kTiny ? Vec3(p.x() / rho, p.y() / rho, 0) : Vec3(1, 0, 0);
  const Vec3 around(-radial.y(), radial.x(), 0), across(radial.x() * m.nz, radial.y() * m.nz, -m.nr);
  out.distance = m.distance;
  out.normal = m.nr * radial + Vec3(0, 0, m.nz);
  out.curvature = m.bend * across * across.transpose();
  if (rho > kTiny) {
    out.curvature += m.nr / rho * around * around.transpose();
  } else {  // on the axis the two bends are one
    out.curvature += m.bend * around * around.transpose();
  }
}

/// Away from the point (r, z) of the half plane, less `radius`.
Meridian fromPoint(double dr, double dz, double radius) {
  const double d = std::hypot(dr, dz);
  if (d <= kTiny) return {-radius, 0, 1, 0};
  return {d - radius, dr / d, dz / d, 1 / d};
}

Meridian capsule(double rho, double z, double radius, double half) {
  if (std::abs(z) < half) return {rho - radius, 1, 0, 0};
  return fromPoint(rho, z - std::copysign(half, z), radius);
}

Meridian cylinder(double rho, double z, double radius, double half) {
  const double side = rho - radius, cap = std::abs(z) - half;
  if (side > 0 && cap > 0) return fromPoint(side, std::copysign(cap, z), 0);
  if (side >= cap) return {side, 1, 0, 0};
  return {cap, 0, std::copysign(1.0, z), 0};
}

Meridian tube(double rho, double z, double radius, double half) {
  if (std::abs(z) <= half) return {radius - rho, -1, 0, 0};
  return fromPoint(rho - radius, z - std::copysign(half, z), 0);  // its rim
}

void box(const Vec3& p, const Vec3& half, SurfacePoint& out) {
  const Vec3 beyond = p.cwiseAbs() - half;
  Vec3 away = Vec3::Zero();
  Mat3 free = Mat3::Zero();
  for (int i = 0; i < 3; ++i)
    if (beyond[i] > 0) away[i] = std::copysign(beyond[i], p[i]), free(i, i) = 1;
  const double d = away.norm();
  out.curvature.setZero();
  if (d > kTiny) {
    out.distance = d;
    out.normal = away / d;
    out.curvature = (free - out.normal * out.normal.transpose()) / d;
    return;
  }
  Eigen::Index face = 0;
  out.distance = beyond.maxCoeff(&face);
  out.normal.setZero();
  out.normal[face] = std::copysign(1.0, p[face]);
}

class AnalyticSurface final : public ContactSurface {
 public:
  explicit AnalyticSurface(const SurfaceShape& shape)
      : ContactSurface(shape), half_(shape.length / 2), halfSize_(shape.size / 2) {}

  bool near(const Vec3& p, double reach, SurfacePoint& out) const override {
    using Kind = SurfaceShape::Kind;
    const double rho = std::hypot(p.x(), p.y()), radius = shape().radius;
    switch (shape().kind) {
      case Kind::kPlane:
        out = {p.z(), Vec3::UnitZ(), Mat3::Zero()};
        break;
      case Kind::kSphere:
        turnUp(fromPoint(rho, p.z(), radius), p, rho, out);
        break;
      case Kind::kCylinder:
        turnUp(cylinder(rho, p.z(), radius, half_), p, rho, out);
        break;
      case Kind::kCylinderInside:
        turnUp(tube(rho, p.z(), radius, half_), p, rho, out);
        break;
      case Kind::kCapsule:
        turnUp(capsule(rho, p.z(), radius, half_), p, rho, out);
        break;
      case Kind::kBox:
        box(p, halfSize_, out);
        break;
      case Kind::kMesh:
        return false;
    }
    return out.distance < reach;
  }

 private:
  double half_;
  Vec3 halfSize_;
};

}  // namespace

std::string_view surfaceName(SurfaceShape::Kind kind) {
  constexpr std::array<std::string_view, 7> kNames = {"plane", "sphere",  "cylinder", "cylinder_inside",
                                                      "box",   "capsule", "mesh"};
  return kNames[static_cast<std::size_t>(kind)];
}

double halfThickness(const SurfaceShape& shape) {
  switch (shape.kind) {
    case SurfaceShape::Kind::kSphere:
    case SurfaceShape::Kind::kCapsule:
      return shape.radius;
    case SurfaceShape::Kind::kCylinder:
      return std::min(shape.radius, shape.length / 2);
    case SurfaceShape::Kind::kBox:
      return shape.size.minCoeff() / 2;
    case SurfaceShape::Kind::kMesh:
      return 0;
    case SurfaceShape::Kind::kPlane:
    case SurfaceShape::Kind::kCylinderInside:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

std::shared_ptr<const ContactSurface> makeAnalyticSurface(const SurfaceShape& shape) {
  if (shape.kind == SurfaceShape::Kind::kMesh) throw std::invalid_argument("a mesh has no closed form");
  return std::make_shared<AnalyticSurface>(shape);
}

}  // namespace tendril
