// SPDX-License-Identifier: BSD-3-Clause
// Motions of robots along references: velocities are the rates of positions on their manifold, derivatives the slopes
// of those below; what does not fit is refused.
#include "core/control/motion_reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/dynamics/dynamics.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

LinkSpec linkOf(const std::string& name, int parent, JointType type) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.station = kBaseStation;
  link.pose.p = Vec3(0.1, -0.2, 0.3);
  link.pose.R = expSO3<double>(Vec3(0.4, -0.3, 0.2));
  link.joint.type = type;
  link.rigid = {1, Vec3(0.1, 0, 0), 0.1 * Mat3::Identity()};
  return link;
}

/// A base that floats, with a ball joint and a cylindrical one; what stays is fixed and a hinge.
Model robot() {
  ModelSpec spec;
  spec.links.push_back(linkOf("base", kWorld, JointType::kFree));
  spec.links.push_back(linkOf("ball", 0, JointType::kSpherical));
  spec.links.push_back(linkOf("piston", 1, JointType::kCylindrical));
  spec.links.push_back(linkOf("plate", 0, JointType::kFixed));
  spec.links.push_back(linkOf("hinge", 0, JointType::kRevolute));
  spec.links[4].jointQ0 = VecX::Constant(1, 0.4);
  return Model(std::move(spec));
}

ReferencePtr waves(int size, double speed) {
  const VecX index = VecX::LinSpaced(size, 1, size);
  return makeLissajousReference(0.1 * index, 0.3 * index, speed * index.cwiseInverse(), index);
}

std::vector<JointReference> references() {
  return {{.link = 0, .numbers = {}, .pose = {waves(3, 0.3), makeRollPitchYawOrientation(waves(3, 0.2))}},
          {.link = 1, .numbers = {}, .pose = {nullptr, makeRotationVectorOrientation(waves(3, 0.4))}},
          {.link = 2, .numbers = waves(2, 0.5), .pose = {}}};
}

TEST(MotionReference, VelocitiesAreRatesOnTheManifold) {
  const Model model = robot();
  const MotionReference motion(model, references());
  const double t = 0.37, h = 1e-3;
  constexpr int kOrder = 3;
  struct Sample {
    VecX q;
    MatX v;
  };
  const auto at = [&](double time) {
    Sample out{VecX::Zero(model.nq), MatX::Zero(model.nv, kOrder + 1)};
    motion.evaluate(time, kOrder, out.q, out.v);
    return out;
  };
  const Sample a = at(t - 2 * h), b = at(t - h), here = at(t), c = at(t + h), d = at(t + 2 * h);
  const auto away = [&](const Sample& there) {
    VecX delta(model.nv);
    difference(model, here.q, there.q, delta);
    return delta;
  };
  const VecX rate = (away(a) - 8 * away(b) + 8 * away(c) - away(d)) / (12 * h);
  EXPECT_LE((rate - here.v.col(0)).norm(), 1e-9 * here.v.col(0).norm());
  for (int k = 0; k < kOrder; ++k) {
    const VecX slope = (a.v.col(k) - 8 * b.v.col(k) + 8 * c.v.col(k) - d.v.col(k)) / (12 * h);
    EXPECT_LE((slope - here.v.col(k + 1)).norm(), 1e-8 * here.v.col(k + 1).norm()) << k;
  }
  EXPECT_EQ(here.q[model.links[4].qJoint], 0.4) << "without a reference it stays";
  EXPECT_EQ(here.v.row(model.links[4].vJoint).norm(), 0);
}

TEST(MotionReference, TheBaseIsWhereItsPoseIs) {
  const Model model = robot();
  const std::vector<JointReference> joints = references();
  const MotionReference motion(model, joints);
  Data data(model);
  VecX q(model.nq);
  MatX v(model.nv, 1);
  motion.evaluate(0.6, 0, q, v);
  kinematics(model, data, q, v.col(0));
  const PoseSeries wanted = poseSeries(joints[0].pose, 0.6);
  const Pose base = worldPose(data, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(base.p[i], wanted.p[i][0], 1e-14);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(base.R(i, k), wanted.R(i, k)[0], 1e-14);
  }
}

TEST(MotionReference, WhatDoesNotFitIsNamed) {
  const Model model = robot();
  const auto why = [&](JointReference joint) -> std::string {
    try {
      MotionReference(model, {std::move(joint)});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  const PoseReference pose = references()[0].pose;
  EXPECT_THAT(why({.link = 0, .numbers = waves(6, 1), .pose = {}}), HasSubstr("\"base\" follows poses"));
  EXPECT_THAT(why({.link = 1, .numbers = {}, .pose = {waves(3, 1), nullptr}}),
              HasSubstr("\"ball\" follows orientations"));
  EXPECT_THAT(why({.link = 2, .numbers = waves(3, 1), .pose = {}}), HasSubstr("\"piston\" has 2 coordinates"));
  EXPECT_THAT(why({.link = 2, .numbers = {}, .pose = pose}), HasSubstr("\"piston\" follows numbers"));
  EXPECT_THAT(why({.link = 3, .numbers = waves(1, 1), .pose = {}}), HasSubstr("\"plate\" is fixed"));
  EXPECT_THAT(why({.link = 4, .ofBody = true, .numbers = waves(1, 1), .pose = {}}),
              HasSubstr("body of \"hinge\" is rigid"));
  EXPECT_EQ(why({.link = 0, .numbers = {}, .pose = pose}), "");
}

TEST(MotionReference, SaysWhichDerivativesThereAreNot) {
  const Model model = robot();
  const MotionReference motion(model, references());
  EXPECT_EQ(motion.whyNot(3, 0, 9), "");
  EXPECT_THAT(motion.whyNot(4, 0, 9), HasSubstr("\"base\" follows a reference that knows 4 derivatives"));
  const auto step = makePolynomialReference(VecX::Zero(1), VecX::Ones(1), 1, 2, 5);
  const MotionReference hinge(model, {{.link = 4, .numbers = step, .pose = {}}});
  EXPECT_EQ(hinge.whyNot(2, 0, 9), "");
  EXPECT_THAT(hinge.whyNot(3, 0, 9), HasSubstr("no 4th derivative at t = 1 s, 3 s"));
  EXPECT_EQ(hinge.whyNot(9, 1, 3), "");
}

}  // namespace
}  // namespace tendril
