// SPDX-License-Identifier: BSD-3-Clause
// Rigid bodies, rods and pictures.
#include <stdexcept>

#include "core/builder/bodies/rod_section.hpp"
#include "core/builder/build_context.hpp"
#include "core/builder/builders.hpp"
#include "core/builder/parts/rod_size.hpp"
#include "core/description/references.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

namespace desc = description;

void addRound(const desc::RoundShape& shape, Visual::Shape kind, BuildContext& context, Visual& visual) {
  visual.shape = kind;
  visual.size = Vec3(context.number(shape.radius), context.number(shape.length), 0);
}

const desc::Material& materialOf(const desc::RodDivision& part, BuildContext& context) {
  const auto& materials = context.description.materials.items;
  return materials[static_cast<std::size_t>(indexOf(materials, part.material.id))];
}

std::function<Vec6(double)> referenceStrain(const desc::RodDivision& part, double length, BuildContext& context,
                                            const std::string& path) {
  std::array<Curve, 6> curves;
  bool constant = true;
  for (std::size_t i = 0; i < 6; ++i) {
    curves[i] = context.evaluator.curve(part.referenceStrain[i], length, {}, path + ".reference_strain");
    constant &= curves[i].expression().isConstant();
  }
  auto at = [curves](double s) {
    Vec6 out;
    for (std::size_t i = 0; i < 6; ++i) out[static_cast<Eigen::Index>(i)] = curves[i].value(s);
    return out;
  };
  if (!constant) return at;
  const Vec6 value = at(0);
  if (value == (Vec6() << 0, 0, 0, 1, 0, 0).finished()) return {};
  return [value](double) { return Vec6(value); };
}

RodDivisionSpec buildDivision(const desc::RodDivision& part, BuildContext& context, const std::string& path) {
  RodDivisionSpec spec;
  spec.length = context.number(part.length);
  spec.section = buildSection(part.section, spec.length, context, path + ".section");
  const desc::Material& material = materialOf(part, context);
  spec.density = context.number(material.density);
  if (const auto* law = std::get_if<desc::LinearElastic>(&material.law)) {
    spec.young = context.number(law->young);
    spec.poisson = context.number(law->poisson);
    if (law->viscosity) spec.viscosity = context.number(*law->viscosity);
    if (law->relaxation) spec.relaxation = context.number(*law->relaxation);
  } else {
    context.error(path + ".material", "rods take linear materials only", "name another material");
  }
  const auto modes = part.strain.modes();
  for (std::size_t i = 0; i < 6; ++i)
    if (*modes[i])
      spec.strain[i] = buildStrainBasis(**modes[i], spec.length, context.catalogue(), context.evaluator,
                                        context.problems, path + ".strain." + std::string(kStrainNames[i]));
  spec.referenceStrain = referenceStrain(part, spec.length, context, path);
  if (part.quadrature) spec.quadrature = static_cast<int>(context.number(*part.quadrature));
  spec.pose = context.pose(part.pose);
  spec.tip = context.pose(part.tip);
  return spec;
}

/// Initial values of a rod: of the whole, or by division where missing ones are zero.
VecX initialState(const desc::RodBody& body, std::vector<desc::Number> desc::RodDivision::*values,
                  BuildContext& context) {
  if (body.divisions.empty() || !(body.single.*values).empty()) return context.numbers(body.single.*values);
  std::vector<desc::Number> all;
  bool any = false;
  for (const desc::RodDivision& part : body.divisions) {
    std::vector<desc::Number> own = part.*values;
    any |= !own.empty();
    if (own.empty()) own.resize(static_cast<std::size_t>(divisionSize(part, context.catalogue(), context.evaluator)));
    all.insert(all.end(), own.begin(), own.end());
  }
  return any ? context.numbers(all) : VecX();
}

}  // namespace

Visual buildVisual(const desc::Visual& given, BuildContext& context) {
  Visual visual;
  visual.pose = context.pose(given.pose);
  if (given.box) visual.shape = Visual::Shape::kBox, visual.size = context.vector(*given.box);
  if (given.cylinder) addRound(*given.cylinder, Visual::Shape::kCylinder, context, visual);
  if (given.capsule) addRound(*given.capsule, Visual::Shape::kCapsule, context, visual);
  if (given.sphere) visual.shape = Visual::Shape::kSphere, visual.size = Vec3(context.number(*given.sphere), 0, 0);
  if (!given.mesh.empty()) {
    visual.shape = Visual::Shape::kMesh;
    visual.mesh = std::filesystem::absolute(context.options.directory / given.mesh).string();
    visual.size = Vec3::Constant(context.number(given.scale));
  }
  return visual;
}

void buildBody(const desc::RigidBody& body, BuildContext& context, LinkSpec& link, const std::string&) {
  link.rigid.mass = context.number(body.mass);
  link.rigid.com = context.vector(body.com);
  std::array<double, 6> v;
  for (std::size_t i = 0; i < 6; ++i) v[i] = context.number(body.inertia[i]);
  link.rigid.inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
  link.rigidTip = context.pose(body.tip);
  if (body.visual) link.visuals.push_back(buildVisual(*body.visual, context));
  for (const desc::Visual& shape : body.collision) link.collisions.push_back(buildVisual(shape, context));
}

void buildBody(const desc::RodBody& body, BuildContext& context, LinkSpec& link, const std::string& path) {
  RodSpec spec;
  spec.magnus = static_cast<int>(context.number(body.magnus));
  for (std::size_t i = 0; i < body.parts().size(); ++i) {
    const std::string place = body.divisions.empty() ? path : path + ".divisions[" + std::to_string(i) + ']';
    spec.divisions.push_back(buildDivision(body.parts()[i], context, place));
  }
  link.bodyQ0 = initialState(body, &desc::RodDivision::q0, context);
  link.bodyV0 = initialState(body, &desc::RodDivision::v0, context);
  if (hasErrors(context.problems)) return;
  try {
    context.bodies.back() = std::make_shared<Rod>(spec);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
