// SPDX-License-Identifier: GPL-3.0-or-later
// A run that ends before its time: what is told of it, and changes that help, by click.
#include <QPushButton>
#include <QSlider>

#include "studio/app/panels/divergence/divergence_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/divergence/divergence_view.hpp"
#include "widgets/notice/notice_card.hpp"

namespace tendril {
namespace {

/// Two masses on springs; explicit steps are too long for the second one: ωh = 3.16.
constexpr auto kRobot = R"({"format": "tendril", "version": 1, "name": "Stiff", "gravity": [0, 0, 0],
  "simulation": {"integrator": "runge_kutta_4", "step": 0.001},
  "links": [
    {"name": "soft", "pose": {"position": [0, 0, 0.2]},
     "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 50, "q0": [0.02]},
     "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.1, 0.1, 0.1]}}},
    {"name": "stiff", "pose": {"position": [0, 0.3, 0.2]},
     "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 1e7, "q0": [0.02]},
     "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.1, 0.1, 0.1]}}}]})";

class DivergenceTest : public StudioTest {
 protected:
  void end() {
    open(written("stiff.tendril.json", kRobot), false);
    window.resize(1440, 900);
    window.player().play();
    ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kDiverged; }));
    ASSERT_TRUE(soon([&] { return view().text().contains("stiff"); })) << view().text().toStdString();
  }
  DivergenceView& view() { return window.findChild<DivergencePanel*>()->view(); }
  void press(const QString& text) {
    for (QPushButton* button : view().findChildren<QPushButton*>("divergenceCure"))
      if (button->text().contains(text)) return QTest::mouseClick(button, Qt::LeftButton);
    FAIL() << "no button " << text.toStdString();
  }
};

TEST_F(DivergenceTest, TheNoticeLeadsToWhatTheLastStepsShow) {
  end();
  ASSERT_FALSE(window.view().notices().cards().empty());
  const Notice notice = window.view().notices().cards().front()->notice();
  ASSERT_EQ(notice.actions.size(), 1);
  notice.actions.front()->trigger();
  ASSERT_TRUE(soon([&] { return view().isVisible(); }));
  ASSERT_FALSE(view().bars().shares().empty());
  EXPECT_EQ(view().bars().shares().front().link, "stiff");
  EXPECT_GT(view().bars().shares().front().share, 0.99);
  keep("divergence-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("divergence-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  QTest::mouseClick(&view().bars(), Qt::LeftButton, {}, QPoint(20, 8));
  EXPECT_EQ(window.selection().current()->id, window.description().links[1].id);
}

TEST_F(DivergenceTest, TheLastStepsAreShownOneByOne) {
  end();
  window.findChild<QAction*>("explainDivergence")->trigger();
  auto* slider = view().findChild<QSlider*>("divergenceStep");
  ASSERT_GT(slider->maximum(), 10);
  EXPECT_EQ(slider->value(), slider->maximum());
  slider->setValue(slider->maximum() - 3);
  EXPECT_TRUE(window.view().viewport().isShapeShown());
  slider->setValue(slider->maximum());
  EXPECT_FALSE(window.view().viewport().isShapeShown());
}

TEST_F(DivergenceTest, ACureIsAnEditThatCanBeUndone) {
  end();
  window.findChild<QAction*>("explainDivergence")->trigger();
  const std::string before = text();
  press("Implicit");
  EXPECT_EQ(window.description().simulation.integrator, description::Integrator::kGeneralizedAlpha);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return view().text().contains("changed"); })) << "what was told is no longer true";
  window.player().reset();
  window.player().play();
  EXPECT_TRUE(soon([&] { return time() > 0.3; }));
  EXPECT_TRUE(running());
  window.player().pause();
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
}

}  // namespace
}  // namespace tendril
