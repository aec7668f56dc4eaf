// SPDX-License-Identifier: BSD-3-Clause
// What is under the cursor, where the mass is, and how long arrows are, in pictures.
#include <gtest/gtest.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>

#include "render/glyphs/mass_glyphs.hpp"
#include "render/output/offscreen.hpp"
#include "render/scene/field_reading.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

Snapshot withField(const std::shared_ptr<const Model>& model, const VecX& q, SurfaceField field, bool inside = false) {
  Data data(*model);
  Snapshot snapshot;
  snapshot.deformation.field = field, snapshot.deformation.inside = inside;
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, snapshot);
  return snapshot;
}

TEST(FieldReading, OfARodIsBetweenItsSections) {
  const auto model = test::rodWithTendons();
  const Snapshot seen = withField(model, VecX::Constant(1, 0.8), SurfaceField::kDisplacement);
  const auto first = static_cast<std::size_t>(seen.firstSection[0]);
  const Vec3 beside = 0.5 * (seen.sections[first + 2].p + seen.sections[first + 3].p) + Vec3(0, 0, 0.02);
  const auto reading = readField(seen, 0, beside);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->link, 0);
  const std::vector<double>& values = seen.deformation.sectionValues;
  EXPECT_NEAR(reading->value, (values[first + 2] + values[first + 3]) / 2, 1e-4);
  ASSERT_TRUE(reading->at);
  EXPECT_EQ(signalOf(seen, *reading).substr(0, 17), "arm.displacement[");
  EXPECT_FALSE(readField(seen, 0, Vec3::Constant(std::nan(""))));
  EXPECT_FALSE(readField(seen, 7, beside));
  EXPECT_FALSE(readField(withField(model, VecX::Constant(1, 0.8), SurfaceField::kVonMises), 0, beside));
  EXPECT_FALSE(readField(withField(model, VecX::Constant(1, 0.8), SurfaceField::kNone), 0, beside));
}

// Displacement under torsion of 1 rad over 0.1 m is in closed form: 2 r sin(x/2L), at the surface and within.
TEST(FieldReading, OfAVolumeIsThatOfTheTetrahedronThere) {
  ModelSpec spec;
  LinkSpec link;
  link.id = 1, link.name = "arm", link.parent = kWorld;
  link.body = tests::meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, false, nullptr, 2000);
  spec.links = {link};
  const auto model = std::make_shared<const Model>(std::move(spec));
  const double length = model->links[0].body->length();
  const auto displacement = [&](const Vec3& p) { return 2 * std::hypot(p.y(), p.z()) * std::sin(p.x() / length / 2); };
  for (const bool inside : {false, true}) {
    const Snapshot seen = withField(model, VecX::Constant(1, 1.0), SurfaceField::kDisplacement, inside);
    const Vec3 on(0.6 * length, 0, tests::kVolumeRadius);
    const auto reading = readField(seen, 0, on);
    ASSERT_TRUE(reading);
    EXPECT_NEAR(reading->value, displacement(on), 1e-3);
    EXPECT_GE(reading->tetrahedron, 0);
    const SurfaceMesh& mesh = model->links[0].body->surfaceCarrier()->surface();
    const auto& corners = mesh.tetrahedra[static_cast<std::size_t>(reading->tetrahedron)];
    EXPECT_GT(std::ranges::count(corners, reading->node), 0);
    EXPECT_EQ(signalOf(seen, *reading), "arm.displacement[" + std::to_string(reading->node) + "]");
  }
  const Snapshot deep = withField(model, VecX::Constant(1, 1.0), SurfaceField::kDisplacement, true);
  const Vec3 within(0.5 * length, 0.2 * tests::kVolumeRadius, 0.1 * tests::kVolumeRadius);
  const auto reading = readField(deep, 0, within);
  ASSERT_TRUE(reading);
  EXPECT_NEAR(reading->value, displacement(within), 2e-3 * tests::kVolumeRadius + 5e-4);
}

// A box of sides a, b, c has an ellipsoid with the half diameters √(5/12) a, …: so far its surface reaches.
TEST(MassGlyphs, HaveTheSizeOfTheEllipsoid) {
  RobotSize size;
  size.jointRadius = 0.01, size.length = 0.5;
  MassGlyphs glyphs(size);
  const Vec3 sides(0.1, 0.2, 0.4), squares = sides.cwiseProduct(sides);
  Snapshot snapshot;
  snapshot.masses = {{.mass = 3,
                      .centre = Vec3(1, 2, 3),
                      .inertia = (3.0 / 12 * (squares.sum() * Vec3::Ones() - squares)).asDiagonal()}};
  glyphs.update(snapshot);
  EXPECT_EQ(glyphs.balls()->GetNumberOfPoints(), 0);
  SceneOverlays overlays;
  overlays.massCentres = overlays.inertias = true;
  glyphs.show(overlays);
  double b[6];
  glyphs.ellipsoids()->GetBounds(b);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR((b[2 * k] + b[2 * k + 1]) / 2, snapshot.masses[0].centre[k], 1e-6);
    EXPECT_NEAR((b[2 * k + 1] - b[2 * k]) / 2, std::sqrt(5.0 / 12) * sides[k], 2e-3 * sides[k]);
  }
  glyphs.balls()->GetBounds(b);
  EXPECT_NEAR((b[0] + b[1]) / 2, 1, 1e-6);
  glyphs.setHidden({true});
  EXPECT_EQ(glyphs.ellipsoids()->GetNumberOfPoints(), 0);  // of the link; the robot's own was not asked for
  glyphs.update({});
  EXPECT_EQ(glyphs.balls()->GetNumberOfPoints(), 0);
}

TEST(MassGlyphs, FreeObjectsAreNoPartOfTheRobot) {
  ModelSpec spec;
  LinkSpec arm;
  arm.pose.p = Vec3(0, 0, 1);
  arm.rigid.mass = 2;
  arm.rigid.inertia = 0.1 * Mat3::Identity();
  LinkSpec ball = arm;
  ball.isObject = true;
  ball.joint.type = JointType::kFree;
  ball.pose.p = Vec3(3, 0, 0);
  spec.links = {arm, ball};
  const auto model = std::make_shared<const Model>(std::move(spec));
  Data data(*model);
  Snapshot snapshot;
  snapshot.weighs = true;
  fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, snapshot);
  ASSERT_EQ(snapshot.masses.size(), 2u);
  MassGlyphs glyphs({});
  SceneOverlays overlays;
  overlays.robotInertia = true;
  glyphs.show(overlays);
  glyphs.update(snapshot);
  double b[6];
  glyphs.ellipsoids()->GetBounds(b);
  const Vec3 centre((b[0] + b[1]) / 2, (b[2] + b[3]) / 2, (b[4] + b[5]) / 2);
  EXPECT_LT((centre - Vec3(0, 0, 1)).norm(), 1e-5) << centre.transpose();
}

TEST(ArrowScale, IsSaidInRoundNumbersAndPerCentimetre) {
  EXPECT_EQ(roundDown(7), 5);
  EXPECT_EQ(roundDown(5), 5);
  EXPECT_EQ(roundDown(0.19), 0.1);
  EXPECT_EQ(roundDown(2000), 2000);
  EXPECT_EQ(scaleText({}), "");
  EXPECT_EQ(scaleText({.length = 0.1, .force = 20}), "1 cm = 2\u2009N");
  EXPECT_EQ(scaleText({.length = 0.1, .force = 20, .torque = 5}), "1 cm = 2\u2009N, 500\u2009mN·m");
}

TEST(ArrowScale, StandsInPicturesThatHaveArrows) {
  const auto model = test::rodWithTendons();
  Snapshot snapshot = test::snapshotAt(model, model->q0, Vec2(4, 7));
  PictureOptions options;
  options.width = 480, options.height = 320;
  options.overlays.tensions = true;
  OffscreenView view(options);
  view.draw(snapshot);
  const std::vector<std::string> lines = view.arrowKey();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0].find("tendons"), std::string::npos);
  EXPECT_TRUE(lines[1].starts_with("1 cm = ")) << lines[1];
  options.overlays.tensions = false;
  OffscreenView without(options);
  without.draw(snapshot);
  EXPECT_TRUE(without.arrowKey().empty());
}

TEST(SceneOverlays, AreFoundByTheirKeys) {
  for (const SceneOverlayInfo& info : sceneOverlays()) {
    ASSERT_NE(findSceneOverlay(info.key), nullptr);
    EXPECT_EQ(findSceneOverlay(info.key)->member, info.member);
  }
  EXPECT_EQ(findSceneOverlay("inertia"), nullptr);
}

}  // namespace
}  // namespace tendril
