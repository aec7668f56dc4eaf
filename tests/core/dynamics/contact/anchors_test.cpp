// SPDX-License-Identifier: BSD-3-Clause
// What contacts that stick remember. Derivatives of their forces are checked with those of all contacts
// (contact_cases.hpp).
#include "core/dynamics/contact/anchors.hpp"

#include <gtest/gtest.h>

#include "core/math/so3.hpp"
#include "tests/core/dynamics/contact/contact_cases.hpp"

namespace tendril {
namespace {

using namespace tests;

LinkSpec floating(const std::string& name) {
  LinkSpec link;
  link.name = name;
  link.joint.type = JointType::kFree;
  link.rigid = {2, Vec3(0.01, -0.02, 0.03), 0.01 * Mat3::Identity()};
  return link;
}

SegmentSpec segmentOf(int link, const Vec3& direction, double radius) {
  SegmentSpec out;
  for (int i = 0; i < 2; ++i)
    out.ends[i].link = link, out.ends[i].centre = (i - 0.5) * direction, out.ends[i].radius = radius;
  return out;
}

/// Two free bodies, the second 0.09 m below the first: balls, or two axes that cross.
ModelSpec pair(bool segments) {
  ModelSpec spec;
  spec.links = {floating("upper"), floating("lower")};
  ContactSpec contact;
  contact.law = lawOf(4);
  contact.linkA = 0, contact.linkB = 1;
  BallSpec ball;
  ball.radius = 0.05;
  for (int side = 0; side < 2 && !segments; ++side) {
    ball.link = side;
    (side ? contact.ballsB : contact.ballsA) = {ball};
  }
  if (segments) {
    contact.segmentsA = {segmentOf(0, Vec3(0.3, 0.02, 0), 0.05)};
    contact.segmentsB = {segmentOf(1, Vec3(-0.01, 0.3, 0), 0.05)};
  }
  spec.contacts = {contact};
  return spec;
}

VecX apart() {
  VecX q(14);
  q << 0, 0, 0.09, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0;
  return q;
}

/// Held at apart(), then moved by `delta`.
Data heldAndMoved(const Model& model, const VecX& delta, VecX& q) {
  Data data(model);
  kinematics(model, data, apart(), VecX::Zero(12));
  anchorContacts(model, data);
  q = apart();
  integrate(model, q, delta, q);
  kinematics(model, data, q, VecX::Zero(12));
  return data;
}

/// Of the first body along x and about z: the spring holds 1 mm and slips at 20.
VecX aside(double x) {
  VecX delta = VecX::Zero(12);
  delta[3] = x, delta[2] = 3 * x, delta[9] = 0.2 * x;
  return delta;
}

TEST(Anchors, OfBodiesThatMoveAsOneHoldTheSame) {
  Random random(3);
  for (const bool segments : {false, true})
    for (const double x : {1e-3, 2e-2}) {
      SCOPED_TRACE(std::to_string(x) + (segments ? " m, segments" : " m, balls"));
      const Model model(pair(segments));
      VecX q;
      Data data = heldAndMoved(model, aside(x), q);
      const Vec3 force = contactForce(model, data, 0);
      const double normal = lawOf(4).stiffness * std::pow(0.01, 1.5);
      ASSERT_GT(force.head<2>().norm(), 0.3 * normal) << "friction holds";
      const double energy = anchorEnergy(model, data);
      const Pose X = randomPose(random);
      for (const int k : {0, 7}) {
        const Vec4 turn = q.segment<4>(k + 3);
        const Mat3 R = X.R * rotationFromQuaternion<double>(turn);
        q.segment<3>(k) = X * Vec3(q.segment<3>(k));
        const Eigen::Quaterniond unit(R);
        q.segment<4>(k + 3) << unit.w(), unit.x(), unit.y(), unit.z();
      }
      kinematics(model, data, q, VecX::Zero(12));
      EXPECT_LT((contactForce(model, data, 0) - X.R * force).norm(), 1e-9 * force.norm());
      EXPECT_NEAR(anchorEnergy(model, data), energy, 1e-9 * energy);
    }
}

TEST(Anchors, ChangeNoForceWhereTheyAreMoved) {
  for (const bool segments : {false, true})
    for (const double x : {1e-3, 2e-2}) {
      SCOPED_TRACE(std::to_string(x) + (segments ? " m, segments" : " m, balls"));
      const Model model(pair(segments));
      VecX q;
      Data data = heldAndMoved(model, aside(x), q);
      const Vec3 before = contactForce(model, data, 0);
      const double energy = anchorEnergy(model, data);
      EXPECT_NEAR(anchorContacts(model, data), energy, 1e-12 * energy) << "from nothing at the first update";
      EXPECT_LT((contactForce(model, data, 0) - before).norm(), 1e-11 * before.norm());
      EXPECT_NEAR(anchorContacts(model, data), 0, 1e-12 * energy) << "what is held stays";
    }
}

TEST(Anchors, KeepWhatTheConeHoldsAndForgetWhatSlipped) {
  const ContactLaw law = lawOf(4);
  const Model model(pair(false));
  VecX q;
  Data data = heldAndMoved(model, aside(2e-2), q);
  anchorContacts(model, data);
  std::vector<ContactPoint> points;
  activeContacts(model, data, points);
  const double most = law.friction * points[0].normalForce;
  EXPECT_NEAR(points[0].force.squaredNorm(), std::pow(points[0].normalForce, 2) + most * most, 1e-9);
  EXPECT_NEAR(anchorEnergy(model, data), most * most / (2 * law.stickStiffness), 1e-12);
  data.anchors.setZero();
  EXPECT_EQ(anchorEnergy(model, data), 0);
  EXPECT_LT(contactForce(model, data, 0).cross(points[0].normal).norm(), 1e-12) << "nothing is held yet";
}

TEST(Anchors, AreForgottenWhereNothingTouches) {
  const Model model(pair(true));
  VecX q;
  Data data = heldAndMoved(model, aside(1e-3), q);
  const double held = anchorEnergy(model, data);
  anchorContacts(model, data);
  q[2] = 1;
  kinematics(model, data, q, VecX::Zero(12));
  EXPECT_NEAR(anchorContacts(model, data), -held, 1e-12 * held);
  EXPECT_TRUE(data.anchors.isZero(0));
}

TEST(AnchorList, FindsWhatWasAppendedUntilItIsFull) {
  const AnchorList list{.offset = 3, .capacity = 3, .width = 2};
  VecX memory = VecX::Zero(3 + list.size());
  EXPECT_EQ(list.find(memory, 0), nullptr);
  for (const double key : {0.0, 4.0, 9.0}) {
    double* record = list.append(memory, key);
    ASSERT_NE(record, nullptr);
    *record = 10 + key;
  }
  EXPECT_EQ(list.append(memory, 11), nullptr);
  for (const double key : {0.0, 4.0, 9.0}) EXPECT_EQ(*list.find(memory, key), 10 + key);
  for (const double key : {-1.0, 3.0, 5.0, 11.0}) EXPECT_EQ(list.find(memory, key), nullptr);
  const AnchorList none;
  EXPECT_EQ(none.size(), 0);
  EXPECT_EQ(none.find(memory, 0), nullptr);
  EXPECT_EQ(none.append(memory, 0), nullptr);
}

}  // namespace
}  // namespace tendril
