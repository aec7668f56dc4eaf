// SPDX-License-Identifier: BSD-3-Clause
// A fluid: added mass and buoyancy go into the bodies, drag is a load on each link or slice of a rod. rods.md §9
#include <memory>

#include "core/builder/builders.hpp"
#include "core/builder/parts/link_matrix.hpp"
#include "core/description/references.hpp"
#include "core/model/solid_mass.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// The matrix of a link or an object in a map; zero if it is not there.
Mat6 matrixOf(const desc::BodyMatrices& map, desc::ObjectId body, BuildContext& context) {
  for (const auto& [reference, rows] : map.entries)
    if (reference.id == body && body != 0) return linkMatrix(rows, context.evaluator).value_or(Mat6::Zero());
  return Mat6::Zero();
}

/// A 6×6 block given at `center` in the axes of B, about the origin of B.
Mat6 aboutOrigin(const Mat6& matrix, const Vec3& center) {
  const Mat6 inverse = adjointMatrix<double>(Pose{Mat3::Identity(), -center});
  return inverse.transpose() * matrix * inverse;
}

struct FluidBuilder {
  const desc::FluidLoad& load;
  const std::string& name;
  BuildContext& context;
  double density;

  void addDrag(int link, int station, const Mat6& D, const Vec3& offset) const {
    context.spec.loads.push_back({name, link, station, std::make_shared<FluidDrag>(D, Pose{Mat3::Identity(), offset})});
  }

  /// Around a link without a soft body that displaces `volume` (m³) about `center`.
  void rigid(int i, double volume, const Vec3& center, const Mat6& added, const Mat6& drag) const {
    LinkSpec& link = context.spec.links[static_cast<std::size_t>(i)];
    const Vec3 com = link.rigid.com;
    LinkFluid fluid;
    fluid.added = aboutOrigin(added, com);
    fluid.displaced = load.buoyancy ? density * volume : 0;
    fluid.center = center;
    if (fluid.displaced != 0 || !added.isZero(0)) link.fluid = fluid;
    if (!drag.isZero(0)) addDrag(i, kBaseStation, drag, com);
  }

  void soft(int i, Body& body, const Mat6& added, const Mat6& drag) const {
    if (!load.buoyancy && added.isZero(0) && drag.isZero(0)) return;
    if (!body.immerse({.density = density, .buoyancy = load.buoyancy, .added = added})) {
      context.error("loads." + name, "a " + std::string(body.type()) + " knows no fluid", "remove the load");
      return;
    }
    if (drag.isZero(0)) return;
    for (const BodySlice& slice : body.slices())
      addDrag(i, body.addStation(slice.at), (slice.length * density * slice.radius) * drag, Vec3::Zero());
  }
};

}  // namespace

void buildLoad(const desc::FluidLoad& load, const std::string& name, BuildContext& context) {
  const FluidBuilder builder{load, name, context, context.number(load.density)};
  const auto& links = context.description.links;
  for (std::size_t i = 0; i < context.spec.links.size(); ++i) {
    const LinkSpec& link = context.spec.links[i];
    const Mat6 added = matrixOf(load.addedMass, link.id, context), drag = matrixOf(load.viscousDrag, link.id, context);
    const int index = static_cast<int>(i);
    if (context.bodies[i]) {
      builder.soft(index, *context.bodies[i], added, drag);
    } else if (i >= links.size()) {
      builder.rigid(index, solidMass(link.visuals.back()).volume, link.rigid.com, added, drag);
    } else {
      const auto* body = links[i].body ? std::get_if<desc::RigidBody>(&*links[i].body) : nullptr;
      const Vec3 center = body && body->volumeCenter ? context.vector(*body->volumeCenter) : link.rigid.com;
      builder.rigid(index, body ? context.number(body->volume) : 0, center, added, drag);
    }
  }
}

}  // namespace tendril
