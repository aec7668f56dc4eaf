// SPDX-License-Identifier: GPL-3.0-or-later
// Walls of chambers picked in the view: what lights up, clicks, keys; the field that is set.
#include <cmath>

#include "studio/app/view/deformation_actions.hpp"
#include "studio/app/view/wall_picking.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// A gripper that lies along x, open where it is held.
const QByteArray kGripper = R"json({"format": "tendril", "version": 1, "name": "Gripper", "gravity": [0, 0, 0],
  "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5, "relaxation": 0.05}},
  "links": [{"name": "arm", "body": {"type": "primitives", "material": "m", "length": 0.08,
    "mesh": {"gripper": {"radius": 0.03, "inner": 0.02, "cap": 0.01, "tetrahedra": 1500}},
    "primitives": [{"type": "stretch", "modes": ["X"]}]}}],
  "actuators": [{"name": "air", "type": "pressure", "link": "arm", "surface": {"cylinder": {"radius": 0.01}}}]})json";

class WallTest : public StudioTest {
 protected:
  void openGripper() {
    open(written("gripper.tendril.json", kGripper), false);
    window.resize(1440, 900);
    select();
    ASSERT_TRUE(soon([&] { return action() && action()->isEnabled(); }));
  }
  void select() {
    window.selection().select(Target::object(TargetKind::kActuator, window.description().actuators.front().id));
  }
  /// Cut open along its axis: into the bore, towards the cap.
  void lookInside() {
    window.findChild<DeformationActions*>()->choose(
        {.field = SurfaceField::kNone, .cutting = true, .plane = {.axis = 1, .at = 0, .flipped = true}});
    CameraView camera = viewport().camera();
    camera.pivot = Vec3(0.04, 0, 0);
    camera.distance = 0.3;
    camera.azimuth = -0.3;
    camera.elevation = 0.3;
    viewport().setCamera(camera);
    ASSERT_GT(camera.direction().x(), 0.2) << "it sees the cap";
    ASSERT_TRUE(soon([&] { return viewport().deformationLook().cut.has_value(); }));
    ASSERT_TRUE(soon([&] {
      const Pick pick = viewport().pickAt(placeOf(bore));
      return pick.kind == PickKind::kBody && (pick.point - bore).norm() < 5e-3;
    })) << "the cut is not shown yet";
  }
  QAction* action() { return window.context().actions().find("pickWall"); }
  void begin() {
    ASSERT_TRUE(action()->isEnabled());
    action()->trigger();
    ASSERT_TRUE(picker().isPicking());
  }
  QPoint placeOf(const Vec3& point) {
    const Vec3 at = viewport().camera().project(point, viewport().width(), viewport().height());
    return {static_cast<int>(std::lround(at.x())), static_cast<int>(std::lround(at.y()))};
  }
  void hover(const Vec3& point) {
    QPointF seen;
    const auto each = QObject::connect(&picker(), &FacePicker::hoveredAt, [&](const QPointF& place) { seen = place; });
    // Again and again: the screen's own pointer, which lies somewhere else, may have its say once when a window comes.
    EXPECT_TRUE(soon([&] {
      if ((seen - placeOf(point)).manhattanLength() < 2) return true;
      QTest::mouseMove(&viewport(), placeOf(point) + QPoint(3, 2));
      QTest::mouseMove(&viewport(), placeOf(point));
      return false;
    })) << "the faces there are shown";
    QObject::disconnect(each);
  }
  void click(const Vec3& point) {
    hover(point);
    QTest::mouseClick(&viewport(), Qt::LeftButton, {}, placeOf(point));
  }
  const description::FoundSurface& wall() {
    const auto& chamber = std::get<description::PressureActuator>(window.description().actuators.front().type);
    return std::get<description::FoundSurface>(chamber.surface->value);
  }
  double area(const std::vector<FacePicker::Face>& faces) {
    double sum = 0;
    for (const auto& [a, b, c] : faces) sum += (b - a).cross(c - a).norm() / 2;
    return sum;
  }
  Viewport& viewport() { return window.view().viewport(); }
  FacePicker& picker() { return window.findChild<WallPicking*>()->picker(); }
  const Vec3 bore{0.045, 0.0195, 0}, cap{0.07, 0.008, 0}, held{-0.002, 0.01, 0};
};

TEST_F(WallTest, TheClickThatClosesTheWallSetsIt) {
  openGripper();
  lookInside();
  begin();
  hover(bore);
  ASSERT_TRUE(soon([&] { return !picker().hovered().empty(); }));
  EXPECT_NEAR(area(picker().hovered()) / (M_PI * 0.02 * 0.07), 1, 0.2) << "half of the bore is cut away";
  keep("wall-hovered-light");
  click(bore);
  EXPECT_TRUE(picker().isPicking()) << "it is open at the cap";
  EXPECT_NEAR(area(picker().chosen()) / (M_PI * 0.02 * 0.07), 1, 0.2);
  EXPECT_TRUE(wall().cylinder) << "nothing is set yet";
  EXPECT_TRUE(window.selection().current()) << "a click chooses nothing meanwhile";
  hover(cap);
  keep("wall-picked-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("wall-picked-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  click(cap);
  EXPECT_FALSE(picker().isPicking());
  ASSERT_EQ(wall().around.size(), 2u);
  EXPECT_FALSE(wall().cylinder);
  EXPECT_NEAR(wall().around[1][0].value, 0.07, 1e-4);
  const auto& first = wall().around[0];
  EXPECT_NEAR(std::hypot(first[1].value, first[2].value), 0.02, 0.001);
  EXPECT_EQ(window.document().document().undoCount(), 1u);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(soon([&] { return window.player().snapshot().model->nu == 1; }));
  keep("wall-set-light");
  window.document().undo();
  EXPECT_TRUE(wall().cylinder);
}

TEST_F(WallTest, PlusCrossesSharperEdges) {
  openGripper();
  lookInside();
  begin();
  for (int i = 0; i < 12; ++i) QTest::keyClick(&viewport(), Qt::Key_Plus);
  click(bore);
  EXPECT_FALSE(picker().isPicking()) << "one click takes the cap with it";
  ASSERT_EQ(wall().around.size(), 1u);
  EXPECT_NEAR(wall().angle.value, 100 * M_PI / 180, 1e-3);
}

TEST_F(WallTest, ClicksGiveBackAndEscapeLeavesAllAsItWas) {
  openGripper();
  lookInside();
  begin();
  click(bore);
  EXPECT_FALSE(picker().chosen().empty());
  click(bore);
  EXPECT_TRUE(picker().chosen().empty());
  click(bore);
  QTest::keyClick(&viewport(), Qt::Key_Backspace);
  EXPECT_TRUE(picker().chosen().empty());
  click(held);
  EXPECT_TRUE(picker().chosen().empty()) << "where it is held is no wall";
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_FALSE(picker().isPicking());
  EXPECT_EQ(window.document().document().undoCount(), 0u);
  EXPECT_TRUE(wall().cylinder);
  EXPECT_TRUE(window.selection().current());
}

TEST_F(WallTest, OtherThingsHaveNoWall) {
  openGripper();
  window.selection().clear();
  EXPECT_FALSE(action()->isEnabled());
  select();
  EXPECT_TRUE(action()->isEnabled());
  begin();
  window.selection().clear();
  EXPECT_FALSE(picker().isPicking());
}

}  // namespace
}  // namespace tendril
