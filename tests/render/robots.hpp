// SPDX-License-Identifier: BSD-3-Clause
// Small robots for the tests of render/.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "core/math/so3.hpp"
#include "core/model/rod/rod.hpp"
#include "core/session/snapshot.hpp"

namespace tendril::test {

inline Measure taper(double from, double to) {
  return [=](double s) { return from + (to - from) * s; };
}

/// A rod with constant bending about z as its first coordinate (radians over the rod), then constant torsion… none.
inline std::shared_ptr<const Body> bendingRod(double length, SectionLaw section) {
  RodDivisionSpec division;
  division.length = length;
  division.section = std::move(section);
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[2] = makeStrainBasis("constant", 0);
  return std::make_shared<Rod>(RodSpec{{division}, 4});
}

inline SectionLaw round(double from, double to) {
  return SectionLaw::shape("circle", {taper(from, to)});
}

inline LinkSpec link(std::string name, int parent, JointType type = JointType::kFixed) {
  LinkSpec spec;
  spec.name = std::move(name), spec.parent = parent, spec.joint.type = type;
  return spec;
}

/// A rod of 0.5 m along +x at 0.4 m above the ground, with two tendons of 0…10 N along its sides.
inline std::shared_ptr<const Model> rodWithTendons() {
  ModelSpec model;
  LinkSpec arm = link("arm", kWorld);
  arm.pose.p = Vec3(0, 0, 0.4);
  arm.body = bendingRod(0.5, round(0.03, 0.015));
  model.links.push_back(std::move(arm));
  for (const double side : {1.0, -1.0}) {
    model.actuators.push_back([side](const Model& built) {
      std::vector<Tendon::BodyPiece> pieces;
      pieces.push_back({0, built.links[0].body->makeTendonPiece(
                               [side](double) {
                                 return RoutePoint{0, side * 0.035, 0, 0};
                               },
                               0, 1)});
      auto tendon = std::make_unique<Tendon>("tendon", std::move(pieces), std::vector<Tendon::Segment>{}, true);
      tendon->ranges[0] = {0, 10};
      return tendon;
    });
  }
  return std::make_shared<Model>(std::move(model));
}

/// A turning rigid link of 0.3 m with a rod of 0.3 m at its tip, both along +x.
inline std::shared_ptr<const Model> armWithRod() {
  ModelSpec model;
  LinkSpec shoulder = link("shoulder", kWorld, JointType::kRevolute);
  shoulder.pose.p = Vec3(0, 0, 0.3);
  shoulder.rigid.mass = 1;
  shoulder.rigidTip.p = Vec3(0.3, 0, 0);
  model.links.push_back(shoulder);
  LinkSpec rod = link("rod", 0);
  rod.body = bendingRod(0.3, round(0.02, 0.01));
  model.links.push_back(std::move(rod));
  return std::make_shared<Model>(std::move(model));
}

inline Snapshot snapshotAt(const std::shared_ptr<const Model>& model, const VecX& q, const VecX& u) {
  Data data(*model);
  Snapshot snapshot;
  const VecX v = VecX::Zero(model->nv);
  fillSnapshot(model, data, 0, q, v, &u, snapshot);
  return snapshot;
}

inline Snapshot snapshotAt(const std::shared_ptr<const Model>& model) {
  return snapshotAt(model, model->q0, VecX::Zero(model->nu));
}

}  // namespace tendril::test
