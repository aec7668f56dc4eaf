// SPDX-License-Identifier: BSD-3-Clause
// Floating bases: the equation that their error obeys, with rigid and soft arms that move by themselves, are driven by
// others, or are held; derivatives; runs; what is refused.
#include "core/control/controllers/pose_tracking.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/control/control_loop.hpp"
#include "core/control/controllers/pid.hpp"
#include "core/control/controllers/sequence.hpp"
#include "core/math/se3.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kPi = std::numbers::pi;

/// A base with arms that hang on it; a motor for the base, and one for each revolute and prismatic joint behind it.
ModelSpec floatingRobot(Random& random, SoftBodies soft) {
  ModelSpec spec = randomTree(random, {.name = "floating",
                                       .types = {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                                 JointType::kPrismatic, JointType::kRevolute},
                                       .soft = soft});
  spec.links[0].joint.stiffness.setZero(), spec.links[0].joint.damping.setZero();
  for (const int i : {0, 1, 3, 4})
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
  return spec;
}

const std::vector<int> kBase = {0, 1, 2, 3, 4, 5};

PoseReference movingPose() {
  const auto entries = std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{
      sine(0.3, 1.5), sine(0.2, 2, 0.4), sine(0.1, 1, 1, 0.5), sine(1.2, 1.1, 0.3), sine(0.7, 1.7), sine(0.5, 0.9, 1)});
  return makePoseOfEntries(entries, false);
}

/// Of both axes full matrices, positive definite, not symmetric.
FeedbackGains gainsOf(Random& random) {
  const auto matrix = [&](double size) {
    MatX out = size * MatX::Identity(6, 6);
    for (double& entry : out.reshaped()) entry += 0.1 * size * uniform(random);
    return out;
  };
  return {matrix(20), matrix(7), {}};
}

struct Errors {
  Vec6 value, rate, second;
};

/// e, ė, ë of a base that moves with V, V̇ by differences of e along X(t + h), which shares no formula with the law.
Errors errorsAlong(const PoseReference& reference, ErrorAxes axes, const Pose& X, const Vec6& V, const Vec6& rate,
                   double t) {
  const auto error = [&](double h) {
    // exp(V h + V̇ h²/2 + [V, V̇] h³/12 + …): the third order does not count in second differences at 0.
    const Pose moved =
        X * expSE3<double>(Vec6(h * V + 0.5 * h * h * rate + h * h * h / 12 * crossMotion<double>(V, rate)));
    const PoseSeries series = poseSeries(reference, t + h);
    const auto value = [](const TimeSeries& x) { return x[0]; };
    const Mat3 R = series.R.unaryExpr(value);
    const Vec3 d = series.p.unaryExpr(value) - moved.p;
    Vec6 out;
    if (axes == ErrorAxes::kBody)
      out << moved.R.transpose() * d, logSO3<double>(moved.R.transpose() * R);
    else
      out << d, logSO3<double>(R * moved.R.transpose());
    return out;
  };
  constexpr double kStep = 2e-3;
  std::array<Vec6, 7> at;
  for (int k = -3; k <= 3; ++k) at[static_cast<std::size_t>(k + 3)] = error(k * kStep);
  Errors out;
  out.value = at[3];
  out.rate = (45 * (at[4] - at[2]) - 9 * (at[5] - at[1]) + (at[6] - at[0])) / (60 * kStep);
  out.second =
      (270 * (at[4] + at[2]) - 27 * (at[5] + at[1]) + 2 * (at[6] + at[0]) - 490 * at[3]) / (180 * kStep * kStep);
  return out;
}

Pose basePose(const Model& model, const VecX& q) {
  return model.links[0].jointPose * Pose{rotationFromQuaternion<double>(Vec4(q.segment<4>(3))), q.head<3>()};
}

/// |ë + K_D ė + K_P e| under a demand, relative to the sizes of its parts.
double departure(const Model& model, const PoseReference& reference, const FeedbackGains& gains, ErrorAxes axes,
                 const VecX& q, const VecX& v, double t, const VecX& u) {
  Data data(model);
  forwardDynamics(model, data, q, v, {.t = t, .u = &u});
  const Errors e = errorsAlong(reference, axes, basePose(model, q), v.head<6>(), data.acceleration.head<6>(), t);
  const Vec6 P = gains.proportional * e.value, D = gains.derivative * e.rate;
  return (e.second + D + P).norm() / (1 + e.second.norm() + D.norm() + P.norm());
}

struct Case {
  SoftBodies soft;
  ErrorAxes axes;
};

class EveryBase : public ::testing::TestWithParam<Case> {};

TEST_P(EveryBase, ErrsByItsLinearEquationWhateverTheOthersDo) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    Random random(700 + seed);
    const Model model(floatingRobot(random, GetParam().soft));
    const FeedbackGains gains = gainsOf(random);
    const PoseReference reference = movingPose();
    const auto law = makePoseTracking("track", kBase, model, nullptr, reference, gains, {.axes = GetParam().axes});
    const auto workspace = law->makeWorkspace(model);
    const VecX q = randomConfiguration(random, model, 0.4), v = randomVector(random, model.nv, 0.6);
    const double t = 0.1 * seed;
    // What other controllers give: nothing, a little, and much.
    for (const double size : {0.0, 1.0, 300.0}) {
      VecX u = randomVector(random, model.nu, size), demand(6), signals(12), none(0);
      law->update(*workspace, {t, 0, q, v, {u.data(), u.size()}}, {none, demand, signals});
      u.head<6>() = demand;
      EXPECT_LE(departure(model, reference, gains, GetParam().axes, q, v, t, u), 1e-8) << seed << ' ' << size;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryBase,
                         ::testing::Values(Case{SoftBodies::kNone, ErrorAxes::kWorld},
                                           Case{SoftBodies::kNone, ErrorAxes::kBody},
                                           Case{SoftBodies::kMixed, ErrorAxes::kWorld},
                                           Case{SoftBodies::kMixed, ErrorAxes::kBody}));

/// V̇ that the law wants, in closed form by another way: e of a base at rest whose wanted pose is at rest, too, has
/// ë = −V̇ in body axes (angular part: J⁻¹ at e along ω̇).
TEST(PoseErrors, AtRestAreUndoneAlongThem) {
  Random random(3);
  for (int k = 0; k < 50; ++k) {
    WantedMotion wanted{randomPose(random), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    const Vec3 turn = (k % 5 == 0 ? kPi - 1e-9 : 3 * uniform(random, 0, 1)) * randomUnit(random);
    const Pose X{wanted.X.R * expSO3<double>(Vec3(-turn)), randomVector(random, 3)};
    PoseErrorT<double> error;
    const Mat6 KP = 9 * Mat6::Identity(), KD = 6 * Mat6::Identity();
    for (const ErrorAxes axes : {ErrorAxes::kWorld, ErrorAxes::kBody}) {
      const Vec6 A = linearizingAcceleration<double>(wanted, KP, KD, axes, X, Vec6(Vec6::Zero()), error);
      EXPECT_LE((A.head<3>() - 9 * turn).norm(), 1e-7 * (1 + turn.norm())) << "about the axis of the error";
      const Vec3 d = X.R.transpose() * (wanted.X.p - X.p);
      const Vec3 expected = axes == ErrorAxes::kWorld ? Vec3(9 * d) : Vec3(9 * d - A.head<3>().cross(d));
      EXPECT_LE((A.tail<3>() - expected).norm(), 1e-7 * (1 + expected.norm()));
    }
  }
}

TEST(PoseErrors, AreZeroOnTheReferenceAndItsAccelerationIsFedForward) {
  const PoseReference reference = movingPose();
  for (const double t : {0.0, 0.7, 2.0}) {
    const PoseSeries series = poseSeries(reference, t);
    const auto twists = bodyTwists(series);
    const WantedMotion wanted = wantedMotion(reference, t);
    for (const ErrorAxes axes : {ErrorAxes::kWorld, ErrorAxes::kBody}) {
      PoseErrorT<double> error;
      const Vec6 A = linearizingAcceleration<double>(wanted, 50 * Mat6::Identity(), 20 * Mat6::Identity(), axes,
                                                     wanted.X, Vec6(twists.col(0)), error);
      EXPECT_LE(error.error.norm() + error.rate.norm(), 1e-13);
      EXPECT_LE((A - twists.col(1)).norm(), 1e-11);
    }
  }
}

/// Of all demands in the loop by q, v (right perturbations), the base's by others included, against differences.
TEST(PoseTracking, KnowsItsDerivativesThroughOtherControllers) {
  for (const SoftBodies soft : {SoftBodies::kNone, SoftBodies::kMixed})
    for (const ErrorAxes axes : {ErrorAxes::kWorld, ErrorAxes::kBody}) {
      Random random(31);
      ModelSpec spec = floatingRobot(random, soft);
      spec.controllers.push_back([&](const Model& model) {
        return makePoseTracking("track", kBase, model, nullptr, movingPose(), gainsOf(random), {.axes = axes});
      });
      spec.controllers.push_back([&](const Model& model) {
        const auto hold =
            std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{sine(0.2, 2), sine(0.1, 1)});
        const MatX one = MatX::Identity(2, 2);
        return makePid("arms", {6, 8}, model, hold, {25 * one, 6 * one, {}});
      });
      const auto model = std::make_shared<const Model>(std::move(spec));
      ControlLoop loop(model);
      const VecX q = randomConfiguration(random, *model, 0.3), v = randomVector(random, model->nv, 0.4);
      constexpr double kTime = 0.3, kStep = 1e-5;
      const auto inputs = [&](const VecX& at, const VecX& rate) {
        VecX u = VecX::Zero(model->nu);
        u[7] = 0.4;  // held by nobody
        loop.evaluate(kTime, at, rate, u);
        return u;
      };
      VecX u = inputs(q, v);
      MatX byQ(model->nu, model->nv), byV = byQ, wantedQ = byQ, wantedV = byQ;
      loop.derivatives(kTime, q, v, byQ, byV);
      for (int k = 0; k < model->nv; ++k) {
        VecX step = VecX::Zero(model->nv), above(model->nq), below(model->nq);
        step[k] = kStep;
        integrate(*model, q, step, above), integrate(*model, q, -step, below);
        wantedQ.col(k) = (inputs(above, v) - inputs(below, v)) / (2 * kStep);
        wantedV.col(k) = (inputs(q, v + step) - inputs(q, v - step)) / (2 * kStep);
      }
      EXPECT_LE(relativeError(byQ, wantedQ), 1e-6);
      EXPECT_LE(relativeError(byV, wantedV), 1e-6);
    }
}

/// A base of 2 kg with an arm of two links, and its controllers.
ModelSpec aerialArm() {
  ModelSpec spec;
  spec.name = "aerial arm";
  LinkSpec base;
  base.name = "base", base.joint.type = JointType::kFree;
  base.rigid = {2, Vec3(0.01, 0, 0), Vec3(0.02, 0.02, 0.03).asDiagonal()};
  base.jointQ0 = (VecX(7) << 0.3, -0.2, 0.1, std::cos(1.2), 0, std::sin(1.2), 0).finished();  // 2.4 rad about y
  spec.links.push_back(base);
  for (int i = 0; i < 2; ++i) {
    LinkSpec link;
    link.name = "arm" + std::to_string(i), link.parent = i;
    link.joint.type = JointType::kRevolute, link.joint.axis = i == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    link.rigid = {0.4, Vec3(0.15, 0, 0), 0.003 * Mat3::Identity()};
    link.rigidTip.p = Vec3(0.3, 0, 0);
    spec.links.push_back(link);
  }
  for (int i = 0; i < 3; ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
  return spec;
}

FeedbackGains critical(int n, double rate) {
  const MatX one = MatX::Identity(n, n);
  return {rate * rate * one, 2 * rate * one, {}};
}

MakeController tracking(std::optional<double> period, PoseReference reference) {
  return [=](const Model& model) {
    auto law = makePoseTracking("track", kBase, model, nullptr, reference, critical(6, 4), {});
    law->period = period;
    return law;
  };
}

MakeController armLaw(std::optional<double> period) {
  return [=](const Model& model) {
    const auto swing =
        std::make_shared<GivenReference>(std::vector<GivenReference::Motion>{sine(0.8, 6), sine(0.6, 7, 1)});
    auto law = makePid("arm", {6, 7}, model, swing, critical(2, 3));
    law->period = period;
    return law;
  };
}

/// 2.4 rad and 0.4 m away at rest, critically damped: e(t) = e₀ (1 + 4t) exp(−4t), arms that swing notwithstanding.
TEST(PoseTracking, DecaysAsItsEquationSaysInARun) {
  const PoseReference still =
      makePoseOfEntries(makeConstantReference((VecX(6) << 0, 0, 0.5, 0, 0, 0).finished()), false);
  for (const char* integrator : {"bdf", "runge_kutta_4"}) {
    ControlledRun run(withController(aerialArm(), {tracking({}, still), armLaw({})}, integrator, 0.001));
    const Vec3 turn(0, 2.4, 0), way = Vec3(0.3, -0.2, 0.1) - Vec3(0, 0, 0.5);
    for (const double t : {0.25, 0.5, 1.0}) {
      run.steps(static_cast<int>(std::lround((t - run.state.t) / 0.001)), 0.001);
      ASSERT_FALSE(run.failure) << run.failure->message();
      const double share = (1 + 4 * t) * std::exp(-4 * t);
      const Pose X = basePose(*run.model, run.state.q);
      EXPECT_LE((X.p - Vec3(0, 0, 0.5) - share * way).norm(), 1e-6) << integrator << t;
      EXPECT_LE((logSO3<double>(X.R) - share * turn).norm(), 1e-6) << integrator << t;
    }
  }
}

TEST(PoseTracking, SampledComesNearAndSeesSampledArmsAtTheSameInstant) {
  const PoseReference still =
      makePoseOfEntries(makeConstantReference((VecX(6) << 0, 0, 0.5, 0, 0, 0).finished()), false);
  for (const std::optional<double> arm : {std::optional<double>(), std::optional<double>(0.002)}) {
    ControlledRun run(withController(aerialArm(), {tracking(0.002, still), armLaw(arm)}, "runge_kutta_4", 0.001));
    run.steps(3000, 0.001);
    ASSERT_FALSE(run.failure) << run.failure->message();
    const Pose X = basePose(*run.model, run.state.q);
    EXPECT_LE((X.p - Vec3(0, 0, 0.5)).norm(), 2e-3);
    EXPECT_LE(logSO3<double>(X.R).norm(), 0.02);
  }
}

/// In a sequence it sees what the other laws of its phase demand at the same sample, as it does beside them.
TEST(PoseTracking, IsTheSameInAPhase) {
  const PoseReference still =
      makePoseOfEntries(makeConstantReference((VecX(6) << 0, 0, 0.5, 0, 0, 0).finished()), false);
  const MakeController both = [=](const Model& model) {
    SequencePhase phase;
    phase.laws = {tracking({}, still)(model), armLaw({})(model)};
    auto sequence = makeSequence("both", {phase}, UndrivenInputs::kZero);
    sequence->period = 0.002;
    return sequence;
  };
  ControlledRun alone(withController(aerialArm(), {tracking(0.002, still), armLaw(0.002)}, "runge_kutta_4", 0.001));
  ControlledRun phased(withController(aerialArm(), {both}, "runge_kutta_4", 0.001));
  alone.steps(500, 0.001), phased.steps(500, 0.001);
  ASSERT_FALSE(alone.failure || phased.failure);
  EXPECT_LE((alone.state.q - phased.state.q).norm(), 1e-12);
  EXPECT_LE((alone.state.v - phased.state.v).norm(), 1e-12);
}

TEST(PoseTracking, FollowsAScrewExactlyFromItsStart) {
  ModelSpec spec = aerialArm();
  const Pose from{rotationFromQuaternion<double>(Vec4(spec.links[0].jointQ0.tail<4>())),
                  spec.links[0].jointQ0.head<3>()};
  const Pose to{expSO3<double>(Vec3(1, -2, 0.5)), Vec3(1, 0.5, 2)};
  const PoseReference screw = makePoseTransition(from, to, {.path = PosePath::kScrew, .duration = 1, .degree = 7});
  ControlledRun run(withController(std::move(spec), {tracking({}, screw), armLaw({})}, "runge_kutta_4", 0.001));
  for (int i = 0; i < 10; ++i) {
    run.steps(120, 0.001);
    ASSERT_FALSE(run.failure) << run.failure->message();
    const Pose wanted = run.model->controllers[0]->wantedFrame(run.state.t);
    EXPECT_LE(logSE3<double>(wanted.inverse() * basePose(*run.model, run.state.q)).norm(), 1e-7) << run.state.t;
  }
  EXPECT_TRUE(run.model->controllers[0]->led()->orientation);
}

TEST(PoseTracking, SaysWhichRobotsItCannotMove) {
  Random random(5);
  const Model model(floatingRobot(random, SoftBodies::kNone));
  const auto make = [&](const std::vector<int>& outputs, int link) {
    makePoseTracking("track", outputs, model, nullptr, movingPose(), critical(6, 4), {.link = link});
  };
  EXPECT_NO_THROW(make(kBase, 0));
  EXPECT_THROW(make(kBase, 1), std::invalid_argument) << "no free joint";
  EXPECT_THROW(make(kBase, -1), std::invalid_argument);
  EXPECT_THROW(make({0, 1, 2, 3, 4}, 0), std::invalid_argument);
  EXPECT_THROW(make({0, 1, 2, 3, 4, 5, 6}, 0), std::invalid_argument);
  // Three motors of the arms cannot stand for three directions of the base where they move it alike or not at all.
  ModelSpec loose = aerialArm();
  loose.actuators.clear();
  for (int i = 0; i < 6; ++i)
    loose.actuators.push_back(
        [i](const Model& built) { return std::make_unique<JointActuator>("m" + std::to_string(i), built, 1); });
  const Model unreached(std::move(loose));
  EXPECT_THROW(makePoseTracking("track", kBase, unreached, nullptr, movingPose(), critical(6, 4), {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tendril
