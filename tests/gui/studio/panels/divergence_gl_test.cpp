// SPDX-License-Identifier: GPL-3.0-or-later
// A run that ends before its time: what is told of it, and changes that help, by click.
#include <QCheckBox>
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

/// Links in the colours of their shares: that of the stiff one is nearly 1, that of the other nearly 0.
TEST_F(DivergenceTest, TheSharesArePaintedOnTheRobotWhileThatIsWanted) {
  end();
  window.findChild<QAction*>("explainDivergence")->trigger();
  ASSERT_TRUE(soon([&] { return view().isVisible(); }));
  view().findChild<QSlider*>("divergenceStep")->setValue(0);  // later ones are far away
  struct Painted {
    int most = 0, least = 0;  ///< pixels in the colours of the ends: yellow, violet
  };
  const auto painted = [&] {
    const QImage image = window.view().viewport().grabImage({720, 450}, Backdrop::kNone);
    Painted out;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        out.most += c.red() > c.blue() + 70 && c.green() > c.blue() + 60;
        out.least += c.red() > c.green() + 25 && c.blue() > c.green() + 25;
      }
    return out;
  };
  auto* paint = view().findChild<QCheckBox*>("divergencePaint");
  ASSERT_TRUE(paint && paint->isChecked());
  const Painted on = painted();
  EXPECT_GT(on.most, 300);
  EXPECT_GT(on.least, 300);
  paint->click();
  const Painted off = painted();
  EXPECT_LT(off.most, on.most / 3);
  EXPECT_LT(off.least, on.least / 3);
  paint->click();
  const Painted again = painted();
  EXPECT_NEAR(again.most, on.most, 0.05 * on.most);
  EXPECT_NEAR(again.least, on.least, 0.05 * on.least);
  press("Implicit");  // another robot: what was found is not of it
  ASSERT_TRUE(settled());
  EXPECT_TRUE(soon([&] { return painted().most < on.most / 3; }));
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
