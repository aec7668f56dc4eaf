// SPDX-License-Identifier: BSD-3-Clause
// Loops of every joint hold at any angle and through many turns, with every integrator; measured by plain geometry.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "core/math/so3.hpp"
#include "core/model/loop_kinematics.hpp"
#include "tests/core/integrators/machines.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kPi = std::numbers::pi;
const Vec3 kAxis = Vec3(0.3, -0.5, 0.8).normalized();
const Vec3 kAxis2 = kAxis.cross(Vec3(0.9, 0.2, -0.4)).normalized();
constexpr double kPitch = 0.013;

double angleBetween(const Vec3& a, const Vec3& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// Angle of R about `axis` if R leaves it where it is.
double turnOf(const Mat3& R, const Vec3& axis) {
  const Vec3 x = axis.unitOrthogonal(), y = axis.cross(x), to = R * x;
  return std::atan2(to.dot(y), to.dot(x));
}

double across(const Vec3& p, const Vec3& axis) {
  return (p - axis * axis.dot(p)).norm();
}

/// How far X is from the motions that the joint frees, m or rad, by what is worst.
double apart(const Joint& joint, const Pose& X) {
  const Vec3& a = joint.axis;
  const double tilt = angleBetween(a, X.R * a);
  const double rotation =
      std::atan2(Vec3(X.R(2, 1) - X.R(1, 2), X.R(0, 2) - X.R(2, 0), X.R(1, 0) - X.R(0, 1)).norm(), X.R.trace() - 1);
  if (joint.type == JointType::kFixed) return std::max(rotation, X.p.norm());
  if (joint.type == JointType::kRevolute) return std::max(tilt, X.p.norm());
  if (joint.type == JointType::kPrismatic) return std::max(rotation, across(X.p, a));
  if (joint.type == JointType::kHelical) {
    const double advance = std::remainder(a.dot(X.p) - joint.pitch * turnOf(X.R, a), 2 * kPi * joint.pitch);
    return std::max({tilt, across(X.p, a), std::abs(advance)});
  }
  if (joint.type == JointType::kCylindrical) return std::max(tilt, across(X.p, a));
  if (joint.type == JointType::kUniversal)
    return std::max(std::abs(kPi / 2 - angleBetween(a, X.R * joint.axis2)), X.p.norm());
  if (joint.type == JointType::kPlanar) return std::max(angleBetween(Vec3::UnitZ(), X.R.col(2)), std::abs(X.p.z()));
  if (joint.type == JointType::kSpherical) return X.p.norm();
  return 0;
}

/// A rotor on the world and a free body that a loop of `type` joins to it, both heavy and asymmetric, the frames of the
/// loop anywhere.
ModelSpec joinedSpec(JointType type) {
  ModelSpec spec;
  spec.gravity = {0, 0, -9.81};
  for (int i = 0; i < 2; ++i) {
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = i ? "body" : "rotor";
    link.joint.type = i ? JointType::kFree : JointType::kRevolute;
    link.rigid.mass = i ? 0.7 : 2;
    link.rigid.com = i ? Vec3(0.02, -0.01, 0.03) : Vec3(0, 0.01, 0);
    link.rigid.inertia = Mat3(Vec3(0.02, 0.03, 0.025).asDiagonal());
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "joint";
  loop.joint.type = type;
  loop.joint.axis = kAxis, loop.joint.axis2 = kAxis2, loop.joint.pitch = kPitch;
  // A slide along the rotor's axis: nothing flies off.
  if (type == JointType::kPrismatic) loop.joint.axis = expSO3<double>(Vec3(0.7, -0.2, -0.9)).col(2);
  loop.a = {1, kBaseStation, Pose{expSO3<double>(Vec3(0.4, -1.1, 0.3)), Vec3(0.05, 0.02, -0.03)}};
  loop.b = {0, kBaseStation, Pose{expSO3<double>(Vec3(-0.7, 0.2, 0.9)), Vec3(0.01, -0.04, 0.06)}};
  spec.loops.push_back(loop);
  return spec;
}

/// Rotor and body turn against each other by `speed` (rad/s) as far as the joint lets them, else together.
State turning(const Model& model, double speed) {
  const Loop& loop = model.loops[0];
  Data data(model);
  State state;
  state.q = model.q0, state.v = VecX::Zero(model.nv);
  kinematics(model, data, state.q, state.v);
  // Closed at the joint's zero: the free body where its frame a is at frame b.
  const Pose body = sideB(data, loop) * loop.offsetA.inverse();
  state.q.segment<3>(model.links[1].qJoint) = body.p;
  state.q.segment<4>(model.links[1].qJoint + 3) = quaternionFromRotation<double>(body.R);
  const bool alone = loop.joint.type != JointType::kFixed && loop.joint.type != JointType::kPrismatic;
  state.v[0] = alone ? 0.5 : speed;
  // The body as the rotor moves, and turning about the axis through frame b.
  const Vec3 axis = loop.joint.type == JointType::kPlanar ? Vec3::UnitZ() : loop.joint.axis;
  Vec6 relative = Vec6::Zero();
  if (alone) relative.head<3>() = speed * axis;
  if (loop.joint.type == JointType::kHelical) relative.tail<3>() = speed * kPitch * axis;
  if (loop.joint.type == JointType::kPrismatic || loop.joint.type == JointType::kCylindrical)
    relative.tail<3>() = 0.3 * axis;
  if (loop.joint.type == JointType::kPlanar) relative.tail<3>() = Vec3(0.2, -0.1, 0);
  Vec6 rotor = Vec6::Zero();
  rotor[2] = state.v[0];
  const Vec6 twist = rotor + transformTwist<double>(sideB(data, loop), relative);
  state.v.segment<6>(model.links[1].vJoint) = transformTwistInverse<double>(body, twist);
  return state;
}

struct TurnCase {
  const char* integrator;
  JointType type;
};

class LoopTurns : public ::testing::TestWithParam<TurnCase> {};

/// Whether what the joint frees turns about one axis that stays.
bool turnsAboutOne(JointType type) {
  return type == JointType::kRevolute || type == JointType::kHelical || type == JointType::kCylindrical ||
         type == JointType::kPlanar;
}

/// Largest distance or angle that is wrong, and the angle that was turned, of a run.
struct Turned {
  double widest = 0, angle = 0;
};

Turned turn(Runner& run, double angle, double speed) {
  constexpr double kStep = 0.001;
  const Model& model = *run.model;
  const Loop& loop = model.loops[0];
  const JointType type = loop.joint.type;
  Turned out;
  double last = 0;
  const int most = static_cast<int>(2 * angle / speed / kStep);
  for (int k = 0; k < most && std::abs(out.angle) < angle; ++k) {
    run.steps(1, kStep);
    if (::testing::Test::HasFatalFailure()) return out;
    kinematics(model, run.data, run.state.q, run.state.v);
    const Pose X = loopPose(run.data, loop);
    out.widest = std::max(out.widest, apart(loop.joint, X));
    const Vec3 axis = type == JointType::kPlanar ? Vec3::UnitZ() : loop.joint.axis;
    const double now = turnsAboutOne(type) ? turnOf(X.R, axis) : run.state.q[0];
    out.angle += turnsAboutOne(type) ? std::remainder(now - last, 2 * kPi) : now - last;
    last = now;
  }
  return out;
}

/// Spherical and universal joints tumble: they are turned for as long, about whatever axis. Loops hold with the default
/// tolerances; how much energy multistep methods gain or lose with those is a matter of which steps they happen to
/// take, so that it is bounded where steps are small.
TEST_P(LoopTurns, HoldThroughTwentyTurnsEitherWay) {
  const auto [name, type] = GetParam();
  constexpr double kSpeed = 60;
  const double angle = (kSanitized ? 2 : 20) * 2 * kPi;
  for (const double sign : {1.0, -1.0})
    for (const bool fine : {false, true}) {
      SimulationSettings chosen = settings(name, 0.001);
      if (fine) chosen.rtol = 1e-7, chosen.atol = 1e-9;
      const ModelPtr model = build(joinedSpec(type), chosen);
      Runner run(model, turning(*model, sign * kSpeed));
      const Turned turned = turn(run, angle, kSpeed);
      EXPECT_LE(turned.widest, 1e-6) << sign;
      if (fine) {
        EXPECT_LE(std::abs(run.balance()), name == std::string("newmark") ? 0.3 : 0.03) << "percent, " << sign;
      }
      if (turnsAboutOne(type) || type == JointType::kFixed || type == JointType::kPrismatic) {
        EXPECT_GE(sign * turned.angle, angle);
      }
    }
}

std::vector<TurnCase> turnCases() {
  std::vector<TurnCase> out;
  for (const char* name : {"generalized_alpha", "newmark", "bdf", "ida", "adams", "runge_kutta_4"})
    for (const JointType type : JointType::all())
      if (!type->isFree()) out.push_back({name, type});
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, LoopTurns, ::testing::ValuesIn(turnCases()), [](const auto& info) {
  return std::string(info.param.integrator) + "_" + std::string(info.param.type->name());
});

/// A crank, a rocker and a coupler on the rocker whose other end closes on the crank: the hinge of the loop turns with
/// every turn of the crank.
ModelSpec crankRockerSpec() {
  const ModelSpec given = fourBarSpec(0.7);
  ModelSpec spec = given;
  spec.links = {given.links[0], given.links[2], given.links[1]};
  spec.links[2].parent = 1;
  spec.links[2].pose.p = Vec3(0.30, 0, 0);
  spec.links[2].jointQ0 = VecX::Constant(1, kPi - 1.7);
  spec.links[0].jointV0 = VecX::Constant(1, 60.0);
  spec.loops[0].a = {2, 0, Pose()}, spec.loops[0].b = {0, 0, Pose()};
  return spec;
}

class CrankRocker : public ::testing::TestWithParam<const char*> {};

/// Its crank turns through; the whole chain stays in its plane, and no energy comes or goes.
TEST_P(CrankRocker, StaysTogetherThroughFullTurns) {
  SimulationSettings chosen = settings(GetParam(), 0.001);
  chosen.rtol = 1e-6, chosen.atol = 1e-8;
  Runner run(build(crankRockerSpec(), chosen));
  const double start = run.state.q[0];
  double widest = 0;
  for (int k = 0; k < (kSanitized ? 400 : 3000); ++k) {
    run.steps(1, 0.001);
    ASSERT_FALSE(HasFatalFailure());
    kinematics(*run.model, run.data, run.state.q, run.state.v);
    widest = std::max(widest, apart(run.model->loops[0].joint, loopPose(run.data, run.model->loops[0])));
  }
  EXPECT_LE(widest, 1e-6);
  EXPECT_LE(std::abs(run.balance()), 0.5);
  EXPECT_GE(std::abs(run.state.q[0] - start), kSanitized ? kPi : 10 * kPi);
}

const auto kMethods = ::testing::Values("generalized_alpha", "newmark", "bdf", "ida", "adams", "runge_kutta_4");
INSTANTIATE_TEST_SUITE_P(All, CrankRocker, kMethods);

/// Two heavy cranks on the world, 0.3 m apart, and on each a coupler; a hinge joins the ends of these. All four of its
/// bars turn against each other without end, the cranks opposite ways.
ModelSpec fiveBarSpec() {
  ModelSpec spec;
  spec.gravity = {0, -9.81, 0};
  const std::array<const char*, 4> names = {"left crank", "right crank", "left coupler", "right coupler"};
  const std::array<double, 4> lengths = {0.1, 0.1, 0.32, 0.28}, masses = {4, 4, 0.3, 0.3},
                              inertias = {0.2, 0.2, 3e-3, 2e-3};
  const std::array<double, 4> angles = {0.4, 2.0, 0.965, -0.061}, speeds = {50, -30, 0, 0};
  for (std::size_t i = 0; i < 4; ++i) {
    LinkSpec link;
    link.id = i + 1;
    link.name = names[i];
    link.parent = i < 2 ? kWorld : static_cast<int>(i) - 2;
    link.station = i < 2 ? kBaseStation : 0;
    if (i == 1) link.pose.p = Vec3(0.3, 0, 0);
    link.joint.type = JointType::kRevolute;
    link.rigid.mass = masses[i];
    if (i >= 2) link.rigid.com = Vec3(lengths[i] / 2, 0, 0);
    link.rigid.inertia = inertias[i] * Mat3::Identity();
    link.rigidTip.p = Vec3(lengths[i], 0, 0);
    link.jointQ0 = VecX::Constant(1, angles[i]), link.jointV0 = VecX::Constant(1, speeds[i]);
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint.type = JointType::kRevolute;
  loop.a = {2, 0, Pose()}, loop.b = {3, 0, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

class FiveBar : public ::testing::TestWithParam<const char*> {};

TEST_P(FiveBar, StaysTogetherThroughFullTurnsOfBothCranks) {
  SimulationSettings chosen = settings(GetParam(), 0.001);
  chosen.rtol = 1e-6, chosen.atol = 1e-8;
  Runner run(build(fiveBarSpec(), chosen));
  const VecX start = run.state.q;
  double widest = 0;
  for (int k = 0; k < (kSanitized ? 200 : 1500); ++k) {
    run.steps(1, 0.001);
    ASSERT_FALSE(HasFatalFailure());
    kinematics(*run.model, run.data, run.state.q, run.state.v);
    widest = std::max(widest, apart(run.model->loops[0].joint, loopPose(run.data, run.model->loops[0])));
  }
  EXPECT_LE(widest, 1e-6);
  EXPECT_LE(std::abs(run.balance()), 0.5);
  EXPECT_GE(run.state.q[0] - start[0], (kSanitized ? 1 : 8) * kPi);
  EXPECT_LE(run.state.q[1] - start[1], -(kSanitized ? 1 : 8) * kPi);
}

INSTANTIATE_TEST_SUITE_P(All, FiveBar, kMethods);

}  // namespace
}  // namespace tendril
