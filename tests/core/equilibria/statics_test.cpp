// SPDX-License-Identifier: BSD-3-Clause
// Equilibria against closed forms, finer models, and each other; what has none says so.
#include "core/equilibria/statics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

/// A straight forward rod of circular section, clamped at the world; bending and stretch only, all in the x–y plane.
struct PlanarRod {
  double length = 0.4, radius = 0.004, young = 1e7, density = 1100;
  int order = 6, points = 12;
  const char* family = "legendre";
  double stiffness() const { return young * pi * std::pow(radius, 4) / 4; }  // EI
  double weight() const { return density * pi * radius * radius * 9.81; }    // N/m

  ModelSpec spec(const Vec3& gravity = Vec3::Zero()) const {
    RodDivisionSpec division;
    division.length = length;
    division.section = SectionLaw::shape("circle", {[r = radius](double) { return r; }});
    division.density = density, division.young = young, division.poisson = 0.3;
    division.strain[2] = makeStrainBasis(family, order);
    division.quadrature = points;
    ModelSpec out;
    out.gravity = gravity;
    LinkSpec rod;
    rod.id = 1, rod.name = "rod";
    rod.body = std::make_shared<Rod>(RodSpec{{division}, 4});
    out.links.push_back(rod);
    return out;
  }
};

std::shared_ptr<const Load> force(const Vec3& f, const Vec3& m = Vec3::Zero()) {
  const Vec6 wrench = (Vec6() << m, f).finished();
  return std::make_shared<PointWrench>(PointWrench::Frame::kWorld, [wrench](double) { return wrench; });
}

StaticsResult solve(const Model& model, const StaticsProblem& problem = {}, const StaticsOptions& options = {}) {
  Data data(model);
  return solveStatics(model, data, problem, options);
}

Vec3 tip(const Model& model, const VecX& q, int link = 0) {
  Data data(model);
  kinematics(model, data, q, VecX::Zero(model.nv));
  const auto [frame, offset] = model.place(link, 0);
  return worldPose(data, frame) * offset.p;
}

void expectEquilibrium(const Model& model, const StaticsResult& result, double tolerance = 1e-12) {
  EXPECT_TRUE(result.converged) << result.failure;
  EXPECT_TRUE(result.failure.empty());
  EXPECT_LE(result.residual, tolerance);
  EXPECT_EQ(result.q.size(), model.nq);
}

TEST(Statics, BendsARodToACircleByATipMoment) {
  PlanarRod rod;
  rod.order = 3;  // what the steps of the rod integrate exactly
  for (const double turns : {0.01, 0.25, 1.0, 2.0}) {
    ModelSpec spec = rod.spec();
    spec.loads.push_back({"moment", 0, 0, force(Vec3::Zero(), {0, 0, turns * 2 * pi * rod.stiffness() / rod.length})});
    const Model model(std::move(spec));
    const StaticsResult result = solve(model);
    expectEquilibrium(model, result);
    const double angle = turns * 2 * pi, r = rod.length / angle;
    EXPECT_NEAR(result.q[0], angle, 1e-9 * angle);  // total turn
    EXPECT_LE((tip(model, result.q) - Vec3(r * std::sin(angle), r * (1 - std::cos(angle)), 0)).norm(), 1e-9) << turns;
  }
}

/// Cantilever under a dead load P across its tip: tip angle by the elastica (Bisshopp & Drucker 1945), solved by
/// quadrature. √(P L²/EI) = ∫₀^φ dθ / √(2 (sin φ − sin θ)).
double elasticaLoad(double tipAngle) {
  constexpr int kPoints = 200000;
  double sum = 0;  // θ = φ − s², which takes the root of the end away
  const double end = std::sqrt(tipAngle);
  for (int i = 0; i < kPoints; ++i) {
    const double s = end * (i + 0.5) / kPoints, theta = tipAngle - s * s;
    sum += 2 * s / std::sqrt(2 * (std::sin(tipAngle) - std::sin(theta))) * end / kPoints;
  }
  return sum * sum;
}

TEST(Statics, FollowsTheElastica) {
  PlanarRod rod;
  rod.order = 10, rod.points = 30;
  for (const double angle : {0.05, 0.5, 1.0, 1.4}) {
    ModelSpec spec = rod.spec();
    const double load = elasticaLoad(angle) * rod.stiffness() / (rod.length * rod.length);
    spec.loads.push_back({"push", 0, 0, force({0, load, 0})});
    const Model model(std::move(spec));
    const StaticsResult result = solve(model);
    expectEquilibrium(model, result);
    EXPECT_TRUE(result.stable);
    EXPECT_NEAR(result.q[0], angle, 1e-5 * angle);
  }
}

TEST(Statics, HangsACantileverUnderItsWeightAsAFinerOneDoes) {
  PlanarRod coarse, fine;
  coarse.order = 8, fine.order = 12;
  coarse.points = fine.points = 30;
  const Vec3 gravity(0, -9.81, 0);
  const Model few(coarse.spec(gravity)), many(fine.spec(gravity));
  const StaticsResult a = solve(few), b = solve(many);
  expectEquilibrium(few, a);
  expectEquilibrium(many, b);
  EXPECT_LE((tip(few, a.q) - tip(many, b.q)).norm(), 1e-5 * coarse.length);
}

TEST(Statics, BendsByItsSmallLoadFormula) {
  PlanarRod rod;
  rod.radius = 0.02;
  const double g = 1e-3, L = rod.length;
  const Model model(rod.spec({0, -g, 0}));
  const StaticsResult result = solve(model);
  expectEquilibrium(model, result);
  const double deflection = rod.weight() / 9.81 * g * std::pow(L, 4) / (8 * rod.stiffness());
  EXPECT_NEAR(tip(model, result.q).y(), -deflection, 1e-6 * deflection);
}

/// Euler: a column that stands buckles at P = π² EI / (2L)². The straight column stays an equilibrium.
TEST(Statics, BucklesBeyondTheCriticalLoadOnly) {
  const PlanarRod rod;
  const double critical = pi * pi * rod.stiffness() / (4 * rod.length * rod.length);
  for (const double share : {0.5, 0.98, 1.05, 1.5, 4.0}) {
    ModelSpec spec = rod.spec();
    spec.loads.push_back({"weight on top", 0, 0, force({-share * critical, 0, 0})});
    const Model model(std::move(spec));
    const StaticsResult settled = solve(model);
    expectEquilibrium(model, settled, 1e-9);
    EXPECT_TRUE(settled.stable) << share;
    if (share < 1) {
      EXPECT_LE(settled.q.cwiseAbs().maxCoeff(), 1e-9);
    } else {
      EXPECT_GE(std::abs(settled.q[0]), 0.3) << share;
    }
    const StaticsResult straight = solve(model, {}, {.preferStable = false});
    expectEquilibrium(model, straight);
    EXPECT_EQ(straight.stable, share < 1);
    EXPECT_LE(straight.q.cwiseAbs().maxCoeff(), 1e-9);
  }
}

/// Powers of X up to 11 are nearly dependent; the shapes that they make are those of other polynomials.
TEST(Statics, StabilityDoesNotDependOnTheBasis) {
  for (const char* family : {"legendre", "chebyshev", "monomial"})
    for (const int order : {3, 7, 9, 11}) {
      PlanarRod rod;
      rod.family = family, rod.order = order;
      const double euler = pi * pi * rod.stiffness() / (4 * rod.length * rod.length);
      for (const auto& [along, across] : {std::pair{0.0, 0.0}, {0.99, 0.0}, {1.01, 0.0}, {1.3, 0.3}}) {
        SCOPED_TRACE(std::string(family) + ' ' + std::to_string(order) + ' ' + std::to_string(along));
        ModelSpec spec = rod.spec();
        spec.loads.push_back({"push", 0, 0, force(Vec3(-along * euler, across * euler, 0))});
        const auto model = build(spec, settings("generalized_alpha", 1e-3));
        const StaticsResult found = solve(*model, {}, {.preferStable = false});
        ASSERT_TRUE(found.converged) << found.failure;
        EXPECT_TRUE(found.neutral.empty());
        EXPECT_EQ(found.stable, across > 0 || along < 1);
      }
    }
}

TEST(Statics, LetsAPendulumHangFromAnywhere) {
  for (const double start : {0.0, -pi / 2, -pi / 2 + 1e-9, 3.0, -1.0}) {
    const Model model(pendulumSpec(0.7, start));
    const StaticsResult result = solve(model);
    expectEquilibrium(model, result);
    EXPECT_TRUE(result.stable);
    EXPECT_NEAR(std::remainder(result.q[0] - pi / 2, 2 * pi), 0, 1e-9) << start;
  }
}

TEST(Statics, LetsChainsHangFromUpsideDown) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> angle(-0.3, 0.3);
  for (int chain = 2; chain < 9; ++chain) {
    ModelSpec spec;
    for (int i = 0; i < chain; ++i) {
      LinkSpec link;
      link.id = static_cast<std::uint64_t>(i) + 1;
      link.name = "link" + std::to_string(i);
      link.parent = i - 1;
      link.joint.type = JointType::kRevolute;
      link.joint.axis = Vec3::UnitY();
      link.rigid = {0.5, {0.1, 0, 0}, Vec3(1e-4, 2e-3, 2e-3).asDiagonal()};
      link.rigidTip.p = Vec3(0.2, 0, 0);
      link.jointQ0 = VecX::Constant(1, (i == 0 ? -pi / 2 : 0) + angle(random));
      spec.links.push_back(link);
    }
    const Model model(std::move(spec));
    const StaticsResult result = solve(model);
    expectEquilibrium(model, result);
    EXPECT_TRUE(result.stable);
    EXPECT_NEAR(tip(model, result.q, chain - 1).z(), -0.2 * chain, 1e-9);
  }
}

TEST(Statics, LetsABallJointHang) {
  const Model model(sphericalPendulumSpec());
  const StaticsResult result = solve(model);
  expectEquilibrium(model, result);
  EXPECT_EQ(result.neutral, std::vector<std::string>{"link0"});  // it may turn about the vertical
  Data data(model);
  kinematics(model, data, result.q, VecX::Zero(model.nv));
  const Vec3 com = worldPose(data, 1) * Vec3(0.3, 0.05, -0.1);
  EXPECT_NEAR(com.z(), -com.norm(), 1e-9);
}

TEST(Statics, PullsTheManipulatorAndStaysOnTheBranch) {
  const Model model(softManipulatorSpec());
  StaticsProblem problem;
  problem.u = (VecX(5) << 40, 3, 0, 12, 7).finished();
  const StaticsResult once = solve(model, problem);
  expectEquilibrium(model, once);
  EXPECT_TRUE(once.stable);
  StaticsProblem step;  // the same by hand, in small steps
  for (int k = 1; k <= 100; ++k) {
    step.u = problem.u * k / 100;
    const StaticsResult next = solve(model, step);
    expectEquilibrium(model, next);
    step.q = next.q;
  }
  EXPECT_LE((step.q - once.q).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Statics, FindsWhereADampedRunComesToRest) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = steadyTensions();
  const ModelPtr model = build(std::move(spec), settings("generalized_alpha", 0.01, 0.5));
  Runner runner(model);
  runner.run(20, 0.01);
  StaticsProblem problem;
  problem.u = VecX::Zero(model->nu);
  model->inputsAt(0, problem.u);
  const StaticsResult result = solve(*model, problem);
  expectEquilibrium(*model, result);
  EXPECT_LE((result.q - runner.state.q).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Statics, SolvesRandomTensions) {
  const Model model(softManipulatorSpec());
  Data data(model);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> tension(0, 100);
  for (int k = 0; k < 100; ++k) {
    StaticsProblem problem;
    problem.u = VecX::NullaryExpr(5, [&] { return tension(random); });
    expectEquilibrium(model, solveStatics(model, data, problem));
  }
}

TEST(Statics, SaysWhatNothingHolds) {
  ModelSpec spec = freeBodySpec();
  spec.gravity = Vec3(0, 0, -9.81);
  const Model model(std::move(spec));
  const StaticsResult result = solve(model);
  EXPECT_FALSE(result.converged);
  EXPECT_FALSE(result.stable);
  EXPECT_EQ(result.link, 0);
  EXPECT_NE(result.failure.find("nothing holds link \"link0\""), std::string::npos) << result.failure;
  EXPECT_NE(result.failure.find("free joint"), std::string::npos) << result.failure;
}

TEST(Statics, LeavesAWeightlessFreeBodyWhereItIs) {
  const Model model(freeBodySpec());
  const StaticsResult result = solve(model);
  expectEquilibrium(model, result);
  EXPECT_FALSE(result.stable);
  EXPECT_EQ(result.neutral, std::vector<std::string>{"link0"});
  EXPECT_LE((result.q - model.q0).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Statics, LetsAWeightlessFreeRobotStandInAnyPose) {
  const Model model(floatingRobotSpec(2));
  expectEquilibrium(model, solve(model));
}

TEST(Statics, SaysWhereAMotorTurnsWithoutEnd) {
  ModelSpec spec = doublePendulumSpec();
  spec.gravity.setZero();
  const Model model(std::move(spec));
  StaticsProblem problem;
  problem.tau = (VecX(2) << 0, 0.3).finished();
  const StaticsResult result = solve(model, problem);
  EXPECT_FALSE(result.converged);
  EXPECT_NE(result.failure.find("revolute joint"), std::string::npos) << result.failure;
}

TEST(Statics, SaysThatATorqueIsMoreThanGravityHolds) {
  const Model model(pendulumSpec(0.7, 0.0));
  StaticsProblem problem;
  problem.tau = VecX::Constant(1, 1.2 * 2 * 9.81 * 0.7);
  const StaticsResult result = solve(model, problem);
  EXPECT_FALSE(result.converged);
  EXPECT_NE(result.failure.find("link \"link0\""), std::string::npos) << result.failure;
  EXPECT_TRUE(result.q.allFinite());
}

TEST(Statics, RefusesNumbersThatAreNotFinite) {
  const Model model(softManipulatorSpec());
  StaticsProblem problem;
  problem.u = VecX::Constant(5, std::nan(""));
  EXPECT_NE(solve(model, problem).failure.find("tendon 1"), std::string::npos);
  problem.u.setZero();
  problem.q = VecX::Constant(24, HUGE_VAL);
  EXPECT_NE(solve(model, problem).failure.find("link \"rod\""), std::string::npos);
  problem.q.resize(0);
  problem.u.setConstant(1e300);
  const StaticsResult huge = solve(model, problem);
  EXPECT_EQ(huge.failure.empty(), huge.converged && huge.q.allFinite());
  problem.u.resize(3);
  EXPECT_THROW(solve(model, problem), std::invalid_argument);
}

TEST(Statics, StopsWhenAsked) {
  const Model model(softManipulatorSpec());
  const std::atomic<bool> cancel = true;
  const StaticsResult result = solve(model, {}, {.cancel = &cancel});
  EXPECT_FALSE(result.converged);
  EXPECT_FALSE(result.failure.empty());
}

/// What a spring of 1 mN/m would be drawn out to by 10 kN is no place of a robot; where a user put it, is.
TEST(Statics, RefusesAnEquilibriumThatNoRobotReaches) {
  ModelSpec spec;
  LinkSpec slide;
  slide.name = "slide", slide.rigid.mass = 1;
  slide.joint.type = JointType::kPrismatic, slide.joint.axis = Vec3::UnitX();
  slide.joint.stiffness = VecX::Constant(1, 1e-3);
  spec.links.push_back(slide);
  const Model model(std::move(spec));
  const auto pulled = [](double force) {
    StaticsProblem problem;
    problem.tau = VecX::Constant(1, force);
    return problem;
  };
  const StaticsResult far = solve(model, pulled(-1e4));
  EXPECT_FALSE(far.converged);
  EXPECT_FALSE(far.stable);
  EXPECT_EQ(far.link, 0);
  EXPECT_NE(far.failure.find("link \"slide\" is -1e+07 there"), std::string::npos) << far.failure;
  expectEquilibrium(model, solve(model, pulled(999)));
  StaticsProblem began = pulled(2e3);
  began.q = VecX::Constant(1, 3e6);
  const StaticsResult result = solve(model, began);
  expectEquilibrium(model, result);
  EXPECT_NEAR(result.q[0], 2e6, 1e-3);
}

TEST(Statics, SolvesARobotThatCannotMove) {
  ModelSpec spec;
  LinkSpec block;
  block.name = "block", block.rigid.mass = 1;
  spec.links.push_back(block);
  const Model model(std::move(spec));
  const StaticsResult result = solve(model);
  expectEquilibrium(model, result);
  EXPECT_TRUE(result.stable);
}

}  // namespace
}  // namespace tendril
