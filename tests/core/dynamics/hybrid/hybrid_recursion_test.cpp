// SPDX-License-Identifier: BSD-3-Clause
// [lie] Table 7 against the fast route, which shares nothing with it, and against exact and finite differences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/math/se3.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kPrescribedShares[] = {0, 0.3, 0.6, 1};

/// Trees of every joint, dry and wet; coordinates are prescribed singly, also some of one joint.
class HybridRecursion : public ::testing::TestWithParam<std::tuple<bool, bool, int>> {
 protected:
  HybridRecursion() : random(300 + static_cast<unsigned>(share())), spec(makeSpec()), model(spec), data(model) {
    q = randomConfiguration(random, model);
    v = randomVector(random, model.nv, 1.5), a = randomVector(random, model.nv, 3);
    tau = randomVector(random, model.nv, 3);
    inputs.tau = &tau;
    for (int k = 0; k < model.nv; ++k)
      if (uniform(random, 0, 1) < kPrescribedShares[share()]) prescribed.push_back(k);
  }
  int share() const { return std::get<2>(GetParam()); }
  ModelSpec makeSpec() {
    TreePlan plan{"recursion", {}, std::get<0>(GetParam()), SoftBodies::kNone, std::get<1>(GetParam())};
    plan.types = allJoints();
    const std::vector<JointType> all = plan.types;
    plan.types.insert(plan.types.end(), all.rbegin(), all.rend());
    ModelSpec out = randomTree(random, plan);
    const Vec6 push = randomVector(random, 6), turning = randomVector(random, 6);
    out.loads.push_back({"push", 3, kBaseStation, pointWrench(PointWrench::Frame::kWorld, push)});
    out.loads.push_back({"jet", 7, 0, pointWrench(PointWrench::Frame::kBody, turning)});
    return out;
  }
  static std::shared_ptr<const Load> pointWrench(PointWrench::Frame frame, const Vec6& wrench) {
    return std::make_shared<PointWrench>(frame, [wrench](double) { return wrench; });
  }
  /// [accelerations; forces] of the O(N) algorithm of this engine.
  VecX solve(const Model& robot, const VecX& given, const VecX& force) {
    Data work(robot);
    Inputs in;
    in.tau = &force;
    hybridDynamics(robot, work, q, v, given, prescribed, in);
    VecX out(2 * robot.nv);
    out << work.acceleration, work.tau;
    return out;
  }
  VecX differentiate(const HybridDirection& direction) {
    VecX acceleration, force, out(2 * model.nv);
    hybridDynamicsDirection(model, data, q, v, a, prescribed, inputs, direction, acceleration, force);
    out << acceleration, force;
    return out;
  }

  Random random;
  ModelSpec spec;
  Model model;
  Data data;
  Inputs inputs;
  VecX q, v, a, tau;
  std::vector<int> prescribed;
};

TEST_P(HybridRecursion, AgreesWithTheFastRoute) {
  HybridDerivatives fast, table;
  hybridDynamicsDerivatives(model, data, q, v, a, prescribed, inputs, fast);
  hybridDynamicsDerivativesByRecursion(model, data, q, v, a, prescribed, inputs, table);
  const auto same = [](const MatX& found, const MatX& expected) {
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-11 * std::max(1.0, expected.cwiseAbs().maxCoeff()));
  };
  same(table.aq, fast.aq), same(table.av, fast.av);
  same(table.tauq, fast.tauq), same(table.tauv, fast.tauv);
}

TEST_P(HybridRecursion, IsExactForWhatEntersLinearly) {
  HybridDirection direction(model.nv);
  direction.a = randomVector(random, model.nv), direction.tau = randomVector(random, model.nv);
  const VecX expected = solve(model, a + direction.a, tau + direction.tau) - solve(model, a, tau);
  EXPECT_LE(relativeError(differentiate(direction), expected), 1e-9);
}

TEST_P(HybridRecursion, AgreesWithDifferencesByModelParameters) {
  HybridDirection direction(model.nv);
  std::vector<Vec6> poses;
  std::vector<double> shares;  // of the inertia, for heavier and denser links
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    poses.emplace_back(randomVector(random, 6, 0.3));
    shares.push_back(uniform(random, -0.5, 0.5));
    const Mat6 inertia = inertiaMatrix(spatialInertia(model.links[static_cast<std::size_t>(i)].rigid, {}));
    direction.links.push_back({i, shares.back() * inertia, poses.back()});
  }
  const auto changed = [&](double h) {
    ModelSpec other = spec;
    for (std::size_t i = 0; i < other.links.size(); ++i) {
      LinkSpec& link = other.links[i];
      link.rigid.mass *= 1 + h * shares[i], link.rigid.inertia *= 1 + h * shares[i];
      link.pose = link.pose * expSE3<double>(Vec6(h * poses[i]));
    }
    return solve(Model(other), a, tau);
  };
  constexpr double h = 1e-4;  // four points: errors of h⁴
  const VecX expected = (8 * (changed(h) - changed(-h)) - (changed(2 * h) - changed(-2 * h))) / (12 * h);
  EXPECT_LE(relativeError(differentiate(direction), expected), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, HybridRecursion,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(), ::testing::Range(0, 4)));

TEST(HybridRecursionRefuses, WhatTheTablesDoNotKnow) {
  Random random(5);
  const auto message = [](const ModelSpec& spec) -> std::string {
    const Model model(spec);
    Data data(model);
    HybridDerivatives out;
    const VecX zero = VecX::Zero(model.nv);
    try {
      hybridDynamicsDerivativesByRecursion(model, data, model.q0, zero, zero, {}, {}, out);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  const TreePlan rigid{"rigid", {JointType::kRevolute, JointType::kRevolute, JointType::kRevolute}, true};
  TreePlan soft = rigid;
  soft.soft = SoftBodies::kRods;
  EXPECT_EQ(message(randomTree(random, rigid)), "");
  const ModelSpec rods = randomTree(random, soft);
  std::string name;
  for (const LinkSpec& link : rods.links)
    if (name.empty() && link.body) name = link.name;
  EXPECT_THAT(message(rods),
              ::testing::AllOf(::testing::HasSubstr("'" + name + "' is a rod"), ::testing::HasSubstr("fast route")));
  ModelSpec closed = randomTree(random, rigid);
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint = randomJoint(random, JointType::kRevolute);
  loop.a = {2, 0, {}}, loop.b = {kWorld, kBaseStation, {}};
  closed.loops.push_back(loop);
  EXPECT_THAT(message(closed), ::testing::HasSubstr("loop 'hinge'"));
}

}  // namespace
}  // namespace tendril
