// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/bodies/build_tetrahedra.hpp"

#include "core/builder/bodies/mesh_source.hpp"
#include "core/builder/parts/volume_points.hpp"
#include "core/description/references.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kGap = 0.05;      // of the length: how far a mesh may end before its tip, untold
constexpr double kOutside = 1e-6;  // of the length: how far a mesh may stand over its ends

/// Says where a mesh ends well before its body: the rest is empty, and what hangs on the tip hangs in the air.
void tellGap(double end, double length, BuildContext& context, const std::string& path) {
  if (end >= (1 - kGap) * length) return;
  context.problems.push_back({.path = path + ".length",
                              .message = "is " + numberText(length) + " m, and the mesh ends at x = " +
                                         numberText(end) + " m: from there to the tip is nothing",
                              .cure = "leave the length out, or give the mesh in metres",
                              .severity = Problem::Severity::kWarning});
}

/// False, with a problem, where the mesh does not fit the length.
bool fits(const TetMesh& mesh, double length, BuildContext& context, const std::string& path) {
  const MeshExtent extent = meshExtent(mesh);
  if (extent.low.x() < -kOutside * length || extent.high.x() > (1 + kOutside) * length) {
    context.error(path + ".mesh",
                  "reaches from x = " + std::to_string(extent.low.x()) + " to " + std::to_string(extent.high.x()) +
                      " m, and the body from 0 to " + std::to_string(length) + " m",
                  "bodies stand along x from 0: move or scale the mesh, or change the length");
    return false;
  }
  tellGap(extent.high.x(), length, context, path);
  return true;
}

}  // namespace

std::optional<BodyMesh> bodyMesh(const desc::TetrahedraBody& body, BuildContext& context, LinkSpec& link,
                                 const std::string& path) {
  const double given = body.length ? context.number(*body.length) : 0;
  BodyMesh out{meshOf(body.mesh, given, context, path + ".mesh"), given};
  if (!out.mesh) return std::nullopt;
  if (!body.length) out.length = meshExtent(*out.mesh).high.x();
  link.bodyQ0 = context.numbers(body.q0);
  link.bodyV0 = context.numbers(body.v0);
  if (!fits(*out.mesh, out.length, context, path)) return std::nullopt;
  return out;
}

const desc::Material& materialOf(const desc::TetrahedraBody& body, const BuildContext& context) {
  const auto& materials = context.description.materials.items;
  return materials[static_cast<std::size_t>(indexOf(materials, body.material.id))];
}

void finishVolume(const desc::TetrahedraBody& body, const BodyMesh& mesh, const LawChoice& law, VolumeSpec spec,
                  BuildContext& context) {
  const auto* live = body.liveQuadrature ? std::get_if<desc::Number>(&body.liveQuadrature->value) : nullptr;
  spec.points = volumePoints(mesh.mesh, static_cast<int>(context.number(body.quadrature)),
                             context.options.live && live ? static_cast<int>(context.number(*live)) : 0);
  spec.density = context.number(materialOf(body, context).density);
  spec.law = law.law, spec.relaxation = law.relaxation, spec.turningDamped = law.turningDamped;
  spec.mesh = mesh.mesh;
  context.bodies.back() = std::make_shared<Volume>(std::move(spec));
}

}  // namespace tendril
