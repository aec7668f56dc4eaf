// SPDX-License-Identifier: BSD-3-Clause
// Friction that sticks, in motion and at rest, with every integrator: against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/constraints/anchor_state.hpp"
#include "core/math/so3.hpp"
#include "tests/core/integrators/methods.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kRadius = 0.1, kMass = 2, kGravity = 9.81, kFriction = 0.5;

ContactLaw law() {
  ContactLaw out;
  out.damping = 10, out.friction = kFriction, out.stickStiffness = 1e5;
  return out;
}

double depthOf(double normal) {
  return std::pow(normal / law().stiffness, 1 / law().exponent);
}

/// Points or balls of a link on the plane z = 0.
ContactSpec onPlane(int link, const std::vector<Vec3>& places, double radius) {
  ContactSpec contact;
  contact.name = "floor";
  contact.law = law();
  contact.linkA = link;
  for (const Vec3& place : places) {
    BallSpec ball;
    ball.link = link, ball.centre = place, ball.radius = radius;
    contact.ballsA.push_back(ball);
  }
  contact.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  return contact;
}

Vec3 onIncline(double angle) {
  return kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
}

/// A free box on four corners, flat and damped enough not to chatter, as deep as its weight presses it, on a plane that
/// falls towards x.
ModelSpec boxOnIncline(double angle) {
  LinkSpec box;
  box.name = "box";
  box.joint.type = JointType::kFree;
  const double half = 0.05, low = 0.01;
  box.rigid = {kMass, Vec3::Zero(), kMass * half * half * 2 / 3 * Mat3::Identity()};
  box.jointQ0.resize(7);
  box.jointQ0 << 0, 0, low - depthOf(kMass * kGravity * std::cos(angle) / 4), 1, 0, 0, 0;
  ModelSpec spec;
  spec.gravity = onIncline(angle);
  spec.links = {box};
  std::vector<Vec3> corners;
  for (const int x : {-1, 1})
    for (const int y : {-1, 1}) corners.emplace_back(half * x, half * y, -low);
  spec.contacts = {onPlane(0, corners, 0)};
  return spec;
}

/// A ball on a plane that falls towards x, as deep as its weight presses it.
ModelSpec ballOnIncline(double angle) {
  LinkSpec ball;
  ball.name = "ball";
  ball.joint.type = JointType::kFree;
  ball.rigid = {kMass, Vec3::Zero(), 0.4 * kMass * kRadius * kRadius * Mat3::Identity()};
  ball.jointQ0.resize(7);
  ball.jointQ0 << 0, 0, kRadius - depthOf(kMass * kGravity * std::cos(angle)), 1, 0, 0, 0;
  ModelSpec spec;
  spec.gravity = onIncline(angle);
  spec.links = {ball};
  spec.contacts = {onPlane(0, {Vec3::Zero()}, kRadius)};
  return spec;
}

/// A block that slides along x on springs, pressed on the plane by its weight.
ModelSpec blockOnSpring(double stiffness, double x0) {
  ModelSpec spec;
  spec.gravity = Vec3(0, 0, -kGravity);
  for (const char* name : {"along", "block"}) {
    LinkSpec link;
    link.name = name;
    link.parent = spec.links.empty() ? kWorld : 0;
    link.station = kBaseStation;
    link.joint.type = JointType::kPrismatic;
    spec.links.push_back(link);
  }
  spec.links[0].joint.axis = Vec3::UnitX(), spec.links[0].joint.stiffness = VecX::Constant(1, stiffness);
  spec.links[0].jointQ0 = VecX::Constant(1, x0);
  spec.links[1].joint.axis = Vec3::UnitZ();
  spec.links[1].jointQ0 = VecX::Constant(1, kRadius - depthOf(kMass * kGravity));
  spec.links[1].rigid = {kMass, Vec3::Zero(), 0.01 * Mat3::Identity()};
  spec.contacts = {onPlane(1, {Vec3::Zero()}, kRadius)};
  return spec;
}

class Sticking : public ::testing::TestWithParam<Method> {
 protected:
  double step() const { return GetParam().step; }
  /// The damper of friction is soft enough for an explicit method.
  bool isExplicit() const { return GetParam().isExplicit(); }
  Runner run(ModelSpec spec, double newtonTolerance = 0) const {
    SimulationSettings chosen = settingsOf(GetParam());
    if (newtonTolerance > 0) chosen.newtonTolerance = newtonTolerance;
    for (ContactSpec& contact : spec.contacts)
      if (isExplicit()) contact.law.frictionSpeed = 0.02;
    return Runner(build(std::move(spec), chosen));
  }
};

INSTANTIATE_TEST_SUITE_P(EveryMethod, Sticking, everyMethod(), methodName);

TEST_P(Sticking, ABoxOnAnInclineStaysWhereItIs) {
  for (const double share : {0.5, 0.9}) {
    SCOPED_TRACE(share);
    Runner runner = run(boxOnIncline(std::atan(share * kFriction)));
    runner.run(2, step());
    const VecX settled = runner.state.q;
    EXPECT_GT(settled[0], 0.5 * kMass * runner.data.gravity.x() / (4 * law().stickStiffness)) << "the deflection";
    EXPECT_LT(settled[0], 1e-3);
    const double seconds = isExplicit() ? 3 : 60;
    runner.run(seconds, step());
    EXPECT_LT((runner.state.q - settled).cwiseAbs().maxCoeff(), 1e-6) << "m in " << seconds << " s";
    EXPECT_LT(runner.state.v.cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST_P(Sticking, ABoxSlidesAboveTheThresholdOnly) {
  for (const double off : {-1e-3, 1e-3}) {
    SCOPED_TRACE(off);
    const double angle = std::atan((1 + off) * kFriction);
    Runner runner = run(boxOnIncline(angle));
    runner.run(isExplicit() ? 3 : 5, step());
    const double wanted = kGravity * (std::sin(angle) - kFriction * std::cos(angle));
    if (off < 0) {
      EXPECT_LT(std::abs(runner.state.v[3]), 1e-5);
    } else {
      EXPECT_GT(runner.state.v[3], 0.5 * wanted * runner.state.t);
    }
  }
}

TEST_P(Sticking, ABoxSlidesWithItsAcceleration) {
  const double angle = 0.6, wanted = kGravity * (std::sin(angle) - kFriction * std::cos(angle));
  Runner runner = run(boxOnIncline(angle));
  runner.run(0.5, step());
  const double x = runner.state.q[0], then = runner.state.v[3];  // the springs are loaded
  runner.run(0.5, step());
  EXPECT_NEAR((runner.state.v[3] - then) / 0.5, wanted, 1e-3 * wanted);
  EXPECT_NEAR(runner.state.q[0] - x - 0.5 * then, 0.125 * wanted, 1e-3 * 0.125 * wanted);
  EXPECT_LT(std::abs(runner.balance()), 0.1) << "% of what flowed";
  const double weight = kMass * kGravity * std::cos(angle);
  EXPECT_NEAR(runner.integrator->statistics().dissipated, kFriction * weight * runner.state.q[0],
              2e-3 * kFriction * weight * runner.state.q[0]);
}

TEST_P(Sticking, ABallRollsWithoutSlip) {
  const double angle = 0.5;
  Runner runner = run(ballOnIncline(angle));
  const double seconds = 1, wanted = 5.0 / 7 * kGravity * std::sin(angle);
  runner.run(seconds, step());
  const double depth = depthOf(kMass * kGravity * std::cos(angle)), arm = kRadius - depth / 2;
  // About the point where it touches, which is half the depth above the plane.
  const double sharp = kGravity * std::sin(angle) / (1 + 0.4 * kRadius * kRadius / (arm * arm));
  EXPECT_NEAR(runner.state.q[0], 0.5 * sharp, 1e-3 * 0.5 * sharp);
  EXPECT_NEAR(sharp, wanted, 0.02 * wanted);
  const Vec4 turn = runner.state.q.segment<4>(3);
  const Vec3 velocity = rotationFromQuaternion<double>(turn) * Vec3(runner.state.v.segment<3>(3));
  const Vec3 spin = rotationFromQuaternion<double>(turn) * Vec3(runner.state.v.head<3>());
  EXPECT_NEAR(velocity.x(), spin.y() * arm, 1e-3 * velocity.x());
  EXPECT_LT(std::abs(runner.balance()), 0.1) << "% of what flowed";
  EXPECT_LT(std::abs(runner.integrator->statistics().dissipated), 2e-3 * runner.energyNow().kinetic);
}

/// Every half swing takes 2 μN/k from the amplitude; where the spring is weaker than the cone, it stays.
TEST_P(Sticking, ABlockOnASpringComesToRestWhereTheConeHoldsIt) {
  const double stiffness = 200, lost = kFriction * kMass * kGravity / stiffness, x0 = 0.3;
  Runner runner = run(blockOnSpring(stiffness, x0));
  const double half = std::numbers::pi * std::sqrt(kMass / stiffness);
  runner.run(half, step());
  EXPECT_NEAR(runner.state.q[0], -(x0 - 2 * lost), 2e-3 * x0);
  runner.run(3 * half, step());
  double x = x0;
  while (std::abs(x) > lost) x = -std::copysign(std::abs(x) - 2 * lost, x);
  EXPECT_NEAR(runner.state.q[0], x, 2e-3 * x0);
  runner.run(2, step());
  const double settled = runner.state.q[0];
  runner.run(2, step());
  EXPECT_NEAR(runner.state.q[0], settled, 1e-7);
  EXPECT_LT(std::abs(runner.balance()), 0.5) << "% of what flowed";
}

/// A belt carries the block along until the spring is as strong as the cone; then it swings about that place, no faster
/// than the belt.
TEST_P(Sticking, ABlockOnABeltIsCarriedUntilItSlips) {
  const double stiffness = 200, speed = 0.1, most = kFriction * kMass * kGravity;
  ModelSpec spec = blockOnSpring(stiffness, 0);
  LinkSpec belt;
  belt.name = "belt";
  belt.joint.type = JointType::kPrismatic;
  belt.joint.axis = Vec3::UnitX();
  belt.jointV0 = VecX::Constant(1, speed);
  belt.rigid.mass = 1e6;
  spec.links[0].jointV0 = belt.jointV0;
  spec.links.push_back(belt);
  spec.contacts[0].linkB = 2;
  Runner runner = run(std::move(spec), 1e-11);  // beside the energy of the belt
  const double slips = most * (1 / stiffness + 1 / law().stickStiffness) / speed;
  const double rate = std::sqrt(stiffness / kMass);
  while (runner.state.t < slips + 2 * std::numbers::pi / rate) {
    runner.run(0.05, step());
    const double t = runner.state.t;
    const double carried = speed * t / (1 + stiffness / law().stickStiffness);
    const double swung = most / stiffness + speed / rate * std::sin(rate * (t - slips));
    EXPECT_NEAR(runner.state.q[0], t < slips ? carried : swung, 5e-3 * speed / rate + 2e-3 * most / stiffness) << t;
  }
}

/// Two plates on springs, each pressed on the object by 20 N; its weight is a quarter of what they can hold.
ModelSpec squeezed() {
  constexpr double kHalf = 0.05, kPressed = 0.02, kSpring = 1000;
  ModelSpec spec;
  spec.gravity = Vec3(0, 0, -kGravity);
  LinkSpec object;
  object.name = "object";
  object.joint.type = JointType::kFree;
  object.rigid = {1, Vec3::Zero(), 1e-3 * Mat3::Identity()};
  spec.links = {object};
  for (const int side : {-1, 1}) {
    LinkSpec plate;
    plate.name = side < 0 ? "left" : "right";
    plate.joint.type = JointType::kPrismatic;
    plate.joint.axis = Vec3::UnitX();
    plate.joint.stiffness = VecX::Constant(1, kSpring), plate.joint.damping = VecX::Constant(1, 20);
    plate.jointQ0 = VecX::Constant(1, side * kPressed);
    plate.rigid.mass = 0.2;
    spec.links.push_back(plate);
    std::vector<Vec3> corners;
    for (const int y : {-1, 1})
      for (const int z : {-1, 1}) corners.push_back(kHalf * Vec3(side, 0.6 * y, 0.6 * z));
    ContactSpec contact = onPlane(0, corners, 0);
    contact.linkB = side < 0 ? 1 : 2;
    contact.surfacePose.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), -side * Vec3::UnitX()).toRotationMatrix();
    contact.surfacePose.p = Vec3(side * (kHalf - kPressed), 0, 0);
    spec.contacts.push_back(contact);
  }
  return spec;
}

TEST_P(Sticking, AnObjectThatIsSqueezedDoesNotSink) {
  Runner runner = run(squeezed());
  runner.run(1, step());
  const VecX settled = runner.state.q;
  EXPECT_LT(std::abs(settled[2]), 2e-3) << "it fell until the plates pressed";
  const double seconds = isExplicit() ? 2 : 60;
  runner.run(seconds, step());
  EXPECT_LT((runner.state.q - settled).cwiseAbs().maxCoeff(), 1e-6) << "m in " << seconds << " s";
}

TEST_P(Sticking, TheAccountOfARunWithStickAndSlipCloses) {
  Runner runner = run(ballOnIncline(1.2));  // steeper than what rolls without slip
  runner.run(0.4, step());
  const double angle = 1.2;
  const double wanted = kGravity * (std::sin(angle) - kFriction * std::cos(angle));
  EXPECT_NEAR(runner.state.q[0], 0.5 * wanted * 0.16, 2e-3 * 0.08 * wanted);
  EXPECT_LT(std::abs(runner.balance()), 0.3) << "% of what flowed";
  EXPECT_GT(runner.integrator->statistics().dissipated, 0.1);
}

/// Of runs with fixed steps: bit by bit.
TEST(StickingState, ARunIsResumedInTheMiddle) {
  for (const Method& method :
       {Method{"generalized_alpha", 2e-3}, Method{"newmark", 2e-3}, Method{"runge_kutta_4", 5e-4}})
    for (const bool holds : {true, false}) {
      SCOPED_TRACE(std::string(method.name) + (holds ? ", holds" : ", slips"));
      ModelSpec spec = holds ? squeezed() : blockOnSpring(200, 0.3);
      for (ContactSpec& contact : spec.contacts) contact.law.frictionSpeed = 0.02;
      const ModelPtr model = build(std::move(spec), settingsOf(method));
      Runner whole(model);
      whole.run(0.1, method.step);
      const State middle = whole.state;
      EXPECT_GT(middle.block(kAnchorBlock).size(), 0);
      Runner resumed(model, middle);
      whole.run(0.1, method.step), resumed.run(0.1, method.step);
      EXPECT_EQ(whole.state.q, resumed.state.q);
      EXPECT_EQ(whole.state.v, resumed.state.v);
      EXPECT_EQ(whole.state.z, resumed.state.z);
    }
}

TEST(StickingState, OthersResumeWithWhatTheyHeld) {
  for (const Method& method : {Method{"bdf", 2e-3}, Method{"adams", 2e-3}, Method{"ida", 2e-3},
                               Method{"generalized_alpha", 2e-3, true}, Method{"newmark", 2e-3, true}}) {
    SCOPED_TRACE(method.name);
    const ModelPtr model = build(squeezed(), settingsOf(method));
    Runner whole(model);
    whole.run(2, method.step);
    for (int k = 0; k < 5; ++k) {
      Runner resumed(model, whole.state);
      EXPECT_EQ(resumed.state.z, whole.state.z);
      resumed.run(0.2, method.step);
      EXPECT_LT(stateError(*model, whole.state, resumed.state), 1e-6);
      whole.run(0.2, method.step);
      EXPECT_LT(stateError(*model, whole.state, resumed.state), 1e-6);
    }
  }
}

TEST(StickingState, HasNoBlockWhereNothingSticks) {
  ModelSpec spec = blockOnSpring(200, 0.3);
  spec.contacts[0].law.stickStiffness = 0;
  Runner runner(build(std::move(spec), settings("generalized_alpha", 2e-3)));
  EXPECT_EQ(runner.model->anchorSize, 0);
  EXPECT_EQ(runner.state.block(kAnchorBlock).size(), 0);
}

TEST(StickingState, OfAnotherModelIsNotKept) {
  const ModelPtr one = build(blockOnSpring(200, 0.3), settings("generalized_alpha", 2e-3));
  Runner runner(one);
  runner.run(0.1, 2e-3);
  ModelSpec spec = blockOnSpring(200, 0.3);
  spec.contacts.push_back(spec.contacts[0]);
  Runner other(build(std::move(spec), settings("generalized_alpha", 2e-3)), runner.state);
  EXPECT_EQ(other.state.block(kAnchorBlock).size(), other.model->anchorSize);
  EXPECT_EQ(other.state.block(kAnchorBlock)[0], 0) << "held anew, at rest";
  other.run(0.1, 2e-3);
}

}  // namespace
}  // namespace tendril
