// SPDX-License-Identifier: GPL-3.0-or-later
// Grabs of the robot in a real window: pulling, twisting, letting go, picking parts.
#include <QApplication>
#include <QMouseEvent>
#include <QSettings>
#include <cmath>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/viewport/perturbation_overlay.hpp"

namespace tendril {
namespace {

class PerturbationTest : public StudioTest {
 protected:
  Viewport& viewport() { return window.view().viewport(); }
  template <class Predicate>
  bool soon(Predicate predicate) {
    return QTest::qWaitFor(predicate, kPatience);
  }
  void openStill(const QString& name) {
    open(exampleNamed(name), false);
    viewport().endGrab();
    untilStill();
  }
  /// Where a world point stands in the view.
  QPoint onScreen(const Vec3& p) {
    const Vec3 s = viewport().camera().project(p, viewport().width(), viewport().height());
    return QPointF(s.x(), s.y()).toPoint();
  }
  Vec3 section(double share) {
    const auto& sections = window.player().snapshot().sections;
    return sections[static_cast<std::size_t>(share * static_cast<double>(sections.size() - 1))].p;
  }
  bool held() { return window.player().snapshot().perturbation.active; }
  void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys) {
    QTest::mousePress(&viewport(), Qt::LeftButton, keys, from);
    for (int k = 1; k <= 5; ++k) {
      const QPoint at = from + (to - from) * k / 5;
      QMouseEvent move(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, keys);
      QApplication::sendEvent(&viewport(), &move);
      QTest::qWait(20);
    }
  }
  void letGo(const QPoint& at, Qt::KeyboardModifiers keys) {
    QTest::mouseRelease(&viewport(), Qt::LeftButton, keys, at);
  }
  QString overlay() { return viewport().findChild<PerturbationOverlay*>()->text(); }
};

TEST_F(PerturbationTest, PullsTheMiddleOfASoftBodyAndLetsGo) {
  openStill("soft-manipulator");
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.2; }));
  const CameraView camera = viewport().camera();
  const std::uint64_t run = window.player().snapshot().run;
  const std::shared_ptr<const Model> model = window.player().snapshot().model;
  const QPoint from = onScreen(section(0.6)), to = from + QPoint(140, -20);
  drag(from, to, Qt::ControlModifier);
  ASSERT_TRUE(viewport().isGrabbing());
  ASSERT_TRUE(soon([&] { return held(); }));
  EXPECT_TRUE(soon([&] { return overlay().contains(QStringLiteral("N")); })) << overlay().toStdString();
  const double before = time();
  ASSERT_TRUE(soon([&] { return time() > before + 1.0; }));
  EXPECT_GT(onScreen(section(0.6)).x(), from.x() + 20);  // it has come along
  keep("perturbation-pull-soft");
  letGo(to, Qt::ControlModifier);
  EXPECT_FALSE(viewport().isGrabbing());
  EXPECT_TRUE(soon([&] { return !held(); }));
  EXPECT_EQ(window.player().snapshot().run, run);  // the history goes on
  EXPECT_EQ(window.player().snapshot().model, model);
  EXPECT_FALSE(window.document().isBuilding());
  EXPECT_EQ(viewport().camera().azimuth, camera.azimuth);
  EXPECT_EQ(window.player().state(), RunState::kRunning);
}

TEST_F(PerturbationTest, PullsARigidLinkAndAFloatingBase) {
  for (const char* name : {"hybrid-arm", "floating-star"}) {
    openStill(name);
    window.player().play();
    const auto& now = window.player().snapshot();
    QPoint from;
    bool found = false;
    for (std::size_t i = 0; i < now.linkPoses.size() && !found; ++i) {
      if (now.model->links[i].body) continue;
      from = onScreen(0.5 * (now.linkPoses[i].p + now.tipPoses[i].p));
      found = viewport().pickAt(from).kind == PickKind::kBody;
    }
    ASSERT_TRUE(found) << name;
    drag(from, from + QPoint(90, 60), Qt::ControlModifier);
    ASSERT_TRUE(soon([&] { return held(); })) << name;
    const double before = time();
    ASSERT_TRUE(soon([&] { return time() > before + 0.5; })) << name;
    keep(QStringLiteral("perturbation-pull-") + name);
    letGo(from + QPoint(90, 60), Qt::ControlModifier);
    EXPECT_TRUE(soon([&] { return !held(); }));
    EXPECT_NE(window.player().state(), RunState::kDiverged) << window.player().snapshot().failure;
  }
}

TEST_F(PerturbationTest, PullsTheMaterialOfAVolumeUnderTheCursor) {
  openStill("inflating-tube");
  const QPoint from = onScreen(section(0.7));
  ASSERT_EQ(viewport().pickAt(from).kind, PickKind::kBody);
  const Vec3 picked = viewport().pickAt(from).point;
  drag(from, from + QPoint(40, 0), Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return held() && window.player().snapshot().perturbation.left >= 0; }));
  EXPECT_TRUE(soon([&] {
    const QPoint shown = onScreen(window.player().snapshot().perturbation.point);
    return std::abs(shown.x() - from.x() - 40) <= 12 && std::abs(shown.y() - from.y()) <= 12;
  })) << onScreen(window.player().snapshot().perturbation.point).x() - from.x()
      << " of 40 pixels";
  EXPECT_GT((window.player().snapshot().perturbation.point - picked).norm(), 1e-4);  // it has come along
  letGo(from + QPoint(40, 0), Qt::ControlModifier);
  EXPECT_TRUE(soon([&] { return !held(); }));
}

TEST_F(PerturbationTest, TwistsWithShift) {
  openStill("soft-manipulator");
  window.player().play();
  const QPoint from = onScreen(section(0.8));
  drag(from, from + QPoint(150, 0), Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(soon([&] { return held(); }));
  EXPECT_TRUE(soon([&] { return overlay().contains(QStringLiteral("N·m")); })) << overlay().toStdString();
  const double before = time();
  ASSERT_TRUE(soon([&] { return time() > before + 0.5; }));
  keep("perturbation-twist");
  QTest::keyClick(&viewport(), Qt::Key_Escape);  // lets go, too
  EXPECT_FALSE(viewport().isGrabbing());
  EXPECT_TRUE(soon([&] { return !held(); }));
  letGo(from, Qt::ControlModifier);
}

TEST_F(PerturbationTest, TakesNothingOnEmptyGround) {
  openStill("soft-manipulator");
  const CameraView camera = viewport().camera();
  drag({20, 20}, {120, 80}, Qt::ControlModifier);
  EXPECT_FALSE(viewport().isGrabbing());
  EXPECT_EQ(viewport().camera().azimuth, camera.azimuth);
  letGo({120, 80}, Qt::ControlModifier);
  EXPECT_FALSE(held());
}

TEST_F(PerturbationTest, LetsGoWhenAnotherProjectOpens) {
  openStill("soft-manipulator");
  const QPoint from = onScreen(section(0.6));
  drag(from, from + QPoint(60, 0), Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return held(); }));
  open(exampleNamed("double-pendulum"), false);
  EXPECT_FALSE(viewport().isGrabbing());
  EXPECT_TRUE(soon([&] { return !held(); }));
}

TEST_F(PerturbationTest, ClicksDescendAndEscapeClimbs) {
  openStill("soft-manipulator");
  QPoint spot = onScreen(section(0.6));  // beside the tendons
  for (int k = 0; k < 20 && viewport().pickAt(spot).kind != PickKind::kBody; ++k) spot.rx() += k % 2 ? -k : k;
  ASSERT_EQ(viewport().pickAt(spot).kind, PickKind::kBody);
  const auto parts = [&] {
    std::vector<PickPart> out;
    for (const SceneSelection& s : viewport().scene()->selection()) out.push_back(s.part);
    return out;
  };
  using Parts = std::vector<PickPart>;
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, spot);
  EXPECT_EQ(parts(), Parts{PickPart::kLink});
  QTest::qWait(600);  // no double click
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, spot);
  EXPECT_EQ(parts(), Parts{PickPart::kBody});  // its joint is fixed
  QTest::qWait(600);
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, spot);
  EXPECT_EQ(parts(), Parts{PickPart::kStation});
  keep("selection-station");
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_EQ(parts(), Parts{PickPart::kBody});
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, {20, 20});
  EXPECT_TRUE(parts().empty());
}

TEST_F(PerturbationTest, HintsOnceThatTheRobotCanBeDragged) {
  QSettings().remove(QStringLiteral("hints/ctrlDrag"));
  open(exampleNamed("soft-manipulator"), true);
  const auto hinted = [&] { return overlay().contains(QStringLiteral("Ctrl-drag me")); };
  EXPECT_TRUE(soon(hinted));
  keep("perturbation-hint");
  EXPECT_TRUE(QSettings().value(QStringLiteral("hints/ctrlDrag")).toBool());
  EXPECT_TRUE(soon([&] { return !hinted(); })) << "it goes by itself";
  open(exampleNamed("double-pendulum"), true);
  ASSERT_TRUE(soon([&] { return running() && time() > 0; }));
  EXPECT_TRUE(staysSo([&] { return !hinted(); }, 2500)) << "twice as long as the first robot moved before its hint";
}

}  // namespace
}  // namespace tendril
