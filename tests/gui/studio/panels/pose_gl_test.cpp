// SPDX-License-Identifier: GPL-3.0-or-later
// Posing by hand in a real window; what is hidden, the ghost, the meshes: keys, tree, memory.
#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QPushButton>
#include <QToolButton>

#include <cmath>

#include "core/signals/signal_catalogue.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/pose/pose_editor.hpp"
#include "widgets/pose/pose_row.hpp"
#include "widgets/viewport/perturbation_overlay.hpp"

namespace tendril {
namespace {

class PosingTest : public StudioTest {
 protected:
  Viewport& viewport() { return window.view().viewport(); }
  void openStill(const QString& name) {
    open(copyOf(name), false);
    viewport().setFocus();
    untilStill();
  }
  QPoint onScreen(const Vec3& p) {
    const Vec3 s = viewport().camera().project(p, viewport().width(), viewport().height());
    return QPointF(s.x(), s.y()).toPoint();
  }
  const Snapshot& now() { return window.player().snapshot(); }
  /// A point of the view where a link's body is seen.
  QPoint bodyOf(int link) {
    const auto i = static_cast<std::size_t>(link);
    for (const double share : {0.6, 0.5, 0.7, 0.4, 0.8, 0.9, 0.3}) {
      Vec3 p = now().linkPoses[i].p + share * (now().tipPoses[i].p - now().linkPoses[i].p);
      if (now().model->links[i].body) {
        const auto first = static_cast<double>(now().firstSection[i]),
                   end = static_cast<double>(now().firstSection[i + 1]);
        p = now().sections[static_cast<std::size_t>(first + share * (end - first - 1))].p;
      }
      for (const int beside : {0, 4, -4, 8, -8}) {
        const QPoint at = onScreen(p) + QPoint(beside, 0);
        const Pick pick = viewport().pickAt(at);
        if (pick.kind == PickKind::kBody && pick.link == link) return at;
      }
    }
    ADD_FAILURE() << "link " << link << " is not seen";
    return {};
  }
  void press(const QPoint& at, Qt::KeyboardModifiers keys) { QTest::mousePress(&viewport(), Qt::LeftButton, keys, at); }
  void move(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys) {
    for (int k = 1; k <= 8; ++k) {
      const QPoint at = from + (to - from) * k / 8;
      QMouseEvent event(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, keys);
      QApplication::sendEvent(&viewport(), &event);
      QTest::qWait(20);
    }
  }
  void letGo(const QPoint& at, Qt::KeyboardModifiers keys) {
    QTest::mouseRelease(&viewport(), Qt::LeftButton, keys, at);
  }
  QString overlay() { return viewport().findChild<PerturbationOverlay*>()->text(); }
  QAction* action(Qt::Key key, Qt::KeyboardModifiers with = {}) {
    for (QAction* a : window.actions())
      if (a->shortcuts().contains(QKeySequence(with | key))) return a;
    return nullptr;
  }
  Pick under(const QPoint& at) { return viewport().pickAt(at); }
};

TEST_F(PosingTest, ACtrlDragWhilePausedPosesTheRobot) {
  for (const char* name : {"soft-manipulator", "double-pendulum", "hybrid-arm"}) {
    openStill(name);
    const VecX before = now().q;
    const int link = static_cast<int>(now().model->links.size()) - 1;
    const QPoint from = bodyOf(link), to = from + QPoint(-60, -40);  // inwards: within reach
    press(from, Qt::ControlModifier);
    move(from, to, Qt::ControlModifier);
    ASSERT_TRUE(soon([&] { return now().perturbation.left >= 0 && now().q != before; })) << name;
    // What is held is under the cursor, also where the robot cannot follow into the depth.
    EXPECT_TRUE(soon([&] { return now().perturbation.left < 0.02; })) << name << ' ' << now().perturbation.left;
    EXPECT_TRUE(soon([&] { return overlay().contains("Pose") || overlay().contains(u'°'); }))
        << overlay().toStdString();
    keep(QStringLiteral("pose-drag-") + name);
    EXPECT_NE(now().state, RunState::kRunning);
    VecX speeds = now().v;
    for (const PrescribedJoint& d : now().model->prescribedJoints) speeds[d.v] = 0;  // as their signals have them
    EXPECT_EQ(speeds, VecX::Zero(now().v.size()));
    EXPECT_EQ(time(), 0);
    letGo(to, Qt::ControlModifier);
    EXPECT_TRUE(soon([&] { return now().perturbation.left < 0; }));
    const VecX posed = now().q;
    EXPECT_GT((posed - before).norm(), 1e-3);
    EXPECT_TRUE(staysSo([&] { return now().q == posed; }, 300));
    EXPECT_FALSE(window.document().isDirty());
  }
}

TEST_F(PosingTest, ThePanelOpenedInAPauseShowsTheRobotAsItStands) {
  openStill("soft-manipulator");
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  untilStill();
  window.panels().showPanel("pose");
  auto* editor = window.findChild<PoseEditor*>();
  EXPECT_EQ(editor->configuration(), now().q);
  const std::vector<PoseEntry> entries = poseEntries(*now().model);
  const QList<PoseRow*> rows = editor->findChildren<PoseRow*>();
  ASSERT_EQ(rows.size(), static_cast<qsizetype>(entries.size()));
  for (qsizetype i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i]->slider().value(), entries[static_cast<std::size_t>(i)].value(now().q)) << i;
}

TEST_F(PosingTest, SlidersFollowAndTheInitialPoseIsAnEditThatCanBeUndone) {
  openStill("double-pendulum");
  window.panels().showPanel("pose");
  untilStill();
  const std::string before = text();
  const VecX start = now().model->q0;
  auto* editor = window.findChild<PoseEditor*>();
  auto* initial = window.findChild<QPushButton*>("poses:initial");
  EXPECT_FALSE(initial->isEnabled());
  const QPoint from = bodyOf(1), to = from + QPoint(60, -60);
  press(from, Qt::ControlModifier);
  move(from, to, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return now().q != start && editor->configuration() == now().q; }));
  letGo(to, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return now().perturbation.left < 0; }));
  const VecX posed = now().q;
  ASSERT_TRUE(initial->isEnabled());
  keep("pose-panel");
  QTest::mouseClick(initial, Qt::LeftButton);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return now().model->q0.isApprox(posed, 1e-12); }));
  EXPECT_TRUE(window.document().isDirty());
  window.player().reset();
  EXPECT_TRUE(soon([&] { return now().q.isApprox(posed, 1e-12); }));
  window.document().undo();
  EXPECT_EQ(text(), before);
}

TEST_F(PosingTest, InThePoseModeALeftDragTurnsTheLinksOwnJointAndHoldsTheTime) {
  open(copyOf("double-pendulum"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.1; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  viewport().setFocus();
  QTest::keyClick(&viewport(), Qt::Key_D);
  ASSERT_TRUE(viewport().isPosing());
  EXPECT_TRUE(window.findChild<QToolButton*>("poses:drag")->isChecked());
  EXPECT_TRUE(window.panels().isPanelVisible("pose"));
  untilStill();
  window.player().setSpeed(0.01);  // it does not run away from under the cursor
  window.player().play();
  const CameraView camera = viewport().camera();
  const QPoint from = bodyOf(1);
  press(from, {});
  move(from, from + QPoint(50, -50), {});
  ASSERT_TRUE(soon([&] { return now().perturbation.left >= 0; }));
  EXPECT_FALSE(running());
  keep("pose-mode");
  const double held = now().q[1];  // of the forearm; the upper arm is held
  EXPECT_TRUE(overlay().contains(u'°')) << overlay().toStdString();
  move(from + QPoint(50, -50), from + QPoint(80, -20), {});
  EXPECT_TRUE(staysSo([&] { return now().q[1] == held; }, 100)) << "only its own joint";
  letGo(from + QPoint(80, -20), {});
  EXPECT_EQ(viewport().camera().azimuth, camera.azimuth);
  // Beside the robot the view turns.
  press({30, 300}, {});
  move({30, 300}, {90, 300}, {});
  letGo({90, 300}, {});
  EXPECT_NE(viewport().camera().azimuth, camera.azimuth);
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_FALSE(viewport().isPosing());
  EXPECT_FALSE(window.findChild<QToolButton*>("poses:drag")->isChecked());
}

TEST_F(PosingTest, TwistsPoseTooAndOutOfReachIsSaid) {
  openStill("double-pendulum");
  const QPoint from = bodyOf(1);
  const VecX before = now().q;
  const Qt::KeyboardModifiers both = Qt::ControlModifier | Qt::ShiftModifier;
  press(from, both);
  move(from, from + QPoint(80, 0), both);
  ASSERT_TRUE(soon([&] { return now().perturbation.left >= 0 && now().q != before; }));
  letGo(from + QPoint(80, 0), both);
  ASSERT_TRUE(soon([&] { return now().perturbation.left < 0; }));
  const QPoint again = bodyOf(1), far = again + QPoint(-330, 200);
  press(again, Qt::ControlModifier);
  move(again, far, Qt::ControlModifier);
  EXPECT_TRUE(soon([&] { return overlay().contains("out of reach"); })) << overlay().toStdString();
  keep("pose-out-of-reach");
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_FALSE(viewport().isGrabbing());
  letGo(far, Qt::ControlModifier);
}

TEST_F(PosingTest, HidesAndShowsLinksWithTreeAndKeysInStep) {
  openStill("hybrid-arm");
  const int link = static_cast<int>(now().model->links.size()) - 1;
  const auto id = now().model->links.back().id;
  const QPoint at = bodyOf(link);
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(soon([&] { return !window.selection().isEmpty(); }));
  QTest::keyClick(&viewport(), Qt::Key_H);
  EXPECT_TRUE(soon([&] { return under(at).link != link; }));  // not picked
  EXPECT_TRUE(viewport().scene()->isHidden(link));
  const QModelIndex row = window.tree().indexOf({.kind = TreeItem::Kind::kLink, .id = id, .index = link});
  EXPECT_TRUE(window.tree().model()->data(row, Qt::UserRole + 3).toBool());  // TreeDelegate::kHidden
  keep("display-hidden");
  EXPECT_FALSE(window.document().isDirty());
  EXPECT_FALSE(window.document().document().canUndo());
  // Rebuilding the model keeps it hidden.
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("gravity", "[0, 0, -5]", problems));
  ASSERT_TRUE(settled());
  EXPECT_TRUE(soon([&] { return viewport().scene()->isHidden(link); }));
  window.document().undo();
  ASSERT_TRUE(settled());
  // The same key shows it again; the eye hides it; Shift+H shows all.
  QTest::keyClick(&viewport(), Qt::Key_H);
  EXPECT_FALSE(viewport().scene()->isHidden(link));
  Q_EMIT window.tree().visibilityRequested(id, false);
  EXPECT_TRUE(viewport().scene()->isHidden(link));
  QTest::keyClick(&viewport(), Qt::Key_H, Qt::ShiftModifier);
  EXPECT_FALSE(viewport().scene()->isHidden(link));
  // The slash leaves it alone in the view, and brings the others back.
  QTest::keyClick(&viewport(), Qt::Key_Slash);
  EXPECT_FALSE(viewport().scene()->isHidden(link));
  for (int other = 0; other < link; ++other) EXPECT_TRUE(viewport().scene()->isHidden(other)) << other;
  keep("display-isolated");
  QTest::keyClick(&viewport(), Qt::Key_Slash);
  for (int each = 0; each <= link; ++each) EXPECT_FALSE(viewport().scene()->isHidden(each)) << each;
}

TEST_F(PosingTest, RemembersWhatIsShownWithTheProject) {
  const QString path = copyOf("hybrid-arm");
  open(path, false);
  viewport().setFocus();
  window.selection().select(Target::link(now().model->links[1].id));
  QTest::keyClick(&viewport(), Qt::Key_H);
  QTest::keyClick(&viewport(), Qt::Key_G);
  QTest::keyClick(&viewport(), Qt::Key_W);
  ASSERT_TRUE(viewport().scene()->isHidden(1));
  ASSERT_TRUE(window.document().save());
  open(copyOf("soft-manipulator"), false);
  EXPECT_FALSE(action(Qt::Key_G)->isChecked());
  EXPECT_FALSE(viewport().scene()->isHidden(0));
  open(path, false);
  EXPECT_TRUE(soon([&] { return viewport().scene()->isHidden(1); }));
  EXPECT_TRUE(action(Qt::Key_G)->isChecked());
  EXPECT_TRUE(action(Qt::Key_W)->isChecked());
  EXPECT_FALSE(window.document().isDirty());
}

TEST_F(PosingTest, GhostAndMeshLookGoodInBothThemes) {
  for (const char* name : {"soft-manipulator", "hybrid-arm"}) {
    openStill(name);
    window.player().play();
    ASSERT_TRUE(soon([&] { return time() > 0.8; }));
    window.player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
    untilStill();
    const auto seen = [this] { return viewport().grabImage(viewport().size()); };
    const QImage plain = seen();
    QTest::keyClick(&viewport(), Qt::Key_G);
    EXPECT_TRUE(action(Qt::Key_G)->isChecked());
    EXPECT_TRUE(soon([&] { return seen() != plain; })) << "the ghost is to be seen";
    keep(QStringLiteral("display-ghost-") + name);
    const QImage ghost = seen();
    QTest::keyClick(&viewport(), Qt::Key_W);
    EXPECT_TRUE(soon([&] { return seen() != ghost; })) << "the mesh is to be seen";
    keep(QStringLiteral("display-mesh-") + name);
    AppTheme::instance().setMode(ThemeMode::kDark);
    keep(QStringLiteral("display-mesh-dark-") + name);
    AppTheme::instance().setMode(ThemeMode::kLight);
    QTest::keyClick(&viewport(), Qt::Key_G);
    EXPECT_FALSE(action(Qt::Key_G)->isChecked());
  }
}

TEST_F(PosingTest, PlotsWhatIsSelected) {
  openStill("hybrid-arm");
  QStringList asked;
  QObject::connect(&window.context(), &StudioContext::plotRequested, &window,
                   [&](const QString& signal) { asked << signal; });
  EXPECT_FALSE(action(Qt::Key_P)->isEnabled());
  const Model& model = *now().model;
  window.selection().select(Target::link(model.links.back().id));
  viewport().setFocus();
  QTest::keyClick(&viewport(), Qt::Key_P);
  EXPECT_FALSE(asked.isEmpty());
  const SignalCatalogue catalogue(model);
  for (const QString& name : asked) {
    bool known = false;
    for (const Signal& signal : catalogue.signals()) known = known || signal.name == name.toStdString();
    EXPECT_TRUE(known) << name.toStdString();
  }
  EXPECT_TRUE(window.panels().isPanelVisible("plots"));
}

TEST_F(PosingTest, SeveralLinksHaveOutlinesAndEscapeLeadsBackTheVeryWay) {
  openStill("double-pendulum");
  const QPoint at = bodyOf(1);
  std::vector<Target> down;
  for (int k = 0; k < 4; ++k) {
    QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
    ASSERT_EQ(window.selection().targets().size(), 1u);
    down.push_back(*window.selection().current());
    QTest::qWait(600);  // no double click
  }
  EXPECT_EQ(down[0].part, TargetPart::kWhole);
  EXPECT_EQ(down[1].part, TargetPart::kJoint);
  EXPECT_EQ(down[2].part, TargetPart::kBody);
  EXPECT_EQ(down[3].part, TargetPart::kStation);
  for (int k = 2; k >= 0; --k) {
    QTest::keyClick(&viewport(), Qt::Key_Escape);
    EXPECT_EQ(window.selection().current(), down[static_cast<std::size_t>(k)]) << k;
  }
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::ControlModifier, bodyOf(0));
  EXPECT_EQ(viewport().scene()->selection().size(), 2u);
  keep("selection-two");
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::ControlModifier, bodyOf(0));
  EXPECT_EQ(viewport().scene()->selection().size(), 1u);
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_TRUE(window.selection().isEmpty());
  QTest::mouseDClick(&viewport(), Qt::LeftButton, {}, bodyOf(1));
  EXPECT_LE(window.selection().targets().size(), 1u);
}

TEST(PosingWindow, MayGoAwayDuringADrag) {
  AppTheme::instance().install();
  auto window = std::make_unique<MainWindow>();
  window->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get(), 30000));
  window->openProject(findExamples().front().path, false);
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->player().snapshot().model != nullptr; }, 30000));
  Viewport& view = window->view().viewport();
  QPoint at;
  ASSERT_TRUE(QTest::qWaitFor(
      [&] {
        const Snapshot& now = window->player().snapshot();
        const Vec3 tip = view.camera().project(now.tipPoses.back().p, view.width(), view.height());
        at = QPointF(tip.x(), tip.y()).toPoint();
        return view.pickAt(at).kind != PickKind::kNothing;
      },
      30000))
      << "the robot is in the picture";
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, at);
  QMouseEvent move(QEvent::MouseMove, at + QPoint(30, 10), view.mapToGlobal(at + QPoint(30, 10)), Qt::NoButton,
                   Qt::LeftButton, Qt::ControlModifier);
  QApplication::sendEvent(&view, &move);
  EXPECT_TRUE(view.isGrabbing());
  window.reset();
}

}  // namespace
}  // namespace tendril
