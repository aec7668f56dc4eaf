// SPDX-License-Identifier: GPL-3.0-or-later
// An afternoon with the studio, by mouse and keyboard: open every example, play, pull sliders and the robot, edit while
// it moves, undo, redo, scrub, branch, save, reopen, export.
#include <QSlider>
#include <QStyle>

#include "core/session/engine/engine_thread.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/inputs/input_panel.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {
namespace {

class AfternoonTest : public StudioTest {
 protected:
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
    handleEvents();
  }
  /// Sets a field as the inspector does.
  void edit(const QString& path, const QString& json) {
    std::vector<Problem> problems;
    EXPECT_TRUE(window.document().setField(path, json, problems))
        << path.toStdString() << ": " << (problems.empty() ? "" : problems[0].text());
  }
  /// Where the world point of a link's tip is in the view.
  QPoint centreOfRobot() {
    Viewport& view = window.view().viewport();
    for (int ring = 0; ring < 200; ring += 4)
      for (int angle = 0; angle < 360; angle += 15) {
        const double turn = angle * 3.14159265 / 180;
        const QPointF at(view.width() / 2.0 + ring * std::cos(turn), view.height() / 2.0 + ring * std::sin(turn));
        if (view.pickAt(at).kind == PickKind::kBody) return at.toPoint();
      }
    ADD_FAILURE() << "no body in the picture";
    return {};
  }
};

TEST_F(AfternoonTest, EveryExamplePlaysAndIsEditedLive) {
  const std::uint64_t violations = engineViolations();
  for (const Example& example : findExamples()) {
    SCOPED_TRACE(example.title.toStdString());
    open(example.path, true);
    ASSERT_TRUE(soon([&] { return running() && time() > 0.05; }));
    const std::string start = text();
    const double before = time();
    edit("gravity[2]", "-3");
    edit("simulation.rho_inf", "0.7");
    edit("name", "\"changed\"");
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return time() > before; }));
    EXPECT_NE(text(), start);
    while (window.document().document().canUndo()) press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), start);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(window.document().isDirty());
  }
  EXPECT_EQ(engineViolations(), violations);
}

TEST_F(AfternoonTest, AHandPullsTheRobotAndLetsGo) {
  open(exampleNamed("soft-manipulator"), false);
  Viewport& view = window.view().viewport();
  ASSERT_TRUE(soon([&] { return view.frameMilliseconds() > 0; }));
  window.player().play();
  ASSERT_TRUE(soon([&] { return running(); }));
  const QPoint at = centreOfRobot();
  const std::uint64_t run = window.player().snapshot().run;
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, at);
  for (int i = 1; i <= 10; ++i) {
    QTest::mouseMove(&view, at + QPoint(8 * i, 0));
    QTest::qWait(20);
  }
  ASSERT_TRUE(soon([&] { return window.player().snapshot().perturbation.active; }));
  const double pulled = time();
  ASSERT_TRUE(soon([&] { return time() > pulled + 0.2; }));
  EXPECT_EQ(window.player().snapshot().run, run) << "grabbing goes on with the run";
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, at + QPoint(80, 0));
  EXPECT_TRUE(soon([&] { return !window.player().snapshot().perturbation.active; }));
  EXPECT_FALSE(window.document().isDirty()) << "a hand is no edit";
}

TEST_F(AfternoonTest, ASliderTakesOverFromItsSignalAndHandsBack) {
  open(exampleNamed("soft-manipulator"), true);
  window.panels().setWorkspace(Workspace::kAnalyse);
  window.panels().showPanel("inputs");
  auto* panel = window.findChild<InputPanel*>();
  ASSERT_TRUE(panel && soon([&] { return panel->isVisible() && panel->count() == 5 && time() > 0.1; }));
  const std::uint64_t run = window.player().snapshot().run;
  QSlider& slider = panel->findChildren<ValueSlider*>().front()->slider();
  const int knob = slider.style()->pixelMetric(QStyle::PM_SliderLength, nullptr, &slider);
  const int at = QStyle::sliderPositionFromValue(slider.minimum(), slider.maximum(), slider.sliderPosition(),
                                                 slider.width() - knob);
  const QPoint from(at + knob / 2, slider.height() / 2), to(slider.width() * 3 / 4, slider.height() / 2);
  QTest::mousePress(&slider, Qt::LeftButton, {}, from);
  for (int i = 1; i <= 5; ++i) QTest::mouseMove(&slider, from + (to - from) * i / 5);
  EXPECT_TRUE(soon([&] { return window.player().snapshot().inputs[0].held; }));
  EXPECT_TRUE(soon([&] { return window.player().snapshot().u[0] > 30; })) << "the signal stays below 10 N";
  const double pulled = time();
  EXPECT_TRUE(soon([&] { return time() > pulled + 0.1; }));
  QTest::mouseRelease(&slider, Qt::LeftButton, {}, to);
  EXPECT_TRUE(soon([&] { return !window.player().snapshot().inputs[0].held; }));
  EXPECT_TRUE(soon([&] { return window.player().snapshot().u[0] < 11; })) << "the signal is back";
  EXPECT_EQ(window.player().snapshot().run, run);
  EXPECT_FALSE(window.document().isDirty()) << "a hand is no edit";
}

TEST_F(AfternoonTest, ScrubBranchSaveReopen) {
  const QString file = copyOf("soft-manipulator");
  open(file, true);
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  window.player().seek(0.25);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().replaying; }));
  EXPECT_NEAR(time(), 0.25, 0.011);
  const std::uint64_t first = window.player().snapshot().run;
  press(Qt::Key_Space);
  ASSERT_TRUE(soon([&] { return running() && window.player().snapshot().run != first; }));
  EXPECT_EQ(window.player().shownRun()->parent, first);
  edit("materials.silicone.young", "7e5");
  EXPECT_TRUE(window.document().isDirty());
  const std::string edited = window.document().text();
  press(Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return !window.document().isDirty(); }));
  QFile saved(file);
  ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
  EXPECT_EQ(saved.readAll().toStdString(), edited);
  open(exampleNamed("hybrid-arm"), false);
  open(file, false);
  EXPECT_EQ(text(), edited);
}

}  // namespace
}  // namespace tendril
