// SPDX-License-Identifier: BSD-3-Clause
// Contact: derivatives against differences for every surface, pair and law; action and reaction; no allocation is
// watched in allocation_test.
#include "core/dynamics/contacts.hpp"

#include <gtest/gtest.h>

#include "tests/core/dynamics/contact_models.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace testing;

constexpr double kRadius = 0.05, kDepth = 0.012;

ContactLaw lawOf(int variant) {
  ContactLaw law;
  law.stiffness = 2e4;
  if (variant & 1) law.damping = 0.4;
  if (variant & 2) law.friction = 0.7, law.frictionSpeed = 0.3;
  return law;
}

ModelSpec robot(Random& random) {
  return randomTree(random, {"robot",
                             {JointType::kFree, JointType::kRevolute, JointType::kUniversal, JointType::kSpherical,
                              JointType::kPlanar, JointType::kHelical},
                             false,
                             SoftBodies::kRods});
}

/// The world pose of a link's station in a configuration.
Pose poseOf(const ModelSpec& spec, const VecX& q, int link, int station) {
  const Model model(spec);
  Data data(model);
  kinematics(model, data, q, VecX::Zero(model.nv));
  const auto [frame, offset] = model.place(link, station);
  return worldPose(data, frame) * offset;
}

struct Case {
  std::unique_ptr<Model> model;
  VecX q, v, a;

  void check() const {
    Data data(*model);
    std::vector<ContactPoint> points;
    kinematics(*model, data, q, v);
    activeContacts(*model, data, points);
    ASSERT_FALSE(points.empty());
    inverseDynamicsDerivatives(*model, data, q, v, a);
    const MatX dq = data.dIDdq, dv = data.dIDdv;
    const VecX tau = data.tau;
    inverseDynamics(*model, data, q, v, a);
    EXPECT_LT(relativeError(tau, data.tau), 1e-12);
    const auto id = [&](const VecX& at, const VecX& rate) {
      inverseDynamics(*model, data, at, rate, a);
      return data.tau;
    };
    const MatX byQ = differences(
        *model, q, [&](const VecX& at) { return id(at, v); }, 1e-5);
    const MatX byV = plainDifferences(
        v, [&](const VecX& rate) { return id(q, rate); }, 1e-4);
    EXPECT_LT(relativeError(dq, byQ), 2e-8);
    EXPECT_LT(relativeError(dv, byV), 2e-8);
  }
};

Case finish(ModelSpec spec, const VecX& q, Random& random) {
  Case out;
  out.model = std::make_unique<Model>(std::move(spec));
  out.q = q;
  out.v = randomVector(random, out.model->nv), out.a = randomVector(random, out.model->nv);
  return out;
}

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
  constexpr Place kOnLinks[] = {{3, 2, 0}, {1, 1, 5}, {0, kBaseStation, 4}};
  Random random(11);
  std::size_t turn = 0;
  for (const auto& [name, surface] : everySurface())
    for (int law = 0; law < 4; law += kSanitized ? 3 : 1)
      for (const Place& place : {kOnWorld[++turn % 2], kOnLinks[turn % 3]}) {
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
  for (int law = 0; law < 4; ++law) {
    SCOPED_TRACE("law " + std::to_string(law));
    meeting(random, 1, 1, 3, 2, law).check();
    meeting(random, 0, kBaseStation, 5, 0, law).check();
    meeting(random, 4, kBaseStation, 2, 0, law).check();
    meeting(random, 3, 1, 3, 0, law).check();
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
    const Case x = touching(random, surface, 3, 1, 0, 0);
    Data data(*x.model);
    const MatX slope = differences(
        *x.model, x.q,
        [&](const VecX& q) {
          kinematics(*x.model, data, q, x.v);
          return VecX::Constant(1, contactEnergy(*x.model, data));
        },
        1e-5);
    kinematics(*x.model, data, x.q, x.v);
    VecX elastic = VecX::Zero(x.model->nv), dissipative = elastic;
    addContactForces(*x.model, data, elastic, dissipative);
    EXPECT_LT(relativeError(VecX(-slope.transpose()), elastic), 1e-7);
    EXPECT_EQ(dissipative.cwiseAbs().maxCoeff(), 0);
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
