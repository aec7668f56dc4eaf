// SPDX-License-Identifier: GPL-3.0-or-later
// Handles in the window, by the mouse: frames, sizes, forces, routes; one step of undo each, also while it runs.
#include <QLineEdit>
#include <QToolButton>

#include "studio/app/view/handles/handle_controller.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/handles/handle_bar.hpp"
#include "widgets/handles/handle_layer.hpp"

namespace tendril {
namespace {

/// A block on a hinge, a soft rod at its tip with a tendon and a force, a ball beside it.
constexpr auto kRobot = R"({"format": "tendril", "version": 1, "name": "Handles", "gravity": [0, 0, 0],
  "materials": {"silicone": {"young": 1e6, "poisson": 0.5, "density": 1000, "viscosity": 1e4}},
  "links": [
    {"name": "arm", "pose": {"position": [0, 0, 0.3]},
     "joint": {"type": "revolute", "axis": [0, 1, 0], "limits": [[-1, 1]], "damping": 5},
     "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "tip": {"position": [0.2, 0, 0]},
              "visual": {"box": [0.2, 0.04, 0.04], "pose": {"position": [0.1, 0, 0]}}}},
    {"name": "soft", "parent": "arm",
     "body": {"type": "rod", "material": "silicone", "length": 0.3,
              "section": {"shape": "circle", "radius": 0.015},
              "strain": {"bending_y": {"basis": "legendre", "order": 1}, "bending_z": {"basis": "legendre", "order": 1}}}}],
  "actuators": [{"name": "cable", "type": "tendon", "route": [{"link": "soft", "y": 0, "z": 0.012}]}],
  "loads": [{"name": "push", "type": "point_wrench", "link": "soft", "at": 0.5, "wrench": [0, 0, 0, 0, 0, 0.15]}],
  "objects": [{"name": "ball", "shape": {"sphere": 0.03}, "mass": 0.1, "pose": {"position": [0.2, 0, 0.05]}}]})";

class HandlesTest : public StudioTest {
 protected:
  void openRobot() {
    open(written("handles.tendril.json", kRobot), false);
    window.resize(1440, 900);
    viewport().look(StandardView::kFront);
    const auto level = [&] { return std::hypot(viewport().camera().azimuth, viewport().camera().elevation) < 1e-9; };
    ASSERT_TRUE(soon(level)) << "the camera arrives in front";
    untilStill();
  }
  void select(std::size_t link, TargetPart part = TargetPart::kWhole) {
    window.selection().select(Target::link(window.description().links[link].id, part));
  }
  /// Index of the handle, once the view has taken in what was done before.
  int labelled(const QString& label) {
    untilStill();
    const std::vector<Handle>& handles = layer().handles();
    for (std::size_t i = 0; i < handles.size(); ++i)
      if (handles[i].label == label) return static_cast<int>(i);
    return -1;
  }
  QPointF at(const HandleGrip& grip) {
    const auto place = layer().onScreen(grip);
    EXPECT_TRUE(place) << grip.handle << ' ' << static_cast<int>(grip.grip);
    return place.value_or(QPointF());
  }
  void drag(const QPointF& from, const QPointF& by, Qt::KeyboardModifiers modifiers = {}, bool release = true) {
    QTest::mouseMove(&viewport(), from.toPoint());
    QTest::mousePress(&viewport(), Qt::LeftButton, {}, from.toPoint());
    for (int k = 1; k <= 5; ++k) {
      QMouseEvent move(QEvent::MouseMove, from + k / 5.0 * by, viewport().mapToGlobal(from + k / 5.0 * by),
                       Qt::NoButton, Qt::LeftButton, modifiers);
      QCoreApplication::sendEvent(&viewport(), &move);
    }
    if (release) QTest::mouseRelease(&viewport(), Qt::LeftButton, modifiers, (from + by).toPoint());
  }
  double number(const description::Number& value) { return value.value; }
  const description::Link& link(std::size_t i) { return window.description().links[i]; }
  std::size_t steps() { return window.document().document().undoCount(); }
  Viewport& viewport() { return window.view().viewport(); }
  HandleController& handles() { return *window.findChild<HandleController*>(); }
  HandleLayer& layer() { return handles().layer(); }
  double metresPerPixel() { return viewport().camera().metresPerPixel(viewport().height()); }
};

TEST_F(HandlesTest, AJointFrameMovesAlongItsAxisAsOneStep) {
  openRobot();
  EXPECT_FALSE(layer().isVisible()) << "nothing is selected";
  select(0);
  ASSERT_TRUE(layer().isVisible());
  EXPECT_TRUE(handles().bar().isVisible());
  keep("handles-link-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("handles-link-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  untilStill();
  const CameraView camera = viewport().camera();
  const int frame = labelled("Joint frame");
  ASSERT_GE(frame, 0);
  drag(at({frame, Grip::kAxis, 2}), {3, -60});
  EXPECT_EQ(steps(), 1u);
  EXPECT_NEAR(number(link(0).pose.position[2]), 0.3 + 60 * metresPerPixel(), 4 * metresPerPixel());
  EXPECT_EQ(number(link(0).pose.position[0]), 0);
  EXPECT_EQ(viewport().camera().azimuth, camera.azimuth) << "the view does not turn";
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().linkPoses[0].p.z() > 0.31; }));
  window.document().undo();
  EXPECT_EQ(number(link(0).pose.position[2]), 0.3);
}

TEST_F(HandlesTest, WhatHangsOnAJointIsSeenThereBeforeTheRobotIsBuilt) {
  openRobot();
  select(0);
  const int frame = labelled("Joint frame");
  ASSERT_GE(frame, 0);
  const auto shown = [&] { return viewport().shownPose().linkPoses[1].p.z(); };
  const auto rise = [&] { return number(link(0).pose.position[2]) - 0.3; };
  const std::uint64_t generation = window.player().snapshot().generation;
  const double before = shown();
  drag(at({frame, Grip::kAxis, 2}), {0, -60}, {}, false);
  EXPECT_EQ(window.player().snapshot().generation, generation) << "no event has been worked off since";
  EXPECT_GT(rise(), 0.01);
  EXPECT_NEAR(shown(), before + rise(), 1e-9);
  ASSERT_TRUE(settled());
  untilStill();
  EXPECT_NE(window.player().snapshot().generation, generation);
  EXPECT_NEAR(shown(), before + rise(), 1e-6) << "the robot itself, and not moved twice";
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_EQ(rise(), 0);
  EXPECT_NEAR(shown(), before, 1e-6) << "at once, too";
  QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, {700, 400});
  ASSERT_TRUE(settled());
  untilStill();
  EXPECT_NEAR(shown(), before, 1e-6);
}

TEST_F(HandlesTest, RingsTurnAndShiftSnaps) {
  openRobot();
  select(0);
  const int frame = labelled("Joint frame");
  const QPointF middle = at({frame, Grip::kFree, 0});
  // seen from the front, the ring about y is a circle; a quarter of the way from its right end
  const QPointF from = middle + kRingPixels * QPointF(std::cos(0.4), std::sin(0.4));
  const QPointF to = middle + kRingPixels * QPointF(std::cos(0.93), std::sin(0.93));
  drag(from, to - from, Qt::ShiftModifier);
  ASSERT_TRUE(link(0).pose.rpy);
  EXPECT_NEAR(number((*link(0).pose.rpy)[1]), 30 * CameraView::kDegree, 1e-12) << "0.53 rad snap to 30°";
  EXPECT_EQ(number((*link(0).pose.rpy)[0]), 0);
  drag(at({frame, Grip::kAxis, 0}), {40, 23}, {}, false);
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, {700, 400});
  EXPECT_EQ(number(link(0).pose.position[0]), 0) << "Escape takes the drag back";
  EXPECT_EQ(steps(), 1u);
  EXPECT_FALSE(layer().isHeld());
}

TEST_F(HandlesTest, AClickOpensAFieldForTheNumber) {
  openRobot();
  select(0);
  const int frame = labelled("Joint frame");
  const QPoint arrow = at({frame, Grip::kAxis, 2}).toPoint();
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, arrow);
  ASSERT_TRUE(layer().field());
  keep("handles-typing-light");
  QTest::keyClicks(layer().field(), "no number");
  QTest::keyClick(layer().field(), Qt::Key_Return);
  ASSERT_TRUE(layer().field()) << "what is no number stays";
  EXPECT_FALSE(layer().field()->toolTip().isEmpty());
  layer().field()->selectAll();
  QTest::keyClicks(layer().field(), "45 cm");
  QTest::keyClick(layer().field(), Qt::Key_Return);
  EXPECT_FALSE(layer().field());
  EXPECT_EQ(number(link(0).pose.position[2]), 0.45);
  EXPECT_EQ(steps(), 1u);
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at({frame, Grip::kAxis, 2}).toPoint());
  ASSERT_TRUE(layer().field());
  QTest::keyClick(layer().field(), Qt::Key_Escape);
  EXPECT_FALSE(layer().field());
  EXPECT_EQ(steps(), 1u);
  EXPECT_TRUE(window.selection().current()) << "Escape closed the field, not more";
}

TEST_F(HandlesTest, SizesRoutesAndForcesAreDraggedWhileItRuns) {
  openRobot();
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.1; }));
  select(1);
  const int length = labelled("Length");
  ASSERT_GE(length, 0);
  drag(at({length, Grip::kValue, 0}), {50, 0});
  const auto& rod = std::get<description::RodBody>(*link(1).body);
  EXPECT_GT(number(rod.single.length), 0.3 + 20 * metresPerPixel());
  EXPECT_EQ(steps(), 1u);
  ASSERT_TRUE(settled());
  EXPECT_EQ(window.player().state(), RunState::kRunning) << window.player().snapshot().failure;
  const int radius = labelled("Radius");
  ASSERT_GE(radius, 0);
  drag(at({radius, Grip::kValue, 0}), {0, -30});
  EXPECT_GT(
      number(std::get<description::CircleSection>(std::get<description::RodBody>(*link(1).body).single.section.shape)
                 .radius.start),
      0.02);
  EXPECT_EQ(steps(), 2u);
  window.selection().select(Target::object(TargetKind::kActuator, window.description().actuators[0].id));
  const int offset = labelled("Offset");
  ASSERT_GE(offset, 0);
  keep("handles-tendon-light");
  const int to = labelled("To");
  ASSERT_GE(to, 0);
  drag(at({to, Grip::kValue, 0}), {-60, 0});
  const auto& route = std::get<description::TendonActuator>(window.description().actuators[0].type).route[0];
  EXPECT_LT(number(route.to), 0.95);
  EXPECT_GT(number(route.to), 0.3);
  EXPECT_EQ(steps(), 3u);
  window.selection().select(Target::object(TargetKind::kLoad, window.description().loads[0].id));
  const int force = labelled("Force");
  ASSERT_GE(force, 0);
  ASSERT_TRUE(soon([&] { return viewport().scene()->forceScale().force > 0; })) << "it has an arrow in the view";
  keep("handles-force-light");
  const double perNewton = layer().handles()[static_cast<std::size_t>(labelled("Force"))].scale;
  EXPECT_NEAR(perNewton, lengthsOf(viewport().scene()->forceScale()).force, 1e-12) << "one arrow, not two";
  drag(at({force, Grip::kValue, 0}), {0, -70});
  const auto& wrench = std::get<description::PointWrench>(window.description().loads[0].type).wrench;
  EXPECT_GT(wrench[5].value, 0.2);
  const double grown = 70 * metresPerPixel() / perNewton;
  EXPECT_NEAR(wrench[5].value, 0.15 + grown, 0.2 * grown);
  EXPECT_EQ(wrench[0].value, 0);
  EXPECT_EQ(steps(), 4u);
  EXPECT_EQ(window.player().state(), RunState::kRunning) << window.player().snapshot().failure;
}

TEST_F(HandlesTest, AMomentIsDrawnOutOfNothingBesideItsPlace) {
  openRobot();
  window.selection().select(Target::object(TargetKind::kLoad, window.description().loads[0].id));
  const int moment = labelled("Moment"), place = labelled("Acts at");
  ASSERT_GE(moment, 0);
  const QPointF from = at({moment, Grip::kValue, 0});
  EXPECT_GT(QLineF(from, at({place, Grip::kValue, 0})).length(), 12) << "both can be grabbed";
  drag(from, {-50, -40}, {}, false);
  EXPECT_LT(QLineF(at({moment, Grip::kValue, 0}), from + QPointF(-50, -40)).length(), 30) << "it follows the hand";
  QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, (from + QPointF(-50, -40)).toPoint());
  const auto entry = [&](std::size_t k) {
    return std::get<description::PointWrench>(window.description().loads[0].type).wrench[k].value;
  };
  EXPECT_GT(std::hypot(entry(0), entry(2)), 1e-3);
  EXPECT_EQ(entry(1), 0) << "in the plane of the picture";
  EXPECT_EQ(entry(5), 0.15) << "the force stays";
  EXPECT_EQ(steps(), 1u);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(soon([&] { return viewport().scene()->forceScale().torque > 0; })) << "the view has its arrow";
  keep("handles-moment-light");
  window.document().undo();
  EXPECT_EQ(entry(0), 0);
}

TEST_F(HandlesTest, ObjectsAndStopsHaveThem) {
  openRobot();
  window.selection().select(Target::object(TargetKind::kObject, window.description().objects[0].id));
  const int start = labelled("Start");
  ASSERT_GE(start, 0);
  drag(at({start, Grip::kPlane, 1}), {-40, -30});
  EXPECT_LT(number(window.description().objects[0].pose.position[0]), 0.19);
  EXPECT_GT(number(window.description().objects[0].pose.position[2]), 0.06);
  EXPECT_EQ(number(window.description().objects[0].pose.position[1]), 0);
  select(0, TargetPart::kJoint);
  ASSERT_GE(labelled("Axis"), 0);
  ASSERT_GE(labelled("Upper stop"), 0);
  keep("handles-joint-light");
  const int lower = labelled("Lower stop");
  drag(at({lower, Grip::kValue, 0}), {25, 25});
  EXPECT_NE(number(*link(0).joint.limits[0][0]), -1);
  EXPECT_EQ(number(*link(0).joint.limits[0][1]), 1);
}

TEST_F(HandlesTest, TheyBelongToBuildAndCanBePutAway) {
  openRobot();
  select(0);
  EXPECT_TRUE(layer().isVisible());
  window.panels().setWorkspace(Workspace::kRun);
  EXPECT_FALSE(layer().isVisible());
  EXPECT_FALSE(handles().bar().isVisible());
  window.panels().setWorkspace(Workspace::kBuild);
  EXPECT_TRUE(layer().isVisible());
  window.context().actions().trigger("handles");
  EXPECT_FALSE(layer().isVisible());
  window.context().actions().trigger("handles");
  EXPECT_TRUE(layer().isVisible());
  auto* world = window.findChild<QToolButton*>("handlesWorldAxesButton");
  ASSERT_TRUE(world);
  QTest::mouseClick(world, Qt::LeftButton);
  EXPECT_TRUE(world->isChecked());
  const CameraView camera = viewport().camera();
  QTest::mousePress(&viewport(), Qt::LeftButton, {}, {900, 150});
  QTest::mouseMove(&viewport(), {960, 190});
  QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, {960, 190});
  EXPECT_NE(viewport().camera().azimuth, camera.azimuth) << "beside handles the view turns";
  EXPECT_EQ(steps(), 0u);
}

}  // namespace
}  // namespace tendril
