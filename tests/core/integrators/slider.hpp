// SPDX-License-Identifier: BSD-3-Clause
// A slider that a cable on a spool pulls: the smallest machine with a tendon driven by its length.
#pragma once

#include <memory>
#include <vector>

#include "core/model/actuator.hpp"
#include "core/model/model.hpp"

namespace tendril::tests {

/// 2 kg along x, 1 m from the wall where the cable comes from; a spring (N/m) holds it there. Weightless.
inline ModelSpec sliderSpec(const Spool& spool, double spring, const InputRange& taken) {
  ModelSpec spec;
  spec.gravity.setZero();
  for (const JointType type : {JointType::kFixed, JointType::kPrismatic}) {
    LinkSpec link;
    link.name = type == JointType::kFixed ? "wall" : "slider";
    link.joint.type = type;
    link.joint.axis = Vec3::UnitX();
    link.rigid.mass = 2;
    if (type == JointType::kPrismatic) link.joint.stiffness = VecX::Constant(1, spring);
    link.pose.p = Vec3(type == JointType::kFixed ? 0 : 1, 0, 0);
    spec.links.push_back(link);
  }
  spec.actuators.push_back([spool, taken](const Model&) {
    const std::vector<Tendon::Segment> segments{{{0, Vec3::Zero()}, {1, Vec3::Zero()}}};
    auto cable = std::make_unique<Tendon>("cable", std::vector<Tendon::BodyPiece>{}, segments, false, spool);
    cable->ranges[0] = taken;
    return cable;
  });
  return spec;
}

}  // namespace tendril::tests
