// SPDX-License-Identifier: BSD-3-Clause
// What contacts touch is drawn where it is, and only when it is asked for.
#include <gtest/gtest.h>
#include <vtkPolyData.h>

#include <array>
#include <numbers>

#include "render/glyphs/collision_glyphs.hpp"
#include "render/output/offscreen.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

/// A hinge about z with a brick that is seen and a ball at 0.3 m along x that is touched, and a brick that is both.
std::shared_ptr<const Model> robot() {
  ModelSpec spec;
  LinkSpec arm;
  arm.id = 1, arm.name = "arm";
  arm.joint.type = JointType::kRevolute;
  arm.rigid.mass = 1;
  Visual box, ball;
  box.size = Vec3(0.4, 0.1, 0.1);
  ball.shape = Visual::Shape::kSphere, ball.size = Vec3(0.05, 0, 0), ball.pose.p = Vec3(0.3, 0, 0);
  arm.visuals = {box};
  arm.collisions = {ball};
  LinkSpec brick;
  brick.id = 2, brick.name = "brick";
  brick.pose.p = Vec3(0, 0, 1);
  brick.visuals = arm.visuals;
  spec.links = {arm, brick};
  return std::make_shared<const Model>(std::move(spec));
}

Snapshot turned(const std::shared_ptr<const Model>& model, double angle) {
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, 0, VecX::Constant(1, angle), VecX::Zero(1), nullptr, snapshot);
  return snapshot;
}

/// Least and largest x, y, z, m.
void expectBounds(const CollisionGlyphs& glyphs, const std::array<double, 6>& expected) {
  std::array<double, 6> found;
  glyphs.surfaces()->ComputeBounds();
  glyphs.surfaces()->GetBounds(found.data());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(found[i], expected[i], 1e-3) << i;
}

TEST(CollisionGlyphs, MoveWithTheirLinks) {
  const auto model = robot();
  CollisionGlyphs glyphs;
  glyphs.update(turned(model, 0));
  EXPECT_EQ(glyphs.surfaces()->GetNumberOfPoints(), 0) << "nobody asked";
  glyphs.setShown(true);
  glyphs.setHidden({false, true});
  expectBounds(glyphs, {0.25, 0.35, -0.05, 0.05, -0.05, 0.05});
  glyphs.update(turned(model, std::numbers::pi / 2));
  expectBounds(glyphs, {-0.05, 0.05, 0.25, 0.35, -0.05, 0.05});
  glyphs.setHidden({true, false});
  expectBounds(glyphs, {-0.2, 0.2, -0.05, 0.05, 0.95, 1.05});  // a body without its own is touched as it is seen
  glyphs.setShown(false);
  EXPECT_EQ(glyphs.surfaces()->GetNumberOfPoints(), 0);
}

TEST(CollisionGlyphs, AreSeenThroughWhatIsBeforeThem) {
  const Snapshot snapshot = turned(robot(), 0);
  const auto differing = [&](bool shown) {
    PictureOptions options;
    options.width = 320, options.height = 240;
    options.overlays.collisions = shown;
    OffscreenView view(options);
    view.frame({&snapshot, 1});
    view.draw(snapshot);
    return view.pixels();
  };
  const auto without = differing(false), with = differing(true);
  ASSERT_EQ(without.size(), with.size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < with.size(); ++i) changed += with[i] != without[i];
  EXPECT_GT(changed, 300u);
  EXPECT_LT(changed, with.size() / 2);
}

}  // namespace
}  // namespace tendril
