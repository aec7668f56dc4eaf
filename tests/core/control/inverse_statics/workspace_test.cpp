// SPDX-License-Identifier: BSD-3-Clause
// Workspaces against closed forms: a plane arm on springs, a drive of given position, an arm of constant curvature with
// tendons; the same bits on any number of threads; what cannot be sampled.
#include "core/control/inverse_statics/workspace.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <numbers>

#include "core/control/inverse_statics/led_point.hpp"
#include "core/equilibria/statics.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kFirst = 0.5, kSecond = 0.4;  // m, lengths of the plane arm
const Vec2 kStiffness(2, 3);                   // N m/rad
const Vec2 kMost(1.5, 2.5);                    // N m

/// Two links in the plane y = 0, along x at q = 0, springs and motors of limited torque at both joints, no weight.
ModelSpec planeArm() {
  ModelSpec spec = doublePendulumSpec();
  spec.gravity.setZero();
  for (LinkSpec& link : spec.links) link.rigid.com.setZero(), link.jointQ0.setZero(), link.jointV0.setZero();
  spec.links[1].pose.p = Vec3(kFirst, 0, 0);
  spec.links[1].rigidTip.p = Vec3(kSecond, 0, 0);
  for (int k = 0; k < 2; ++k) {
    spec.links[static_cast<std::size_t>(k)].joint.stiffness = VecX::Constant(1, kStiffness[k]);
    spec.actuators.push_back([k](const Model& model) {
      auto motor = std::make_unique<JointActuator>("motor" + std::to_string(k), model, k);
      motor->ranges[0] = {-kMost[k], kMost[k]};
      return motor;
    });
  }
  return spec;
}

WorkspaceProblem problemOf(const Model& model, int link) {
  WorkspaceProblem problem;
  problem.link = link;
  problem.place = placeAlong(model, link, 1);
  problem.inputs = workspaceInputs(model);
  problem.gravity = model.gravity;
  problem.q = model.q0;
  problem.u = VecX::Zero(model.nu);
  return problem;
}

Vec3 planeTip(const Vec2& q) {  // turns about y take x towards −z
  const double a = q[0], b = q[0] + q[1];
  return {kFirst * std::cos(a) + kSecond * std::cos(b), 0, -kFirst * std::sin(a) - kSecond * std::sin(b)};
}

TEST(Workspace, OfAPlaneArmOnSpringsIsItsClosedForm) {
  const Model model(planeArm());
  const SampledWorkspace found = sampleWorkspace(model, problemOf(model, 1), {.samples = 400});
  ASSERT_EQ(found.failure, "");
  EXPECT_EQ(found.samples, 400);
  EXPECT_EQ(found.points.size(), 400u);
  EXPECT_EQ(found.directions, 2);
  Vec2 lower = kMost, upper = -kMost;
  for (const WorkspacePoint& point : found.points) {
    const Vec2 q = Vec2(point.u).cwiseQuotient(kStiffness);
    EXPECT_LE((Vec2(point.q) - q).norm(), 1e-10);
    EXPECT_LE((point.position - planeTip(q)).norm(), 1e-10);
    const double a = q[0], b = q[0] + q[1];
    Eigen::Matrix2d J;                                                           // of (x, −z)
    J << -kFirst * std::sin(a) - kSecond * std::sin(b), -kSecond * std::sin(b),  //
        kFirst * std::cos(a) + kSecond * std::cos(b), kSecond * std::cos(b);
    const Eigen::Matrix2d byRanges = J * Vec2(2 * kMost.cwiseQuotient(kStiffness)).asDiagonal();
    const Vec2 sigma = Eigen::JacobiSVD<Eigen::Matrix2d>(byRanges).singularValues();
    EXPECT_LE((point.mobility.head<2>() - sigma).norm(), 1e-9);
    EXPECT_LE(point.mobility[2], 1e-12);
    EXPECT_EQ(found.leastMobility(point), point.mobility[1]);
    const Vec2 margins = Vec2::Ones() - Vec2(point.u).cwiseAbs().cwiseQuotient(kMost);
    EXPECT_NEAR(point.rangeMargin, margins.minCoeff(), 1e-12);
    EXPECT_EQ(point.foldingMargin, 1);
    EXPECT_TRUE(point.stable);
    lower = lower.cwiseMin(point.u), upper = upper.cwiseMax(point.u);
  }
  // The samples fill the ranges.
  EXPECT_LT((lower + kMost).norm(), 0.02);
  EXPECT_LT((kMost - upper).norm(), 0.02);
}

/// With weight: no closed form, but the torques balance.
TEST(Workspace, PointsAreEquilibriaUnderWeight) {
  ModelSpec spec = planeArm();
  spec.gravity = Vec3(0, 0, -9.81);
  spec.links[0].rigid = {0.4, Vec3(kFirst / 2, 0, 0), Mat3::Identity() * 1e-3};
  spec.links[1].rigid = {0.2, Vec3(kSecond / 2, 0, 0), Mat3::Identity() * 1e-3};
  const Model model(spec);
  const SampledWorkspace found = sampleWorkspace(model, problemOf(model, 1), {.samples = 200, .seed = 3});
  ASSERT_EQ(found.points.size(), 200u);
  for (const WorkspacePoint& point : found.points) {
    const double a = point.q[0], b = point.q[0] + point.q[1], g = 9.81;
    const double second = 0.2 * g * kSecond / 2 * std::cos(b);
    const double first = second + (0.4 * g * kFirst / 2 + 0.2 * g * kFirst) * std::cos(a);
    EXPECT_NEAR(kStiffness[0] * point.q[0] - point.u[0], first, 1e-8);
    EXPECT_NEAR(kStiffness[1] * point.q[1] - point.u[1], second, 1e-8);
  }
}

/// A position drive below, a motor against a spring above.
TEST(Workspace, MovesDrivesOfGivenPositionWithinTheLimitsOfTheirJoint) {
  ModelSpec spec = planeArm();
  spec.actuators.erase(spec.actuators.begin());
  spec.links[0].joint.lower = VecX::Constant(1, -0.7), spec.links[0].joint.upper = VecX::Constant(1, 1.1);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointPosition>("drive", model, 0); });
  const Model model(spec);
  const SampledWorkspace found = sampleWorkspace(model, problemOf(model, 1), {.samples = 100});
  ASSERT_EQ(found.points.size(), 100u) << found.failure;
  for (const WorkspacePoint& point : found.points) {
    EXPECT_GE(point.u[1], -0.7);
    EXPECT_LE(point.u[1], 1.1);
    EXPECT_LE((point.position - planeTip(Vec2(point.u[1], point.u[0] / kStiffness[1]))).norm(), 1e-10);
  }
}

constexpr double kLength = 0.4, kRadius = 0.02, kYoung = 5e5, kPulled = 0.015, kTension = 8;

/// Weightless, inextensible, three tendons along the backbone at a distance of 15 mm.
ModelSpec arcArm() {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.id = 1, link.name = "arm";
  link.joint.type = JointType::kFixed;
  link.body = std::make_shared<ConstantCurvature>(
      ConstantCurvatureSpec{.length = kLength, .radius = kRadius, .density = 1000, .planar = false, .young = kYoung});
  spec.links = {link};
  for (int k = 0; k < 3; ++k)
    spec.actuators.push_back([k](const Model& model) {
      const double angle = 2 * std::numbers::pi * k / 3, y = kPulled * std::cos(angle), z = kPulled * std::sin(angle);
      std::vector<Tendon::BodyPiece> pieces;
      pieces.push_back({0, model.links[0].body->makeTendonPiece(
                               [y, z](double) {
                                 return RoutePoint{y, z, 0, 0};
                               },
                               0, 1)});
      auto tendon = std::make_unique<Tendon>("tendon " + std::to_string(k), std::move(pieces),
                                             std::vector<Tendon::Segment>{}, true);
      tendon->ranges[0] = {0, kTension};
      return tendon;
    });
  return spec;
}

/// The moment of all tendons bends the arm to φ = M L / (E I) about the axis across its direction; the tip is at
/// L (sin φ, 1 − cos φ) / φ along the arm and towards the bend.
TEST(Workspace, OfAnArmOfConstantCurvatureIsItsClosedForm) {
  const Model model(arcArm());
  const SampledWorkspace found = sampleWorkspace(model, problemOf(model, 0), {.samples = 2000});
  ASSERT_EQ(found.points.size(), 2000u) << found.failure;
  EXPECT_EQ(found.directions, 2) << "the tip stays on a surface";
  const double inertia = std::numbers::pi * std::pow(kRadius, 4) / 4,
               most = kTension * kPulled * kLength / kYoung / inertia;
  double largest = 0;
  int far = 0;
  for (const WorkspacePoint& point : found.points) {
    Vec2 bend = Vec2::Zero();
    for (int k = 0; k < 3; ++k) {
      const double angle = 2 * std::numbers::pi * k / 3;
      bend += point.u[k] * kPulled * Vec2(std::cos(angle), std::sin(angle));
    }
    bend *= kLength / (kYoung * inertia);
    const double phi = bend.norm();
    const Vec2 towards = bend / phi;
    const Vec3 tip =
        kLength / phi * Vec3(std::sin(phi), (1 - std::cos(phi)) * towards.x(), (1 - std::cos(phi)) * towards.y());
    EXPECT_LE((point.position - tip).norm(), 1e-9);
    EXPECT_NEAR(point.foldingMargin, 1 - kRadius * phi / kLength, 1e-9);
    EXPECT_TRUE(point.stable);
    largest = std::max(largest, phi);
    far += phi > 0.9 * most ? 1 : 0;
  }
  // Moments of tendons that only pull fill a hexagon with corners at tension × distance. Within a tenth of them are
  // 6 · 0.1 · 0.2 · 0.2 / 6 of the ranges: 8 of 2000 even samples.
  EXPECT_LE(largest, most * (1 + 1e-9));
  EXPECT_GE(largest, 0.9 * most);
  EXPECT_NEAR(far, 8, 4);
}

ModelSpec pulledManipulator(double most) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = {};
  for (auto& make : spec.actuators)
    make = [make, most](const Model& model) {
      auto actuator = make(model);
      actuator->ranges.front() = {0, most};
      return actuator;
    };
  return spec;
}

TEST(Workspace, IsTheSameOnAnyNumberOfThreads) {
  const Model model(pulledManipulator(6));
  const WorkspaceProblem problem = problemOf(model, 0);
  const SampledWorkspace one = sampleWorkspace(model, problem, {.samples = 150, .seed = 7, .threads = 1});
  const SampledWorkspace two = sampleWorkspace(model, problem, {.samples = 150, .seed = 7, .threads = 2});
  ASSERT_EQ(one.points.size(), two.points.size());
  EXPECT_GE(one.points.size(), 149u);
  for (std::size_t i = 0; i < one.points.size(); ++i) {
    EXPECT_EQ(one.points[i].q, two.points[i].q);
    EXPECT_EQ(one.points[i].u, two.points[i].u);
    EXPECT_EQ(one.points[i].position, two.points[i].position);
    EXPECT_EQ(one.points[i].mobility, two.points[i].mobility);
    EXPECT_EQ(one.points[i].stable, two.points[i].stable);
  }
  const SampledWorkspace other = sampleWorkspace(model, problem, {.samples = 150, .seed = 8});
  EXPECT_NE(one.points[0].u, other.points[0].u);
  // A beginning of the sequence is the same whatever its length, and an equilibrium by another way.
  const SampledWorkspace few = sampleWorkspace(model, problem, {.samples = 40, .seed = 7});
  for (std::size_t i = 0; i < few.points.size(); ++i) EXPECT_EQ(few.points[i].u, one.points[i].u);
  Data data(model);
  for (std::size_t i = 0; i < few.points.size(); i += 8) {
    StaticsProblem given;
    given.u = few.points[i].u;
    const StaticsResult again = solveStatics(model, data, given);
    ASSERT_TRUE(again.converged) << again.failure;
    EXPECT_LE((again.q - few.points[i].q).norm(), 1e-6 * (1 + again.q.norm())) << "the branch from rest";
  }
}

/// Mobility by differences: inputs a little off move the tip as it says.
TEST(Workspace, MobilityIsTheDerivativeByTheInputs) {
  const Model model(pulledManipulator(6));
  const WorkspaceProblem problem = problemOf(model, 0);
  const SampledWorkspace found = sampleWorkspace(model, problem, {.samples = 4, .seed = 2});
  Data data(model);
  LedPoint tip(model, 0, problem.place);
  for (const WorkspacePoint& point : found.points) {
    Eigen::Matrix<double, 3, 5> J;
    for (int k = 0; k < 5; ++k) {
      Vec3 at[2];
      for (const int side : {0, 1}) {
        StaticsProblem given;
        given.u = point.u, given.q = point.q;
        given.u[k] += side == 0 ? -1e-4 : 1e-4;
        const StaticsResult result = solveStatics(model, data, given, {.preferStable = false});
        ASSERT_TRUE(result.converged);
        at[side] = tip.position(data, result.q);
      }
      J.col(k) = 6 * (at[1] - at[0]) / 2e-4;
    }
    const Vec3 sigma = Eigen::JacobiSVD<Eigen::Matrix<double, 3, 5>>(J).singularValues();
    EXPECT_LE((point.mobility - sigma).norm(), 1e-5 * sigma[0]);
  }
}

TEST(Workspace, StopsAndKeepsWhatItHas) {
  const Model model(planeArm());
  std::atomic<bool> cancel = true;
  std::atomic<int> done = 0;
  const SampledWorkspace none =
      sampleWorkspace(model, problemOf(model, 1), {.samples = 50, .cancel = &cancel, .done = &done});
  EXPECT_TRUE(none.points.empty());
  EXPECT_EQ(done, 0);
  cancel = false;
  EXPECT_EQ(
      sampleWorkspace(model, problemOf(model, 1), {.samples = 50, .cancel = &cancel, .done = &done}).points.size(),
      50u);
  EXPECT_EQ(done, 50);
}

TEST(Workspace, SaysWhatDoesNotFit) {
  const Model model(planeArm());
  WorkspaceProblem problem = problemOf(model, 1);
  problem.inputs = {};
  EXPECT_THROW(sampleWorkspace(model, problem), std::invalid_argument);
  problem.inputs = {2};
  EXPECT_THROW(sampleWorkspace(model, problem), std::invalid_argument);
  problem = problemOf(model, 1);
  problem.link = 2;
  EXPECT_THROW(sampleWorkspace(model, problem), std::invalid_argument);
  problem = problemOf(model, 1);
  problem.q[0] = std::nan("");
  EXPECT_THROW(sampleWorkspace(model, problem), std::invalid_argument);
  // A range without an end.
  ModelSpec open = planeArm();
  open.actuators[1] = [](const Model& m) { return std::make_unique<JointActuator>("free motor", m, 1); };
  const Model endless(open);
  try {
    sampleWorkspace(endless, problemOf(endless, 1));
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("free motor"), std::string::npos) << error.what();
  }
  // Without springs nothing says where a weightless arm rests.
  ModelSpec loose = planeArm();
  for (LinkSpec& link : loose.links) link.joint.stiffness.resize(0);
  const Model slack(loose);
  const SampledWorkspace nothing = sampleWorkspace(slack, problemOf(slack, 1));
  EXPECT_TRUE(nothing.points.empty());
  EXPECT_NE(nothing.failure, "");
}

}  // namespace
}  // namespace tendril
