// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/forces/soft_shape.hpp"

#include <cmath>
#include <numbers>

#include "core/builder/bodies/rod_section.hpp"
#include "core/model/body/surface_carrier.hpp"

namespace tendril {
namespace {

namespace desc = description;

const desc::Body& bodyOf(int link, BuildContext& context) {
  return *context.description.links[static_cast<std::size_t>(link)].body;
}

struct LengthOf {
  BuildContext& context;
  const Body& body;
  int division;

  double operator()(const desc::RigidBody&) const { return 0; }
  double operator()(const desc::RodBody& rod) const {
    if (division >= 0) return context.number(rod.parts()[static_cast<std::size_t>(division)].length);
    double sum = 0;
    for (const desc::RodDivision& part : rod.parts()) sum += context.number(part.length);
    return sum;
  }
  double operator()(const desc::ConstantCurvatureBody& arc) const { return context.number(arc.length); }
  double operator()(const desc::TetrahedraBody&) const { return body.length(); }
};

struct RadiusOf {
  BuildContext& context;
  const Body& body;
  int division;

  static ExpressionFunction constant(double radius) {
    return {"r", std::make_shared<const Expression>(Expression(radius))};
  }
  ExpressionFunction operator()(const desc::RigidBody&) const { return constant(0); }
  ExpressionFunction operator()(const desc::RodBody& rod) const { return radiusFunction(rod, division, context); }
  ExpressionFunction operator()(const desc::ConstantCurvatureBody& arc) const {
    return constant(context.number(arc.radius));
  }
  ExpressionFunction operator()(const desc::TetrahedraBody& volume) const {
    const auto* shape = std::get_if<desc::MeshShape>(&volume.mesh.value);
    if (shape && shape->box)
      return constant(
          std::sqrt(context.number(shape->box->height) * context.number(shape->box->width) / std::numbers::pi));
    double radius = 0;
    for (const Vec3& x : body.surfaceCarrier()->surface().vertices) radius = std::max(radius, x.tail<2>().norm());
    return constant(radius);
  }
};

}  // namespace

double softLength(int link, int division, BuildContext& context) {
  return std::visit(LengthOf{context, *context.bodies[static_cast<std::size_t>(link)], division},
                    bodyOf(link, context));
}

ExpressionFunction softRadius(int link, int division, BuildContext& context) {
  return std::visit(RadiusOf{context, *context.bodies[static_cast<std::size_t>(link)], division},
                    bodyOf(link, context));
}

}  // namespace tendril
