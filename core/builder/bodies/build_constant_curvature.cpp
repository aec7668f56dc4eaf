// SPDX-License-Identifier: BSD-3-Clause
#include <stdexcept>

#include "core/builder/builders.hpp"
#include "core/description/references.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"

namespace tendril {

void buildBody(const description::ConstantCurvatureBody& body, BuildContext& context, LinkSpec& link,
               const std::string& path) {
  ConstantCurvatureSpec spec;
  spec.length = context.number(body.length), spec.radius = context.number(body.radius);
  spec.planar = body.planar, spec.elongation = body.elongation, spec.sectionInertia = body.sectionInertia;
  if (body.density) {
    spec.density = context.number(*body.density);
  } else {
    const auto& materials = context.description.materials.items;
    const description::Material& material = materials[static_cast<std::size_t>(indexOf(materials, body.material.id))];
    spec.density = context.number(material.density);
    if (const auto* law = std::get_if<description::LinearElastic>(&material.law)) {
      spec.young = context.number(law->young);
      if (law->viscosity) spec.viscosity = context.number(*law->viscosity);
      if (law->relaxation) spec.relaxation = context.number(*law->relaxation);
    }  // else reported by the checks
  }
  link.bodyQ0 = context.numbers(body.q0);
  link.bodyV0 = context.numbers(body.v0);
  if (hasErrors(context.problems)) return;
  try {
    context.bodies.back() = std::make_shared<ConstantCurvature>(spec);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
