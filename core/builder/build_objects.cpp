// SPDX-License-Identifier: BSD-3-Clause
// Free objects: links with a free joint and the inertia of their shape.
#include <numbers>

#include "core/builder/builders.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// Moments of inertia of a solid of mass 1 about its centre, along x, y, z.
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

desc::Visual pictureOf(const desc::Solid& solid) {
  desc::Visual visual;
  visual.box = solid.box;
  visual.cylinder = solid.cylinder;
  visual.sphere = solid.sphere;
  visual.capsule = solid.capsule;
  return visual;
}

}  // namespace

double solidVolume(const Visual& solid) {
  constexpr double kPi = std::numbers::pi;
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

void buildObjects(BuildContext& context) {
  for (const desc::FreeObject& given : context.description.objects) {
    LinkSpec link;
    link.id = given.id;
    link.name = given.name;
    link.station = kBaseStation;
    link.joint.type = JointType::kFree;
    buildVisual(pictureOf(given.shape), context, link);
    link.rigid.mass = context.number(given.mass);
    link.rigid.inertia = (link.rigid.mass * momentsOf(link.visuals.back())).asDiagonal();
    const Pose start = context.pose(given.pose);
    link.jointQ0.resize(7);
    link.jointQ0 << start.p, quaternionFromRotation<double>(start.R);
    if (given.v0) {
      link.jointV0.resize(6);
      for (std::size_t i = 0; i < 6; ++i) link.jointV0[static_cast<Eigen::Index>(i)] = context.number((*given.v0)[i]);
    }
    link.color = parseColor(given.color);
    context.bodies.emplace_back();
    context.spec.links.push_back(std::move(link));
  }
}

}  // namespace tendril
