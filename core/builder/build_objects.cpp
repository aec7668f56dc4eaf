// SPDX-License-Identifier: BSD-3-Clause
// Free objects: links with a free joint and the inertia of their shape.
#include "core/builder/builders.hpp"
#include "core/math/so3.hpp"
#include "core/model/solid_mass.hpp"

namespace tendril {
namespace {

namespace desc = description;

desc::Visual pictureOf(const desc::Solid& solid) {
  desc::Visual visual;
  visual.box = solid.box;
  visual.cylinder = solid.cylinder;
  visual.sphere = solid.sphere;
  visual.capsule = solid.capsule;
  return visual;
}

}  // namespace

void buildObjects(BuildContext& context) {
  for (const desc::FreeObject& given : context.description.objects) {
    LinkSpec link;
    link.id = given.id;
    link.name = given.name;
    link.station = kBaseStation;
    link.isObject = true;
    link.joint.type = JointType::kFree;
    link.visuals.push_back(buildVisual(pictureOf(given.shape), context));
    link.rigid.mass = context.number(given.mass);
    const SolidMass solid = solidMass(link.visuals.back());
    link.rigid.inertia = link.rigid.mass / solid.volume * solid.inertia;
    const Pose start = context.pose(given.pose);
    link.jointQ0.resize(7);
    link.jointQ0 << start.p, quaternionFromRotation<double>(start.R);
    if (given.v0) {
      link.jointV0.resize(6);
      for (std::size_t i = 0; i < 6; ++i) link.jointV0[static_cast<Eigen::Index>(i)] = context.number((*given.v0)[i]);
    }
    link.color = parseColor(given.color);
    link.finish = buildFinish(given.finish);
    context.bodies.emplace_back();
    context.spec.links.push_back(std::move(link));
  }
}

}  // namespace tendril
