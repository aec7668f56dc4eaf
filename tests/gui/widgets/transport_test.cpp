// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/transport_bar.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "core/session/snapshot.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/transport/speed_scale.hpp"

namespace tendril {
namespace {

TEST(SpeedScale, GoesThereAndBack) {
  for (const double speed : kSpeeds) EXPECT_EQ(positionToSpeed(speedToPosition(speed)), speed);
  for (int position = 1; position <= kSpeedSteps; ++position)
    EXPECT_GE(positionToSpeed(position), positionToSpeed(position - 1)) << position;
}

TEST(SpeedScale, ClampsWhatLiesOutside) {
  EXPECT_EQ(positionToSpeed(-5), 0.01);
  EXPECT_EQ(positionToSpeed(1000), kMaxSpeed);
  EXPECT_EQ(speedToPosition(0), 0);
  EXPECT_EQ(speedToPosition(-1), 0);
  EXPECT_EQ(speedToPosition(std::numeric_limits<double>::quiet_NaN()), speedToPosition(1));
  EXPECT_LT(speedToPosition(1e9), kSpeedSteps);
}

TEST(SpeedScale, StepsThroughTheListedSpeeds) {
  EXPECT_EQ(nextSpeed(1, +1), 2);
  EXPECT_EQ(nextSpeed(1, -1), 0.5);
  EXPECT_EQ(nextSpeed(0.3, +1), 0.5);
  EXPECT_EQ(nextSpeed(0.3, -1), 0.25);
  EXPECT_EQ(nextSpeed(10, +1), kMaxSpeed);
  EXPECT_EQ(nextSpeed(kMaxSpeed, +1), kMaxSpeed);
  EXPECT_EQ(nextSpeed(kMaxSpeed, -1), 10);
  EXPECT_EQ(nextSpeed(0.01, -1), 0.01);
}

class TransportTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    window.resize(800, 600);
    window.show();
  }
  QWidget window;
  QAction reset{"Reset"}, back{"Step back"}, play{"Play"}, step{"Step"};
  TransportBar bar{{&reset, &back, &play, &step}, &window, &window};
};

TEST_F(TransportTest, OffersOnlyWhatIsPossible) {
  EXPECT_FALSE(play.isEnabled());  // nothing is loaded
  bar.setState(RunState::kReady, false);
  EXPECT_TRUE(play.isEnabled());
  EXPECT_FALSE(reset.isEnabled());
  EXPECT_FALSE(back.isEnabled());
  bar.setState(RunState::kRunning, true);
  EXPECT_EQ(play.text(), "Pause");
  EXPECT_TRUE(back.isEnabled());
  EXPECT_TRUE(reset.isEnabled());
  bar.setState(RunState::kDiverged, true);
  EXPECT_EQ(play.text(), "Try again");
}

TEST_F(TransportTest, SaysTheShortcutInTheTooltip) {
  play.setShortcut(Qt::Key_Space);
  const auto buttons = bar.findChildren<QToolButton*>();
  EXPECT_TRUE(std::any_of(buttons.begin(), buttons.end(),
                          [](QToolButton* button) { return button->toolTip().contains("(Space)"); }));
}

TEST_F(TransportTest, ShowingASpeedDoesNotAskForIt) {
  QSignalSpy spy(&bar, &TransportBar::speedChosen);
  bar.setSpeed(0.25);
  EXPECT_EQ(spy.count(), 0);
  EXPECT_EQ(bar.speed(), 0.25);
}

TEST_F(TransportTest, ThePresetsOfThePopoverChooseTheSpeed) {
  bar.show();
  auto* popover = window.findChild<SpeedPopover*>();
  ASSERT_TRUE(popover);
  QSignalSpy spy(&bar, &TransportBar::speedChosen);
  popover->openCentred();
  for (QToolButton* preset : popover->findChildren<QToolButton*>())
    if (preset->text() == "max") QTest::mouseClick(preset, Qt::LeftButton);
  ASSERT_EQ(spy.count(), 1);
  EXPECT_EQ(spy.front().front().toDouble(), kMaxSpeed);
  EXPECT_EQ(bar.speed(), kMaxSpeed);
}

TEST_F(TransportTest, APopoverClosesAtAClickElsewhereAndAtEscape) {
  auto* popover = window.findChild<SpeedPopover*>();
  popover->openCentred();
  QTest::mouseClick(&window, Qt::LeftButton, {}, {5, 5});
  EXPECT_FALSE(popover->isVisible());
  popover->openCentred();
  QTest::keyClick(popover, Qt::Key_Escape);
  EXPECT_FALSE(popover->isVisible());
}

}  // namespace
}  // namespace tendril
