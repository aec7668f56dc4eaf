// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does not do by itself: panels stay where they are, the camera stays where it is.
#include <QDockWidget>
#include <QSettings>
#include <QToolButton>

#include "studio/app/layouts/panel_overlay.hpp"
#include "studio/app/startup.hpp"
#include "studio/app/view/bars/out_of_view.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// A ball that falls, and springs that explicit steps are too long for, beside a block that stays.
constexpr auto kFalling = R"({"format": "tendril", "version": 1, "name": "Falling",
  "links": [{"name": "ball", "joint": {"type": "free"}, "pose": {"position": [0, 0, 0.5]},
             "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"sphere": 0.1}}}]})";
constexpr auto kDiverging = R"({"format": "tendril", "version": 1, "name": "Stiff", "gravity": [0, 0, 0],
  "simulation": {"integrator": "runge_kutta_4", "step": 0.001},
  "links": [{"name": "stiff", "pose": {"position": [0, 0, 0.2]},
             "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 1e7, "q0": [0.02]},
             "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.1, 0.1, 0.1]}}}]})";

class ViewRulesTest : public StudioTest {
 protected:
  void SetUp() override {
    QSettings().remove("layouts");
    QSettings().remove("lastLayout");
    StudioTest::SetUp();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
    handleEvents();
  }
  Viewport& viewport() { return window.view().viewport(); }
  bool isSame(const CameraView& before) {
    const CameraView& now = viewport().camera();
    return now.pivot == before.pivot && now.distance == before.distance && now.azimuth == before.azimuth &&
           now.elevation == before.elevation;
  }
  bool told() { return window.findChild<OutOfView*>()->isTold(); }
  /// What nothing lies over.
  QRect free() {
    QRect area = window.view().contentsRect();
    area.setBottom(window.transport().geometry().top());
    return area;
  }
};

TEST_F(ViewRulesTest, TheInspectorIsDockedAndStaysAtTheReferenceSize) {
  open(exampleNamed("soft-manipulator"), false);
  for (const int height : {900, 860}) {  // with and without a title bar on a screen of 900 rows
    window.resize(1440, height);
    for (const Workspace workspace : {Workspace::kBuild, Workspace::kRun}) {
      SCOPED_TRACE(testing::Message() << height << " rows, workspace " << static_cast<int>(workspace));
      window.panels().setWorkspace(workspace);
      window.panels().showPanel("inspector");
      untilStill();
      EXPECT_FALSE(window.panels().isOverlaid("inspector"));
      window.selection().select(Target::link(window.description().links[0].id, TargetPart::kBody));
      for (int i = 0; i < 4; ++i) press(Qt::Key_Escape);
      EXPECT_TRUE(window.selection().isEmpty());
      for (const char* panel : {"inspector", "tree"}) EXPECT_TRUE(window.panels().isPanelVisible(panel)) << panel;
      EXPECT_EQ(window.panels().isPanelVisible("plots"), workspace == Workspace::kRun);
    }
  }
}

TEST_F(ViewRulesTest, EscapeLeavesMessagesThatNobodyOpened) {
  openAndWait(written("bad.tendril.json", "{"));
  ASSERT_EQ(window.view().notices().cards().size(), 1u);
  for (int i = 0; i < 3; ++i) press(Qt::Key_Escape);
  EXPECT_EQ(window.view().notices().cards().size(), 1u);
  press(Qt::Key_Escape, Qt::ShiftModifier);
  EXPECT_TRUE(window.view().notices().cards().empty());
}

TEST_F(ViewRulesTest, FFramesIntoWhatIsNotCovered) {
  open(exampleNamed("soft-manipulator"), false);
  window.resize(1100, 700);
  untilStill();
  window.panels().setWorkspace(Workspace::kBuild);
  window.panels().showPanel("inspector");
  ASSERT_TRUE(soon([&] { return window.findChild<PanelOverlay*>()->isVisible(); }));
  viewport().setFocus();
  press(Qt::Key_F);
  untilStill();
  ASSERT_LT(free().right(), viewport().width() - 100) << "the panel lies over the view";
  QRectF seen;
  for (const Vec3& point : viewport().scene()->outline()) {
    const Vec3 at = viewport().camera().project(point, viewport().width(), viewport().height());
    EXPECT_TRUE(free().contains(QPoint(qRound(at.x()), qRound(at.y())))) << at.transpose();
    seen |= QRectF(at.x(), at.y(), 1, 1);
  }
  EXPECT_NEAR(seen.center().x(), free().center().x(), 0.1 * free().width());
  EXPECT_GT(std::max(seen.width() / free().width(), seen.height() / free().height()), 0.4) << "it fills the room";
  keep("framed-beside-panel-light");
}

TEST_F(ViewRulesTest, TheCameraStaysWhereItIsDuringARunAndAResetShowsTheRobot) {
  open(written("falling.tendril.json", kFalling), false);
  window.resize(1440, 900);
  untilStill();
  const CameraView before = viewport().camera();
  ASSERT_TRUE(viewport().showsRobot());
  window.player().play();
  ASSERT_TRUE(soon([&] { return !viewport().showsRobot(); }));
  EXPECT_TRUE(isSame(before));
  ASSERT_TRUE(soon([&] { return told(); }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  keep("out-of-view-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("out-of-view-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  EXPECT_FALSE(window.findChild<QToolButton*>("undoOutOfViewButton")->isVisible()) << "no edit has done it";
  auto* show = window.findChild<QToolButton*>("showRobotAgainButton");
  ASSERT_TRUE(show && show->isVisible());
  QTest::mouseClick(show, Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return viewport().showsRobot() && !told(); }));
  untilStill();
  ASSERT_FALSE(isSame(before)) << "it was asked to go there";
  press(Qt::Key_Home);
  EXPECT_TRUE(soon([&] { return time() == 0 && viewport().showsRobot(); }));
  untilStill();
  EXPECT_FALSE(told());
}

TEST_F(ViewRulesTest, ADivergingRobotDoesNotTakeTheCameraAlong) {
  open(written("diverging.tendril.json", kDiverging), false);
  untilStill();
  const CameraView before = viewport().camera();
  window.player().play();
  ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kDiverged; }));
  untilStill();
  EXPECT_TRUE(isSame(before));
  // The last good step is shown; where it is out of the picture, that is told and one click away.
  const bool shown = viewport().showsRobot();
  ASSERT_TRUE(shown || soon([&] { return told(); }));
  if (!shown) QTest::mouseClick(window.findChild<QToolButton*>("showRobotAgainButton"), Qt::LeftButton);
  EXPECT_TRUE(soon([&] { return viewport().showsRobot(); }));
  keep("diverged-view-light");
}

TEST_F(ViewRulesTest, ALookAtAPartOutlivesAReset) {
  open(exampleNamed("soft-manipulator"), false);
  untilStill();
  CameraView close = viewport().camera();
  close.distance /= 3;
  viewport().setCamera(close);
  window.player().step();
  ASSERT_TRUE(soon([&] { return time() > 0; }));
  press(Qt::Key_Home);
  ASSERT_TRUE(soon([&] { return time() == 0; }));
  untilStill();
  EXPECT_TRUE(isSame(close));
}

/// A floating base falls onto a floor that is there from the start; a switch takes it away.
TEST_F(ViewRulesTest, ANewFloatingBaseLandsOnASolidFloor) {
  window.document().newProject(LinkTemplate::kFloatingBase);
  ASSERT_TRUE(settled() && soon([&] { return viewport().scene() != nullptr; }));
  window.resize(1440, 900);
  untilStill();
  const auto height = [&] { return window.player().snapshot().linkPoses[0].p.z(); };
  ASSERT_NEAR(height(), 0.5, 1e-9);
  auto* floor = window.findChild<QToolButton*>("solidFloorButton");
  ASSERT_TRUE(floor && floor->isVisible());
  EXPECT_TRUE(floor->isChecked());
  keep("solid-floor-light");
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 1.5; }));
  EXPECT_NEAR(height(), 0.025, 0.005) << "half of its height";
  EXPECT_TRUE(viewport().showsRobot());
  press(Qt::Key_Home);
  ASSERT_TRUE(soon([&] { return time() == 0 && window.player().state() == RunState::kReady; }));
  QTest::mouseClick(floor, Qt::LeftButton);
  ASSERT_TRUE(settled());
  EXPECT_FALSE(floor->isChecked());
  EXPECT_TRUE(window.description().loads.empty());
  window.player().play();
  ASSERT_TRUE(soon([&] { return height() < -0.5; }));
  QTest::mouseClick(floor, Qt::LeftButton);
  EXPECT_EQ(window.description().loads.size(), 1u);
  EXPECT_EQ(window.document().document().undoCount(), 2u);
}

TEST_F(ViewRulesTest, TheFirstWindowFitsTheScreenWithItsDecoration) {
  QSettings().remove("geometry");
  MainWindow first;
  openAtStart(first, {});
  first.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&first, kPatience));
  const QRect screen = first.screen()->availableGeometry();
  EXPECT_TRUE(soon([&] { return screen.contains(first.frameGeometry()); }))
      << first.frameGeometry().width() << " x " << first.frameGeometry().height();
  EXPECT_EQ(first.size(), QSize(1440, 900)) << "this screen has room for it";
}

/// On other screens: as large as fits, never under its smallest size, its title always to be reached.
TEST(FirstGeometry, FitsEveryScreen) {
  const QMargins decoration(4, 37, 4, 4);
  const QSize wanted(1440, 900), least(1100, 700);
  for (const QRect& screen : {QRect(0, 0, 1440, 900), QRect(0, 27, 1366, 741), QRect(1920, 0, 1280, 800),
                              QRect(0, 0, 3840, 2160), QRect(-1920, 0, 1920, 1080)}) {
    const QRect place = firstGeometry(screen, decoration, wanted, least);
    EXPECT_TRUE(screen.contains(place.marginsAdded(decoration))) << screen.width() << " x " << screen.height();
    EXPECT_TRUE(place.width() <= wanted.width() && place.height() <= wanted.height());
    EXPECT_TRUE(place.width() >= least.width() && place.height() >= least.height());
  }
  EXPECT_EQ(firstGeometry({0, 0, 3840, 2160}, decoration, wanted, least).size(), wanted);
  const QRect small = firstGeometry({0, 0, 1024, 600}, decoration, wanted, least);
  EXPECT_EQ(small.size(), least);
  EXPECT_GE(small.top(), decoration.top());
  EXPECT_GE(small.left(), decoration.left());
}

}  // namespace
}  // namespace tendril
