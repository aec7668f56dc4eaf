// SPDX-License-Identifier: BSD-3-Clause
// Bases that tilt to go sideways: the thrust and the equation of the attitude error, whatever arms do that are rigid
// and soft; runs on a reference and from far away; what is refused.
#include "core/control/controllers/geometric_tracking.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/se3.hpp"
#include "core/model/propellers.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kPi = std::numbers::pi;

std::vector<Rotor> flatRotors(int count, double drag = 3e-7) {
  std::vector<Rotor> out;
  for (int k = 0; k < count; ++k) {
    const double angle = kPi / 4 + 2 * kPi * k / count;
    out.push_back({.position = Vec3(0.25 * std::cos(angle), 0.25 * std::sin(angle), 0.03),
                   .spin = k % 2 ? -1.0 : 1.0,
                   .thrust = 2e-5,
                   .drag = drag});
  }
  return out;
}

void addRotors(ModelSpec& spec, int link, std::vector<Rotor> rotors) {
  spec.actuators.push_back([=](const Model&) { return std::make_unique<Propellers>("rotors", link, rotors); });
}

std::vector<int> firstInputs(int count) {
  std::vector<int> out;
  for (int i = 0; i < count; ++i) out.push_back(i);
  return out;
}

/// A base with rotors and with arms that hang on it, some of which have a motor.
ModelSpec flyingRobot(Random& random, SoftBodies soft, int rotors) {
  ModelSpec spec = randomTree(random, {.name = "flying",
                                       .types = {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                                 JointType::kPrismatic, JointType::kRevolute},
                                       .soft = soft});
  spec.links[0].joint.stiffness.setZero(), spec.links[0].joint.damping.setZero();
  addRotors(spec, 0, flatRotors(rotors));
  for (const int i : {1, 3, 4})
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
  return spec;
}

PoseReference movingPose() {
  const auto entries = std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{
      sine(0.3, 1.5), sine(0.2, 2, 0.4), sine(0.1, 1, 1, 0.5), sine(0.2, 1.1, 0.3), sine(0.1, 1.7), sine(0.5, 0.9, 1)});
  return makePoseOfEntries(entries, false);
}

FeedbackGains gainsOf(double position, double attitude) {
  const Vec6 rates = (Vec6() << position, position, position, attitude, attitude, attitude).finished();
  return {MatX(rates.cwiseAbs2().asDiagonal()), MatX((2 * rates).asDiagonal()), {}};
}

Pose basePose(const Model& model, const VecX& q) {
  return model.links[0].jointPose * Pose{rotationFromQuaternion<double>(Vec4(q.segment<4>(3))), q.head<3>()};
}

TEST(ThrustFrames, PushAlongZAndLookAlongTheHeading) {
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    const Vec3 force = randomVector(random, 3, 5), heading = randomUnit(random);
    const Mat3 R = thrustFrame<double>(force, heading);
    EXPECT_LE((R * R.transpose() - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(R.determinant(), 1, 1e-14);
    EXPECT_LE((R.col(2) - force.normalized()).norm(), 1e-14);
    EXPECT_NEAR(R.col(1).dot(heading), 0, 1e-14);
    EXPECT_GE(R.col(0).dot(heading), 0);
  }
}

TEST(ThrustFrames, ForcesStayWithinTheTiltLimit) {
  const Vec3 up = Vec3::UnitZ();
  EXPECT_EQ(withinTilt({1, 2, 9}, up, 0.8), Vec3(1, 2, 9)) << "steep enough";
  const Vec3 limited = withinTilt({30, 40, 10}, up, 0.5);
  EXPECT_NEAR(limited.z(), 10, 1e-14) << "the lift is kept";
  EXPECT_NEAR(std::atan2(limited.head<2>().norm(), limited.z()), 0.5, 1e-14);
  EXPECT_NEAR(limited.x() / limited.y(), 0.75, 1e-14);
  EXPECT_GT(withinTilt({1, 0, -10}, up, 0.5).z(), 0) << "it never turns over to sink";
}

/// What a base does, from forward dynamics alone.
struct Seen {
  Vec3 spin, velocity;  ///< ω̇, v̇ in its axes
};
Seen seen(const Model& model, Data& data, const VecX& q, const VecX& v, double t, const VecX& u, const VecX& tau) {
  forwardDynamics(model, data, q, v, {.t = t, .u = &u, .tau = &tau});
  return {data.acceleration.head<3>(), data.acceleration.segment<3>(3)};
}

/// The force of the law in the world by trial: accelerations are affine in a wrench on the base.
Vec3 forceByTrial(const Model& model, Data& data, const VecX& q, const VecX& v, double t, const VecX& u,
                  const Vec6& wanted) {
  VecX tau = VecX::Zero(model.nv);
  const auto rate = [&] {
    const Seen now = seen(model, data, q, v, t, u, tau);
    return (Vec6() << now.spin, now.velocity).finished();
  };
  const Vec6 none = rate();
  Mat6 mobility;
  for (int k = 0; k < 6; ++k) {
    tau.setZero(), tau[k] = 1;
    mobility.col(k) = rate() - none;
  }
  const Vec6 wrench = mobility.inverse() * (wanted - none);
  return basePose(model, q).R * wrench.tail<3>();
}

/// |ë + K_D ė + K_P e| of the attitude, relative to the sizes of its parts, by differences along exp(ω t + ω̇ t²/2 + …).
double departure(const Mat3& target, const Vec3& targetRate, const Vec3& targetSpin, const Mat3& R, const Vec3& rate,
                 const Vec3& spin, double gain) {
  const auto along = [](const Mat3& from, const Vec3& w, const Vec3& dw, double h) {
    return Mat3(from * expSO3<double>(Vec3(h * w + 0.5 * h * h * dw + h * h * h / 12 * w.cross(dw))));
  };
  const auto error = [&](double h) {
    return logSO3<double>(along(target, targetRate, targetSpin, h) * along(R, rate, spin, h).transpose());
  };
  constexpr double kStep = 1e-3;
  const Vec3 e = error(0),
             d = (8 * (error(kStep) - error(-kStep)) - (error(2 * kStep) - error(-2 * kStep))) / (12 * kStep);
  const Vec3 s =
      (16 * (error(kStep) + error(-kStep)) - (error(2 * kStep) + error(-2 * kStep)) - 30 * e) / (12 * kStep * kStep);
  return (s + 2 * gain * d + gain * gain * e).norm() / (1 + s.norm() + 2 * gain * d.norm() + gain * gain * e.norm());
}

/// Attitude that the reference needs, ω and ω̇, by differences of thrustFrame along it.
void nominalMotion(const PoseReference& reference, double t, const Vec3& gravity, Mat3& R, Vec3& rate, Vec3& spin) {
  const auto frame = [&](double h) {
    const WantedMotion wanted = wantedMotion(reference, t + h);
    return thrustFrame<double>(Vec3(wanted.acceleration - gravity), Vec3(wanted.X.R.col(0)));
  };
  R = frame(0);
  const auto turn = [&](double h) { return logSO3<double>(R.transpose() * frame(h)); };
  constexpr double kStep = 1e-3;
  rate = (8 * (turn(kStep) - turn(-kStep)) - (turn(2 * kStep) - turn(-2 * kStep))) / (12 * kStep);
  spin = (16 * (turn(kStep) + turn(-kStep)) - (turn(2 * kStep) + turn(-2 * kStep))) / (12 * kStep * kStep);
}

class EveryFlight : public ::testing::TestWithParam<std::pair<SoftBodies, int>> {};

TEST_P(EveryFlight, GivesTheThrustAndTurnsByItsLinearEquationWhateverTheOthersDo) {
  const auto [soft, rotors] = GetParam();
  int compared = 0;
  for (unsigned seed = 0; seed < 8; ++seed) {
    Random random(900 + seed);
    const Model model(flyingRobot(random, soft, rotors));
    const PoseReference reference = movingPose();
    const double position = 1.5, attitude = 11;
    const auto law = makeGeometricTracking("flight", firstInputs(rotors), model, nullptr, reference,
                                           gainsOf(position, attitude), {.tiltLimit = 1.57});
    const auto workspace = law->makeWorkspace(model);
    const VecX q = randomConfiguration(random, model, 0.2), v = randomVector(random, model.nv, 0.3);
    const double t = 0.1 * seed;
    VecX u = randomVector(random, model.nu, 2), demand(rotors), signals(12), none(0);
    law->update(*workspace, {t, 0, q, v, {u.data(), u.size()}}, {none, demand, signals});

    Data data(model);
    u.head(rotors).setZero();
    const Pose X = basePose(model, q);
    const WantedMotion wanted = wantedMotion(reference, t);
    Mat3 nominal;
    Vec3 rate, spin;
    nominalMotion(reference, t, model.gravity, nominal, rate, spin);
    const Vec3 a = wanted.acceleration + 2 * position * (wanted.velocity - X.R * v.segment<3>(3)) +
                   position * position * (wanted.X.p - X.p);
    Vec6 motion;
    motion << X.R.transpose() * nominal * spin, X.R.transpose() * a - v.head<3>().cross(v.segment<3>(3));
    const Vec3 force = forceByTrial(model, data, q, v, t, u, motion);
    if (force.dot(-model.gravity) <= 0.2 * force.norm() * model.gravity.norm()) continue;  // the tilt limit acts
    EXPECT_NEAR(demand.sum(), force.dot(X.R.col(2)), 1e-7 * (1 + force.norm())) << seed;

    u.head(rotors) = demand;
    const VecX tau = VecX::Zero(model.nv);
    const Seen now = seen(model, data, q, v, t, u, tau);
    const Mat3 target = thrustFrame<double>(force, Vec3(wanted.X.R.col(0)));
    EXPECT_LE(departure(target, rate, spin, X.R, v.head<3>(), now.spin, attitude), 1e-5) << seed;
    ++compared;
  }
  EXPECT_GE(compared, 5);
}

INSTANTIATE_TEST_SUITE_P(All, EveryFlight,
                         ::testing::Values(std::pair{SoftBodies::kNone, 4}, std::pair{SoftBodies::kMixed, 4},
                                           std::pair{SoftBodies::kNone, 6}, std::pair{SoftBodies::kMixed, 8}));

/// A quadrotor of 1 kg whose centre of mass is off its origin.
ModelSpec quadrotor(const Pose& at, const Vec6& V) {
  ModelSpec spec;
  spec.name = "quadrotor";
  LinkSpec base;
  base.name = "base", base.joint.type = JointType::kFree;
  base.rigid = {1, Vec3(0.01, 0, -0.02), Vec3(0.008, 0.008, 0.014).asDiagonal()};
  const Eigen::Quaterniond turn(at.R);
  base.jointQ0 = (VecX(7) << at.p, turn.w(), turn.x(), turn.y(), turn.z()).finished();
  base.jointV0 = V;
  spec.links.push_back(base);
  addRotors(spec, 0, flatRotors(4));
  return spec;
}

MakeController flying(const PoseReference& reference, double period) {
  return [=](const Model& model) {
    auto law = makeGeometricTracking("flight", firstInputs(4), model, nullptr, reference, gainsOf(1.5, 14), {});
    law->period = period;
    return law;
  };
}

TEST(GeometricTracking, StaysOnAReferenceThatItStartsOn) {
  const auto path = std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{
      sine(1, 1.2), sine(1, 1.2, kPi / 2), sine(0.3, 0.7, 0, 2), sine(0, 1), sine(0, 1), sine(0.8, 0.6)});
  const PoseReference reference = makePoseOfEntries(path, false);
  const WantedMotion wanted = wantedMotion(reference, 0);
  Mat3 R;
  Vec3 rate, spin;
  nominalMotion(reference, 0, {0, 0, -9.81}, R, rate, spin);
  Vec6 V;
  V << rate, R.transpose() * wanted.velocity;
  ModelSpec spec = quadrotor({R, wanted.X.p}, V);
  spec.links[0].rigid.com.setZero();  // else a turn moves the origin beside what the thrust does
  ControlledRun run(withController(std::move(spec), {flying(reference, 0.001)}, "runge_kutta_4", 0.001));
  double worst = 0;
  for (int i = 0; i < 40; ++i) {
    run.steps(100, 0.001);
    ASSERT_FALSE(run.failure) << run.failure->message();
    worst = std::max(worst, (basePose(*run.model, run.state.q).p - wantedMotion(reference, run.state.t).X.p).norm());
  }
  EXPECT_LE(worst, 1e-3) << "m, of a circle of 1 m in 5 s: samples of a millisecond";
}

TEST(GeometricTracking, ComesBackFromFarAwayAndUpsideDownWithRotorsThatOnlyPush) {
  const PoseReference still =
      makePoseOfEntries(makeConstantReference((VecX(6) << 0, 0, 2, 0, 0, 0.7).finished()), false);
  const Pose start{expSO3<double>(Vec3(2.6, 0.3, -0.5)), Vec3(1, -0.8, 2.5)};
  ControlledRun run(withController(quadrotor(start, Vec6::Zero()), {flying(still, 0.002)}, "runge_kutta_4", 0.002));
  run.steps(5000, 0.002);
  ASSERT_FALSE(run.failure) << run.failure->message();
  const Pose X = basePose(*run.model, run.state.q);
  EXPECT_LE((X.p - Vec3(0, 0, 2)).norm(), 1e-4);
  EXPECT_LE(logSO3<double>(X.R).head<2>().norm(), 1e-4);
  EXPECT_NEAR(logSO3<double>(X.R).z(), 0.7, 1e-4) << "it looks along the heading";
}

TEST(GeometricTracking, SaysWhichRobotsItCannotFly) {
  const auto make = [](std::vector<Rotor> rotors, int link = 0, FeedbackGains gains = gainsOf(1.5, 14)) {
    ModelSpec spec = quadrotor({}, Vec6::Zero());
    spec.actuators.clear();
    LinkSpec arm;
    arm.name = "arm", arm.parent = 0, arm.joint.type = JointType::kRevolute;
    arm.rigid = {0.1, Vec3(0.1, 0, 0), 1e-4 * Mat3::Identity()};
    spec.links.push_back(arm);
    const int count = static_cast<int>(rotors.size());
    addRotors(spec, 0, std::move(rotors));
    const Model model(std::move(spec));
    makeGeometricTracking("flight", firstInputs(count), model, nullptr, movingPose(), std::move(gains), {.link = link});
  };
  EXPECT_NO_THROW(make(flatRotors(4)));
  EXPECT_NO_THROW(make(flatRotors(6)));
  EXPECT_THROW(make(flatRotors(3)), std::invalid_argument);
  EXPECT_THROW(make(flatRotors(4, 0)), std::invalid_argument) << "nothing turns it about z";
  EXPECT_THROW(make(flatRotors(4), 1), std::invalid_argument) << "no free joint";
  EXPECT_THROW(make(flatRotors(4), -1), std::invalid_argument);
  FeedbackGains mixed = gainsOf(1.5, 14);
  mixed.proportional(0, 4) = 1;
  EXPECT_THROW(make(flatRotors(4), 0, mixed), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
