// SPDX-License-Identifier: BSD-3-Clause
// A body that render has never heard of (a telescope) is drawn, ringed and pointed at by what Body says of it.
#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <array>
#include <cmath>
#include <numbers>

#include "core/math/so3.hpp"
#include "render/scene/material_point.hpp"
#include "render/scene/robot_scene.hpp"
#include "render/scene/station_rings.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/soft_surface.hpp"
#include "tests/core/model/body/telescope.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

constexpr double kTube = 0.03, kPiston = 0.02;  // m: radii of the first quarter and of the rest
constexpr double kFloat = 1e-6;                 // m: pictures are made of floats

/// A telescope of 0.4 m at (0.3, −0.2, 0.5) along the world's y, drawn out to 0.5 m.
struct Drawn {
  Drawn() {
    ModelSpec spec;
    LinkSpec mast = test::link("mast", kWorld);
    mast.pose = Pose{expSO3<double>(std::numbers::pi / 2 * Vec3::UnitZ()), Vec3(0.3, -0.2, 0.5)};
    mast.body = tests::makeTelescope({.length = 0.4, .base = {}, .load = {}, .tube = kTube, .piston = kPiston});
    spec.links.push_back(std::move(mast));
    model = std::make_shared<const Model>(std::move(spec));
    snapshot = test::snapshotAt(model, VecX::Constant(1, 0.1), {});
  }
  std::shared_ptr<const Model> model;
  Snapshot snapshot;
};

/// A point of the world in the axes of the link: along it from 0 to 0.5, then the section's y and z.
Vec3 onLink(const double* world) {
  return {world[1] + 0.2, 0.3 - world[0], world[2] - 0.5};
}

TEST(ForeignBody, IsDrawnAsItsSectionsAlongItsFrames) {
  const Drawn drawn;
  const std::unique_ptr<SoftSurface> surface = makeSoftSurface(*drawn.model->links[0].body);
  ASSERT_TRUE(surface);
  surface->update(drawn.snapshot, 0);
  vtkPolyData* mesh = surface->surface();
  double first = HUGE_VAL, last = 0;
  int onTube = 0, onPiston = 0;
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i) {
    const Vec3 at = onLink(mesh->GetPoint(i));
    const double away = at.tail<2>().norm(), steps = std::atan2(at.z(), at.y()) / (std::numbers::pi / 20);
    first = std::min(first, at.x()), last = std::max(last, at.x());
    const bool tube = at.x() > 0.005 && at.x()<0.12, piston = at.x()> 0.13 && at.x() < 0.495;
    if (!tube && !piston) continue;  // near the ends edges are rounded
    EXPECT_NEAR(away, tube ? kTube : kPiston, kFloat) << at.transpose();
    EXPECT_NEAR(steps, std::round(steps), 1e-3) << at.transpose();  // 40 vertices around
    tube ? ++onTube : ++onPiston;
  }
  EXPECT_NEAR(first, 0, kFloat);
  EXPECT_NEAR(last, 0.5, kFloat);
  EXPECT_GE(onTube, 20 * 40);
  EXPECT_EQ(onTube % 40, 0);
  EXPECT_GE(onPiston, 20 * 40);
  EXPECT_EQ(onPiston % 40, 0);
}

TEST(ForeignBody, HasRingsAroundItsSections) {
  const Drawn drawn;
  StationRings rings;
  rings.update(drawn.snapshot);
  for (const auto& [at, radius] : {std::pair(0.1, kTube), std::pair(0.25, kTube), std::pair(0.7, kPiston)}) {
    rings.select(*drawn.model, {{.link = 0, .part = PickPart::kStation, .at = at}}, 0.5, {});
    vtkPoints* points = vtkPolyData::SafeDownCast(rings.actor()->GetMapper()->GetInput())->GetPoints();
    ASSERT_GE(points->GetNumberOfPoints(), 40);
    for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i) {
      const Vec3 point = onLink(points->GetPoint(i));
      EXPECT_NEAR(point.x(), 0.5 * at, kFloat);
      EXPECT_NEAR(point.tail<2>().norm(), 1.04 * radius, kFloat);
    }
  }
}

TEST(ForeignBody, IsPointedAtWhereItsPiecesAre) {
  const Drawn drawn;
  // A quarter of its frames' way is not a quarter of its own: two of four frames stand where the tube ends.
  for (const double at : {0.1, 0.6, 0.95}) {
    const Vec3 world(0.3 + kPiston, -0.2 + 0.5 * at, 0.5);
    const MaterialPoint point = materialPointAt(drawn.snapshot, 0, world);
    ASSERT_TRUE(point.at);
    EXPECT_NEAR(*point.at, at, 1e-12);
    EXPECT_NEAR((frameOf(drawn.snapshot, point).p - Vec3(0.3, -0.2 + 0.5 * at, 0.5)).norm(), 0, 1e-12);
    EXPECT_NEAR((point.offset - Vec3(0, -kPiston, 0)).norm(), 0, 1e-12);
  }
}

TEST(ForeignBody, HasASizeForWhatIsDrawnAroundIt) {
  const Drawn drawn;
  EXPECT_NEAR(baseRadius(drawn.model->links[0]), kTube, 1e-12);
  EXPECT_NEAR(robotSize(*drawn.model).length, 0.4, 1e-12);
  RobotScene scene(drawn.model);
  ASSERT_TRUE(scene.update(drawn.snapshot));
  EXPECT_TRUE(scene.problems().empty());
  ASSERT_TRUE(scene.bodyActor(0));
  const std::array expected = {0.3 - kTube, 0.3 + kTube, -0.2, 0.3, 0.5 - kTube, 0.5 + kTube};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(scene.bodyActor(0)->GetBounds()[i], expected[i], kFloat) << i;
}

}  // namespace
}  // namespace tendril
