// SPDX-License-Identifier: BSD-3-Clause
// Volumes of tetrahedra that move by primitives.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/builder/build_context.hpp"
#include "core/builder/builders.hpp"
#include "core/builder/mesh_source.hpp"
#include "core/builder/parts/volume_points.hpp"
#include "core/description/references.hpp"
#include "core/model/volume/map/backbone_map.hpp"
#include "core/model/volume/map/composed_map.hpp"
#include "core/model/volume/map/primitive_types.hpp"
#include "core/model/volume/plugin_law.hpp"
#include "core/model/volume/volume.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kGap = 0.05;      // of the length: how far a mesh may end before its tip, untold
constexpr double kOutside = 1e-6;  // of the length: how far a mesh may stand over its ends

/// What a law of volumes says.
struct LawChoice {
  std::shared_ptr<const VolumeLaw> law;
  double relaxation = 0;
  bool turningDamped = false;
};

template <class Law>
LawChoice lawOf(const Law& law, double a1, double a2, double a3, double b, BuildContext& context) {
  return {std::make_shared<PolynomialLaw>(a1, a2, a3, b), context.number(law.relaxation),
          law.damping == desc::VolumeDamping::kToolbox};
}

// `path` is that of the material.
LawChoice buildLaw(const desc::LinearElastic&, BuildContext&, const std::string&) {
  return {};
}
LawChoice buildLaw(const desc::NeoHookean& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), 0, 0, 0, context);
}
LawChoice buildLaw(const desc::MooneyRivlin& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), 0, 0, context.number(law.c2), context);
}
LawChoice buildLaw(const desc::Yeoh& law, BuildContext& context, const std::string&) {
  return lawOf(law, context.number(law.c1), context.number(law.c2), context.number(law.c3), 0, context);
}

std::string coefficientList(const PluginLaw& law) {
  std::string out;
  for (const PluginLaw::Coefficient& c : law.coefficients())
    out += (out.empty() ? "" : ", ") + c.name + (c.unit.empty() ? "" : " (" + c.unit + ")");
  return out.empty() ? "none" : out;
}

/// In the order of the law; those that the material does not give are the plugin's. Problems: unknown names, ranges.
std::vector<double> coefficientsOf(const desc::PluginMaterial& material, const PluginLaw& law, BuildContext& context,
                                   const std::string& path) {
  std::vector<double> out;
  for (const PluginLaw::Coefficient& c : law.coefficients()) out.push_back(c.standard);
  for (const auto& [name, number] : material.coefficients.entries) {
    const std::string place = path + ".coefficients." + name;
    const auto known = std::ranges::find(law.coefficients(), name, &PluginLaw::Coefficient::name);
    if (known == law.coefficients().end()) {
      context.error(place, "the law " + law.name() + " has no such coefficient", "known: " + coefficientList(law));
      continue;
    }
    const double value = context.number(number, place);
    if (!(value >= known->minimum && value <= known->maximum))
      context.error(place, "is " + std::to_string(value),
                    "must be from " + std::to_string(known->minimum) + " to " + std::to_string(known->maximum));
    out[static_cast<std::size_t>(known - law.coefficients().begin())] = value;
  }
  return out;
}

LawChoice buildLaw(const desc::PluginMaterial& material, BuildContext& context, const std::string& path) {
  const std::shared_ptr<const PluginLaw> law = context.catalogue().law(material.law);
  if (!law) {
    context.error(path + ".law", "no plugin that is loaded has the law \"" + material.law + '"', "load its plugin");
    return {};
  }
  const std::size_t before = context.problems.size();
  std::vector<double> coefficients = coefficientsOf(material, *law, context, path);
  if (context.problems.size() > before) return {};
  try {
    return {std::make_shared<PluginVolumeLaw>(law, std::move(coefficients)), context.number(material.relaxation),
            material.damping == desc::VolumeDamping::kToolbox};
  } catch (const std::invalid_argument& error) {
    context.error(path + ".coefficients", error.what(), "change them");
    return {};
  }
}

std::vector<std::string> coordinateNames(const desc::VolumeBody& body) {
  std::vector<std::string> names;
  std::map<std::string, int> used;
  for (const desc::Primitive& primitive : body.primitives)
    for (std::size_t k = 0; k < primitive.modes.size(); ++k)
      names.push_back(primitive.type + '[' + std::to_string(used[primitive.type]++) + ']');
  return names;
}

/// Without its modes; those of plugins are for the family `composed`.
ComposedPrimitive primitiveOf(const desc::Primitive& primitive, bool composed, BuildContext& context,
                              const std::string& path) {
  const auto* builtIn = std::ranges::find(kPrimitiveTypes, primitive.type, &PrimitiveType::name);
  if (builtIn != std::end(kPrimitiveTypes)) return {.row = builtIn->row};
  std::shared_ptr<const PluginPrimitive> plugin = context.catalogue().primitive(primitive.type);
  if (!plugin)
    context.error(path + ".type", "no plugin that is loaded has the primitive \"" + primitive.type + '"',
                  "load its plugin");
  else if (!composed)
    context.error(path + ".type",
                  '"' + primitive.type + "\" is of the plugin " + plugin->plugin() + " and no strain of a backbone",
                  "set the family to composed");
  return {.plugin = std::move(plugin)};
}

std::vector<ComposedPrimitive> buildPrimitives(const desc::VolumeBody& body, double length, BuildContext& context,
                                               const std::string& path) {
  std::vector<ComposedPrimitive> out;
  for (std::size_t i = 0; i < body.primitives.size(); ++i) {
    const desc::Primitive& primitive = body.primitives[i];
    const std::string own = path + ".primitives[" + std::to_string(i) + ']';
    out.push_back(primitiveOf(primitive, body.family == desc::PrimitiveFamily::kComposed, context, own));
    for (std::size_t k = 0; k < primitive.modes.size(); ++k) {
      const std::string place = own + ".modes[" + std::to_string(k) + ']';
      out.back().modes.push_back(context.evaluator.curve(primitive.modes[k], length, {}, place));
    }
  }
  return out;
}

/// The backbone adds strains: it does not matter which primitive they come from.
std::vector<BackboneMode> strainsOf(const std::vector<ComposedPrimitive>& primitives) {
  std::vector<BackboneMode> out;
  for (const ComposedPrimitive& primitive : primitives)
    for (const Curve& mode : primitive.modes) out.push_back({primitive.row, mode});
  return out;
}

/// Largest distance of a node from the axis, m.
double radiusOf(const TetMesh& mesh) {
  double radius = 0;
  for (const Vec3& x : mesh.nodes) radius = std::max(radius, x.tail<2>().norm());
  return radius;
}

/// Says where a mesh ends well before its body: the rest is empty, and what hangs on the tip hangs in the air.
void tellGap(double end, double length, BuildContext& context, const std::string& path) {
  if (end >= (1 - kGap) * length) return;
  context.problems.push_back({.path = path + ".length",
                              .message = "is " + numberText(length) + " m, and the mesh ends at x = " +
                                         numberText(end) + " m: from there to the tip is nothing",
                              .cure = "leave the length out, or give the mesh in metres",
                              .severity = Problem::Severity::kWarning});
}

/// False, with a problem, where the mesh does not fit the length or the primitives.
bool fits(const TetMesh& mesh, double length, bool source, BuildContext& context, const std::string& path) {
  const MeshExtent extent = meshExtent(mesh);
  if (extent.low.x() < -kOutside * length || extent.high.x() > (1 + kOutside) * length) {
    context.error(path + ".mesh",
                  "reaches from x = " + std::to_string(extent.low.x()) + " to " + std::to_string(extent.high.x()) +
                      " m, and the body from 0 to " + std::to_string(length) + " m",
                  "bodies stand along x from 0: move or scale the mesh, or change the length");
    return false;
  }
  tellGap(extent.high.x(), length, context, path);
  if (!source) return true;
  for (const Vec3& x : mesh.nodes) {
    if (x.tail<2>().norm() > 1e-6 * extent.size().maxCoeff()) continue;
    context.error(path + ".primitives", "has a source, and the mesh a node on its axis at x = " + std::to_string(x.x()),
                  "a source opens the axis: take a mesh with a bore");
    return false;
  }
  return true;
}

std::vector<VolumePoint> pointsOf(const desc::VolumeBody& body, const std::shared_ptr<const TetMesh>& mesh,
                                  BuildContext& context) {
  const auto* live = body.liveQuadrature ? std::get_if<desc::Number>(&body.liveQuadrature->value) : nullptr;
  return volumePoints(mesh, static_cast<int>(context.number(body.quadrature)),
                      context.options.live && live ? static_cast<int>(context.number(*live)) : 0);
}

}  // namespace

void buildBody(const desc::VolumeBody& body, BuildContext& context, LinkSpec& link, const std::string& path) {
  const double given = body.length ? context.number(*body.length) : 0;
  const std::shared_ptr<const TetMesh> mesh = meshOf(body.mesh, given, context, path + ".mesh");
  if (!mesh) return;
  const double length = body.length ? given : meshExtent(*mesh).high.x();
  link.bodyQ0 = context.numbers(body.q0);
  link.bodyV0 = context.numbers(body.v0);
  std::vector<ComposedPrimitive> primitives = buildPrimitives(body, length, context, path);
  const auto& materials = context.description.materials.items;
  const desc::Material& material = materials[static_cast<std::size_t>(indexOf(materials, body.material.id))];
  const LawChoice law = std::visit(
      [&](const auto& chosen) { return buildLaw(chosen, context, "materials." + material.name); }, material.law);
  const bool source = std::ranges::any_of(primitives, [](const ComposedPrimitive& p) {
    return p.plugin ? p.plugin->opensAxis() : p.row == BackboneRow::kSource;
  });
  if (hasErrors(context.problems) || !fits(*mesh, length, source, context, path)) return;
  try {
    VolumeSpec spec;
    if (body.family == desc::PrimitiveFamily::kBackbone)
      spec.map = std::make_shared<BackboneMap>(BackboneTables(length, radiusOf(*mesh), strainsOf(primitives)));
    else
      spec.map = std::make_shared<ComposedMap>(length, std::move(primitives));
    spec.coordinates = coordinateNames(body);
    spec.points = pointsOf(body, mesh, context);
    spec.density = context.number(material.density);
    spec.law = law.law, spec.relaxation = law.relaxation, spec.turningDamped = law.turningDamped;
    spec.mesh = mesh;
    context.bodies.back() = std::make_shared<Volume>(std::move(spec));
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
