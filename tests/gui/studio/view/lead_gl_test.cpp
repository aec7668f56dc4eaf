// SPDX-License-Identifier: GPL-3.0-or-later
// The lead mode in a real window: a drag of the robot's tip makes its inputs follow through equilibria.
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>

#include <cmath>
#include <iostream>

#include "core/equilibria/statics.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/mouse_drag.hpp"
#include "widgets/inputs/input_row.hpp"
#include "widgets/viewport/perturbation_overlay.hpp"

namespace tendril {
namespace {

class LeadTest : public StudioTest {
 protected:
  Viewport& viewport() { return window.view().viewport(); }
  const Snapshot& now() { return window.player().snapshot(); }
  QPoint onScreen(const Vec3& p) {
    const Vec3 s = viewport().camera().project(p, viewport().width(), viewport().height());
    return QPointF(s.x(), s.y()).toPoint();
  }
  Vec3 tip() { return now().tipPoses.back().p; }
  /// A place of the view near the tip where the body is seen.
  QPoint hold() {
    const auto& sections = now().sections;
    for (std::size_t back = 2; back < 8 && back < sections.size(); ++back)
      for (const int beside : {0, 4, -4, 8, -8}) {
        const QPoint at = onScreen(sections[sections.size() - back].p) + QPoint(beside, 0);
        if (viewport().pickAt(at).kind == PickKind::kBody) return at;
      }
    ADD_FAILURE() << "the tip is not seen";
    return {};
  }
  void openToLead(const QString& name) {
    open(exampleNamed(name), false);
    QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);  // Analyse
    viewport().setFocus();
    untilStill();
    if (!viewport().isLeading()) QTest::keyClick(&viewport(), Qt::Key_D, Qt::ShiftModifier);
    ASSERT_TRUE(soon([&] { return viewport().isLeading(); }));
    untilStill();
  }
  void press(const QPoint& at) { QTest::mousePress(&viewport(), Qt::LeftButton, {}, at); }
  void move(const QPoint& from, const QPoint& to, int steps = 8) {
    for (int k = 1; k <= steps; ++k) {
      const QPoint at = from + (to - from) * k / steps;
      QMouseEvent event(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(&viewport(), &event);
      QTest::qWait(20);
    }
  }
  void letGo(const QPoint& at) { QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, at); }
  QString overlay() { return viewport().findChild<PerturbationOverlay*>()->text(); }
  QString banner() { return window.findChild<QLabel*>("viewBanner")->text(); }
  void expectEquilibrium() {
    Data data(*now().model);
    data.gravity = now().gravity;
    StaticsProblem given;
    given.t = now().t, given.u = now().u, given.q = now().q;
    const StaticsResult again = solveStatics(*now().model, data, given, {.preferStable = false});
    ASSERT_TRUE(again.converged) << again.failure;
    EXPECT_LE((again.q - now().q).norm(), 1e-6 * (1 + again.q.norm()));
    EXPECT_EQ(now().v.norm(), 0);
  }
};

TEST_F(LeadTest, TheTipFollowsTheCursorAndTheInputsFollowTheTip) {
  openToLead("soft-manipulator");
  EXPECT_TRUE(banner().contains("Drag a point"));
  const QPoint from = hold(), to = from + QPoint(40, -25);
  press(from);
  move(from, to);
  ASSERT_TRUE(soon([&] { return overlay().startsWith("reached"); })) << overlay().toStdString();
  ASSERT_TRUE(soon([&] { return banner().startsWith("Reached"); })) << banner().toStdString();
  letGo(to);
  ASSERT_TRUE(soon([&] { return now().state == RunState::kPaused; }));
  const QPoint there = onScreen(now().sections.back().p), was = from;
  EXPECT_GT((there - was).manhattanLength(), 20);
  EXPECT_GT(now().u.maxCoeff(), 1e-3);
  EXPECT_TRUE(now().inputs[0].held);
  expectEquilibrium();
  keep("lead-light");
  // It goes on from there: at rest.
  const VecX q = now().q;
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.3; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  EXPECT_LE((now().q - q).norm(), 1e-3 * (1 + q.norm()));
}

TEST_F(LeadTest, BeyondTheRangesItSaysHowFarAndWhichInputsAreAtTheirEnd) {
  openToLead("tendon-arm-3-segments");
  const QPoint from = hold(), to = QPoint(viewport().width() - 30, from.y());
  press(from);
  move(from, to, 12);
  ASSERT_TRUE(soon([&] { return overlay().startsWith("nearest") || overlay().startsWith("no equilibrium"); }))
      << overlay().toStdString();
  EXPECT_TRUE(overlay().contains("away"));
  ASSERT_TRUE(soon([&] { return banner().contains("at the end of their range"); })) << banner().toStdString();
  int amber = 0;
  for (const InputRow* row : window.findChildren<InputRow*>())
    for (const QLineEdit* number : row->findChildren<QLineEdit*>())
      amber += number->toolTip().contains("end of its range");
  EXPECT_GT(amber, 0);
  keepPicture(window.screenPicture(), "lead-nearest-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  untilStill();
  keepPicture(window.screenPicture(), "lead-nearest-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  letGo(to);
  EXPECT_FALSE(viewport().isGrabbing());
  expectEquilibrium();
}

TEST_F(LeadTest, EscapeGoesBackToWhereItBegan) {
  openToLead("kirchhoff-finger");
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.2; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  untilStill();
  const Snapshot before = now();
  const QPoint from = hold(), to = from + QPoint(-50, -30);
  press(from);
  move(from, to);
  ASSERT_TRUE(soon([&] { return now().q != before.q && now().inputs[0].held; }));
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  ASSERT_TRUE(soon([&] { return now().q == before.q; }));
  EXPECT_EQ(now().v, before.v);
  EXPECT_EQ(now().t, before.t);
  EXPECT_FALSE(now().inputs[0].held);
  letGo(to);
  EXPECT_TRUE(staysSo([&] { return now().q == before.q; }, 200));
  EXPECT_TRUE(viewport().isLeading()) << "the mode stays";
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_TRUE(soon([&] { return !viewport().isLeading() && banner().isEmpty(); }));
}

TEST_F(LeadTest, SaysWhereItCannotBe) {
  openToLead("soft-manipulator");
  open(exampleNamed("double-pendulum"), false);
  QAction* lead = nullptr;
  for (QAction* action : window.actions())
    if (action->objectName() == "leadByDragging") lead = action;
  ASSERT_NE(lead, nullptr);
  lead->setChecked(false);
  lead->setChecked(true);
  EXPECT_FALSE(lead->isChecked());
  EXPECT_FALSE(viewport().isLeading());
  // One left drag has one meaning.
  open(exampleNamed("soft-manipulator"), false);
  lead->setChecked(true);
  EXPECT_TRUE(viewport().isLeading());
  viewport().setFocus();
  QTest::keyClick(&viewport(), Qt::Key_D);
  EXPECT_TRUE(viewport().isPosing());
  EXPECT_FALSE(viewport().isLeading());
  lead->setChecked(true);
  EXPECT_FALSE(viewport().isPosing());
}

/// A drag of two seconds; how many equilibria it was led through is told.
TEST_F(LeadTest, FollowsADragThroughManyEquilibria) {
  for (const char* name : {"soft-manipulator", "tendon-arm-3-segments"}) {
    openToLead(name);
    const QPoint from = hold();
    int changes = 0;
    VecX last = now().q;
    const auto count = QObject::connect(&window.player(), &Player::frame, &window, [&](const Snapshot& s) {
      if (s.q.size() == last.size() && s.q != last) ++changes;
      last = s.q;
    });
    press(from);
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 2000) {
      const double angle = 3 * static_cast<double>(clock.elapsed()) / 1000;
      const QPoint at = from + QPointF(35 * std::sin(angle), 20 * (1 - std::cos(angle))).toPoint();
      QMouseEvent event(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(&viewport(), &event);
      QTest::qWait(8);
    }
    const double rate = changes / (static_cast<double>(clock.elapsed()) / 1000);
    letGo(from);
    QObject::disconnect(count);
    std::cout << name << ": " << rate << " equilibria a second\n";
    RecordProperty(name, std::to_string(rate));
    EXPECT_GT(changes, 5) << name;
  }
}

TEST_F(LeadTest, WorksWithTheMouseOfTheScreen) {
  openToLead("soft-manipulator");
  const QPoint from = hold();
  const VecX before = now().q;
  ASSERT_TRUE(dragByMouse(viewport(), from, from + QPoint(-30, -20)));
  ASSERT_TRUE(soon([&] { return now().q != before && now().u.maxCoeff() > 1e-3; }));
  ASSERT_TRUE(soon([&] { return banner().startsWith("Reached"); })) << banner().toStdString();
  expectEquilibrium();
}

}  // namespace
}  // namespace tendril
