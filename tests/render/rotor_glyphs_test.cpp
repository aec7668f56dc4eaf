// SPDX-License-Identifier: BSD-3-Clause
// Propellers in the view: what is drawn of them, how they turn, arrows of their thrusts.
#include <gtest/gtest.h>
#include <vtkPolyData.h>

#include "core/model/propellers.hpp"
#include "render/glyphs/force_arrows.hpp"
#include "render/glyphs/rotor_glyphs.hpp"

namespace tendril {
namespace {

/// A base that floats with two rotors on its x axis.
std::shared_ptr<const Model> twoRotors() {
  ModelSpec spec;
  LinkSpec base;
  base.name = "base", base.joint.type = JointType::kFree;
  base.rigid = {1, Vec3::Zero(), 0.01 * Mat3::Identity()};
  spec.links.push_back(base);
  const std::vector<Rotor> rotors = {{.position = {0.3, 0, 0.1}, .spin = 1, .thrust = 1e-5},
                                     {.position = {-0.3, 0, 0.1}, .spin = -1, .thrust = 4e-5}};
  spec.actuators.push_back([rotors](const Model&) { return std::make_unique<Propellers>("rotors", 0, rotors); });
  return std::make_shared<const Model>(std::move(spec));
}

Snapshot at(double t, const VecX& u) {
  const auto model = twoRotors();
  Data data(*model);
  VecX q = model->q0;
  q[2] = 2;
  Snapshot snapshot;
  fillSnapshot(model, data, t, q, VecX::Zero(model->nv), &u, snapshot);
  return snapshot;
}

TEST(RotorStates, HaveTheirPlaceThrustAndSpeed) {
  const Snapshot snapshot = at(0, (VecX(2) << 4, 1).finished());
  ASSERT_EQ(snapshot.rotors.size(), 2u);
  EXPECT_LE((snapshot.rotors[1].at - Vec3(-0.3, 0, 2.1)).norm(), 1e-15);
  EXPECT_LE((snapshot.rotors[1].root - Vec3(0, 0, 2.1)).norm(), 1e-15);
  EXPECT_NEAR(snapshot.rotors[0].radius, 0.27, 1e-15) << "their discs do not meet";
  EXPECT_NEAR(snapshot.rotors[0].speed, std::sqrt(4 / 1e-5), 1e-9);
  EXPECT_EQ(snapshot.rotors[0].thrust, 4);
  EXPECT_EQ(at(0, (VecX(2) << -4, 1).finished()).rotors[0].thrust, 0) << "as the range leaves it";
}

TEST(RotorGlyphs, TurnWithTheSimulatedTimeAgainstTheirTorque) {
  RotorGlyphs glyphs;
  const VecX u = (VecX(2) << 0.1, 0.4).finished();  // 100 rad/s each
  glyphs.update(at(0, u));
  EXPECT_GT(glyphs.mesh()->GetNumberOfPoints(), 0) << "also while nothing moves";
  EXPECT_EQ(glyphs.angle(0), 0);
  glyphs.update(at(0.05, u));
  EXPECT_NEAR(glyphs.angle(0), -RotorGlyphs::kShownSpeed * 100 * 0.05, 1e-12);
  EXPECT_NEAR(glyphs.angle(1), RotorGlyphs::kShownSpeed * 100 * 0.05, 1e-12);
  const double before = glyphs.angle(0);
  glyphs.update(at(0.01, u));
  EXPECT_EQ(glyphs.angle(0), before) << "where time goes back they stay";
  double bounds[6];
  glyphs.mesh()->GetBounds(bounds);
  EXPECT_GT(bounds[1], 0.3);
  EXPECT_LT(bounds[5], 2.2);
  glyphs.setHidden({true});
  EXPECT_EQ(glyphs.mesh()->GetNumberOfPoints(), 0);
}

TEST(ForceArrows, ShowThrusts) {
  ForceArrows arrows;
  arrows.update(at(0, (VecX(2) << 4, 0).finished()), 1);
  EXPECT_EQ(arrows.scale().force, 5);
  double bounds[6];
  arrows.mesh()->GetBounds(bounds);
  EXPECT_NEAR(bounds[5], 2.1 + 0.8 * arrows.scale().length, 1e-6);
  SceneOverlays none;
  none.thrusts = false;
  arrows.show(none);
  EXPECT_EQ(arrows.mesh()->GetNumberOfPoints(), 0);
}

}  // namespace
}  // namespace tendril
