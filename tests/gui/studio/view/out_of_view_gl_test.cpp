// SPDX-License-Identifier: GPL-3.0-or-later
// An edit that takes the robot, or a link of it, far out of the picture: that is told, one click undoes it, and the
// camera comes back.
#include <QToolButton>

#include <cmath>

#include "studio/app/view/bars/out_of_view.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"

namespace tendril {
namespace {

constexpr auto kBlock = R"({"name": "block", "pose": {"position": [0.3, 0, 0.2]},
  "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.1, 0.1, 0.1]}}})";
constexpr auto kPost = R"({"name": "post", "pose": {"position": [0, 0, 0.2]},
  "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.05, 0.05, 0.4]}}})";
constexpr auto kFloating = R"({"name": "ball", "pose": {"position": [0, 0, 0.2]}, "joint": {"type": "free"},
  "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"sphere": 0.05}}})";

class OutOfViewTest : public InspectorHands {
 protected:
  void begin(const char* links) {
    open(
        written("robot.tendril.json",
                QByteArray(R"({"format": "tendril", "version": 1, "name": "Robot", "gravity": [0, 0, 0], "links": [)") +
                    links + "]}"),
        false);
    window.resize(1440, 900);
    window.panels().showPanel("inspector");
    window.selection().select(Target::link(window.description().links.back().id));
    handleEvents();
    showEverything();
    untilStill();
    before_ = viewport().camera();
  }
  void undo() { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); }
  void click(const char* name) { QTest::mouseClick(button(name), Qt::LeftButton); }
  QToolButton* button(const char* name) { return window.findChild<QToolButton*>(name); }
  Viewport& viewport() { return window.view().viewport(); }
  bool told() { return window.findChild<OutOfView*>()->isTold(); }
  bool isAt(const CameraView& camera) {
    const CameraView& now = viewport().camera();
    return (now.pivot - camera.pivot).norm() < 1e-9 && std::abs(now.distance - camera.distance) < 1e-9 &&
           std::abs(now.azimuth - camera.azimuth) < 1e-9 && std::abs(now.elevation - camera.elevation) < 1e-9;
  }
  CameraView before_;
};

TEST_F(OutOfViewTest, OneClickUndoesTheEditThatTookTheRobotAway) {
  begin(kBlock);
  const std::string project = text();
  type("links.block.pose.position[0]", "100 m");
  ASSERT_TRUE(soon([&] { return told(); }));
  EXPECT_FALSE(viewport().showsRobot());
  EXPECT_TRUE(isAt(before_)) << "the camera does not move unasked";
  EXPECT_TRUE(button("showRobotAgainButton")->isVisible());
  ASSERT_TRUE(button("undoOutOfViewButton")->isVisible());
  const QString name = QString::fromStdString(window.document().document().undoName());
  EXPECT_TRUE(button("undoOutOfViewButton")->toolTip().contains(name)) << "it says what would be undone";
  EXPECT_TRUE(button("undoOutOfViewButton")->text().startsWith("Undo: "));
  keep("out-of-view-edit-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("out-of-view-edit-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  click("undoOutOfViewButton");
  EXPECT_TRUE(soon([&] { return !told() && viewport().showsRobot(); }));
  untilStill();
  EXPECT_TRUE(isAt(before_));
  EXPECT_EQ(text(), project);
}

TEST_F(OutOfViewTest, AnUndoBringsTheCameraBackFromWhereItWasShown) {
  begin(kBlock);
  type("links.block.pose.position[0]", "100 m");
  ASSERT_TRUE(soon([&] { return told(); }));
  click("showRobotAgainButton");
  ASSERT_TRUE(soon([&] { return !told() && viewport().showsRobot(); }));
  untilStill();
  ASSERT_FALSE(isAt(before_));
  type("links.block.body.mass", "2");  // another step, which leaves it where it is
  ASSERT_TRUE(settled());
  undo();
  untilStill();
  EXPECT_FALSE(isAt(before_)) << "that step took nothing away";
  undo();
  EXPECT_TRUE(soon([&] { return isAt(before_) && viewport().showsRobot(); }));
  untilStill();
  EXPECT_FALSE(told());
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(soon([&] { return told() && button("undoOutOfViewButton")->isVisible(); })) << "done again";
}

TEST_F(OutOfViewTest, ALinkThatLeavesAloneIsNamed) {
  begin(QByteArray(kPost).append(',').append(kBlock).constData());
  type("links.block.pose.position[0]", "100 m");
  ASSERT_TRUE(soon([&] { return told(); }));
  EXPECT_TRUE(viewport().showsRobot()) << "the other one is still there";
  EXPECT_TRUE(button("showRobotAgainButton")->text().contains("block"));
  EXPECT_TRUE(button("undoOutOfViewButton")->isVisible());
  keep("out-of-view-link-light");
  click("undoOutOfViewButton");
  EXPECT_TRUE(soon([&] { return !told(); }));
  EXPECT_EQ(window.description().links[1].pose.position[0].value, 0.3);
  // A little beyond the edge is no accident.
  CameraView close = viewport().camera();
  close.pivot = Vec3(0, 0, 0.2), close.distance = 1;
  viewport().setCamera(close);
  ASSERT_TRUE(settled());
  untilStill();
  ASSERT_TRUE(viewport().showsLink(1));
  type("links.block.pose.position[0]", "0.65 m");
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return !viewport().showsLink(1); }));
  EXPECT_TRUE(staysSo([&] { return !told(); }, 1000));
}

TEST_F(OutOfViewTest, HandsThatHaveMovedTheCameraKeepIt) {
  begin(QByteArray(kPost).append(',').append(kBlock).constData());
  type("links.block.pose.position[0]", "100 m");
  ASSERT_TRUE(soon([&] { return told(); }));
  click("showRobotAgainButton");
  ASSERT_TRUE(soon([&] { return !told(); }));
  untilStill();
  const QPoint from(200, 300), to(260, 320);
  QTest::mousePress(&viewport(), Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, to, viewport().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&viewport(), &move);
  QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, to);
  const CameraView chosen = viewport().camera();
  undo();
  ASSERT_TRUE(soon([&] { return window.player().snapshot().linkPoses[1].p.x() < 1; }));
  EXPECT_TRUE(staysSo([&] { return isAt(chosen); }, 1000));
}

/// What runs on may leave a little later; without an edit nothing is there to be undone.
TEST_F(OutOfViewTest, ARunThatLeavesSoonAfterAnEditOffersToUndoIt) {
  begin(kFloating);
  window.player().play();
  ASSERT_TRUE(soon([&] { return running(); }));
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("gravity", "[60, 0, 0]", problems));
  ASSERT_TRUE(soon([&] { return told(); }));
  EXPECT_TRUE(button("undoOutOfViewButton")->isVisible());
  click("undoOutOfViewButton");
  EXPECT_EQ(window.description().gravity[0].value, 0);
  EXPECT_TRUE(soon([&] { return !button("undoOutOfViewButton")->isVisible(); }));
  EXPECT_TRUE(told()) << "it flies on";
}

}  // namespace
}  // namespace tendril
