// SPDX-License-Identifier: BSD-3-Clause
// Prescribed motions and the forces of closed machines, against dense solutions.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/loops.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

class Hybrid : public ::testing::TestWithParam<std::tuple<SoftBodies, int>> {
 protected:
  Hybrid() : random(100 + static_cast<unsigned>(std::get<1>(GetParam()))), model(spec()), data(model) {
    q = randomConfiguration(random, model);
    v = randomVector(random, model.nv, 1.5);
    a = randomVector(random, model.nv, 3);
    tau = randomVector(random, model.nv, 3);
    inputs.tau = &tau;
    const double share = 0.1 + 0.2 * std::get<1>(GetParam());  // single coordinates of joints and of soft bodies
    for (int k = 0; k < model.nv; ++k) (uniform(random, 0, 1) < share ? prescribed : free).push_back(k);
  }
  ModelSpec spec() {
    TreePlan plan{"hybrid", {}, false, std::get<0>(GetParam())};
    plan.types = allJoints();
    return randomTree(random, plan);
  }
  void solve() { hybridDynamics(model, data, q, v, a, prescribed, inputs); }

  Random random;
  Model model;
  Data data;
  Inputs inputs;
  VecX q, v, a, tau;
  std::vector<int> prescribed, free;
};

TEST_P(Hybrid, KeepsWhatIsPrescribedAndObeysTheEquationOfMotion) {
  solve();
  const VecX found = data.acceleration, forces = data.tau;
  for (const int k : prescribed) EXPECT_EQ(found[k], a[k]);
  for (const int k : free) EXPECT_EQ(forces[k], tau[k]);
  residual(model, data, q, v, found, {});
  massMatrix(model, data, q);
  const double scale = (data.massMatrix.cwiseAbs() * found.cwiseAbs()).maxCoeff();
  residual(model, data, q, v, found, {});
  EXPECT_LE((data.tau - forces).cwiseAbs().maxCoeff(), 1e-11 * scale);
}

TEST_P(Hybrid, AgreesWithTheDenseBlocks) {
  solve();
  const VecX found = data.acceleration;
  VecX start = VecX::Zero(model.nv);
  for (const int k : prescribed) start[k] = a[k];
  residual(model, data, q, v, start, inputs);
  const VecX bias = data.tau;
  massMatrix(model, data, q);
  VecX expected = start;
  if (!free.empty()) expected(free) -= MatX(data.massMatrix(free, free)).ldlt().solve(VecX(bias(free)));
  // As forces: coordinates of volumes and metres together give mass matrices a condition of 1e9.
  const double scale = (data.massMatrix.cwiseAbs() * found.cwiseAbs()).maxCoeff();
  EXPECT_LE((data.massMatrix * (found - expected)).cwiseAbs().maxCoeff(), 1e-11 * scale);
}

TEST_P(Hybrid, DerivativesAgreeWithDifferences) {
  HybridDerivatives d;
  hybridDynamicsDerivatives(model, data, q, v, a, prescribed, inputs, d);
  const auto both = [&](const VecX& at, const VecX& speed) {
    hybridDynamics(model, data, at, speed, a, prescribed, inputs);
    VecX out(2 * model.nv);
    out << data.acceleration, data.tau;
    return out;
  };
  // Shorter steps are dominated by rounding (2e-6 at 2e-4), longer ones by truncation.
  const MatX byQ = differences(
      model, q, [&](const VecX& at) { return both(at, v); }, 6e-4);
  const MatX byV = plainDifferences(v, [&](const VecX& at) { return both(q, at); });
  MatX analyticQ(2 * model.nv, model.nv), analyticV(2 * model.nv, model.nv);
  analyticQ << d.aq, d.tauq;
  analyticV << d.av, d.tauv;
  EXPECT_LE(relativeError(analyticQ, byQ), 1e-6);
  EXPECT_LE(relativeError(analyticV, byV), 1e-7);
}

TEST_P(Hybrid, NothingPrescribedIsForwardDynamicsAndEverythingInverseDynamics) {
  prescribed.clear();
  solve();
  const VecX found = data.acceleration;
  forwardDynamics(model, data, q, v, inputs);
  EXPECT_LE(relativeError(found, data.acceleration), 1e-12);
  for (int k = 0; k < model.nv; ++k) prescribed.push_back(k);
  solve();
  const VecX forces = data.tau;
  EXPECT_EQ(data.acceleration, a);
  residual(model, data, q, v, a, {});
  EXPECT_LE(relativeError(forces, data.tau), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, Hybrid,
                         ::testing::Combine(::testing::Values(SoftBodies::kNone, SoftBodies::kRods, SoftBodies::kArcs,
                                                              SoftBodies::kMixed, SoftBodies::kVolumes),
                                            ::testing::Range(0, 4)));

/// A chain of rods and rigid links whose end is a hinge on the ground.
class ClosedMachine : public ::testing::Test {
 protected:
  ClosedMachine() : model(spec()), data(model) {
    q = randomConfiguration(random, model, 0.3);
    v = randomVector(random, model.nv);
    tau = randomVector(random, model.nv);
    inputs.tau = &tau;
    forwardDynamics(model, data, q, v, inputs);
    a = data.acceleration, lambda = data.lambda, A = data.loopJacobian;
  }
  ModelSpec spec() {
    ModelSpec out =
        randomTree(random, {"machine",
                            {JointType::kSpherical, JointType::kRevolute, JointType::kUniversal, JointType::kRevolute},
                            true,
                            SoftBodies::kRods});
    LoopSpec loop;
    loop.name = "hinge";
    loop.joint = randomJoint(random, JointType::kRevolute);
    loop.a = {3, 0, randomPose(random)}, loop.b = {kWorld, kBaseStation, randomPose(random)};
    out.loops.push_back(loop);
    return out;
  }

  Random random{11};
  Model model;
  Data data;
  Inputs inputs;
  VecX q, v, a, tau, lambda;
  MatX A;
};

TEST_F(ClosedMachine, HybridDynamicsHoldsRowsAndPrescribedCoordinates) {
  VecX wanted = a;
  const std::vector<int> prescribed = {0, 3, 8};
  for (const int k : prescribed) wanted[k] += 1;
  hybridDynamics(model, data, q, v, wanted, prescribed, inputs);
  const VecX found = data.acceleration, forces = data.tau, multipliers = data.lambda;
  for (const int k : prescribed) EXPECT_EQ(found[k], wanted[k]);
  Inputs with;
  with.lambda = &multipliers;
  residual(model, data, q, v, found, with);
  EXPECT_LE(relativeError(data.tau, forces), 1e-9);
  loopConstraints(model, data);
  EXPECT_LE(data.loopResidual.cwiseAbs().maxCoeff(), 1e-8 * (A.cwiseAbs() * found.cwiseAbs()).maxCoeff());
}

TEST_F(ClosedMachine, RefusesPrescribedMotionsThatOpenTheLoop) {
  std::vector<int> everything;
  for (int k = 0; k < model.nv; ++k) everything.push_back(k);
  VecX wanted = a;
  wanted[0] += 1;
  EXPECT_THROW(hybridDynamics(model, data, q, v, wanted, everything, inputs), OverconstrainedMotion);
  EXPECT_TRUE(data.locked.empty());
}

TEST_F(ClosedMachine, InverseDynamicsGivesBackTheForcesThatMovedIt) {
  std::vector<int> actuated;
  for (int k = model.nl; k < model.nv; ++k) actuated.push_back(k);
  VecX passive = tau;
  for (const int k : actuated) passive[k] = 0;
  const ConstrainedForces found =
      constrainedInverseDynamics(model, data, q, v, a, actuated, ForceCriterion::kUnique, {.tau = &passive});
  ASSERT_EQ(found.failure, "");
  EXPECT_LE(relativeError(found.tau, tau), 1e-7);
  EXPECT_LE(relativeError(found.lambda, lambda), 1e-7);
}

TEST_F(ClosedMachine, CriteriaAreOptimalAmongAllSolutions) {
  std::vector<int> all;
  for (int k = 0; k < model.nv; ++k) all.push_back(k);
  EXPECT_NE(constrainedInverseDynamics(model, data, q, v, a, all, ForceCriterion::kUnique).failure, "");
  const ConstrainedForces least = constrainedInverseDynamics(model, data, q, v, a, all, ForceCriterion::kMinForce);
  EXPECT_EQ(least.failure, "");
  EXPECT_LE(least.lambda.norm(), 1e-12);  // everything is driven: the loop need not carry anything
  const ConstrainedForces light = constrainedInverseDynamics(model, data, q, v, a, all, ForceCriterion::kMinTorque);
  EXPECT_LE((A * light.tau).cwiseAbs().maxCoeff(), 1e-9 * A.norm() * light.tau.norm());  // optimality: tau ⟂ Aᵀ
  EXPECT_LE(relativeError(VecX(light.tau + A.transpose() * light.lambda), least.tau), 1e-9);
  EXPECT_LT(light.tau.norm(), least.tau.norm());
}

TEST_F(ClosedMachine, TooFewDrivesAreRefused) {
  EXPECT_NE(
      constrainedInverseDynamics(model, data, q, v, VecX(a.array() + 1), std::vector<int>{0}, ForceCriterion::kMinForce)
          .failure,
      "");
}

}  // namespace
}  // namespace tendril
