// SPDX-License-Identifier: BSD-3-Clause
// The hand that pulls and twists: derivatives, equilibrium, energy, gains, and the builder's option.
#include "core/model/hand.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "core/equilibria/statics.hpp"
#include "core/inverse_kinematics/hand_gains.hpp"
#include "core/math/so3.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace testing;

HandSpec handSpec(HandSpec::Mode mode, double stiffness = 40, double damping = 3) {
  HandSpec spec;
  spec.mode = mode;
  spec.offset = Vec3(0.02, -0.03, 0.05);
  spec.axis = Vec3(0.3, -0.5, 0.8).normalized();
  spec.start = expSO3<double>(Vec3(0.2, 0.1, -0.4));
  spec.target = std::make_shared<HandTarget>();
  spec.target->point = Vec3(0.2, -0.1, 0.3);
  spec.target->angle = 0.7;
  spec.target->stiffness = stiffness, spec.target->damping = damping;
  return spec;
}

/// A robot with a hand on a rigid link, at the tip of a rod or in its middle.
enum class Place { kRigid, kRigidBall, kTip, kMiddle };

ModelSpec held(Place place, HandSpec hand) {
  ModelSpec spec = place == Place::kRigid       ? doublePendulumSpec()
                   : place == Place::kRigidBall ? floatingRobotSpec(1)
                                                : softManipulatorSpec();
  int link = place == Place::kRigid ? 1 : place == Place::kRigidBall ? 2 : 0, station = kBaseStation;
  if (place == Place::kTip) station = 0;
  if (place == Place::kMiddle) station = std::const_pointer_cast<Body>(spec.links[0].body)->addStation(0.43);
  hand.link = spec.links[static_cast<std::size_t>(link)].id;
  spec.loads.push_back({"hand", link, station, std::make_shared<HandLoad>(std::move(hand))});
  return spec;
}

struct Case {
  Place place;
  HandSpec::Mode mode;
};

class HandDerivatives : public ::testing::TestWithParam<Case> {};

TEST_P(HandDerivatives, AgreeWithDifferences) {
  const Model model(held(GetParam().place, handSpec(GetParam().mode)));
  Data data(model);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-0.4, 0.4);
  const auto draw = [&] { return VecX(VecX::NullaryExpr(model.nv, [&] { return number(random); })); };
  VecX q = model.q0;
  integrate(model, q, draw(), q);
  const VecX v = draw(), a = draw();
  residualDerivatives(model, data, q, v, a, {});
  const MatX dq = data.dIDdq, dv = data.dIDdv;
  constexpr double h = 1e-6;
  VecX moved = q;
  for (int k = 0; k < model.nv; ++k) {
    const VecX e = VecX::Unit(model.nv, k) * h;
    const auto at = [&](const VecX& step, const VecX& rate) {
      integrate(model, q, step, moved);
      residual(model, data, moved, v + rate, a, {});
      return VecX(data.tau);
    };
    const VecX zero = VecX::Zero(model.nv);
    const VecX byQ = (at(e, zero) - at(-e, zero)) / (2 * h), byV = (at(zero, e) - at(zero, -e)) / (2 * h);
    EXPECT_LE((dq.col(k) - byQ).cwiseAbs().maxCoeff(), 2e-8 * std::max(1.0, dq.cwiseAbs().maxCoeff())) << k;
    EXPECT_LE((dv.col(k) - byV).cwiseAbs().maxCoeff(), 2e-8 * std::max(1.0, dv.cwiseAbs().maxCoeff())) << k;
  }
}

std::vector<Case> cases() {
  std::vector<Case> out;
  for (const Place place : {Place::kRigid, Place::kRigidBall, Place::kTip, Place::kMiddle})
    for (const auto mode : {HandSpec::Mode::kPull, HandSpec::Mode::kTwist}) out.push_back({place, mode});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Hand, HandDerivatives, ::testing::ValuesIn(cases()));

TEST(Hand, PullsAPointToWhereItIsWanted) {
  HandSpec hand = handSpec(HandSpec::Mode::kPull, 1e7);
  hand.offset.setZero();
  hand.target->point = Vec3(0.05, 0.02, -0.45);
  const Model model(held(Place::kTip, hand));
  Data data(model);
  const StaticsResult result = solveStatics(model, data);
  ASSERT_TRUE(result.converged) << result.failure;
  kinematics(model, data, result.q, VecX::Zero(model.nv));
  EXPECT_LE((worldPose(data, model.links[0].firstStation).p - hand.target->point).norm(), 1e-5);
}

TEST(Hand, TurnsABodyByTheAngleItIsWanted) {
  ModelSpec spec = pendulumSpec(0.5, 0.3);
  spec.gravity.setZero();
  HandSpec hand = handSpec(HandSpec::Mode::kTwist);
  hand.axis = Vec3::UnitY();
  hand.start = expSO3<double>(Vec3(0, 0.3, 0));
  hand.target->angle = 1.1;
  spec.loads.push_back({"hand", 0, kBaseStation, std::make_shared<HandLoad>(hand)});
  const Model model(std::move(spec));
  Data data(model);
  const StaticsResult result = solveStatics(model, data);
  ASSERT_TRUE(result.converged) << result.failure;
  EXPECT_NEAR(result.q[0], 1.4, 1e-12);
  kinematics(model, data, model.q0, model.v0);
  EXPECT_LE((handForce(hand, *hand.target, worldPose(data, 1)) - Vec3(0, 40 * 1.1, 0)).norm(), 1e-12);
}

TEST(Hand, CountsAsWorkDoneOnTheRobot) {
  for (const Place place : {Place::kRigid, Place::kMiddle}) {
    const ModelPtr model =
        build(held(place, handSpec(HandSpec::Mode::kPull, 60, 4)), settings("generalized_alpha", 0.001, 1.0));
    Runner runner(model);
    runner.run(1, 0.001);
    EXPECT_LE(std::abs(runner.balance()), 0.2);
  }
}

TEST(HandGains, SuitTheRobot) {
  for (const Place place : {Place::kRigid, Place::kRigidBall, Place::kTip, Place::kMiddle})
    for (const auto mode : {HandSpec::Mode::kPull, HandSpec::Mode::kTwist}) {
      const HandSpec hand = handSpec(mode, 0, 0);
      const Model model(held(place, hand));
      Data data(model);
      tuneHand(model, data, model.q0);
      EXPECT_GT(hand.target->stiffness, 0);
      EXPECT_GT(hand.target->damping, 0);
      EXPECT_TRUE(std::isfinite(hand.target->stiffness) && std::isfinite(hand.target->damping));
    }
  // A pull by a third of the manipulator's length bends its tip well, and moves it less than all the way.
  const HandSpec hand = handSpec(HandSpec::Mode::kPull, 0, 0);
  const Model model(held(Place::kTip, hand));
  Data data(model);
  tuneHand(model, data, model.q0);
  const StaticsResult rest = [&] {
    hand.target->stiffness *= 1e-9;
    const StaticsResult out = solveStatics(model, data);
    hand.target->stiffness *= 1e9;
    return out;
  }();
  kinematics(model, data, rest.q, VecX::Zero(model.nv));
  const Pose tip = worldPose(data, model.links[0].firstStation);
  hand.target->point = tip * hand.offset + Vec3(0.15, 0, 0);
  const StaticsResult pulled = solveStatics(model, data);
  ASSERT_TRUE(pulled.converged) << pulled.failure;
  kinematics(model, data, pulled.q, VecX::Zero(model.nv));
  const double moved = (worldPose(data, model.links[0].firstStation) * hand.offset - tip * hand.offset).norm();
  EXPECT_GE(moved, 0.05);
  EXPECT_LE(moved, 0.15);
}

TEST(HandGains, LeaveARobotThatCannotMoveAlone) {
  ModelSpec spec;
  LinkSpec block;
  block.id = 1, block.name = "block", block.rigid.mass = 1;
  spec.links.push_back(block);
  const HandSpec hand = handSpec(HandSpec::Mode::kPull, 0, 0);
  spec.loads.push_back({"hand", 0, kBaseStation, std::make_shared<HandLoad>(hand)});
  const Model model(std::move(spec));
  Data data(model);
  tuneHand(model, data, model.q0);
  EXPECT_EQ(hand.target->stiffness, 0);
}

}  // namespace
}  // namespace tendril
