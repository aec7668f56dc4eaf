// SPDX-License-Identifier: BSD-3-Clause
// Contact: derivatives against differences for every surface, pair and law; action and reaction; no allocation is
// watched in allocation_test.
#include "core/dynamics/contact/contacts.hpp"

#include <gtest/gtest.h>

#include "tests/core/dynamics/contact/contact_cases.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace tests;

/// A ball on `link` that touches the surface, which sits on `other` (kWorld: the world).
Case touching(Random& random, const std::shared_ptr<const ContactSurface>& surface, int link, int station, int other,
              int law) {
  ModelSpec spec = robot(random);
  const VecX q = randomConfiguration(random, Model(spec));
  ContactSpec contact;
  contact.name = "touch";
  contact.law = lawOf(law);
  contact.linkA = link, contact.linkB = other;
  BallSpec ball;
  ball.link = link, ball.station = station, ball.centre = randomVector(random, 3, 0.1), ball.radius = kRadius;
  contact.ballsA = {ball};
  contact.surface = surface;
  const Vec3 centre = poseOf(spec, q, link, station) * ball.centre;
  Pose X = randomPose(random);
  X.p = centre - X.R * pointNear(random, *surface, kRadius - kDepth);
  contact.surfacePose = poseOf(spec, q, other, kBaseStation).inverse() * X;
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

TEST(ContactDerivatives, OfEverySurfaceOnTheWorldAndOnLinks) {
  struct Place {
    int link, station, other;
  };
  constexpr Place kOnWorld[] = {{2, kBaseStation, kWorld}, {3, 1, kWorld}};
  constexpr Place kOnLinks[] = {{3, 2, 0}, {1, 1, 5}, {0, kBaseStation, 4}, {kWorld, kBaseStation, 3}};
  Random random(11);
  std::size_t turn = 0;
  for (const auto& [name, surface] : everySurface())
    for (int law = 0; law < kLaws; law += kSanitized ? 3 : 1)
      for (const Place& place : {kOnWorld[++turn % 2], kOnLinks[turn % 4]}) {
        SCOPED_TRACE(name + ", law " + std::to_string(law) + ", link " + std::to_string(place.link) + " on " +
                     std::to_string(place.other));
        touching(random, surface, place.link, place.station, place.other, law).check();
      }
}

/// Two balls at stations of links, as deep in each other as kDepth.
Case meeting(Random& random, int a, int stationA, int b, int stationB, int law) {
  ModelSpec spec = robot(random);
  const VecX q = randomConfiguration(random, Model(spec));
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.linkA = a, contact.linkB = b;
  const Vec3 pa = poseOf(spec, q, a, stationA).p, pb = poseOf(spec, q, b, stationB).p;
  const double sum = (pa - pb).norm() + kDepth;
  BallSpec first, second;
  first.link = a, first.station = stationA, first.radius = 0.4 * sum;
  second.link = b, second.station = stationB, second.radius = 0.6 * sum, second.along = 1;
  contact.self = a == b;
  contact.ballsA = {first};
  (contact.self ? contact.ballsA : contact.ballsB).push_back(second);
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

TEST(ContactDerivatives, OfPairsAndOfARodWithItself) {
  Random random(12);
  for (int law = 0; law < kLaws; ++law) {
    SCOPED_TRACE("law " + std::to_string(law));
    meeting(random, 1, 1, 3, 2, law).check();
    meeting(random, 0, kBaseStation, 5, 0, law).check();
    meeting(random, 4, kBaseStation, 2, 0, law).check();
    meeting(random, 3, 1, 3, 0, law).check();
  }
}

/// The rim of a cylinder on a face that sits on `other`, its lowest point kDepth deep; `sine`: of the angle between
/// the axis and the normal.
Case rimOn(const std::shared_ptr<const ContactSurface>& surface, Random& random, int link, int station, int other,
           int law, double sine, const Vec3& aside = Vec3::Zero()) {
  constexpr int kBalls = 12;
  constexpr double kRim = 0.05;
  ModelSpec spec = robot(random);
  const VecX q = randomConfiguration(random, Model(spec));
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.linkA = link, contact.linkB = other;
  BallSpec ball;
  ball.link = link, ball.station = station, ball.radius = 0.01;
  const Vec3 middle = randomVector(random, 3, 0.1);
  for (int i = 0; i < kBalls; ++i) {
    const double turn = 2 * std::acos(-1.0) * i / kBalls;
    ball.centre = middle + kRim * Vec3(0, std::cos(turn), std::sin(turn));
    ball.rim = {Vec3::UnitX(), middle, turn};
    contact.ballsA.push_back(ball);
  }
  contact.surface = surface;
  const Pose at = poseOf(spec, q, link, station);
  const Vec3 normal = at.R * Vec3(std::sqrt(1 - sine * sine), sine * std::cos(0.3), sine * std::sin(0.3));
  Pose X;  // of the face: planes have it at their origin, boxes half their height above
  X.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), normal).toRotationMatrix();
  X.p = at * middle - (kRim * sine + ball.radius - kDepth + surface->shape().size.z() / 2) * normal - X.R * aside;
  contact.surfacePose = poseOf(spec, q, other, kBaseStation).inverse() * X;
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

std::shared_ptr<const ContactSurface> flat(int i) {
  SurfaceShape box;
  box.kind = SurfaceShape::Kind::kBox;
  box.size = Vec3(0.5, 0.6, 0.3);
  return i == 0 ? everySurface().front().surface : makeAnalyticSurface(box);
}

TEST(ContactDerivatives, OfTheRimOfACylinderThatRollsOnAFace) {
  for (int law = 0; law < kLaws; law += kSanitized ? 3 : 1) {
    Random random(15);
    for (const double sine : {0.1, 0.5, 1.0}) {
      SCOPED_TRACE("law " + std::to_string(law) + ", sine " + std::to_string(sine));
      rimOn(flat(0), random, 2, kBaseStation, kWorld, law, sine).check();
      rimOn(flat(1), random, 3, 1, 0, law, sine).check();
      rimOn(flat(1), random, 3, 1, 0, law, sine, Vec3(0.253, 0.1, 0)).check();  // over an edge
    }
  }
}

TEST(Contact, ARimStoresTheEnergyOfItsForce) {
  Random random(16);
  for (const double sine : {0.0, 0.1, 0.5, 1.0}) {
    SCOPED_TRACE(sine);
    for (const int face : {0, 1}) expectPotential(rimOn(flat(face), random, 3, 1, 0, 0, sine), 1e-7);
  }
}

TEST(Contact, ForwardAndInverseDynamicsAgreeAndLoadsCanBeSwitchedOff) {
  Random random(13);
  const Case x = meeting(random, 1, 1, 3, 2, 3);
  Data data(*x.model);
  forwardDynamics(*x.model, data, x.q, x.v, {});
  const VecX a = data.acceleration;
  residual(*x.model, data, x.q, x.v, a, {});
  EXPECT_LT(data.tau.cwiseAbs().maxCoeff(), 1e-8);
  inverseDynamics(*x.model, data, x.q, x.v, x.a, {.loads = false});
  const VecX without = data.tau;
  inverseDynamics(*x.model, data, x.q, x.v, x.a);
  VecX elastic = VecX::Zero(x.model->nv), dissipative = elastic;
  addContactForces(*x.model, data, elastic, dissipative);
  EXPECT_LT(relativeError(VecX(without - data.tau), VecX(elastic + dissipative)), 1e-10);
  EXPECT_LE(dissipative.dot(x.v), 0) << "damping and friction take energy";
}

TEST(Contact, TheStoredEnergyIsThePotentialOfItsForce) {
  Random random(14);
  for (const auto& [name, surface] : everySurface()) {
    SCOPED_TRACE(name);
    expectPotential(touching(random, surface, 3, 1, 0, 0), 1e-7);
  }
}

/// Two free balls whose centres are `distance` apart along x.
Model twoBalls(double distance, const ContactLaw& law, bool swapped = false) {
  ModelSpec spec;
  spec.gravity.setZero();
  for (int i = 0; i < 2; ++i) {
    LinkSpec link;
    link.name = i ? "right" : "left";
    link.joint.type = JointType::kFree;
    link.rigid = {1.0 + i, Vec3::Zero(), 0.01 * Mat3::Identity()};
    link.jointQ0.resize(7);
    link.jointQ0 << (i ? distance : 0), 0, 0, 1, 0, 0, 0;
    spec.links.push_back(link);
  }
  ContactSpec contact;
  contact.law = law;
  contact.linkA = swapped ? 1 : 0, contact.linkB = swapped ? 0 : 1;
  contact.swapped = swapped;
  BallSpec ball;
  ball.radius = 0.1;
  ball.link = contact.linkA;
  contact.ballsA = {ball};
  ball.link = contact.linkB;
  contact.ballsB = {ball};
  spec.contacts = {contact};
  return Model(std::move(spec));
}

TEST(Contact, PointsForcesAndSignsAreThoseOfTheBodyNamedFirst) {
  ContactLaw law;
  law.stiffness = 1000;
  for (const bool swapped : {false, true}) {
    const Model model = twoBalls(0.19, law, swapped);
    Data data(model);
    kinematics(model, data, model.q0, model.v0);
    std::vector<ContactPoint> points;
    activeContacts(model, data, points);
    ASSERT_EQ(points.size(), 1U);
    const double N = 1000 * std::pow(0.01, 1.5);
    EXPECT_EQ(points[0].linkA, 0);
    EXPECT_EQ(points[0].linkB, 1);
    EXPECT_NEAR(points[0].gap, -0.01, 1e-15);
    EXPECT_LT((points[0].normal - Vec3(-1, 0, 0)).norm(), 1e-15);
    EXPECT_LT((points[0].point - Vec3(0.095, 0, 0)).norm(), 1e-15);
    EXPECT_LT((points[0].force - Vec3(-N, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(points[0].normalForce, N, 1e-12);
    EXPECT_LT((contactForce(model, data, 0) - points[0].force).norm(), 1e-15);
  }
}

TEST(Contact, NothingTouchesApartAndConcentricBallsStayFinite) {
  std::vector<ContactPoint> points;
  for (const double distance : {0.2, 0.2 + 1e-12, 5.0}) {
    const Model model = twoBalls(distance, {});
    Data data(model);
    kinematics(model, data, model.q0, model.v0);
    activeContacts(model, data, points);
    EXPECT_TRUE(points.empty()) << distance;
    EXPECT_EQ(contactEnergy(model, data), 0);
  }
  const Model model = twoBalls(0, {});
  Data data(model);
  forwardDynamicsDerivatives(model, data, model.q0, model.v0, {});
  EXPECT_TRUE(data.acceleration.allFinite());
  EXPECT_TRUE(data.dFDdq.allFinite());
}

TEST(Contact, DampingNeverPulls) {
  ContactLaw law;
  law.damping = 2;
  const Model model = twoBalls(0.19, law);
  Data data(model);
  std::vector<ContactPoint> points;
  for (const double apart : {-3.0, 0.0, 0.4, 0.6, 100.0}) {
    VecX v = VecX::Zero(12);
    v[9] = apart;
    kinematics(model, data, model.q0, v);
    activeContacts(model, data, points);
    const double expected = 1e5 * std::pow(0.01, 1.5) * std::max(0.0, 1 - 2 * apart);
    EXPECT_NEAR(points.at(0).normalForce, expected, 1e-10 * expected);
  }
}

}  // namespace
}  // namespace tendril
