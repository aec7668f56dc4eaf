// SPDX-License-Identifier: BSD-3-Clause
// Modes against closed forms, and against small oscillations of a simulation.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/constraints/loop_closure.hpp"
#include "core/dynamics/loops.hpp"
#include "core/equilibria/modes.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

constexpr double kGravity = 9.81;

ModelPtr built(ModelSpec spec) {
  return build(std::move(spec), settings("generalized_alpha", 1e-3));
}

Modes modesAt(const ModelPtr& model, const VecX& q = {}, int count = 0) {
  Data data(*model);
  StaticsProblem problem;
  problem.q = q;
  Modes found = modalAnalysis(*model, data, problem, count);
  EXPECT_TRUE(found.failure.empty()) << found.failure;
  return found;
}

VecX rest(const ModelPtr& model) {
  Data data(*model);
  const StaticsResult found = solveStatics(*model, data);
  EXPECT_TRUE(found.converged) << found.failure;
  return found.q;
}

void expectMassNormalised(const ModelPtr& model, const Modes& found) {
  Data data(*model);
  massMatrix(*model, data, found.q);
  const MatX product = found.shapes.transpose() * data.massMatrix * found.shapes;
  EXPECT_LT((product - MatX::Identity(product.rows(), product.cols())).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Modes, OfAPendulum) {
  const double length = 0.7, damping = 0.1;
  ModelSpec spec = pendulumSpec(length, pi / 2);
  spec.links[0].joint.damping = VecX::Constant(1, damping);
  const ModelPtr model = built(std::move(spec));
  const Modes hanging = modesAt(model);
  const double omega = std::sqrt(kGravity / length);
  EXPECT_NEAR(hanging.frequencies[0], omega / (2 * pi), 1e-14);
  EXPECT_NEAR(hanging.damping[0], damping / (2 * 2 * length * length * omega), 1e-14);
  EXPECT_NEAR(hanging.shapes(0, 0), 1 / std::sqrt(2 * length * length), 1e-14);
  EXPECT_TRUE(hanging.stable);
  const Modes upright = modesAt(model, VecX::Constant(1, -pi / 2));
  EXPECT_NEAR(upright.eigenvalues[0], -kGravity / length, 1e-12);
  EXPECT_EQ(upright.frequencies[0], 0);
  EXPECT_EQ(upright.unstableModes, 1);
  EXPECT_FALSE(upright.stable);
}

TEST(Modes, OfAChainOfMassesAndSprings) {
  const int n = 12;
  const double mass = 0.3, stiffness = 50;
  const ModelPtr model = built(springChainSpec(n, mass, stiffness));
  const Modes found = modesAt(model);
  for (int k = 0; k < n; ++k) {
    const double omega = 2 * std::sqrt(stiffness / mass) * std::sin((2 * k + 1) * pi / (2 * (2 * n + 1)));
    EXPECT_NEAR(found.frequencies[k] * 2 * pi / omega, 1, 1e-12) << k;
  }
  expectMassNormalised(model, found);
  EXPECT_EQ(modesAt(model, {}, 3).frequencies, VecX(found.frequencies.head(3)));
}

/// One soft and one very stiff spring in a row: the soft mode is not drowned by the rounding of the stiff one.
TEST(Modes, OfVeryDifferentStiffness) {
  ModelSpec spec = springChainSpec(2, 1, 1);
  spec.links[1].joint.stiffness = VecX::Constant(1, 1e14);
  const Modes found = modesAt(built(std::move(spec)));
  EXPECT_NEAR(found.eigenvalues[0], 0.5, 1e-8);  // what the inversion promises
  EXPECT_NEAR(found.eigenvalues[1] / 2e14, 1, 1e-9);
}

TEST(Modes, OfABodyThatFloats) {
  const double first = 2, second = 3, stiffness = 70;
  ModelSpec spec = floatingPairSpec(first, second, stiffness);
  spec.links[0].jointQ0 = (VecX(7) << 0.3, -0.2, 1, 0.5, 0.5, -0.5, 0.5).finished();
  const ModelPtr model = built(std::move(spec));
  const Modes found = modesAt(model);
  EXPECT_EQ(found.rigidModes, 6);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(found.frequencies[k], 0) << k;
  EXPECT_NEAR(found.eigenvalues[6], stiffness * (1 / first + 1 / second), 1e-10);
  EXPECT_FALSE(found.stable);
  expectMassNormalised(model, found);
}

/// A massless link between two springs only follows.
TEST(Modes, OfALinkWithoutMass) {
  ModelSpec spec = springChainSpec(3, 2, 60);
  spec.links[1].rigid = {};
  const Modes found = modesAt(built(std::move(spec)));
  ASSERT_EQ(found.count(), 2);
  // the chain k, k/2 of two masses: ω² = (k/m) (1 ± ½ √2 …) from λ² − 2 (k/m) λ + ½ (k/m)² = 0
  EXPECT_NEAR(found.eigenvalues[0], 30 * (1 - std::sqrt(0.5)), 1e-9);
  EXPECT_NEAR(found.eigenvalues[1], 30 * (1 + std::sqrt(0.5)), 1e-9);
}

TEST(Modes, OfAJointThatWeightDoesNotTurn) {
  ModelSpec spec = pendulumSpec(0.7, pi / 2);
  spec.links[0].joint.axis = Vec3::UnitZ();
  const Modes found = modesAt(built(std::move(spec)));
  EXPECT_EQ(found.eigenvalues[0], 0);
  EXPECT_EQ(found.rigidModes, 1);
}

/// A rod that floats: six rigid-body modes and the bending of a free-free Timoshenko beam, to the order of the basis.
TEST(Modes, OfAFloatingRod) {
  ModelSpec spec;
  spec.gravity.setZero();
  RodDivisionSpec division;
  division.length = 1;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
  division.density = 1000, division.young = 1e7, division.poisson = 0.5;
  division.strain.fill(makeStrainBasis("legendre", 8));
  LinkSpec link;
  link.id = 1, link.name = "rod";
  link.joint.type = JointType::kFree;
  link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
  spec.links.push_back(link);
  const Modes found = modesAt(built(std::move(spec)), {}, 8);
  ASSERT_EQ(found.count(), 8);
  EXPECT_EQ(found.rigidModes, 6);
  const double euler = std::pow(4.730040744862704, 2) * std::sqrt(1e7 * 1e-4 / (4 * 1000)) / (2 * pi);
  EXPECT_NEAR(found.frequencies[6] / euler, 1, 3e-3);  // shear and rotary inertia lower it
  EXPECT_LT(found.frequencies[6], euler);
  EXPECT_NEAR(found.frequencies[7] / found.frequencies[6], 1, 1e-9);
}

/// The linkage of the paper with a spring, held up by it: frequency of a simulated oscillation of 1e-4 rad.
TEST(Modes, OfAFourBarAgreeWithItsMotion) {
  ModelSpec spec = fourBarSpec(0.7);
  spec.links[0].joint.stiffness = VecX::Constant(1, 30.0);
  SimulationSettings chosen = settings("bdf", 1e-3);
  chosen.rtol = 1e-10, chosen.atol = 1e-13;
  const ModelPtr model = build(std::move(spec), chosen);
  const VecX q = rest(model);
  const Modes found = modesAt(model, q);
  ASSERT_EQ(found.count(), 1);
  EXPECT_TRUE(found.stable);
  State start = initialState(*model);
  start.q = q, start.v = 1e-4 * found.shapes.col(0);
  Runner run(model, start);
  double last = 0, first = -1, end = 0;
  int crossings = 0;
  for (int k = 0; k < 4000; ++k) {
    const double before = run.state.q[0] - q[0];
    run.steps(1, 1e-3);
    const double now = run.state.q[0] - q[0];
    if (k > 0 && (before < 0) != (now < 0)) {
      last = run.state.t - 1e-3 * now / (now - before);
      if (first < 0) first = last, crossings = 0;
      end = last, ++crossings;
    }
  }
  ASSERT_GT(crossings, 5);
  EXPECT_NEAR((crossings - 1) / (2 * (end - first)) / found.frequencies[0], 1, 1e-5);
}

/// A soft machine with a loop: its shapes keep the loop closed, its slowest mode is that of Rayleigh's quotient.
TEST(Modes, OfAnArchKeepItsLoopClosed) {
  const ModelPtr model = built(archSpec());
  const VecX q = rest(model);
  const Modes found = modesAt(model, q);
  EXPECT_TRUE(found.stable);
  Data data(*model);
  kinematics(*model, data, q, VecX::Zero(model->nv));
  loopErrors(*model, data);
  EXPECT_LT((data.loopJacobian * found.shapes).cwiseAbs().maxCoeff(), 1e-8 * found.shapes.cwiseAbs().maxCoeff());
  EXPECT_EQ(found.count(), model->nv - model->nl);
  EXPECT_GT(found.damping.minCoeff(), 0);
  expectMassNormalised(model, found);
  // The energy of a displacement a φ that the loop allows grows by ½ ω² a².
  const double a = 1e-4;
  State moved = initialState(*model);
  integrate(*model, q, a * found.shapes.col(0), moved.q);
  moved.v = VecX::Zero(model->nv);
  SignalInputs none(*model);
  const auto potential = [&](const VecX& at) { return energy(*model, data, at, VecX::Zero(model->nv)).total(); };
  VecX back(model->nq);
  integrate(*model, q, -a * found.shapes.col(0), back);
  // λᵀ e: the loop opens to second order, and its force works along that
  forwardDynamics(*model, data, q, VecX::Zero(model->nv), {});
  const VecX lambda = data.lambda;
  const auto opening = [&](const VecX& at) {
    kinematics(*model, data, at, VecX::Zero(model->nv));
    loopErrors(*model, data);
    return lambda.dot(data.loopError);
  };
  const double curvature =
      (potential(moved.q) + potential(back) - 2 * potential(q)) - (opening(moved.q) + opening(back) - 2 * opening(q));
  EXPECT_NEAR(curvature / (a * a) / found.eigenvalues[0], 1, 1e-4);
}

TEST(Modes, TellFlutter) {
  const double critical = 3.5 - std::sqrt(2.0);
  const Modes below = modesAt(built(zieglerSpec(0.999 * critical))),
              above = modesAt(built(zieglerSpec(1.001 * critical)));
  EXPECT_GT(below.asymmetry, 1e-3);
  EXPECT_EQ(below.growth, 0);
  EXPECT_GT(above.growth, 1e-3);
  EXPECT_FALSE(above.stable);
}

TEST(Modes, SpeedOfAShape) {
  const ModelPtr model = built(pendulumSpec(0.7, pi / 2));
  Data data(*model);
  EXPECT_NEAR(largestSpeed(*model, data, model->q0, VecX::Constant(1, 2.0)), 1.4, 1e-15);
}

std::string failureOf(ModelSpec spec, const VecX& q = {}) {
  const ModelPtr model = built(std::move(spec));
  Data data(*model);
  StaticsProblem problem;
  problem.q = q;
  const Modes found = modalAnalysis(*model, data, problem);
  EXPECT_EQ(found.count(), 0);
  return found.failure;
}

TEST(Modes, SayWhyThereAreNone) {
  EXPECT_NE(failureOf(pendulumSpec(0.7, 1.0)).find("no equilibrium"), std::string::npos);
  ModelSpec massless = springChainSpec(2, 1, 1);
  massless.links[1].rigid = {}, massless.links[1].joint.stiffness = VecX::Zero(1);
  EXPECT_NE(failureOf(massless).find("link1"), std::string::npos);
  ModelSpec stiff = fourBarSpec(0.7);
  stiff.links.resize(1), stiff.loops.clear();
  stiff.links[0].joint.type = JointType::kFixed;
  stiff.links[0].jointQ0.resize(0);
  EXPECT_NE(failureOf(stiff).find("nothing can move"), std::string::npos);
  EXPECT_NE(failureOf(pendulumSpec(0.7, 1.0), VecX::Constant(1, std::nan(""))).find("finite"), std::string::npos);
  const ModelPtr model = built(pendulumSpec(0.7, 1.0));
  Data data(*model);
  StaticsProblem problem;
  problem.q = VecX::Zero(2);
  EXPECT_THROW(modalAnalysis(*model, data, problem), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
