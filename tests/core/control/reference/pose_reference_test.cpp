// SPDX-License-Identifier: BSD-3-Clause
// References of poses: twists against differences of poses, knots, full and half turns, known motions, what is refused.
#include "core/control/reference/pose_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

#include "core/math/se3.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
using Random = std::mt19937_64;

double any(Random& random) {
  return std::uniform_real_distribution<double>(-1, 1)(random);
}

Mat3 anyRotation(Random& random) {
  std::normal_distribution<double> normal;
  const Vec4 q(normal(random), normal(random), normal(random), normal(random));
  return rotationFromQuaternion<double>(Vec4(q.normalized()));
}

Pose anyPose(Random& random) {
  return {anyRotation(random), Vec3(any(random), any(random), any(random))};
}

Pose at(const PoseReference& reference, double t) {
  const PoseSeries X = poseSeries(reference, t);
  const auto value = [](const TimeSeries& x) { return x[0]; };
  return {Mat3(X.R.unaryExpr(value)), Vec3(X.p.unaryExpr(value))};
}

/// Columns: V and its derivatives, by the reference.
Eigen::Matrix<double, 6, 4> twists(const PoseReference& reference, double t) {
  return bodyTwists(poseSeries(reference, t));
}

/// Largest departure of V from differences of log(X(t)⁻¹ X(t + h)), and of its derivatives from differences of the one
/// below, relative to their sizes.
double departure(const PoseReference& reference, double t, double h, int most = 3) {
  const Pose back = at(reference, t).inverse();
  std::array<Vec6, 4> way;
  std::array<Eigen::Matrix<double, 6, 4>, 4> around;
  const std::array<double, 4> times = {-2, -1, 1, 2};
  for (std::size_t k = 0; k < 4; ++k) {
    way[k] = logSE3<double>(back * at(reference, t + times[k] * h));
    around[k] = twists(reference, t + times[k] * h);
  }
  const auto difference = [&](const Vec6& a, const Vec6& b, const Vec6& c, const Vec6& d) {
    return Vec6((a - 8 * b + 8 * c - d) / (12 * h));
  };
  const Eigen::Matrix<double, 6, 4> here = twists(reference, t);
  double worst = 0;
  for (int k = 0; k <= most; ++k) {
    const Vec6 rate =
        k == 0 ? difference(way[0], way[1], way[2], way[3])
               : difference(around[0].col(k - 1), around[1].col(k - 1), around[2].col(k - 1), around[3].col(k - 1));
    worst = std::max(worst, (rate - here.col(k)).norm() / (1e-3 + here.leftCols(k + 1).norm()));
  }
  return worst;
}

TEST(PoseSplines, PassTheirPosesWithContinuousMotion) {
  Random random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const auto ends = static_cast<SplineEnd>(trial % 3);
    const int n = 2 + trial % 7;
    std::vector<double> times = {any(random)};
    std::vector<Pose> poses = {anyPose(random)};
    for (int i = 1; i < n; ++i) {
      times.push_back(times.back() + 0.3 + std::abs(any(random)));
      const Vec3 turn = 1.2 * Vec3(any(random), any(random), any(random));
      poses.push_back({poses.back().R * expSO3<double>(turn), Vec3(any(random), any(random), any(random))});
    }
    if (ends == SplineEnd::kPeriodic) poses.back() = poses.front();
    const PoseReference spline = makePoseSpline(times, poses, ends);
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      EXPECT_LE(logSE3<double>(poses[k].inverse() * at(spline, times[k])).norm(), 1e-10);
      if (i == 0 || i + 1 == n) continue;
      const auto before = twists(spline, times[k] - 1e-9), behind = twists(spline, times[k] + 1e-9);
      for (int d = 0; d < 4; ++d)
        EXPECT_LE((before.col(d) - behind.col(d)).norm(), 1e-5 * (1 + behind.norm())) << "derivative " << d;
    }
    const double length = times[1] - times[0];
    EXPECT_LE(departure(spline, times[0] + 0.37 * length, 2e-3 * length), 1e-5);
    if (ends == SplineEnd::kRest) {
      EXPECT_LE(twists(spline, times.front()).leftCols<2>().norm(), 1e-8);
      EXPECT_LE(twists(spline, times.back() - 1e-12).leftCols<2>().norm(), 1e-6);
    }
    if (ends == SplineEnd::kPeriodic) {
      const double period = times.back() - times.front(), t = times[0] + 0.3 * length;
      EXPECT_LE((twists(spline, t) - twists(spline, t + 2 * period)).norm(), 1e-8 * (1 + twists(spline, t).norm()));
      EXPECT_LE((twists(spline, times[0] - 1e-9) - twists(spline, times[0] + 1e-9)).norm(),
                1e-5 * (1 + twists(spline, times[0]).norm()));
    } else {
      EXPECT_EQ(twists(spline, times.back() + 1).norm(), 0) << "held";
      EXPECT_EQ(twists(spline, times.front() - 1).norm(), 0);
    }
  }
}

TEST(PoseSplines, AboutOneAxisAreTheSplineOfTheAngle) {
  Random random(6);
  for (const SplineEnd ends : {SplineEnd::kFree, SplineEnd::kRest}) {
    const Vec3 axis = Vec3(any(random), any(random), any(random)).normalized();
    const Mat3 first = anyRotation(random);
    // More than three full turns, by steps below half a turn, half a turn among them, and a stop.
    const std::vector<double> times = {0, 0.7, 1.1, 2, 2.8, 3.1, 4, 5, 5.5, 7, 8};
    const std::vector<double> angles = {0, 2, 5, 8, 10.5, 10.5, 13, 13 + kPi - 1e-9, 18.5, 20, 19};
    std::vector<Mat3> rotations;
    for (const double angle : angles) rotations.push_back(first * expSO3<double>(Vec3(angle * axis)));
    const auto turning = makeRotationSpline(times, rotations, ends);
    MatX points(1, static_cast<Eigen::Index>(angles.size()));
    for (std::size_t i = 0; i < angles.size(); ++i) points(0, static_cast<Eigen::Index>(i)) = angles[i];
    const auto angle = makeSplineReference(times, points, ends);
    for (double t = 0.013; t < 8; t += 0.1) {
      OrientationMotion motion;
      turning->evaluate(t, motion);
      MatX wanted(1, 5);
      angle->evaluate(t, 4, wanted);
      EXPECT_LE((motion.R.unaryExpr([](const TimeSeries& x) { return x[0]; }) -
                 first * expSO3<double>(Vec3(wanted(0, 0) * axis)))
                    .norm(),
                1e-9);
      for (int k = 0; k < 4; ++k)
        EXPECT_LE((bodyRates(motion.R).col(k) - wanted(0, k + 1) * axis).norm(), 1e-7 * (1 + wanted.norm())) << t;
    }
  }
}

TEST(PoseSplines, DoNotDependOnTheFramesChosen) {
  Random random(7);
  const std::vector<double> times = {0, 1, 1.7, 3};
  std::vector<Mat3> rotations = {anyRotation(random)};
  for (int i = 1; i < 4; ++i)
    rotations.push_back(rotations.back() * expSO3<double>(Vec3(any(random), any(random), any(random))));
  const Mat3 world = anyRotation(random), frame = anyRotation(random);
  std::vector<Mat3> others;
  for (const Mat3& R : rotations) others.push_back(world * R * frame);
  const auto a = makeRotationSpline(times, rotations, SplineEnd::kFree);
  const auto b = makeRotationSpline(times, others, SplineEnd::kFree);
  for (const double t : {0.2, 0.9, 1.5, 2.6}) {
    OrientationMotion first, second;
    a->evaluate(t, first), b->evaluate(t, second);
    EXPECT_LE((frame.transpose() * bodyRates(first.R) - bodyRates(second.R)).norm(), 1e-9);
  }
}

TEST(PoseSplines, RestWherePosesAreEqualAndTurnBySteadyRatesBetweenTwo) {
  Random random(8);
  const Pose one = anyPose(random);
  for (const SplineEnd ends : {SplineEnd::kFree, SplineEnd::kRest, SplineEnd::kPeriodic})
    EXPECT_LE(twists(makePoseSpline({0, 1, 2.5}, {one, one, one}, ends), 0.6).norm(), 1e-12);
  for (int k = 0; k < 20; ++k) {
    // The last ones are half a turn apart.
    const Vec3 turn = (k < 15 ? 3 * std::abs(any(random)) : kPi) * Vec3(any(random), 1, any(random)).normalized();
    const auto line = makeRotationSpline({1, 3}, {one.R, one.R * expSO3<double>(turn)}, SplineEnd::kFree);
    OrientationMotion motion;
    line->evaluate(1.7, motion);
    const auto rates = bodyRates(motion.R);
    EXPECT_NEAR(rates.col(0).norm(), turn.norm() / 2, 1e-12);
    EXPECT_LE(rates.rightCols<3>().norm(), 1e-11);
  }
}

class Paths : public ::testing::TestWithParam<PosePath> {};

TEST_P(Paths, GoFromRestToRest) {
  Random random(9);
  for (int trial = 0; trial < 40; ++trial) {
    const int degree = 3 + 2 * (trial % 3);
    Pose from = anyPose(random), to = anyPose(random);
    if (trial % 8 == 1) to.R = from.R;
    if (trial % 8 == 2) to = from;
    if (trial % 8 == 3) to.R = from.R * expSO3<double>(Vec3(kPi * Vec3::UnitY()));
    const PoseTransitionSettings settings{.path = GetParam(), .start = 0.5, .duration = 2, .degree = degree};
    const PoseReference way = makePoseTransition(from, to, settings);
    EXPECT_LE(logSE3<double>(from.inverse() * at(way, 0.2)).norm(), 1e-14);
    EXPECT_LE(logSE3<double>(to.inverse() * at(way, 3)).norm(), 1e-12);
    EXPECT_LE(twists(way, 2.5 - 1e-12).leftCols((degree - 1) / 2).norm(), 1e-7);
    for (const double t : {0.7, 1.3, 2.2}) EXPECT_LE(departure(way, t, 1e-3), 1e-7) << degree << " at " << t;
    const Pose middle = at(way, 1.5);
    EXPECT_LE((logSO3<double>(from.R.transpose() * middle.R) - 0.5 * logSO3<double>(from.R.transpose() * to.R)).norm(),
              1e-11);
    if (GetParam() == PosePath::kScrew) {
      const Vec6 all = logSE3<double>(from.inverse() * to), half = logSE3<double>(from.inverse() * middle);
      EXPECT_LE((half - 0.5 * all).norm(), 1e-10);
    } else {
      EXPECT_LE((middle.p - 0.5 * (from.p + to.p)).norm(), 1e-14);
    }
  }
}

TEST_P(Paths, TakeMoreTurns) {
  Random random(10);
  const Pose from = anyPose(random);
  const Vec3 axis = Vec3(1, 2, -1).normalized();
  const Pose to{from.R * expSO3<double>(Vec3(1.1 * axis)), Vec3(0.3, 0.1, 0)};
  for (const int turns : {-2, -1, 1, 3}) {
    const PoseReference way = makePoseTransition(from, to, {.path = GetParam(), .turns = turns});
    EXPECT_LE(logSE3<double>(to.inverse() * at(way, 1)).norm(), 1e-11);
    EXPECT_LE(departure(way, 0.4, 5e-4), 1e-6);
    // ∫ ω dt by Simpson's rule: about one axis it is the angle.
    double angle = 0;
    constexpr int kSteps = 400;
    for (int i = 0; i <= kSteps; ++i)
      angle += (i == 0 || i == kSteps ? 1 : i % 2 ? 4 : 2) * axis.dot(twists(way, i / 400.0).col(0).head<3>());
    EXPECT_NEAR(angle / (3 * kSteps), 1.1 + 2 * kPi * turns, 1e-6);
  }
  EXPECT_THROW(makePoseTransition(from, from, {.path = GetParam(), .turns = 1}), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(All, Paths, ::testing::Values(PosePath::kStraight, PosePath::kScrew),
                         [](const auto& info) { return info.param == PosePath::kScrew ? "Screw" : "Straight"; });

ReferencePtr formulas(const std::vector<std::string>& texts) {
  const std::vector<std::string> variables = {"t"};
  std::vector<Expression> out;
  for (const std::string& text : texts) out.push_back(Expression::parse(text, variables));
  return makeExpressionReference(out);
}

TEST(Orientations, HaveTheirDerivatives) {
  const ReferencePtr path = makeHelixReference(Vec3(0.1, 0, 0.2), 0.5, Vec3(0, 0.3, 1), 3, 0.4, 0.2);
  const auto vector = makeRotationVectorOrientation(formulas({"2*sin(t)", "t", "0.3*t^2"}));
  const auto angles = makeRollPitchYawOrientation(formulas({"sin(t)", "0.4*cos(2*t)", "3*t"}));
  const auto tangential = makeTangentialOrientation(path, Vec3::UnitZ());
  for (const double t : {-0.8, 0.0, 1.3, 4.0}) {
    EXPECT_LE(departure({path, vector}, t, 1e-3), 1e-7) << t;
    EXPECT_LE(departure({path, angles}, t, 1e-3), 1e-7) << t;
    EXPECT_LE(departure({path, tangential}, t, 1e-3), 1e-7) << t;
    EXPECT_LE(departure({path, makeFixedOrientation(at({path, angles}, 1).R)}, t, 1e-3), 1e-7) << t;
  }
}

TEST(Orientations, CountFullTurns) {
  const auto wheel = makeRotationVectorOrientation(formulas({"0", "0", "2*pi*t"}));
  for (const double t : {0.5, 1.0, 1.5, 2.0, 3.25}) {
    OrientationMotion motion;
    wheel->evaluate(t, motion);
    EXPECT_NEAR(motion.turn.z(), 2 * kPi * t, 1e-14);
    EXPECT_LE((bodyRates(motion.R).col(0) - Vec3(0, 0, 2 * kPi)).norm(), 1e-12);
    EXPECT_LE(bodyRates(motion.R).rightCols<3>().norm(), 1e-9);
  }
}

TEST(Orientations, TangentialOnesLookAlongThePath) {
  const ReferencePtr circle = makeHelixReference(Vec3(0, 0, 1), 0.5, Vec3::UnitZ(), 4, 0);
  const PoseReference round{circle, makeTangentialOrientation(circle, Vec3::UnitZ())};
  for (const double t : {0.0, 0.6, 3.1}) {
    const auto V = twists(round, t);
    const double rate = 2 * kPi / 4;
    EXPECT_LE((V.col(0) - (Vec6() << 0, 0, rate, 0.5 * rate, 0, 0).finished()).norm(), 1e-12);
    EXPECT_LE(V.rightCols<3>().norm(), 1e-9);
    EXPECT_LE((at(round, t).R.col(2) - Vec3::UnitZ()).norm(), 1e-14);
  }
  OrientationMotion motion;
  EXPECT_THROW(makeTangentialOrientation(circle, Vec3::Zero()), std::invalid_argument);
  EXPECT_THROW(makeTangentialOrientation(makeConstantReference(Vec3::Ones()), Vec3::UnitZ())->evaluate(0, motion),
               std::runtime_error);
  EXPECT_THROW(makeTangentialOrientation(formulas({"0", "0", "t"}), Vec3::UnitZ())->evaluate(0, motion),
               std::runtime_error);
}

TEST(PoseReferences, SayWhatCannotBe) {
  const Mat3 one = Mat3::Identity(), other = expSO3<double>(Vec3(0, 0, 1));
  EXPECT_THROW(makeRotationSpline({0}, {one}, SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeRotationSpline({0, 0}, {one, one}, SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeRotationSpline({0, 1}, {one}, SplineEnd::kFree), std::invalid_argument);
  EXPECT_THROW(makeRotationSpline({0, 1}, {one, other}, SplineEnd::kPeriodic), std::invalid_argument);
  EXPECT_THROW(makePoseTransition({}, {}, {.degree = 4}), std::invalid_argument);
  EXPECT_THROW(makePoseTransition({}, {}, {.duration = 0}), std::invalid_argument);
  EXPECT_THROW(makeRotationVectorOrientation(makeConstantReference(VecX::Zero(2))), std::invalid_argument);
  EXPECT_THROW(makePartReference(makeConstantReference(VecX::Zero(4)), 3, 3), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
