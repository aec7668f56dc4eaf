// SPDX-License-Identifier: BSD-3-Clause
// Volumes of tetrahedra that move by primitives.
#include <algorithm>
#include <map>
#include <stdexcept>

#include "core/builder/bodies/build_tetrahedra.hpp"
#include "core/builder/builders.hpp"
#include "core/model/volume/map/primitives/backbone_map.hpp"
#include "core/model/volume/map/primitives/composed_map.hpp"
#include "core/model/volume/map/primitives/primitive_types.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {
namespace {

namespace desc = description;

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

/// False, with a problem, where a source meets a node on the axis.
bool isOpen(const TetMesh& mesh, BuildContext& context, const std::string& path) {
  const double size = meshExtent(mesh).size().maxCoeff();
  for (const Vec3& x : mesh.nodes) {
    if (x.tail<2>().norm() > 1e-6 * size) continue;
    context.error(path + ".primitives", "has a source, and the mesh a node on its axis at x = " + std::to_string(x.x()),
                  "a source opens the axis: take a mesh with a bore");
    return false;
  }
  return true;
}

}  // namespace

void buildBody(const desc::VolumeBody& body, BuildContext& context, LinkSpec& link, const std::string& path) {
  const std::optional<BodyMesh> mesh = bodyMesh(body, context, link, path);
  if (!mesh) return;
  std::vector<ComposedPrimitive> primitives = buildPrimitives(body, mesh->length, context, path);
  const LawChoice law = rubberLaw(materialOf(body, context), context);
  const bool source = std::ranges::any_of(primitives, [](const ComposedPrimitive& p) {
    return p.plugin ? p.plugin->opensAxis() : p.row == BackboneRow::kSource;
  });
  if (hasErrors(context.problems) || (source && !isOpen(*mesh->mesh, context, path))) return;
  try {
    VolumeSpec spec;
    if (body.family == desc::PrimitiveFamily::kBackbone)
      spec.map =
          std::make_shared<BackboneMap>(BackboneTables(mesh->length, radiusOf(*mesh->mesh), strainsOf(primitives)));
    else
      spec.map = std::make_shared<ComposedMap>(mesh->length, std::move(primitives));
    spec.coordinates = coordinateNames(body);
    finishVolume(body, *mesh, law, std::move(spec), context);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
