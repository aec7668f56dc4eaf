// SPDX-License-Identifier: GPL-3.0-or-later
// Paths drawn in the view: clicks, drags, keys; the reference that becomes of them; points dragged while it runs.
#include <QLabel>
#include <QLineEdit>

#include <cmath>

#include "studio/app/view/path_drawing.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/viewport/path_bar.hpp"
#include "widgets/viewport/path_editor.hpp"

namespace tendril {
namespace {

/// Three hinges, a motor each, and a controller that leads the tip.
QByteArray ledArm() {
  QByteArray links, motors;
  for (int i = 0; i < 3; ++i) {
    const QByteArray n = QByteArray::number(i);
    links += QByteArray(i ? "," : "") + R"({"name": "l)" + n + R"(", "parent": ")" +
             (i ? "l" + QByteArray::number(i - 1) : QByteArray("world")) +
             R"(", "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [)" + (i ? "0.5" : "-0.8") +
             R"(], "damping": 0.01}, "body": {"type": "rigid", "mass": 0.3, "com": [0.1, 0, 0],
                 "inertia": [1e-4, 1e-3, 1e-3, 0, 0, 0], "tip": {"position": [0.2, 0, 0]},
                 "visual": {"cylinder": {"radius": 0.015, "length": 0.2}, "pose": {"position": [0.1, 0, 0]}}}})";
    motors += QByteArray(i ? "," : "") + R"({"name": "m)" + n + R"(", "type": "joint", "link": "l)" + n + R"("})";
  }
  return R"({"format": "tendril", "version": 1, "name": "Led arm", "links": [)" + links + R"(], "actuators": [)" +
         motors +
         R"(], "controllers": [{"name": "lead", "type": "task_space", "outputs": ["m0", "m1", "m2"], "link": "l2",
             "reference": {"type": "constant", "value": [0.5, 0, 0]}, "gains": {"proportional": 150, "derivative": 25}}]})";
}

/// Pixels that are clearly others; edges are smoothed a little differently in every picture.
int differences(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return a.width() * a.height();
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) count += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 24 ? 1 : 0;
  return count;
}

class PathTest : public StudioTest {
 protected:
  void openArm() {
    open(written("arm.tendril.json", ledArm()), false);
    window.resize(1440, 900);
    select();
    ASSERT_TRUE(soon([&] { return now().led.size() == 1; }));
    viewport().look(StandardView::kFront);
    const auto level = [&] { return std::hypot(viewport().camera().azimuth, viewport().camera().elevation) < 1e-9; };
    ASSERT_TRUE(soon(level)) << "the camera arrives in front";
  }
  void select() {
    window.selection().select(Target::object(TargetKind::kController, window.description().controllers.front().id));
  }
  void begin() {
    QAction* action = window.context().actions().find("drawPath");
    ASSERT_TRUE(action && action->isEnabled());
    action->trigger();
    ASSERT_TRUE(editor().isDrawing());
  }
  void clickAt(const QPointF& at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseMove(&viewport(), at.toPoint());
    QTest::mouseClick(&viewport(), Qt::LeftButton, modifiers, at.toPoint());
  }
  void dragFrom(const QPointF& from, const QPointF& by, bool release = true) {
    QTest::mousePress(&viewport(), Qt::LeftButton, {}, from.toPoint());
    for (int k = 1; k <= 5; ++k) QTest::mouseMove(&viewport(), (from + k / 5.0 * by).toPoint());
    if (release) QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, (from + by).toPoint());
  }
  const description::SplineMotion* spline() {
    const auto& law = std::get<description::TaskSpaceController>(window.description().controllers.front().type);
    return std::get_if<description::SplineMotion>(&law.reference.type);
  }
  Vec3 point(std::size_t i) {
    const auto& values = spline()->points[i].values;
    return {values[0].value, values[1].value, values[2].value};
  }
  Viewport& viewport() { return window.view().viewport(); }
  PathDrawing& drawing() { return *window.findChild<PathDrawing*>(); }
  PathEditor& editor() { return drawing().editor(); }
  const Snapshot& now() { return window.player().snapshot(); }
};

TEST_F(PathTest, ClicksBecomeASplineThatTheRobotFollows) {
  openArm();
  const Vec3 tip = now().led[0].actual.p;
  begin();
  EXPECT_TRUE(drawing().bar().isVisible());
  const QPointF start = editor().onScreen(0);
  clickAt(start + QPointF(-60, -70));
  clickAt(start + QPointF(-130, -40));
  EXPECT_EQ(editor().points().size(), 3u);
  EXPECT_TRUE(window.selection().current()) << "a click chooses nothing meanwhile";
  keep("path-drawing-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("path-drawing-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.resize(1100, 700);
  keep("path-drawing-minimum");
  window.resize(1440, 900);
  untilStill();
  viewport().setFocus();
  QTest::keyClick(&viewport(), Qt::Key_Return);
  ASSERT_TRUE(spline());
  EXPECT_EQ(window.document().document().undoCount(), 1u);
  ASSERT_EQ(spline()->points.size(), 3u);
  EXPECT_EQ(spline()->ends, description::SplineEnds::kRest);
  EXPECT_EQ(spline()->times[0].value, 0);
  EXPECT_LT((point(0) - tip).norm(), 1e-3);
  for (const std::size_t i : {1u, 2u}) EXPECT_NEAR(point(i).y(), tip.y(), 1e-3) << "in the plane that faces the camera";
  EXPECT_FALSE(drawing().bar().isVisible());
  ASSERT_TRUE(settled());
  window.player().play();
  const double end = spline()->times.back().value;
  ASSERT_TRUE(soon([&] { return time() > end + 1 || window.player().state() == RunState::kDiverged; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning) << now().failure;
  EXPECT_LT((now().led[0].actual.p - point(2)).norm(), 0.01);
  window.player().pause();
  keep("path-followed-light");
  window.document().undo();
  EXPECT_FALSE(spline());
}

TEST_F(PathTest, EscapeLeavesTheReferenceBackspaceTakesAPointBack) {
  openArm();
  const std::string before = text();
  begin();
  const QPointF start = editor().onScreen(0);
  clickAt(start + QPointF(-60, -70));
  clickAt(start + QPointF(-120, -70));
  QTest::keyClick(&viewport(), Qt::Key_Backspace);
  EXPECT_EQ(editor().points().size(), 2u);
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_FALSE(editor().isDrawing());
  EXPECT_EQ(text(), before);
  EXPECT_TRUE(window.selection().current());
  begin();
  QTest::keyClick(&viewport(), Qt::Key_Return);
  EXPECT_TRUE(editor().isDrawing()) << "one point is no path";
}

TEST_F(PathTest, AClickOnTheFirstPointClosesIt) {
  openArm();
  begin();
  const QPointF start = editor().onScreen(0);
  clickAt(start + QPointF(-60, -70));
  clickAt(start + QPointF(-120, -20));
  clickAt(start + QPointF(-60, 40));
  auto* speed = window.findChild<QLineEdit*>("pathSpeed");
  speed->setFocus();
  speed->selectAll();
  QTest::keyClicks(speed, "20 cm/s");
  QTest::keyClick(speed, Qt::Key_Return);
  viewport().setFocus();
  clickAt(start);
  EXPECT_FALSE(editor().isDrawing());
  ASSERT_TRUE(spline());
  EXPECT_EQ(spline()->ends, description::SplineEnds::kPeriodic);
  ASSERT_EQ(spline()->points.size(), 5u);
  EXPECT_EQ(point(0), point(4));
  double length = 0;
  for (std::size_t i = 1; i < 5; ++i) length += (point(i) - point(i - 1)).norm();
  EXPECT_NEAR(spline()->times.back().value - spline()->times.front().value, length / 0.2, 0.01 * length / 0.2);
}

TEST_F(PathTest, PointsAreDraggedAsOneStepWhileItRuns) {
  openArm();
  begin();
  const QPointF start = editor().onScreen(0);
  clickAt(start + QPointF(-60, -70));
  clickAt(start + QPointF(-130, -40));
  QTest::keyClick(&viewport(), Qt::Key_Return);
  ASSERT_TRUE(spline());
  ASSERT_TRUE(settled());
  EXPECT_EQ(editor().points().size(), 3u) << "of the selected path";
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.2; }));
  const std::size_t steps = window.document().document().undoCount();
  const Vec3 first = point(0), last = point(2);
  const CameraView camera = viewport().camera();
  dragFrom(editor().onScreen(2), {-30, -25});
  EXPECT_EQ(window.document().document().undoCount(), steps + 1);
  EXPECT_GT((point(2) - last).norm(), 1e-3);
  EXPECT_EQ(point(0), first);
  EXPECT_EQ(viewport().camera().azimuth, camera.azimuth) << "the view does not turn";
  EXPECT_FALSE(viewport().isGrabbing());
  EXPECT_EQ(window.player().state(), RunState::kRunning) << now().failure;
  ASSERT_TRUE(settled());
  window.document().undo();
  EXPECT_EQ(point(2), last);
  window.selection().clear();
  EXPECT_TRUE(editor().points().empty()) << "points of what is not selected are no handles";
}

TEST_F(PathTest, DragsBesidePointsTurnTheViewWhileDrawing) {
  openArm();
  begin();
  const double azimuth = viewport().camera().azimuth;
  dragFrom(QPointF(80, 200), {40, 0});
  EXPECT_NE(viewport().camera().azimuth, azimuth);
  EXPECT_EQ(editor().points().size(), 1u);
  clickAt(editor().onScreen(0) + QPointF(-60, -70));
  EXPECT_EQ(editor().points().size(), 2u);
  const Vec3 placed = editor().points()[1];
  dragFrom(editor().onScreen(1), {20, 10});
  EXPECT_NE(editor().points()[1], placed);
}

TEST_F(PathTest, OtherControllersHaveNoPath) {
  openArm();
  window.selection().clear();
  EXPECT_FALSE(window.context().actions().find("drawPath")->isEnabled());
  select();
  EXPECT_TRUE(window.context().actions().find("drawPath")->isEnabled());
}

TEST_F(PathTest, WhereControllersLeadIsShownAndSwitched) {
  openArm();
  begin();
  clickAt(editor().onScreen(0) + QPointF(-80, -120));
  clickAt(editor().onScreen(0) + QPointF(-190, -60));
  QTest::keyClick(&viewport(), Qt::Key_Return);
  ASSERT_TRUE(settled());
  window.selection().clear();
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 2; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  keep("led-shown-light");
  const auto picture = [&] { return viewport().grabImage(viewport().size()); };
  QAction* first = window.context().actions().find("overlay-references");
  ASSERT_TRUE(first);
  first->trigger(), first->trigger();  // pictures drawn after a change are smoothed alike
  const QImage both = picture();
  for (const char* name : {"overlay-references", "overlay-traces"}) {
    QAction* action = window.context().actions().find(name);
    ASSERT_TRUE(action && action->isChecked()) << name;
    action->trigger();
    const int without = differences(picture(), both);
    EXPECT_GT(without, 30) << name;
    action->trigger();
    EXPECT_LT(differences(picture(), both), without / 4) << name;
  }
}

}  // namespace
}  // namespace tendril
