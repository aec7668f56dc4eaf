// SPDX-License-Identifier: BSD-3-Clause
// Time derivatives of inverse dynamics, against momenta in the world and against inverse dynamics along the motion.
#include <gtest/gtest.h>

#include "core/dynamics/time_derivatives/spatial_quantities.hpp"
#include "core/math/so3.hpp"
#include "tests/core/dynamics/time_derivatives/world_series.hpp"

namespace tendril::tests {
namespace {

constexpr int kOrder = 10;

/// Robots whose loads, springs and fluids the momenta in the world do not know.
Model dryTree(Random& random, std::vector<JointType> types, bool chain = false) {
  return Model(randomTree(random, {"dry", std::move(types), chain}));
}

void expectWorldForces(const Model& model, const VecX& q, const MatX& v, int order, double tolerance = 1e-12) {
  TimeDerivatives time(model, order);
  time.inverseDynamics(q, v);
  const WorldForces want = worldForces(model, Motion(model, q, v), order);
  for (int k = 0; k <= order; ++k)
    EXPECT_LE(relativeError(time.tau.col(k), want.tau.col(k)), tolerance) << "order " << k;
}

class EveryJoint : public ::testing::TestWithParam<JointType> {};

/// As root, in mid-tree, and twice in a row.
TEST_P(EveryJoint, AgreesWithMomentaInTheWorld) {
  Random random(3);
  for (const bool first : {true, false}) {
    const JointType other = JointType::kRevolute;
    const std::vector<JointType> types = first ? std::vector<JointType>{GetParam(), other, GetParam(), GetParam()}
                                               : std::vector<JointType>{other, GetParam(), other, GetParam()};
    const Model model = dryTree(random, types);
    const VecX q = randomConfiguration(random, model);
    expectWorldForces(model, q, randomDerivatives(random, model.nv, kOrder + 2), kOrder);
  }
}

/// What the zeroth order does not see: nothing moves yet, joints are straight or turned by half a turn.
TEST_P(EveryJoint, AgreesAtHardPlaces) {
  Random random(4);
  const Model model = dryTree(random, {GetParam(), JointType::kRevolute, GetParam(), JointType::kSpherical}, true);
  MatX v = randomDerivatives(random, model.nv, kOrder + 2);
  v.col(0).setZero();
  expectWorldForces(model, model.q0, v, kOrder);
  VecX half = VecX::Zero(model.nv), q = model.q0;
  half.setConstant(3.14159265358979);
  integrate(model, model.q0, half, q);
  expectWorldForces(model, q, v, kOrder);
  expectWorldForces(model, q, randomDerivatives(random, model.nv, kOrder + 2), kOrder);
}

INSTANTIATE_TEST_SUITE_P(All, EveryJoint, ::testing::ValuesIn(allJoints()),
                         [](const auto& info) { return std::string(info.param->name()); });

TEST(InverseInTime, AllOrdersOfTreesOfAllJoints) {
  Random random(5);
  for (int round = 0; round < 3; ++round) {
    const Model model = dryTree(random, mixedJoints(random, 2));
    const VecX q = randomConfiguration(random, model);
    const MatX v = randomDerivatives(random, model.nv, kMostTimeDerivatives + 2);
    for (int order = 0; order < kMostTimeDerivatives; ++order) expectWorldForces(model, q, v, order);
  }
}

/// Order 14 wants one coefficient more than the momenta have: it is the rate of order 13.
TEST(InverseInTime, TheHighestOrderIsTheRateOfTheOneBelow) {
  Random random(5);
  const Model model = dryTree(random, mixedJoints(random, 1));
  const VecX q = randomConfiguration(random, model);
  MatX v = MatX::Zero(model.nv, 16);
  v.leftCols(3) = randomDerivatives(random, model.nv, 3, 0.5);
  TimeDerivatives high(model, 14), below(model, 13);
  high.inverseDynamics(q, v);
  const Motion motion(model, q, v);
  const auto at = [&](double t) {
    VecX later = Motion::at(motion.q, t);
    normalize(model, later);
    MatX moved(model.nv, 15);
    for (int k = 0; k < 15; ++k) moved.col(k) = Motion::at(motion.v, t, k);
    below.inverseDynamics(later, moved);
    return VecX(below.tau.col(13));
  };
  const double h = 0.01;
  const VecX rate = (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h);
  EXPECT_LE(relativeError(high.tau.col(14), rate), 1e-4);
}

TEST(InverseInTime, OrdersDoNotDependOnHigherOnes) {
  Random random(6);
  const Model model = dryTree(random, mixedJoints(random, 1));
  const VecX q = randomConfiguration(random, model);
  const MatX v = randomDerivatives(random, model.nv, 16);
  TimeDerivatives high(model, 14);
  high.inverseDynamics(q, v);
  for (const int order : {0, 2, 3, 6, 7, 11}) {
    TimeDerivatives low(model, order);
    low.inverseDynamics(q, v);
    EXPECT_LE(worstColumn(low.tau, high.tau.leftCols(order + 1)), 1e-13);
  }
}

TEST(InverseInTime, OrderZeroIsInverseDynamics) {
  Random random(7);
  const Model model(randomTree(random, {"wet", mixedJoints(random, 2), false, SoftBodies::kNone, true}));
  Data data(model);
  TimeDerivatives time(model, 0);
  for (int round = 0; round < 5; ++round) {
    const VecX q = randomConfiguration(random, model);
    const MatX v = randomDerivatives(random, model.nv, 2);
    time.inverseDynamics(q, v);
    inverseDynamics(model, data, q, v.col(0), v.col(1));
    EXPECT_LE(relativeError(time.tau.col(0), data.tau), 1e-13);
    elasticForce(model, data, q);
    dampingForce(model, data, q, v.col(0));
    time.inverseDynamics(q, v, {.internal = true});
    EXPECT_LE(relativeError(time.tau.col(0), data.tau + data.elastic + data.damping), 1e-13);
  }
}

/// The series of τ sums to what inverse dynamics finds further along the motion: fluids, springs, dampers, drives,
/// stops and wrenches of time.
TEST(InverseInTime, SeriesSumsToInverseDynamicsAlongTheMotion) {
  Random random(8);
  for (int round = 0; round < 3; ++round) {
    ModelSpec spec = randomTree(random, {"wet", mixedJoints(random, 1), false, SoftBodies::kNone, true});
    for (const auto frame : {PointWrench::Frame::kWorld, PointWrench::Frame::kBody}) {
      const auto wrench = [](const auto& t) {
        using std::sin;
        using T = std::decay_t<decltype(t)>;
        Vec6T<T> out;
        for (int i = 0; i < 6; ++i) out[i] = sin(t * (1.0 + i)) * 2.0 + t * t;
        return out;
      };
      const Pose place = randomPose(random);
      spec.links[3].rigidTip = place;
      spec.loads.push_back({"push", 3, 0, std::make_shared<PointWrench>(frame, wrench, wrench)});
    }
    Joint& stopped = spec.links[0].joint;
    if (stopped.type == JointType::kRevolute)
      stopped.lower = VecX::Constant(1, -0.001), stopped.upper = VecX::Constant(1, 0.001);
    const Model model(std::move(spec));
    Data data(model);
    const VecX q = randomConfiguration(random, model);
    MatX v = MatX::Zero(model.nv, kMostTimeDerivatives + 2);
    v.leftCols(4) = randomDerivatives(random, model.nv, 4);
    const double start = 0.7;
    TimeDerivatives time(model, kMostTimeDerivatives);
    time.inverseDynamics(q, v, {.t = start, .internal = true});
    const Motion motion(model, q, v);
    const auto error = [&](double t, int order) {
      VecX later = Motion::at(motion.q, t), sum = VecX::Zero(model.nv);
      normalize(model, later);
      const VecX speed = Motion::at(motion.v, t);
      inverseDynamics(model, data, later, speed, Motion::at(motion.v, t, 1), {.t = start + t});
      elasticForce(model, data, later);
      dampingForce(model, data, later, speed);
      double by = 1;
      for (int k = 0; k <= order; by *= t / ++k) sum += by * time.tau.col(k);
      return relativeError(sum, data.tau + data.elastic + data.damping);
    };
    EXPECT_LE(error(0.02, kMostTimeDerivatives), 1e-12);
    // each order brings its share: the remainder of a sum up to order k shrinks with tᵏ⁺¹
    for (int order = 0; order <= 5; ++order) {
      const double rate = std::log2(error(0.04, order) / error(0.02, order));
      EXPECT_NEAR(rate, order + 1, 0.5) << "order " << order;
    }
  }
}

TEST(InverseInTime, SpatialWrenchIsTheRateOfMomentumInTheWorld) {
  Random random(9);
  std::vector<JointType> types = mixedJoints(random, 1);
  types.insert(types.begin(), JointType::kFree);
  ModelSpec spec = randomTree(random, {"floating", types, true});
  spec.links[0].pose = Pose();
  for (LinkSpec& link : spec.links) link.joint.driveInertia.resize(0);
  const Model model(std::move(spec));
  const VecX q = randomConfiguration(random, model);
  MatX v = randomDerivatives(random, model.nv, kOrder + 2);
  TimeDerivatives time(model, kOrder);
  time.inverseDynamics(q, v);
  const WorldForces want = worldForces(model, Motion(model, q, v), kOrder);
  MatX tau = time.tau;
  forcesToSpatial(model, q, v, tau);
  EXPECT_LE(worstColumn(tau.topRows<6>(), want.total), 1e-12);
  forcesToBody(model, q, v, tau);
  EXPECT_LE(worstColumn(tau, time.tau), 1e-12);
}

/// trees.md §6: E_1 = V', E_2 = V'' + ad_V V', E_3 = E_2' + ad_V E_2.
TEST(InverseInTime, SpatialTwistsFollowTheDictionary) {
  Random random(10);
  const Model model = dryTree(random, {JointType::kFree, JointType::kSpherical});
  const VecX q = randomConfiguration(random, model);
  const MatX v = randomDerivatives(random, model.nv, 16);
  MatX spatial = v;
  velocitiesToSpatial(model, q, spatial);
  const Pose C{rotationFromQuaternion<double>(Vec4(q.segment<4>(3))), q.head<3>()};
  const Vec6 V = v.col(0).head<6>(), V1 = v.col(1).head<6>(), V2 = v.col(2).head<6>(), V3 = v.col(3).head<6>();
  const Vec6 E2 = V2 + crossMotion<double>(V, V1);
  const Vec6 E3 = V3 + crossMotion<double>(V1, V1) + crossMotion<double>(V, V2) + crossMotion<double>(V, E2);
  int k = 0;
  for (const Vec6& E : {V, V1, E2, E3})
    EXPECT_LE(relativeError(spatial.col(k++).head<6>(), transformTwist<double>(C, E)), 1e-14);
  velocitiesToBody(model, q, spatial);
  EXPECT_LE(worstColumn(spatial.leftCols(8), v.leftCols(8)), 1e-11);  // higher ones grow there, and cancel here
}

TEST(InverseInTime, RefusesWhatItDoesNotServe) {
  Random random(11);
  ModelSpec spec =
      randomTree(random, {"soft", {JointType::kRevolute, JointType::kRevolute}, true, SoftBodies::kTelescopes});
  spec.links[1].name = "arm";
  const Model soft(std::move(spec));
  try {
    TimeDerivatives time(soft, 2);
    FAIL() << "a telescope was taken";
  } catch (const NoTimeDerivatives& error) {
    EXPECT_NE(std::string(error.what()).find("link 'arm' is a soft body (telescope)"), std::string::npos)
        << error.what();
  }
  const Model rigid = dryTree(random, {JointType::kRevolute});
  EXPECT_THROW(TimeDerivatives(rigid, 15), std::invalid_argument);
  EXPECT_THROW(TimeDerivatives(rigid, -1), std::invalid_argument);
  TimeDerivatives time(rigid, 3);
  EXPECT_THROW(time.inverseDynamics(rigid.q0, MatX::Zero(1, 4)), std::invalid_argument);
  EXPECT_THROW(time.inverseDynamics(rigid.q0, MatX::Zero(2, 5)), std::invalid_argument);
}

TEST(InverseInTime, DragOnWhatStartsFromRestHasOrderZeroAlone) {
  Random random(12);
  const Model model(randomTree(random, {"wet", {JointType::kFree}, true, SoftBodies::kNone, true}));
  MatX v = randomDerivatives(random, model.nv, 4);
  v.col(0).setZero();
  TimeDerivatives zero(model, 0), one(model, 1);
  zero.inverseDynamics(model.q0, v);
  Data data(model);
  inverseDynamics(model, data, model.q0, v.col(0), v.col(1));
  EXPECT_LE(relativeError(zero.tau.col(0), data.tau), 1e-13);
  EXPECT_THROW(one.inverseDynamics(model.q0, v), NoTimeDerivatives);
}

}  // namespace
}  // namespace tendril::tests
