// SPDX-License-Identifier: BSD-3-Clause
// What holds a loop together: in snapshots and as signals.
#include <gtest/gtest.h>

#include "core/session/live/force_probe.hpp"
#include "core/session/recording/signals.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

/// A beam of 0.2 m on a hinge at the origin and, at its tip, a ball joint to the world. Its weight hangs in the middle.
std::shared_ptr<const Model> beam(double angle = 0) {
  ModelSpec spec = chainSpec(1);
  spec.links[0].jointQ0 = VecX::Constant(1, angle);
  LoopSpec pin;
  pin.id = 9;
  pin.name = "pin";
  pin.joint.type = JointType::kSpherical;
  pin.a.link = 0, pin.a.station = 0;
  pin.b.pose.p = Vec3(0.2, 0, 0);
  spec.loops.push_back(pin);
  return std::make_shared<const Model>(std::move(spec));
}

Snapshot snapshotOf(const std::shared_ptr<const Model>& model) {
  Snapshot snapshot;
  Data data(*model);
  fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, snapshot);
  snapshot.gravity = model->gravity;
  return snapshot;
}

TEST(LoopForces, ABeamOnTwoSupportsCarriesHalfItsWeightOnEach) {
  Snapshot snapshot = snapshotOf(beam());
  ASSERT_EQ(snapshot.loops.size(), 1u);
  EXPECT_FALSE(snapshot.loops[0].loaded);
  ForceProbe().fill(snapshot);
  const LoopState& pin = snapshot.loops[0];
  ASSERT_TRUE(pin.loaded);
  EXPECT_LT((pin.force - Vec3(0, 0, 9.81 / 2)).norm(), 1e-12);
  EXPECT_LT(pin.torque.norm(), 1e-12);
  EXPECT_LT((pin.a.p - Vec3(0.2, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(pin.distance, 0);
}

TEST(LoopForces, WhatIsOpenIsMeasured) {
  const double angle = 0.01;
  const Snapshot snapshot = snapshotOf(beam(angle));
  const double chord = 0.4 * std::sin(angle / 2);  // that the tip is away from its ball joint
  EXPECT_NEAR(snapshot.loops[0].distance, chord, 1e-5 * chord);
  EXPECT_EQ(snapshot.loops[0].angle, 0);  // a ball joint lets it turn
}

TEST(LoopForces, AWorldThatHasNoInertiaLeavesThemUnknown) {
  ModelSpec spec = chainSpec(1, 0);
  LoopSpec pin;
  pin.name = "pin";
  pin.joint.type = JointType::kSpherical;
  pin.a.link = 0;
  pin.b.pose.p = Vec3(0.2, 0, 0);
  spec.links[0].jointQ0 = VecX::Zero(1);
  spec.loops.push_back(pin);
  Snapshot snapshot = snapshotOf(std::make_shared<const Model>(std::move(spec)));
  ForceProbe().fill(snapshot);
  EXPECT_FALSE(snapshot.loops[0].loaded);
}

TEST(LoopForces, SignalsSayTheSame) {
  const auto model = beam();
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"pin.force.z", "pin.force[0]", "pin.force.norm", "norm(pin.force)",
                                          "pin.residual"};
  SignalSampler sampler(model, catalogue, texts);
  std::vector<double> values(texts.size());
  sampler.evaluate(0, model->q0, model->v0, VecX(), values);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values[i], 9.81 / 2, 1e-12) << texts[i];
  EXPECT_EQ(values[4], 0);
  EXPECT_EQ(catalogue[catalogue.find("pin.force[0]")].unit, "N");
  EXPECT_EQ(catalogue[catalogue.find("pin.residual")].unit, "m");
  EXPECT_EQ(catalogue.find("pin.residual_angle"), -1);  // nothing that a ball joint holds can turn
  EXPECT_EQ(catalogue.find("pin.torque"), -1);
}

}  // namespace
}  // namespace tendril
