// SPDX-License-Identifier: BSD-3-Clause
// Time derivatives of forward and hybrid dynamics: by backward error, since forward errors grow with the order for any
// method (trees.md §7).
#include <gtest/gtest.h>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "tests/core/dynamics/time_derivatives/world_series.hpp"

namespace tendril::tests {
namespace {

constexpr int kOrder = 10;

/// Generalised forces whose derivatives are about as large as those of the robot's own motion.
MatX forcesFor(const Model& model, Random& random, const VecX& q, int order) {
  TimeDerivatives time(model, order);
  time.inverseDynamics(q, randomDerivatives(random, model.nv, order + 2), {.internal = true});
  return time.tau;
}

void expectBackward(const Model& model, Random& random, const VecX& q, const VecX& v, int order) {
  Data data(model);
  TimeDerivatives forward(model, order), inverse(model, order);
  const MatX tau = forcesFor(model, random, q, order);
  forward.forwardDynamics(data, q, v, tau);
  inverse.inverseDynamics(q, motionOf(v, forward.acceleration), {.internal = true});
  expectForces(inverse.tau, tau, forward.acceleration);
}

class EveryJointForward : public ::testing::TestWithParam<JointType> {};

TEST_P(EveryJointForward, InverseOfForwardIsTheForce) {
  Random random(3);
  for (const bool chain : {false, true}) {
    const Model model(randomTree(random, {"dry", {GetParam(), JointType::kRevolute, GetParam(), GetParam()}, chain}));
    expectBackward(model, random, randomConfiguration(random, model), randomVector(random, model.nv), kOrder);
    expectBackward(model, random, model.q0, VecX::Zero(model.nv), kOrder);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryJointForward, ::testing::ValuesIn(allJoints()),
                         [](const auto& info) { return std::string(info.param->name()); });

TEST(ForwardInTime, TreesOfAllJoints) {
  Random random(4);
  for (int round = 0; round < 3; ++round) {
    const Model model(randomTree(random, {"wet", mixedJoints(random, 1), false, SoftBodies::kNone, round == 1}));
    expectBackward(model, random, randomConfiguration(random, model), randomVector(random, model.nv), kOrder);
  }
}

TEST(ForwardInTime, OrderZeroIsForwardDynamics) {
  Random random(5);
  const Model model(randomTree(random, {"wet", mixedJoints(random, 1), false, SoftBodies::kNone, true}));
  Data data(model);
  TimeDerivatives time(model, 0);
  const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv);
  const VecX tau = randomVector(random, model.nv, 10);
  time.forwardDynamics(data, q, v, tau);
  const VecX found = time.acceleration.col(0);
  forwardDynamics(model, data, q, v, {.tau = &tau});
  EXPECT_LE(relativeError(found, data.acceleration), 1e-10);
}

/// The accelerations go on as forward dynamics says further along: no solve of this code's own is used there.
TEST(ForwardInTime, SeriesSumsToForwardDynamicsAlongTheMotion) {
  Random random(6);
  const Model model(randomTree(random, {"dry", mixedJoints(random, 1), false}));
  Data data(model);
  const int order = 8;
  TimeDerivatives time(model, order);
  const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv, 0.5);
  const MatX forces = forcesFor(model, random, q, order);
  time.forwardDynamics(data, q, v, forces);
  const MatX derivatives = motionOf(v, time.acceleration);
  const tendril::tests::Motion motion(model, q, derivatives);
  const auto error = [&](double t) {
    VecX later = Motion::at(motion.q, t), tau = VecX::Zero(model.nv);
    normalize(model, later);
    double by = 1;
    for (int k = 0; k <= order; by *= t / ++k) tau += by * forces.col(k);
    forwardDynamics(model, data, later, Motion::at(motion.v, t), {.tau = &tau});
    return (Motion::at(motion.v, t, 1) - data.acceleration).norm() / data.acceleration.norm();
  };
  EXPECT_LE(error(1e-3), 1e-9);
  const double coarse = error(0.02), fine = error(0.01);
  if (fine > 1e-11) {
    EXPECT_GT(std::log2(coarse / fine), 6);
  }
}

TEST(HybridInTime, InverseOfHybridIsTheForce) {
  Random random(7);
  for (int round = 0; round < 4; ++round) {
    const Model model(randomTree(random, {"dry", mixedJoints(random, 1), round % 2 == 0}));
    Data data(model);
    const VecX q = randomConfiguration(random, model);
    const MatX given = randomDerivatives(random, model.nv, kOrder + 2), tau = forcesFor(model, random, q, kOrder);
    std::vector<int> prescribed;
    for (int i = 0; i < model.nv; ++i)
      if (round == 3 || uniform(random) > 0.2) prescribed.push_back(i);
    TimeDerivatives hybrid(model, kOrder), inverse(model, kOrder);
    hybrid.hybridDynamics(data, q, given, prescribed, tau);
    const MatX motion = motionOf(given.col(0), hybrid.acceleration);
    inverse.inverseDynamics(q, motion, {.internal = true});
    expectForces(hybrid.tau, inverse.tau, hybrid.acceleration);
    for (const int i : prescribed) EXPECT_EQ(hybrid.acceleration.row(i), given.row(i).segment(1, kOrder + 1));
    for (int i = 0; i < model.nv; ++i)
      if (std::find(prescribed.begin(), prescribed.end(), i) == prescribed.end()) {
        EXPECT_EQ(hybrid.tau.row(i), tau.row(i));
      }
    EXPECT_TRUE(data.locked.empty());
  }
}

TEST(HybridInTime, OrderZeroIsHybridDynamics) {
  Random random(8);
  const Model model(randomTree(random, {"wet", mixedJoints(random, 1), false, SoftBodies::kNone, true}));
  Data data(model);
  const VecX q = randomConfiguration(random, model), force = randomVector(random, model.nv, 10);
  const MatX v = randomDerivatives(random, model.nv, 2);
  const std::vector<int> prescribed = {1, 2, 5, 9};
  TimeDerivatives time(model, 0);
  time.hybridDynamics(data, q, v, prescribed, force);
  hybridDynamics(model, data, q, v.col(0), v.col(1), prescribed, {.tau = &force});
  EXPECT_LE(relativeError(time.acceleration.col(0), data.acceleration), 1e-10);
  EXPECT_LE(relativeError(time.tau.col(0), data.tau), 1e-10);
}

TEST(HybridInTime, NothingPrescribedIsForwardDynamicsAndAllIsInverse) {
  Random random(9);
  const Model model(randomTree(random, {"dry", mixedJoints(random, 1), false}));
  Data data(model);
  const VecX q = randomConfiguration(random, model);
  const MatX v = randomDerivatives(random, model.nv, kOrder + 2), tau = forcesFor(model, random, q, kOrder);
  TimeDerivatives hybrid(model, kOrder), other(model, kOrder);
  hybrid.hybridDynamics(data, q, v, {}, tau);
  other.forwardDynamics(data, q, v.col(0), tau);
  EXPECT_EQ(hybrid.acceleration, other.acceleration);
  std::vector<int> all;
  for (int i = 0; i < model.nv; ++i) all.push_back(i);
  hybrid.hybridDynamics(data, q, v, all, tau);
  other.inverseDynamics(q, v, {.internal = true});
  EXPECT_LE(worstColumn(hybrid.tau, other.tau), 1e-12);
}

TEST(ForwardInTime, NamesTheLinkThatMovesWithoutInertia) {
  Random random(10);
  ModelSpec spec = randomTree(random, {"dry", {JointType::kRevolute, JointType::kRevolute}, true});
  spec.links[1].rigid = RigidInertia();
  spec.links[1].joint.driveInertia.resize(0);
  const Model model(std::move(spec));
  Data data(model);
  TimeDerivatives time(model, 3);
  EXPECT_THROW(time.forwardDynamics(data, model.q0, model.v0, MatX::Zero(2, 4)), SingularMassMatrix);
}

}  // namespace
}  // namespace tendril::tests
