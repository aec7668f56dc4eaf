// SPDX-License-Identifier: BSD-3-Clause
// Forces as arrows: how long they are, and when their scale changes. Gaps of loops.
#include <gtest/gtest.h>
#include <vtkPolyData.h>

#include <array>

#include "render/glyphs/force_arrows.hpp"
#include "render/glyphs/loop_glyphs.hpp"

namespace tendril {
namespace {

Snapshot pulled(const Vec3& force) {
  Snapshot snapshot;
  snapshot.loops.resize(1);
  snapshot.loops[0].loaded = true;
  snapshot.loops[0].force = force;
  return snapshot;
}

SceneOverlays forcesOfLoops() {
  SceneOverlays overlays;
  overlays.loopForces = true;
  return overlays;
}

double height(const ForceArrows& arrows) {
  double b[6];
  arrows.mesh()->GetBounds(b);
  return b[5];
}

TEST(ForceArrows, ScalesAreRound) {
  const double values[][2] = {{0.3, 0.5}, {1, 1}, {1.0001, 2}, {2.01, 5}, {7, 10}, {1.2e-7, 2e-7}, {4e9, 5e9}};
  for (const auto& [value, round] : values) EXPECT_NEAR(roundUp(value), round, 1e-12 * round) << value;
}

TEST(ForceArrows, AreAsLongAsTheScaleSays) {
  ForceArrows arrows;
  arrows.update(pulled({0, 0, 3}), 2);
  EXPECT_EQ(arrows.scale().force, 0);  // nobody asked for them
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
  arrows.show(forcesOfLoops());
  EXPECT_EQ(arrows.scale().force, 5);
  EXPECT_NEAR(height(arrows), 3 / 5.0 * arrows.scale().length, 1e-6);
  arrows.update(pulled({0, 0, 30}), 2);
  EXPECT_EQ(arrows.scale().force, 50);  // grows at once
  for (int k = 0; k < 20; ++k) arrows.update(pulled({0, 0, 3}), 2);
  EXPECT_EQ(arrows.scale().force, 50);  // and keeps still for a while
  for (int k = 0; k < 100; ++k) arrows.update(pulled({0, 0, 3}), 2);
  EXPECT_EQ(arrows.scale().force, 5);
}

TEST(ForceArrows, WhatIsNotKnownOrNoNumberIsNotDrawn) {
  ForceArrows arrows;
  arrows.show(forcesOfLoops());
  arrows.update(pulled(Vec3::Zero()), 1);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
  Snapshot unknown = pulled({1, 0, 0});
  unknown.loops[0].loaded = false;
  arrows.update(unknown, 1);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
  arrows.update(pulled(Vec3::Constant(std::nan(""))), 1);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
}

TEST(ForceArrows, ShowTheWrenchThatIsSelected) {
  Snapshot snapshot;
  snapshot.wrenches = {{.load = 0, .at = {0, 0, 1}, .force = {0, 0, 3}},
                       {.load = 2, .at = {0, 0, 2}, .moment = {0, 0, -0.04}}};
  ForceArrows arrows;
  arrows.update(snapshot, 2);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
  arrows.select({0}, hexColor(0x1F6FEB));
  EXPECT_EQ(arrows.scale().force, 5);
  EXPECT_NEAR(height(arrows), 1 + 3 / 5.0 * arrows.scale().length, 1e-6);
  arrows.select({2}, hexColor(0x1F6FEB));
  EXPECT_NEAR(arrows.scale().torque, 0.05, 1e-12) << "a moment alone has arrows, too";
  EXPECT_NEAR(height(arrows), 2, 0.05 * arrows.scale().length) << "it points down";
  arrows.select({}, {});
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
}

/// While something is dragged the arrow follows the hand, however long it gets.
TEST(ForceArrows, KeepTheirLengthsWhileTheyAreHeld) {
  ForceArrows arrows;
  arrows.show(forcesOfLoops());
  arrows.update(pulled({0, 0, 3}), 2);
  const ArrowLengths lengths = lengthsOf(arrows.scale());
  EXPECT_NEAR(lengths.force, arrows.scale().length / 5, 1e-12);
  EXPECT_EQ(lengths.torque, ArrowLengths().torque) << "there is none";
  arrows.hold(lengths);
  arrows.update(pulled({0, 0, 30}), 2);
  EXPECT_NEAR(height(arrows), 30 * lengths.force, 1e-6);
  ForceArrows next;  // of the robot that an edit has made
  next.show(forcesOfLoops());
  next.hold(lengths);
  next.update(pulled({0, 0, 30}), 1);
  EXPECT_NEAR(height(next), 30 * lengths.force, 1e-6);
  arrows.hold({});
  EXPECT_EQ(arrows.scale().force, 50);
  EXPECT_NEAR(height(arrows), 3 / 5.0 * arrows.scale().length, 1e-6);
}

/// A tendon straight up that ends 1 m above the ground, pulls with 4 N, and is to pull `lost` N more.
Snapshot tautTendon(double lost) {
  Snapshot snapshot;
  snapshot.tendonPoints = {{0, 0, 0}, {0, 0, 1}};
  snapshot.tendonLines = {{.first = 0, .count = 2, .last = true, .tension = 4}};
  snapshot.inputs.resize(1);
  snapshot.inputs[0].lost = lost;
  return snapshot;
}

/// What is demanded beyond a range continues the arrow of what is there; a demand to push points out of the tendon.
TEST(ForceArrows, ShowWhatTendonsPullWithAndWhatIsDemandedBeyondIt) {
  ForceArrows arrows;
  const auto bounds = [&](double lost, bool tensions) {
    arrows.show({.tensions = tensions});
    arrows.update(tautTendon(lost), 1);
    std::array<double, 6> b;
    arrows.mesh()->GetBounds(b.data());
    return b;
  };
  bounds(0, false);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
  EXPECT_NEAR(bounds(0, true)[4], 1 - 4 / 5.0 * arrows.scale().length, 1e-6);
  EXPECT_NEAR(bounds(5, true)[4], 1 - 9 / 10.0 * arrows.scale().length, 1e-6);
  EXPECT_NEAR(bounds(5, false)[4], 1 - 5 / 10.0 * arrows.scale().length, 1e-6);
  EXPECT_NEAR(bounds(-3, true)[5], 1 + 3 / 10.0 * arrows.scale().length, 1e-6);
  arrows.show({.lostTensions = false});
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
}

/// A block on the world, held by a joint of this type at its base.
std::shared_ptr<const Model> held(JointType type) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "block";
  link.joint.type = JointType::kFree;
  link.rigid = {1, Vec3::Zero(), Mat3::Identity()};
  spec.links.push_back(link);
  LoopSpec loop;
  loop.name = "joint";
  loop.joint.type = type;
  loop.joint.axis = Vec3::UnitX();
  loop.a.link = 0, loop.a.station = kBaseStation;
  spec.loops.push_back(loop);
  return std::make_shared<const Model>(std::move(spec));
}

vtkIdType gapPoints(JointType type, const Vec3& away) {
  const auto model = held(type);
  LoopGlyphs glyphs(*model, {.length = 1, .jointRadius = 0.1});
  Snapshot snapshot;
  Data data(*model);
  VecX q = model->q0;
  q.head<3>() = away;
  fillSnapshot(model, data, 0, q, VecX::Zero(6), nullptr, snapshot);
  glyphs.update(snapshot);
  return glyphs.gaps()->GetNumberOfPoints();
}

TEST(LoopGlyphs, OnlyWhatTheJointHoldsIsAGap) {
  EXPECT_EQ(gapPoints(JointType::kSpherical, Vec3::Zero()), 0);
  EXPECT_GT(gapPoints(JointType::kSpherical, {0.5, 0, 0}), 0);
  EXPECT_EQ(gapPoints(JointType::kPrismatic, {0.5, 0, 0}), 0);  // it may slide there
  EXPECT_GT(gapPoints(JointType::kPrismatic, {0.5, 0.2, 0}), 0);
  EXPECT_EQ(gapPoints(JointType::kSpherical, {1e-4, 0, 0}), 0);  // inside the joint
}

}  // namespace
}  // namespace tendril
