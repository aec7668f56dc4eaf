// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QDir>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>

#include <test_paths.hpp>
#include "tests/support/events.hpp"
#include "widgets/inputs/input_panel.hpp"
#include "widgets/inputs/input_row.hpp"
#include "widgets/slider/log_slider.hpp"
#include "widgets/slider/value_slider.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SliderScale, SpansTheBounds) {
  const SliderScale scale(2, 12);
  EXPECT_EQ(scale.position(2), 0);
  EXPECT_EQ(scale.position(12), SliderScale::kSteps);
  EXPECT_EQ(scale.position(-100), 0);
  EXPECT_EQ(scale.position(std::nan("")), 0);
  EXPECT_DOUBLE_EQ(scale.value(SliderScale::kSteps / 2), 7);
}

TEST(SliderScale, WidensAtOpenEndsOnly) {
  SliderScale open(0, kInfinity);
  EXPECT_TRUE(open.include(37));
  EXPECT_DOUBLE_EQ(open.high(), 50);
  EXPECT_FALSE(open.include(20));
  EXPECT_FALSE(open.include(-4));
  EXPECT_DOUBLE_EQ(open.low(), 0);
  SliderScale both(-kInfinity, kInfinity);
  EXPECT_TRUE(both.include(-0.3e3));
  EXPECT_DOUBLE_EQ(both.low(), -500);
  EXPECT_FALSE(both.include(kInfinity));
  EXPECT_TRUE(both.include(1e300));
  EXPECT_TRUE(std::isfinite(both.high()));
  SliderScale closed(-1, 1);
  EXPECT_FALSE(closed.include(5));
}

TEST(SliderScale, ABoundBelowZeroStaysASpan) {
  for (const SliderScale scale : {SliderScale(-kInfinity, -20), SliderScale(50, kInfinity), SliderScale(3, 3)}) {
    EXPECT_LE(scale.low(), scale.high());
    EXPECT_TRUE(std::isfinite(scale.value(0)) && std::isfinite(scale.value(SliderScale::kSteps)));
  }
}

TEST(ValueSlider, APressOnTheGrooveJumpsThereAndDragsOn) {
  AppTheme::instance().install();
  ValueSlider slider("pull", "N", 0, 10);
  slider.resize(400, 40);
  static_cast<QWidget&>(slider).show();
  QStringList told;
  QObject::connect(&slider, &ValueSlider::grabbed, [&] { told << "grabbed"; });
  QObject::connect(&slider, &ValueSlider::moved, [&](double) { told << "moved"; });
  QObject::connect(&slider, &ValueSlider::letGo, [&] { told << "let go"; });
  const int wide = slider.slider().width(), middle = slider.slider().height() / 2;
  QTest::mousePress(&slider.slider(), Qt::LeftButton, {}, {wide * 3 / 4, middle});
  EXPECT_NEAR(slider.value(), 7.5, 0.3);
  EXPECT_EQ(told, (QStringList{"grabbed", "moved"}));
  QTest::mouseMove(&slider.slider(), {wide / 4, middle});
  EXPECT_NEAR(slider.value(), 2.5, 0.3);
  QTest::mouseRelease(&slider.slider(), Qt::LeftButton, {}, {wide / 4, middle});
  EXPECT_EQ(told.back(), "let go");
  EXPECT_EQ(told.count("grabbed"), 1);
}

TEST(LogSlider, GoesByPowersOfTenAndHasZero) {
  LogSlider slider;
  slider.setShown(158);
  EXPECT_EQ(slider.valueAt(0), 0);
  EXPECT_DOUBLE_EQ(slider.valueAt(1), 0.1);
  EXPECT_NEAR(slider.valueAt(LogSlider::kSteps), 1e5, 1e-6);
  EXPECT_NEAR(slider.valueAt(slider.value()), 158, 2);
  EXPECT_EQ(slider.place(-3), 0);
  slider.setShown(0);
  EXPECT_EQ(slider.value(), 0);
  EXPECT_DOUBLE_EQ(slider.valueAt(1), 0.1) << "zero says nothing of the span";
  slider.setShown(2e7);
  EXPECT_NEAR(slider.valueAt(slider.value()), 2e7, 2e5);
  slider.setShown(std::nan(""));
  EXPECT_NEAR(slider.valueAt(slider.value()), 2e7, 2e5);
}

TEST(LogSlider, KeepsItsSpanUnderAHand) {
  LogSlider slider;
  slider.setShown(1);
  QSignalSpy moved(&slider, &LogSlider::moved);
  slider.setSliderDown(true);
  slider.setValue(slider.value() + LogSlider::kPerDecade);
  ASSERT_EQ(moved.count(), 1);
  EXPECT_NEAR(moved.last()[0].toDouble(), 10, 1e-9);
  slider.setShown(1e9);
  EXPECT_NEAR(slider.valueAt(slider.value()), 10, 1e-9);
  slider.setSliderDown(false);
  slider.setShown(1e9);
  EXPECT_NEAR(slider.valueAt(slider.value()), 1e9, 1e7);
  EXPECT_EQ(moved.count(), 1) << "only hands move it";
}

class InputsTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    panel.resize(360, 300);
    panel.setInputs(
        {{"tendon 1", "N", "tension", 0, 30, true}, {"motor", "N·m", "torque", -kInfinity, kInfinity, false}});
    panel.show();
    handleEvents();
    panel.setValues({{12.5, false}, {0, false}});
  }
  InputRow* row(const QString& name) { return panel.findChild<InputRow*>("input:" + name); }
  QSlider* slider(const QString& name) { return row(name)->findChild<QSlider*>(); }
  QLineEdit* number(const QString& name) { return row(name)->findChild<QLineEdit*>(); }
  QToolButton* hand(const QString& name) { return row(name)->findChild<QToolButton*>("hand"); }
  /// Drags the handle by pixels.
  void drag(const QString& name, int pixels, bool letGo = true) {
    QSlider* target = slider(name);
    const double share = static_cast<double>(target->value()) / target->maximum();
    const QPoint handle(8 + static_cast<int>(share * (target->width() - 16)), target->height() / 2);
    QTest::mousePress(target, Qt::LeftButton, {}, handle);
    QTest::mouseMove(target, handle + QPoint(pixels, 0));
    if (letGo) QTest::mouseRelease(target, Qt::LeftButton, {}, handle + QPoint(pixels, 0));
  }
  void enter(const QString& name, const QString& text) {
    number(name)->setFocus();
    number(name)->selectAll();
    QTest::keyClicks(number(name), text);
    QTest::keyClick(number(name), Qt::Key_Return);
  }
  InputPanel panel;
};

TEST_F(InputsTest, WhatAControllerDemandsInVainIsAmber) {
  auto* row = panel.findChild<InputRow*>("input:tendon 1");
  ASSERT_TRUE(row);
  auto* number = row->findChild<QLineEdit*>();
  row->setValue({30, false, 4.5});
  EXPECT_TRUE(number->styleSheet().contains(AppTheme::instance().color(Token::kWarn).name()));
  EXPECT_TRUE(number->toolTip().contains(u"4.5"));
  row->setValue({12, false, 0});
  EXPECT_TRUE(number->styleSheet().isEmpty());
  EXPECT_TRUE(number->toolTip().isEmpty());
}

TEST_F(InputsTest, ShowsValuesWithUnits) {
  EXPECT_TRUE(number("tendon 1")->text().startsWith("12.5")) << number("tendon 1")->text().toStdString();
  EXPECT_TRUE(number("tendon 1")->text().endsWith("N"));
}

TEST_F(InputsTest, TouchingTakesOverAndLettingGoHandsBack) {
  QSignalSpy held(&panel, &InputPanel::held), released(&panel, &InputPanel::released);
  drag("tendon 1", 40, false);
  ASSERT_GE(held.size(), 1);
  EXPECT_EQ(held.back()[0].toInt(), 0);
  EXPECT_GT(held.back()[1].toDouble(), 12.5);
  EXPECT_TRUE(hand("tendon 1")->isChecked());
  panel.setValues({{3, true}, {0, false}});  // the robot says something else meanwhile: the hand stays
  EXPECT_GT(slider("tendon 1")->value(), SliderScale::kSteps / 4);
  QTest::mouseRelease(slider("tendon 1"), Qt::LeftButton);
  EXPECT_EQ(released.size(), 1);
  EXPECT_FALSE(hand("tendon 1")->isChecked());
}

TEST_F(InputsTest, WithoutASignalTheValueStays) {
  QSignalSpy held(&panel, &InputPanel::held), released(&panel, &InputPanel::released);
  drag("motor", 30);
  EXPECT_GE(held.size(), 1);
  EXPECT_EQ(released.size(), 0);
  QTest::mouseClick(hand("motor"), Qt::LeftButton);
  ASSERT_EQ(released.size(), 1);
  EXPECT_EQ(released[0][0].toInt(), 1);
}

TEST_F(InputsTest, TypedNumbersHold) {
  QSignalSpy held(&panel, &InputPanel::held), released(&panel, &InputPanel::released);
  enter("tendon 1", "2500 mN");
  ASSERT_EQ(held.size(), 1);
  EXPECT_DOUBLE_EQ(held[0][1].toDouble(), 2.5);
  enter("tendon 1", "80");
  EXPECT_DOUBLE_EQ(held.back()[1].toDouble(), 30);  // its range ends there
  enter("motor", "-40");
  EXPECT_DOUBLE_EQ(held.back()[1].toDouble(), -40);  // the open end widens
  EXPECT_EQ(released.size(), 0);
}

TEST_F(InputsTest, NonsenseIsRefusedInWords) {
  QSignalSpy held(&panel, &InputPanel::held);
  for (const QString& text : {QString("abc"), QString("nan"), QString("1e400"), QString("3 kg"), QString("=x"),
                              QString(), QString(5000, u'x'), QString("1\t2")}) {
    number("tendon 1")->setFocus();
    number("tendon 1")->setText(text);
    number("tendon 1")->setModified(true);
    QTest::keyClick(number("tendon 1"), Qt::Key_Return);
    bool said = false;
    for (const QLabel* label : row("tendon 1")->findChildren<QLabel*>())
      said = said || (label->isVisible() && label->wordWrap() && !label->text().isEmpty());
    EXPECT_TRUE(said) << text.left(20).toStdString();
  }
  EXPECT_EQ(held.size(), 0);
}

TEST_F(InputsTest, EscapeForgetsWhatWasTyped) {
  QSignalSpy held(&panel, &InputPanel::held);
  number("tendon 1")->setFocus();
  number("tendon 1")->selectAll();
  QTest::keyClicks(number("tendon 1"), "7");
  QTest::keyClick(number("tendon 1"), Qt::Key_Escape);
  EXPECT_TRUE(number("tendon 1")->text().startsWith("12.5"));
  EXPECT_EQ(held.size(), 0);
}

TEST_F(InputsTest, KeysMoveTheSlider) {
  QSignalSpy held(&panel, &InputPanel::held);
  slider("tendon 1")->setFocus();
  QTest::keyClick(slider("tendon 1"), Qt::Key_Right);
  ASSERT_EQ(held.size(), 1);
  EXPECT_GT(held[0][1].toDouble(), 12.5);
}

TEST_F(InputsTest, AnotherRobotBringsOtherRows) {
  const InputRow* kept = row("motor");
  panel.setInputs(
      {{"tendon 1", "N", "tension", 0, 30, true}, {"motor", "N·m", "torque", -kInfinity, kInfinity, false}});
  EXPECT_EQ(row("motor"), kept);  // the same rows stay, with the hand on them
  panel.setInputs({});
  handleEvents();
  EXPECT_EQ(panel.findChildren<InputRow*>().size(), 0);
  panel.setValues({{1, true}});  // late news of the old robot
}

TEST_F(InputsTest, LooksGoodInBothThemes) {
  QDir().mkpath(TENDRIL_BINARY_DIR "/screenshots");
  panel.setValues({{12.5, false}, {0.25, true}});
  for (const ThemeMode mode : {ThemeMode::kLight, ThemeMode::kDark}) {
    AppTheme::instance().setMode(mode);
    handleEvents();
    const QString name = mode == ThemeMode::kLight ? "inputs-light.png" : "inputs-dark.png";
    EXPECT_TRUE(panel.grab().save(QStringLiteral(TENDRIL_BINARY_DIR "/screenshots/") + name));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
}

}  // namespace
}  // namespace tendril
