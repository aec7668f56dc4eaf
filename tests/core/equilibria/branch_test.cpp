// SPDX-License-Identifier: BSD-3-Clause
// Branches of equilibria: folds and bifurcations with closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/equilibria/branch.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

ModelPtr built(ModelSpec spec) {
  return build(std::move(spec), settings("generalized_alpha", 1e-3));
}

LoadSpec push(int link, int station, const Vec3& force) {
  Vec6 wrench = Vec6::Zero();
  wrench.tail<3>() = force;
  return {"push", link, station,
          std::make_shared<PointWrench>(PointWrench::Frame::kWorld, [wrench](double) { return wrench; })};
}

/// Follows a sweep from nothing to `load`.
Branch sweep(const ModelSpec& spec, const LoadSpec& load, const BranchOptions& options = {}) {
  ModelSpec loaded = spec;
  loaded.loads.push_back(load);
  const ModelPtr a = built(spec), b = built(std::move(loaded));
  Data data(*a);
  StaticsProblem from;
  const StaticsResult rest = solveStatics(*a, data, from);
  EXPECT_TRUE(rest.converged) << rest.failure;
  from.q = rest.q;
  return followBranch({*a, from}, {*b, {}}, data, options);
}

std::vector<double> eventsAt(const Branch& branch, BranchEvent::Kind kind) {
  std::vector<double> out;
  for (const BranchEvent& event : branch.events)
    if (event.kind == kind) out.push_back(event.s);
  return out;
}

constexpr double kHalfSpan = 1, kHeight = 0.4, kStiffness = 300;

/// Von Mises' truss: two bars that spring along their length lean against each other in a hinge.
ModelSpec trussSpec() {
  ModelSpec spec;
  spec.gravity.setZero();
  const double length = std::hypot(kHalfSpan, kHeight), slope = std::atan2(kHeight, kHalfSpan);
  for (int side = 0; side < 2; ++side) {
    LinkSpec arm;
    arm.id = static_cast<std::uint64_t>(2 * side) + 1;
    arm.name = side ? "right arm" : "left arm";
    arm.pose.p = Vec3(side ? kHalfSpan : -kHalfSpan, 0, 0);
    arm.joint.type = JointType::kRevolute;
    arm.rigid.mass = 0.1, arm.rigid.inertia = 1e-3 * Mat3::Identity();
    arm.jointQ0 = VecX::Constant(1, side ? pi - slope : slope);
    LinkSpec slider;
    slider.id = arm.id + 1;
    slider.name = side ? "right slider" : "left slider";
    slider.parent = 2 * side;
    slider.station = kBaseStation;
    slider.pose.p = Vec3(length, 0, 0);
    slider.joint.type = JointType::kPrismatic;
    slider.joint.axis = Vec3::UnitX();
    slider.joint.stiffness = VecX::Constant(1, kStiffness);
    slider.rigid.mass = 0.5, slider.rigid.inertia = 1e-3 * Mat3::Identity();
    spec.links.push_back(arm), spec.links.push_back(slider);
  }
  LoopSpec loop;
  loop.name = "apex";
  loop.joint.type = JointType::kRevolute;
  loop.a = {1, kBaseStation, Pose()}, loop.b = {3, kBaseStation, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

TEST(Branch, OfVonMisesTrussSnapsThrough) {
  const double length = std::hypot(kHalfSpan, kHeight);
  const double barAtFold = std::cbrt(length * kHalfSpan * kHalfSpan);
  const double yAtFold = std::sqrt(barAtFold * barAtFold - kHalfSpan * kHalfSpan);
  const double foldLoad = 2 * kStiffness * (length / barAtFold - 1) * yAtFold;
  const double load = 1.5 * foldLoad;
  const Branch branch = sweep(trussSpec(), push(1, kBaseStation, Vec3(0, -load, 0)));
  ASSERT_TRUE(branch.complete) << branch.failure;
  const std::vector<double> folds = eventsAt(branch, BranchEvent::Kind::kFold);
  ASSERT_EQ(folds.size(), 2u);
  EXPECT_NEAR(folds[0], foldLoad / load, 1e-8);
  EXPECT_NEAR(folds[1], -foldLoad / load, 1e-8);
  EXPECT_TRUE(eventsAt(branch, BranchEvent::Kind::kBifurcation).empty());
  // stable before the first fold, not between them, stable beyond; the load is that of the closed form
  for (std::size_t i = 0; i < branch.points.size(); ++i) {
    const BranchPoint& point = branch.points[i];
    const double angle = point.q[0], bar = length + point.q[1], y = bar * std::sin(angle);
    EXPECT_NEAR(point.s * load, 2 * kStiffness * (length / bar - 1) * y, 1e-8 * load);
    EXPECT_LE(point.residual, 1e-11);
    const bool between = i > branch.events[0].after && i <= branch.events[1].after;
    EXPECT_EQ(point.stable, !between) << point.s;
  }
  EXPECT_EQ(branch.points.front().s, 0);
  EXPECT_EQ(branch.points.back().s, 1);
  EXPECT_LT(branch.points.back().q[0], 0);  // it hangs
}

/// An upright arm on a spring under a load on top: it stays upright and loses its stability at P = k/l.
TEST(Branch, OfAnUprightArmBifurcates) {
  ModelSpec spec = pendulumSpec(0.8, -pi / 2);
  spec.gravity.setZero();
  spec.links[0].rigidTip.p = Vec3(0.8, 0, 0);
  LinkSpec& arm = spec.links[0];
  arm.joint.stiffness = VecX::Constant(1, 5.0);
  arm.pose.R = Eigen::AngleAxisd(-pi / 2, Vec3::UnitY()).toRotationMatrix();  // its spring is at rest upright
  arm.jointQ0 = VecX::Zero(1);
  const double critical = 5 / 0.8, load = 2.3 * critical;
  const Branch branch = sweep(spec, push(0, 0, Vec3(0, 0, -load)));
  ASSERT_TRUE(branch.complete) << branch.failure;
  const std::vector<double> found = eventsAt(branch, BranchEvent::Kind::kBifurcation);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0], critical / load, 1e-8);
  EXPECT_TRUE(eventsAt(branch, BranchEvent::Kind::kFold).empty());
  for (const BranchPoint& point : branch.points) EXPECT_EQ(point.stable, point.s < found[0]);
}

ModelSpec columnSpec(int order, bool round, int points = 12, const char* family = "legendre",
                     std::initializer_list<std::size_t> more = {}) {
  ModelSpec spec;
  spec.gravity.setZero();
  RodDivisionSpec division;
  division.length = 0.5;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.005; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[2] = makeStrainBasis(family, order);
  if (round) division.strain[1] = makeStrainBasis(family, order);
  for (const std::size_t strain : more) division.strain[strain] = makeStrainBasis(family, order);
  division.quadrature = points;
  LinkSpec link;
  link.id = 1, link.name = "column";
  link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
  spec.links.push_back(link);
  return spec;
}

/// How far the load at which the column buckles is from Euler's, of that.
double bucklingError(int order, bool round, int points) {
  const double inertia = pi * std::pow(0.005, 4) / 4, euler = pi * pi * 1e6 * inertia / (4 * 0.5 * 0.5);
  const Branch branch = sweep(columnSpec(order, round, points), push(0, 0, Vec3(-2 * euler, 0, 0)));
  EXPECT_TRUE(branch.complete) << branch.failure;
  const std::vector<double> found = eventsAt(branch, BranchEvent::Kind::kBifurcation);
  EXPECT_EQ(found.size(), 1u) << order;
  return found.empty() ? 1 : std::abs(2 * found[0] - 1);
}

TEST(Branch, OfAColumnBucklesUnderEulersLoad) {
  for (const bool round : {false, true}) {
    EXPECT_LT(bucklingError(2, round, 12), 1e-2);
    // with enough coordinates the steps along the rod are left, of fourth order
    const double coarse = bucklingError(6, round, 12), fine = bucklingError(6, round, 24);
    EXPECT_LT(coarse, 1e-5);
    EXPECT_LT(fine, coarse / 10);
  }
}

/// Straight columns lose their stability at one load, which stretch and shear change by less than a thousandth, and in
/// no basis does the change go by without an event.
TEST(Branch, NoChangeOfStabilityIsWithoutEvent) {
  const double inertia = pi * std::pow(0.005, 4) / 4, euler = pi * pi * 1e6 * inertia / (4 * 0.5 * 0.5);
  for (const char* family : {"legendre", "chebyshev", "monomial"})
    for (const bool round : {false, true})
      for (const int order : {4, 5, 6, 8}) {
        SCOPED_TRACE(std::string(family) + (round ? " round " : " flat ") + std::to_string(order));
        const ModelSpec spec =
            round ? columnSpec(order, true, 12, family, {0, 3, 4, 5}) : columnSpec(order, false, 12, family, {3, 4});
        const Branch branch = sweep(spec, push(0, 0, Vec3(-1.9 * euler, 0, 0)));
        ASSERT_TRUE(branch.complete) << branch.failure;
        ASSERT_EQ(branch.events.size(), 1u);
        const BranchEvent& event = branch.events[0];
        EXPECT_EQ(event.kind, BranchEvent::Kind::kBifurcation);
        EXPECT_NEAR(1.9 * event.s, 1, 1e-3);
        EXPECT_LE(event.from, event.s);
        EXPECT_GE(event.to, event.s);
        EXPECT_LT(event.to - event.from, 1e-4);
        EXPECT_EQ(event.located, event.to - event.from < 1e-7);
        for (std::size_t i = 0; i < branch.points.size(); ++i)
          EXPECT_EQ(branch.points[i].stable, i <= event.after) << branch.points[i].s;
      }
}

/// A slight push aside makes a smooth path of the bifurcation: the column bends as the elastica does.
TEST(Branch, OfAnImperfectColumnGoesOnSmoothly) {
  const double inertia = pi * std::pow(0.005, 4) / 4, euler = pi * pi * 1e6 * inertia / (4 * 0.5 * 0.5);
  const Branch branch = sweep(columnSpec(6, false), push(0, 0, Vec3(-1.0158 * euler, 1e-4 * euler, 0)));
  ASSERT_TRUE(branch.complete) << branch.failure;
  EXPECT_TRUE(branch.events.empty());
  for (const BranchPoint& point : branch.points) EXPECT_TRUE(point.stable);
  // P/P_E = 1.015 at a tip angle of 20° (Timoshenko & Gere, table 2-4); the push adds a little
  const ModelPtr model = built(columnSpec(6, false));
  Data data(*model);
  kinematics(*model, data, branch.points.back().q, VecX::Zero(model->nv));
  const Pose tip = worldPose(data, model->place(0, 0).first) * model->place(0, 0).second;
  EXPECT_NEAR(std::atan2(tip.R(1, 0), tip.R(0, 0)) * 180 / pi, 20.6, 1.0);
}

TEST(Branch, SweepsInputsAndEndsInTheirEquilibrium) {
  const ModelPtr model = built(softManipulatorSpec());
  Data data(*model);
  StaticsProblem from, to;
  from.u = VecX::Zero(model->nu);
  to.u = (VecX(5) << 20, 0, 0, 0, 3).finished();
  from.q = solveStatics(*model, data, from).q;
  BranchOptions options;
  options.points = 5;
  const Branch branch = followBranch({*model, from}, {*model, to}, data, options);
  ASSERT_TRUE(branch.complete) << branch.failure;
  EXPECT_GE(branch.points.size(), 6u);
  const StaticsResult direct = solveStatics(*model, data, to);
  ASSERT_TRUE(direct.converged);
  EXPECT_LT((branch.points.back().q - direct.q).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Branch, SaysWhyItEnds) {
  const ModelPtr pendulum = built(pendulumSpec(1, 1.0));
  Data data(*pendulum);
  StaticsProblem from;
  const Branch none = followBranch({*pendulum, from}, {*pendulum, {}}, data);
  EXPECT_FALSE(none.complete);
  EXPECT_NE(none.failure.find("no equilibrium"), std::string::npos) << none.failure;
  ModelSpec free = pendulumSpec(1, 1.0);
  free.gravity.setZero();
  const ModelPtr loose = built(free);
  Data data2(*loose);
  const Branch neutral = followBranch({*loose, from}, {*loose, {}}, data2);
  EXPECT_NE(neutral.failure.find("without effort"), std::string::npos) << neutral.failure;
  BranchOptions few;
  few.maxPoints = 3;
  EXPECT_NE(sweep(trussSpec(), push(1, kBaseStation, Vec3(0, -30, 0)), few).failure.find("3 points"),
            std::string::npos);
  StaticsProblem wrong;
  wrong.u = VecX::Zero(7);
  EXPECT_THROW(followBranch({*pendulum, wrong}, {*pendulum, {}}, data), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
