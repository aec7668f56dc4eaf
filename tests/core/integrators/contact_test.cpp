// SPDX-License-Identifier: BSD-3-Clause
// Contact in motion and at rest, against closed forms and conservation laws.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/contact/contacts.hpp"
#include "core/equilibria/statics.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kRadius = 0.1, kMass = 2, kGravity = 9.81;

std::shared_ptr<const ContactSurface> plane() {
  return makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
}

LinkSpec slider(const std::string& name, int parent, const Vec3& axis, double q0, double v0, double mass) {
  LinkSpec link;
  link.name = name;
  link.parent = parent;
  link.station = kBaseStation;
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = axis;
  link.jointQ0 = VecX::Constant(1, q0), link.jointV0 = VecX::Constant(1, v0);
  link.rigid = {mass, Vec3::Zero(), 0.01 * mass * Mat3::Identity()};
  return link;
}

ContactSpec onPlane(int link, const ContactLaw& law) {
  ContactSpec contact;
  contact.name = "floor";
  contact.law = law;
  contact.linkA = link;
  BallSpec ball;
  ball.link = link;
  ball.radius = kRadius;
  contact.ballsA = {ball};
  contact.surface = plane();
  return contact;
}

/// A ball that can only rise and fall, `gap` above the plane z = 0.
ModelSpec dropped(double gap, double v0, const ContactLaw& law, double gravity) {
  ModelSpec spec;
  spec.gravity = Vec3(0, 0, -gravity);
  spec.links = {slider("ball", kWorld, Vec3::UnitZ(), kRadius + gap, v0, kMass)};
  spec.contacts = {onPlane(0, law)};
  return spec;
}

TEST(Contact, HertzImpactHasItsDepthDurationAndReturn) {
  const ContactLaw law;
  const double speed = 1, h = 1e-5;
  const double deepest = std::pow(2.5 * kMass * speed * speed / (2 * law.stiffness), 0.4);
  const double duration = 2 * deepest / speed * std::sqrt(std::numbers::pi) * std::tgamma(1.4) / std::tgamma(0.9);
  for (const char* name : {"runge_kutta_4", "newmark"}) {
    SCOPED_TRACE(name);
    Runner runner(build(dropped(1e-4, -speed, law, 0), settings(name, h, 1)));
    double depth = 0, touching = 0;
    for (int i = 0; i < 6000; ++i) {
      runner.steps(1, h);
      const double now = kRadius - runner.state.q[0];
      depth = std::max(depth, now);
      if (now > 0) touching += h;
    }
    EXPECT_NEAR(depth, deepest, 1e-5 * deepest);
    EXPECT_NEAR(touching, duration, 2 * h);
    EXPECT_NEAR(runner.state.v[0], speed, 1e-6);
    EXPECT_LT(std::abs(runner.balance()), 1e-3) << "% of what flowed";
  }
}

TEST(Contact, ABouncingBallKeepsItsEnergyAndADampedOneLosesWhatTheAccountSays) {
  for (const double damping : {0.0, 0.3}) {
    ContactLaw law;
    law.damping = damping;
    Runner runner(build(dropped(0.2, 0, law, kGravity), settings("newmark", 2e-5, 1)));
    const double before = runner.energyNow().total();
    runner.run(0.3, 2e-5);  // through the first bounce
    const double lost = before - runner.energyNow().total(), scale = kMass * kGravity * 0.2;
    EXPECT_GT(runner.state.v[0], 0);
    if (damping == 0) {
      EXPECT_NEAR(lost, 0, 1e-5 * scale);
    } else {
      EXPECT_GT(lost, 0.1 * scale);
      EXPECT_NEAR(runner.integrator->statistics().dissipated, lost, 1e-4 * scale);
    }
  }
}

TEST(Contact, FrictionSlowsByTheWeight) {
  ContactLaw law;
  law.friction = 0.3, law.frictionSpeed = 2e-3;
  const double depth = std::pow(kMass * kGravity / law.stiffness, 1 / law.exponent);
  ModelSpec spec;
  spec.links = {slider("along", kWorld, Vec3::UnitX(), 0, 1, 0),
                slider("ball", 0, Vec3::UnitZ(), kRadius - depth, 0, kMass)};
  spec.contacts = {onPlane(1, law)};
  Runner runner(build(std::move(spec), settings("generalized_alpha", 5e-4)));
  runner.run(0.2, 5e-4);
  EXPECT_NEAR(runner.state.v[0], 1 - 0.3 * kGravity * 0.2, 1e-5);
  EXPECT_NEAR(runner.state.q[1], kRadius - depth, 1e-9);
  runner.run(0.3, 5e-4);
  EXPECT_LT(std::abs(runner.state.v[0]), 1e-6) << "it has come to rest and stays";
}

TEST(Contact, StaticsFindsTheDepthOfABallAtRest) {
  for (const double exponent : {1.0, 1.5, 2.0}) {
    ContactLaw law;
    law.exponent = exponent;
    const double depth = std::pow(kMass * kGravity / law.stiffness, 1 / exponent);
    const ModelPtr model = build(dropped(-1.5 * depth, 0, law, kGravity), settings("newmark", 1e-3));
    Data data(*model);
    StaticsProblem problem;
    problem.q = model->q0;
    const StaticsResult result = solveStatics(*model, data, problem);
    ASSERT_TRUE(result.converged);
    EXPECT_NEAR(kRadius - result.q[0], depth, 1e-10) << exponent;
    EXPECT_TRUE(result.stable);
  }
}

LinkSpec floating(const std::string& name, double mass, const Vec3& at, const Vec3& velocity) {
  LinkSpec link;
  link.name = name;
  link.joint.type = JointType::kFree;
  link.rigid = {mass, Vec3::Zero(), 0.4 * mass * kRadius * kRadius * Mat3::Identity()};
  link.jointQ0.resize(7), link.jointV0.resize(6);
  link.jointQ0 << at, 1, 0, 0, 0;
  link.jointV0 << 3, -2, 1, velocity;
  return link;
}

TEST(Contact, CollidingObjectsKeepTheirMomentum) {
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links = {floating("left", 1, Vec3(0, 0, 0), Vec3(2, 0, 0.3)),
                floating("right", 3, Vec3(0.22, 0.05, 0), Vec3(-1, 0, 0))};
  ContactSpec contact;
  contact.law.friction = 0.4, contact.law.damping = 0.2, contact.law.frictionSpeed = 0.05;
  contact.linkA = 0, contact.linkB = 1;
  BallSpec ball;
  ball.radius = kRadius;
  ball.link = 0, contact.ballsA = {ball};
  ball.link = 1, contact.ballsB = {ball};
  spec.contacts = {contact};
  Runner runner(build(std::move(spec), settings("runge_kutta_4", 2e-5)));
  const Vec6 before = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
  const Vec3 speed = runner.state.v.segment<3>(3);
  runner.run(0.05, 2e-5);
  const Vec6 after = momentum(*runner.model, runner.data, runner.state.q, runner.state.v);
  EXPECT_GT((runner.state.v.segment<3>(3) - speed).norm(), 1) << "they have met";
  EXPECT_LT((after - before).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(std::abs(runner.balance()), 0.01) << "%";
}

}  // namespace
}  // namespace tendril
