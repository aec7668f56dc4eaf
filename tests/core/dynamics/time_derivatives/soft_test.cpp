// SPDX-License-Identifier: BSD-3-Clause
// Time derivatives of trees with soft bodies: against the engine's own inverse dynamics, whose bodies know nothing of
// series, at the instant and along the motion; forward dynamics by backward error.
#include <gtest/gtest.h>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/dynamics/time_derivatives/world_series.hpp"

namespace tendril::tests {
namespace {

struct Case {
  const char* name;
  SoftBodies soft;
  bool wet;
  int links = 4;  ///< every second one is soft; kinds of bodies take turns
};

class SoftInTime : public ::testing::TestWithParam<Case> {
 protected:
  Model tree(Random& random) const {
    std::vector<JointType> types = {JointType::kRevolute, JointType::kFree, JointType::kSpherical, JointType::kHelical};
    types.resize(static_cast<std::size_t>(GetParam().links), JointType::kRevolute);
    return Model(randomTree(random, {GetParam().name, types, false, GetParam().soft, GetParam().wet}));
  }
  /// The engine's forces on the left side of the equation of motion, all internal ones included.
  static VecX whole(const Model& model, Data& data, const VecX& q, const VecX& v, const VecX& a, double t) {
    inverseDynamics(model, data, q, v, a, {.t = t});
    elasticForce(model, data, q);
    dampingForce(model, data, q, v);
    return data.tau + data.elastic + data.damping;
  }
};

TEST_P(SoftInTime, OrderZeroIsInverseDynamics) {
  Random random(3);
  for (int round = 0; round < 4; ++round) {
    const Model model = tree(random);
    Data data(model);
    TimeDerivatives time(model, 0);
    const VecX q = round == 0 ? model.q0 : randomConfiguration(random, model);
    const MatX v = randomDerivatives(random, model.nv, 2);
    time.inverseDynamics(q, v);
    inverseDynamics(model, data, q, v.col(0), v.col(1));
    EXPECT_LE(relativeError(time.tau.col(0), data.tau), 1e-12);
    time.inverseDynamics(q, v, {.internal = true});
    EXPECT_LE(relativeError(time.tau.col(0), whole(model, data, q, v.col(0), v.col(1), 0)), 1e-12);
  }
}

/// Straight and at rest among others, where Ω is zero and angles have no direction.
TEST_P(SoftInTime, SeriesSumsToInverseDynamicsAlongTheMotion) {
  Random random(4);
  for (int round = 0; round < 3; ++round) {
    const Model model = tree(random);
    Data data(model);
    const VecX q = round == 0 ? model.undeformed() : randomConfiguration(random, model, 0.7);
    MatX v = MatX::Zero(model.nv, kMostTimeDerivatives + 2);
    v.leftCols(4) = randomDerivatives(random, model.nv, 4, 0.5);
    if (round == 0 && !GetParam().wet) v.col(0).setZero();  // drag has a kink where it starts
    TimeDerivatives time(model, kMostTimeDerivatives);
    time.inverseDynamics(q, v, {.internal = true});
    const Motion motion(model, q, v);
    const auto error = [&](double t, int order) {
      VecX later = Motion::at(motion.q, t), sum = VecX::Zero(model.nv);
      normalize(model, later);
      double by = 1;
      for (int k = 0; k <= order; by *= t / ++k) sum += by * time.tau.col(k);
      return relativeError(sum, whole(model, data, later, Motion::at(motion.v, t), Motion::at(motion.v, t, 1), t));
    };
    EXPECT_LE(error(0.02, kMostTimeDerivatives), 2e-12);
    for (int order = 0; order <= 4; ++order) {
      const double coarse = error(0.04, order), fine = error(0.02, order);  // where the next order leads
      if (fine > 1e-11) {
        EXPECT_GT(std::log2(coarse / fine), order + 0.4) << "order " << order;
      }
    }
  }
}

TEST_P(SoftInTime, OrdersDoNotDependOnHigherOnes) {
  Random random(5);
  const Model model = tree(random);
  const VecX q = randomConfiguration(random, model);
  const MatX v = randomDerivatives(random, model.nv, 16);
  TimeDerivatives high(model, 14);
  high.inverseDynamics(q, v);
  for (const int order : {0, 2, 3, 6, 7, 10, 11}) {
    TimeDerivatives low(model, order);
    low.inverseDynamics(q, v);
    EXPECT_LE(worstColumn(low.tau, high.tau.leftCols(order + 1)), 1e-13) << order;
  }
}

TEST_P(SoftInTime, InverseOfForwardIsTheForce) {
  constexpr int kOrder = 6;
  Random random(6);
  const Model model = tree(random);
  Data data(model);
  const VecX q = randomConfiguration(random, model, 0.7);
  TimeDerivatives forward(model, kOrder), inverse(model, kOrder);
  inverse.inverseDynamics(q, randomDerivatives(random, model.nv, kOrder + 2), {.internal = true});
  const MatX tau = inverse.tau;
  const VecX v = randomVector(random, model.nv);
  forward.forwardDynamics(data, q, v, tau);
  inverse.inverseDynamics(q, motionOf(v, forward.acceleration), {.internal = true});
  expectForces(inverse.tau, tau, forward.acceleration);
  const VecX force = tau.col(0);
  forwardDynamics(model, data, q, v, {.tau = &force});
  EXPECT_LE(relativeError(forward.acceleration.col(0), data.acceleration), 1e-9);
}

TEST_P(SoftInTime, InverseOfHybridIsTheForce) {
  constexpr int kOrder = 4;
  Random random(7);
  const Model model = tree(random);
  Data data(model);
  const VecX q = randomConfiguration(random, model, 0.7);
  const MatX given = randomDerivatives(random, model.nv, kOrder + 2);
  const MatX tau = 10 * randomDerivatives(random, model.nv, kOrder + 1);
  std::vector<int> prescribed;
  for (int i = 0; i < model.nv; i += 3) prescribed.push_back(i);
  TimeDerivatives hybrid(model, kOrder), inverse(model, kOrder);
  hybrid.hybridDynamics(data, q, given, prescribed, tau);
  inverse.inverseDynamics(q, motionOf(given.col(0), hybrid.acceleration), {.internal = true});
  expectForces(hybrid.tau, inverse.tau, hybrid.acceleration);
  for (const int i : prescribed) EXPECT_EQ(hybrid.acceleration.row(i), given.row(i).segment(1, kOrder + 1));
}

INSTANTIATE_TEST_SUITE_P(
    All, SoftInTime,
    ::testing::Values(Case{"rods", SoftBodies::kRods, false}, Case{"arcs", SoftBodies::kArcs, false},
                      Case{"mixed", SoftBodies::kMixed, false}, Case{"volumes", SoftBodies::kVolumes, false, 6},
                      Case{"fields", SoftBodies::kFields, false, 8}, Case{"all", SoftBodies::kAll, false},
                      Case{"wet_rods", SoftBodies::kRods, true}, Case{"wet_mixed", SoftBodies::kMixed, true},
                      Case{"wet_volumes", SoftBodies::kVolumes, true}),
    [](const auto& info) { return std::string(info.param.name); });

/// Their mass is at points here, and everything in closed form there.
TEST(SoftInTime, ArcsOfTwoTurns) {
  Random random(9);
  for (const ArcKind kind : {ArcKind::kPlanar, ArcKind::kSpatial, ArcKind::kElongation}) {
    ModelSpec robot;
    robot.links.push_back(randomLink(random, 0, kWorld, JointType::kFree));
    robot.links[0].body = randomArc(random, kind);
    const Model model(std::move(robot));
    Data data(model);
    TimeDerivatives time(model, 0);
    VecX q = model.q0;
    const MatX v = randomDerivatives(random, model.nv, 2);
    for (const double turn : {0.0, 1e-9, 1e-4, 3.14159265, 6.2831853, 12.566}) {
      q[model.links[0].qBody] = turn;
      time.inverseDynamics(q, v);
      inverseDynamics(model, data, q, v.col(0), v.col(1));
      EXPECT_LE(relativeError(time.tau.col(0), data.tau), 1e-12) << turn;
    }
  }
}

/// Divisions with poses between them, both orders of steps, stations at ends, boundaries and in between.
TEST(SoftInTime, DivisionsPosesAndStations) {
  Random random(8);
  for (const int magnus : {2, 4}) {
    RodSpec spec;
    spec.magnus = magnus;
    for (int d = 0; d < 2; ++d) {
      RodDivisionSpec division;
      division.length = 0.2 + 0.1 * d;
      division.section = SectionLaw::shape("circle", {[](double s) { return 0.01 - 0.003 * s; }});
      division.density = 1000, division.young = 1e6, division.poisson = 0.4;
      division.pose = randomPose(random, 0.05), division.tip = randomPose(random, 0.05);
      for (const int strain : {0, 1, 2, 3})
        division.strain[static_cast<std::size_t>(strain)] = makeStrainBasis("legendre", 2);
      spec.divisions.push_back(std::move(division));
    }
    auto rod = std::make_shared<Rod>(spec);
    ModelSpec robot;
    robot.links.resize(6);
    for (int i = 0; i < 6; ++i)
      robot.links[static_cast<std::size_t>(i)] = randomLink(random, i, i ? 0 : kWorld, JointType::kRevolute);
    int link = 1;
    for (const double at : {0.0, 0.2, 0.4, 0.7, 1.0})
      robot.links[static_cast<std::size_t>(link++)].station = rod->addStation(at);
    robot.links[0].body = rod;
    const Model model(std::move(robot));
    Data data(model);
    TimeDerivatives time(model, 2);
    const VecX q = randomConfiguration(random, model);
    const MatX v = randomDerivatives(random, model.nv, 4);
    time.inverseDynamics(q, v);
    inverseDynamics(model, data, q, v.col(0), v.col(1));
    EXPECT_LE(relativeError(time.tau.col(0), data.tau), 1e-12) << "order of steps " << magnus;
  }
}

}  // namespace
}  // namespace tendril::tests
