// SPDX-License-Identifier: GPL-3.0-or-later
// Ends of loops picked in the view: frames, places along a rod, faces of a volume, the world; or begun by a card that
// is dragged there.
#include <QMimeData>

#include <cmath>

#include "core/model/body/face_frame.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/parts/loop_picking.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/parts/part_card.hpp"

namespace tendril {
namespace {

using Place = description::Attachment::Place;

class LoopPickingTest : public StudioTest {
 protected:
  enum Robot { kBlock, kRod, kBar };  // its links

  /// A block of rubber, a rod of silicone beside it, and a bar on a hinge.
  void openRobot() {
    open(written("loops.tendril.json", R"({"format": "tendril", "version": 1, "name": "Loops", "gravity": [0, 0, 0],
      "materials": {"silicone": {"young": 1e6, "poisson": 0.45, "density": 1000, "viscosity": 1e3},
        "rubber": {"model": "neo_hookean", "c1": 1e5, "density": 1000, "relaxation": 0.02}},
      "links": [
        {"name": "block", "pose": {"position": [0, 0.12, 0.2]},
         "body": {"type": "primitives", "material": "rubber", "length": 0.2,
                  "mesh": {"box": {"width": 0.08, "height": 0.08, "tetrahedra": 300}},
                  "primitives": [{"type": "bending_y", "modes": ["1/L", "x/L^2"]}]}},
        {"name": "rod", "pose": {"position": [0, -0.02, 0.2]},
         "body": {"type": "rod", "material": "silicone", "length": 0.3, "section": {"shape": "circle", "radius": 0.01},
                  "strain": {"bending_y": {"basis": "legendre", "order": 1}, "bending_z": {"basis": "legendre", "order": 1}}}},
        {"name": "bar", "pose": {"position": [0, -0.14, 0.2]}, "joint": {"type": "revolute", "axis": [0, 0, 1]},
         "body": {"type": "rigid", "mass": 0.1, "com": [0.1, 0, 0], "inertia": [1e-5, 1e-3, 1e-3, 0, 0, 0],
                  "tip": {"position": [0.2, 0, 0]}, "visual": {"box": [0.2, 0.02, 0.02], "pose": {"position": [0.1, 0, 0]}}}}]})"),
         false);
    window.resize(1440, 900);
    window.panels().setWorkspace(Workspace::kBuild);
    viewport().look(StandardView::kTop);
    untilStill();
  }

  Viewport& viewport() { return window.view().viewport(); }
  const Snapshot& now() { return window.player().snapshot(); }
  LoopPicking& picking() { return *window.findChild<LoopPicking*>(); }
  const std::vector<description::Loop>& loops() { return window.description().loops; }
  const std::string& nameOf(Robot link) { return window.description().links[link].name; }
  std::size_t undoCount() { return window.document().document().undoCount(); }

  QPoint onScreen(const Vec3& point) {
    const Vec3 at = viewport().camera().project(point, viewport().width(), viewport().height());
    return QPointF(at.x(), at.y()).toPoint();
  }
  QPoint alongRod(double station) { return onScreen(frameOf(now(), {.link = kRod, .at = station}).p); }
  /// On the upper side of the block.
  QPoint onBlock() { return onScreen(Vec3(0.113, 0.131, 0.24)); }
  QPoint tipOf(Robot link) { return onScreen(now().tipPoses[link].p); }
  QPoint baseOf(Robot link) { return onScreen(now().linkPoses[link].p); }
  QPoint beside() { return onScreen(Vec3(0.28, 0.2, 0.2)); }

  void begin() {
    window.findChild<QAction*>(QStringLiteral("pickLoop"))->trigger();
    ASSERT_TRUE(picking().isPicking());
  }
  void moveTo(const QPoint& at) { QTest::mouseMove(&viewport(), at); }
  void click(const QPoint& at) {
    moveTo(at);
    QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
  }
  void press(Qt::Key key) { QTest::keyClick(&viewport(), key); }
};

TEST_F(LoopPickingTest, JoinsAPlaceAlongARodAndAFaceOfAVolume) {
  openRobot();
  const std::string before = text();
  begin();
  moveTo(alongRod(0.4));
  ASSERT_TRUE(soon([&] { return picking().hovered().has_value(); }));
  EXPECT_EQ(picking().hovered()->at.place, Place::kStation);
  keep("loop-picking-first-light");
  click(alongRod(0.4));
  ASSERT_TRUE(picking().first());
  EXPECT_TRUE(loops().empty());
  moveTo(onBlock());
  ASSERT_TRUE(soon([&] { return picking().hovered() && picking().hovered()->at.place == Place::kPoint; }));
  keep("loop-picking-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  moveTo(onBlock() + QPoint(1, 0));
  keep("loop-picking-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  click(onBlock());
  EXPECT_FALSE(picking().isPicking());
  ASSERT_EQ(loops().size(), 1u);
  const description::Loop& loop = loops()[0];
  EXPECT_EQ(loop.a.link.name, nameOf(kRod));
  ASSERT_EQ(loop.a.at.place, Place::kStation);
  EXPECT_NEAR(loop.a.at.station.value, 0.4, 0.02);
  EXPECT_EQ(loop.b.link.name, nameOf(kBlock));
  ASSERT_EQ(loop.b.at.place, Place::kPoint);
  const auto& p = loop.b.at.point;
  const Vec3 material(p[0].value, p[1].value, p[2].value);
  EXPECT_LT((material - Vec3(0.113, 0.011, 0.04)).norm(), 0.012) << material.transpose();
  EXPECT_LT(faceFrameAt(surfaceCarrierOf(now().model->links[kBlock].body.get())->surface(), material).distance, 1e-4);
  EXPECT_EQ(window.selection().current(), Target::object(TargetKind::kLoop, loop.id));
  EXPECT_EQ(undoCount(), 1u);
  EXPECT_TRUE(soon([&] { return !window.view().notices().cards().empty(); })) << "the ends are apart";
  EXPECT_TRUE(window.view().notices().cards().front()->notice().title.contains("apart"));
  ASSERT_TRUE(settled() && soon([&] { return now().loops.size() == 1; }));
  keep("loop-picked-light");
  window.document().undo();
  EXPECT_EQ(text(), before);
}

TEST_F(LoopPickingTest, JoinsABaseAndATip) {
  openRobot();
  begin();
  click(tipOf(kBar) + QPoint(5, 3));
  ASSERT_TRUE(picking().first());
  click(tipOf(kBar));
  EXPECT_TRUE(picking().isPicking()) << "no loop joins a place with itself";
  click(baseOf(kRod) - QPoint(4, 4));
  ASSERT_EQ(loops().size(), 1u);
  EXPECT_EQ(loops()[0].a.link.name, nameOf(kBar));
  EXPECT_EQ(loops()[0].a.at.place, Place::kTip);
  EXPECT_EQ(loops()[0].b.link.name, nameOf(kRod));
  EXPECT_EQ(loops()[0].b.at.place, Place::kBase);
}

TEST_F(LoopPickingTest, BesideTheRobotTheWorldHolds) {
  openRobot();
  begin();
  click(beside());
  EXPECT_TRUE(picking().isPicking());
  EXPECT_FALSE(picking().first()) << "it begins at the robot";
  click(alongRod(0.7));
  ASSERT_TRUE(picking().first());
  press(Qt::Key_Backspace);
  EXPECT_FALSE(picking().first());
  click(alongRod(0.6));
  ASSERT_TRUE(picking().first());
  click(beside());
  ASSERT_EQ(loops().size(), 1u);
  const description::Loop& loop = loops()[0];
  EXPECT_EQ(loop.b.link.name, "world");
  EXPECT_EQ(loop.type, JointType::kSpherical);
  EXPECT_NEAR(loop.b.pose.position[0].value, 0.3 * loop.a.at.station.value, 1e-6);
  EXPECT_NEAR(loop.b.pose.position[1].value, -0.02, 1e-6);
  EXPECT_TRUE(window.view().notices().cards().empty()) << "it is closed as it stands";
}

TEST_F(LoopPickingTest, EscapeLeavesEverything) {
  openRobot();
  const std::string before = text();
  begin();
  click(tipOf(kBar));
  press(Qt::Key_Escape);
  EXPECT_FALSE(picking().isPicking());
  click(baseOf(kRod));
  EXPECT_EQ(text(), before);
  begin();
  EXPECT_FALSE(picking().first());
  press(Qt::Key_Escape);
}

/// What is dragged onto a place begins there.
TEST_F(LoopPickingTest, ACardThatIsLetGoBeginsThere) {
  openRobot();
  const QPointF at = alongRod(0.3);
  QMimeData data;
  data.setData(PartCard::kFormat, "loop");
  QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&viewport(), &enter);
  QDragMoveEvent move(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&viewport(), &move);
  EXPECT_TRUE(move.isAccepted());
  keep("loop-card-dragged-light");
  QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&viewport(), &drop);
  ASSERT_TRUE(picking().first());
  EXPECT_EQ(picking().first()->at.place, Place::kStation);
  EXPECT_NEAR(picking().first()->at.station.value, 0.3, 0.02);
  EXPECT_TRUE(loops().empty());
  click(tipOf(kBar));
  ASSERT_EQ(loops().size(), 1u);
  EXPECT_EQ(loops()[0].a.link.name, nameOf(kRod));
  EXPECT_EQ(loops()[0].b.link.name, nameOf(kBar));
}

}  // namespace
}  // namespace tendril
