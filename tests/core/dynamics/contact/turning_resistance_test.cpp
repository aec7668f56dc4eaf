// SPDX-License-Identifier: BSD-3-Clause
// Resistance to rolling and spinning: the law, its derivatives on every kind of body, its power. Derivatives on rods,
// rigid links and across segments are checked with those of all contacts (contact_cases.hpp).
#include "core/dynamics/contact/turning_resistance.hpp"

#include <gtest/gtest.h>

#include "core/math/dual.hpp"
#include "tests/core/dynamics/contact/contact_cases.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kBall = 0.1, kNormal = 30;

ContactLaw resisting(double rolling, double spinning) {
  ContactLaw law;
  law.rollingFriction = rolling, law.spinningFriction = spinning;
  return law;
}

Vec3 moment(const ContactLaw& law, const Vec3& n, const Vec3& turn, double radius = kBall) {
  return turningResistance<double>(law, radius, n, turn, kNormal);
}

TEST(TurningResistance, IsTheLengthTimesTheNormalForceAgainstEachPart) {
  const ContactLaw law = resisting(0.002, 0.005);
  const Vec3 n = Vec3::UnitZ();
  EXPECT_LT((moment(law, n, Vec3(30, -40, 0)) - 0.002 * kNormal * Vec3(-0.6, 0.8, 0)).norm(), 1e-8);
  EXPECT_LT((moment(law, n, Vec3(0, 0, 50)) - 0.005 * kNormal * Vec3(0, 0, -1)).norm(), 1e-8);
  EXPECT_LT((moment(law, n, Vec3(3, -4, -5)) - kNormal * Vec3(-0.0012, 0.0016, 0.005)).norm(), 1e-5);
  EXPECT_EQ(moment(resisting(0.002, 0), n, Vec3(0, 0, 7)), Vec3::Zero());
  EXPECT_EQ(moment(resisting(0, 0.005), n, Vec3(7, 1, 0)), Vec3::Zero());
}

TEST(TurningResistance, HasItsShareAtTheSpeedOfFriction) {
  const ContactLaw law = resisting(0.002, 0.005);
  const Vec3 n = Vec3::UnitZ();
  const double half = std::sqrt(0.5) * kNormal;
  EXPECT_NEAR(moment(law, n, Vec3(law.frictionSpeed / kBall, 0, 0)).x(), -0.002 * half, 1e-12);
  EXPECT_NEAR(moment(law, n, Vec3(0, 0, law.frictionSpeed / kBall)).z(), -0.005 * half, 1e-12);
  EXPECT_NEAR(moment(law, n, Vec3(law.frictionSpeed / 0.002, 0, 0), 0).x(), -0.002 * half, 1e-12) << "of a point";
  EXPECT_EQ(moment(law, n, Vec3::Zero()), Vec3::Zero());
  EXPECT_EQ(moment(law, n, Vec3::Zero(), 0), Vec3::Zero());
}

TEST(TurningResistance, NeverDrivesAndKeepsItsBounds) {
  Random random(51);
  const ContactLaw law = resisting(0.002, 0.005);
  for (int k = 0; k < 200; ++k) {
    const Vec3 n = randomUnit(random), turn = std::pow(10, uniform(random, -9, 9)) * randomVector(random, 3);
    const Vec3 m = moment(law, n, turn, k % 2 ? kBall : 0);
    EXPECT_LE(m.dot(turn), 0);
    EXPECT_LE(std::abs(n.dot(m)), 0.005 * kNormal * (1 + 1e-12));
    EXPECT_LE((m - n.dot(m) * n).norm(), 0.002 * kNormal * (1 + 1e-12));
  }
}

TEST(TurningResistance, HasTheSlopesThatDifferentiationGives) {
  using D = Dual<6>;
  Random random(52);
  for (const ContactLaw& law : {resisting(0.002, 0.005), resisting(0.002, 0), resisting(0, 0.005)})
    for (const double radius : {0.0, kBall})
      for (const double speed : {0.0, 1e-2, 10.0}) {
        const Vec3 n = randomUnit(random), turn = speed * randomVector(random, 3);
        const Vec3 e = n.unitOrthogonal(), g = n.cross(e);
        Vec3T<D> direction, w;
        for (int c = 0; c < 3; ++c) {
          w[c] = D::variable(turn[c], c);
          direction[c] = D(n[c]);
          direction[c].d[3] = e[c], direction[c].d[4] = g[c];
        }
        const Vec3T<D> m = turningResistance<D>(law, radius, direction, w, D::variable(kNormal, 5));
        const TurningSlopes slopes(law, radius, n, turn, kNormal);
        const double scale = 1e-12 * (1 + slopes.byTurn.norm() + slopes.byDirection.norm());
        for (int r = 0; r < 3; ++r) {
          for (int c = 0; c < 3; ++c) EXPECT_NEAR(m[r].d[c], slopes.byTurn(r, c), scale);
          EXPECT_NEAR(m[r].d[3], slopes.byDirection.row(r).dot(e), scale);
          EXPECT_NEAR(m[r].d[4], slopes.byDirection.row(r).dot(g), scale);
          EXPECT_NEAR(m[r].d[5], slopes.byNormal[r], scale);
        }
      }
}

/// A ball at a station of a link, kDepth deep in a plane or a sphere that sits on `other`.
Case touching(Random& random, SoftBodies soft, bool plane, int link, int station, int other, int law) {
  ModelSpec spec = robot(random, soft);
  const VecX q = randomConfiguration(random, Model(spec), 0.3);
  ContactSpec contact;
  contact.law = lawOf(law);
  contact.linkA = link, contact.linkB = other;
  BallSpec ball;
  ball.link = link, ball.station = station, ball.centre = randomVector(random, 3, 0.1), ball.radius = kRadius;
  contact.ballsA = {ball};
  contact.surface = everySurface()[plane ? 0 : 1].surface;
  Pose X = randomPose(random);
  X.p = poseOf(spec, q, link, station) * ball.centre - X.R * pointNear(random, *contact.surface, kRadius - kDepth);
  contact.surfacePose = poseOf(spec, q, other, kBaseStation).inverse() * X;
  spec.contacts = {contact};
  return finish(std::move(spec), q, random);
}

constexpr SoftBodies kEveryBody[] = {SoftBodies::kNone,    SoftBodies::kRods,   SoftBodies::kArcs,
                                     SoftBodies::kVolumes, SoftBodies::kFields, SoftBodies::kTelescopes};

TEST(TurningResistance, HasItsDerivativesOnEveryBody) {
  Random random(53);
  for (const SoftBodies soft : kEveryBody) {
    SCOPED_TRACE("bodies " + std::to_string(static_cast<int>(soft)));
    const int station = soft == SoftBodies::kNone ? kBaseStation : 1;
    touching(random, soft, true, 3, station, kWorld, 7).check();
    touching(random, soft, false, 1, station, 4, 6).check();
    touching(random, soft, false, 5, station, 3, 7).check();
  }
}

/// On every kind of body: what the account takes is the power of the generalised forces, and more than without.
TEST(TurningResistance, TakesWhatTheAccountSays) {
  for (const SoftBodies soft : kEveryBody) {
    SCOPED_TRACE(static_cast<int>(soft));
    const int station = soft == SoftBodies::kNone ? kBaseStation : 1;
    std::array<double, 2> power{};
    for (const int law : {2, 6}) {
      Random random(54);
      const Case x = touching(random, soft, false, 1, station, 4, law);
      Data data(*x.model);
      kinematics(*x.model, data, x.q, x.v);
      VecX elastic = VecX::Zero(x.model->nv), dissipative = elastic;
      addContactForces(*x.model, data, elastic, dissipative);
      const double taken = dissipative.dot(x.v);
      EXPECT_NEAR(dissipativeContactPower(*x.model, data), taken, 1e-11 * std::abs(taken));
      power[law == 6] = taken;
    }
    EXPECT_LT(power[1], 1.001 * power[0]);
    EXPECT_LT(power[0], 0);
  }
}

}  // namespace
}  // namespace tendril
