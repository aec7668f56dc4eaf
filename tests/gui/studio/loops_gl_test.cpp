// SPDX-License-Identifier: GPL-3.0-or-later
// Closed machines in the window: drawn, picked, hidden, measured, plotted, at rest.
#include <QLabel>
#include <QToolButton>

#include "studio/app/panels/plots/plots_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/hud/force_legend.hpp"

namespace tendril {
namespace {

/// Three bars on two hinges, closed at the top; its gravity pulls along −y.
QByteArray fourBar() {
  const auto bar = [](const char* name, const char* parent, double x, double length, double angle) {
    return QStringLiteral(
               R"({"name": "%1", "parent": "%2", "pose": {"position": [%3, 0, 0]},
                   "joint": {"type": "revolute", "axis": [0, 0, 1], "q0": [%4], "damping": 0.02},
                   "body": {"type": "rigid", "mass": 1, "com": [%5, 0, 0], "inertia": [0.001, 0.01, 0.01, 0, 0, 0],
                            "tip": {"position": [%6, 0, 0]}}})")
        .arg(QLatin1String(name), QLatin1String(parent))
        .arg(x)
        .arg(angle)
        .arg(length / 2)
        .arg(length);
  };
  const QString text =
      QStringLiteral(
          R"({"format": "tendril", "version": 1, "name": "four-bar", "gravity": [0, -9.81, 0], "links": [)") +
      bar("crank", "world", 0, 0.12, 0.7) + ", " + bar("coupler", "crank", 0, 0.35, -0.0185) + ", " +
      bar("rocker", "world", 0.4, 0.3, 1.6924) +
      R"(], "loops": [{"name": "hinge", "type": "revolute", "a": {"link": "coupler"}, "b": {"link": "rocker"}}]})";
  return text.toUtf8();
}

class LoopsTest : public StudioTest {
 protected:
  void openFourBar(bool play = false) {
    open(written("four-bar.tendril.json", fourBar()), play);
    window.view().viewport().look(StandardView::kTop);
    untilStill();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
    untilStill();
  }
  Viewport& viewport() { return window.view().viewport(); }
  const LoopState& loop() { return window.player().snapshot().loops.at(0); }
  Target hinge() { return Target::object(TargetKind::kLoop, window.description().loops.at(0).id); }
  QPoint onScreen(const Vec3& point) {
    const Vec3 at = viewport().camera().project(point, viewport().width(), viewport().height());
    return QPointF(at.x(), at.y()).toPoint();
  }
};

TEST_F(LoopsTest, IsDrawnPickedAndFollowedByTreeAndInspector) {
  openFourBar();
  ASSERT_EQ(window.player().snapshot().loops.size(), 1u);
  const QPoint at = onScreen(loop().b.p);
  EXPECT_EQ(viewport().pickAt(at).kind, PickKind::kLoop);
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(soon([&] { return window.selection().current() == hinge(); }));
  ASSERT_EQ(window.tree().selected().size(), 1u);
  EXPECT_EQ(window.tree().selected()[0].kind, TreeItem::Kind::kLoop);
  EXPECT_EQ(viewport().scene()->selection().at(0).loop, 0);
  const auto* live = window.findChild<QLabel*>("inspector-live");
  ASSERT_NE(live, nullptr);
  EXPECT_TRUE(soon([&] { return live->text().contains("open by") && live->text().contains("holds"); }));
  EXPECT_TRUE(live->text().contains("imply"));  // of a plane machine three rows say nothing new
  keep("loop-selected-light");
  QTest::keyClick(&viewport(), Qt::Key_Escape);
  EXPECT_TRUE(soon([&] { return window.selection().isEmpty(); }));
  EXPECT_TRUE(soon([&] { return live->text().isEmpty(); }));
}

TEST_F(LoopsTest, IsHiddenAndShownAgain) {
  openFourBar();
  const auto picked = [&] { return viewport().pickAt(onScreen(loop().b.p)).kind; };
  window.selection().select(hinge());
  press(Qt::Key_H);
  EXPECT_NE(picked(), PickKind::kLoop);
  EXPECT_NE(window.document().document().studio("view").find("hinge"), std::string::npos);
  press(Qt::Key_H, Qt::ShiftModifier);
  EXPECT_EQ(picked(), PickKind::kLoop);
  auto* all = window.findChild<QAction*>("overlay-loops");
  ASSERT_NE(all, nullptr);
  all->trigger();
  EXPECT_NE(picked(), PickKind::kLoop);
  all->trigger();
  EXPECT_EQ(picked(), PickKind::kLoop);
  EXPECT_FALSE(window.document().isDirty());
}

TEST_F(LoopsTest, ForcesAreArrowsWithAScale) {
  openFourBar(true);
  ForceLegend& legend = window.view().forceLegend();
  EXPECT_FALSE(legend.isVisible());
  press(Qt::Key_F, Qt::ShiftModifier);
  ASSERT_TRUE(soon([&] { return legend.isVisible(); }));
  EXPECT_GT(legend.force(), 0);
  EXPECT_GT(viewport().scene()->forceScale().force, 0);
  EXPECT_TRUE(soon([&] { return time() > 0.3; }));
  EXPECT_TRUE(loop().loaded);
  keep("loop-forces-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("loop-forces-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press(Qt::Key_F, Qt::ShiftModifier);
  EXPECT_TRUE(soon([&] { return !legend.isVisible(); }));
}

TEST_F(LoopsTest, WhatItHoldsWithIsPlotted) {
  openFourBar(true);
  window.selection().select(hinge());
  press(Qt::Key_P);
  auto* plots = window.findChild<PlotsPanel*>();
  ASSERT_NE(plots, nullptr);
  const auto drawn = [&] {
    const PlotCard* card = plots->board().current();
    if (!card) return false;
    const auto& curves = card->canvas().curves();
    return std::any_of(curves.begin(), curves.end(),
                       [](const PlotCurve& curve) { return curve.name.startsWith("hinge.force."); });
  };
  EXPECT_TRUE(soon(drawn));
  EXPECT_TRUE(soon([&] { return time() > 0.5; }));
  keep("loop-plotted-light");
}

TEST_F(LoopsTest, ComesToRestClosedAndSaysThatItIsStable) {
  openFourBar();
  press(Qt::Key_E);
  const auto answered = [&] { return !window.view().notices().cards().empty(); };
  ASSERT_TRUE(soon(answered));
  EXPECT_TRUE(window.view().notices().cards().front()->notice().title.contains("stable"));
  ASSERT_TRUE(soon([&] { return !window.player().snapshot().solvingStatics; }));
  const Snapshot& now = window.player().snapshot();
  ASSERT_TRUE(now.statics && now.statics->converged);
  EXPECT_TRUE(now.q.isApprox(now.statics->q, 1e-12));
  EXPECT_LT(loop().distance, 1e-9);
  EXPECT_TRUE(now.v.isZero());
}

}  // namespace
}  // namespace tendril
