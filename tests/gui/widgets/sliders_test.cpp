// SPDX-License-Identifier: GPL-3.0-or-later
// What every slider does: units, spans, presses beside the handle, names beside it.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/events.hpp"
#include "widgets/inputs/input_panel.hpp"
#include "widgets/inputs/input_row.hpp"
#include "widgets/slider/log_slider.hpp"
#include "widgets/slider/name_label.hpp"
#include "widgets/slider/value_slider.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegree = std::numbers::pi / 180;

TEST(SliderScale, OpensWithWhatIsKnown) {
  SliderScale small(-kInfinity, kInfinity, 0.01);
  EXPECT_DOUBLE_EQ(small.low(), -0.01);
  EXPECT_DOUBLE_EQ(small.high(), 0.01);
  EXPECT_TRUE(small.include(0.03));
  EXPECT_DOUBLE_EQ(small.high(), 0.05);
  EXPECT_DOUBLE_EQ(small.low(), -0.01);
  const SliderScale half(0, kInfinity, 30);
  EXPECT_EQ(half.low(), 0);
  EXPECT_EQ(half.high(), 30);
  const SliderScale closed(-2, 2, 30);
  EXPECT_EQ(closed.high(), 2) << "bounds are bounds";
}

TEST(SliderScale, IsRoundInTheUnitOfPeople) {
  EXPECT_DOUBLE_EQ(SliderScale::roundUp(0.01), 0.01);
  EXPECT_DOUBLE_EQ(SliderScale::roundUp(0.011), 0.02);
  EXPECT_DOUBLE_EQ(SliderScale::roundUp(30 * kDegree, kDegree), 50 * kDegree);
  SliderScale turn(-kInfinity, kInfinity, 1, kDegree);
  EXPECT_TRUE(turn.include(-70 * kDegree));
  EXPECT_DOUBLE_EQ(turn.low(), -100 * kDegree);
}

class ValueSliderTest : public testing::Test {
 protected:
  void SetUp() override { AppTheme::instance().install(); }
  static QString text(ValueSlider& slider) { return slider.number().text().replace(QChar(0x2009), u' '); }
  static void type(ValueSlider& slider, const QString& text) {
    static_cast<QWidget&>(slider).show();
    slider.number().setFocus();
    slider.number().selectAll();
    QTest::keyClicks(&slider.number(), text);
    QTest::keyClick(&slider.number(), Qt::Key_Return);
  }
};

TEST_F(ValueSliderTest, ABareNumberIsInTheUnitThatIsShown) {
  ValueSlider slider("x", "m", -kInfinity, kInfinity);
  slider.setLengthUnit("mm");
  QSignalSpy typed(&slider, &ValueSlider::typed);
  slider.setValue(0.05);
  EXPECT_EQ(text(slider), "50 mm");
  type(slider, "100");
  ASSERT_EQ(typed.size(), 1);
  EXPECT_DOUBLE_EQ(typed.back()[0].toDouble(), 0.1);
  slider.setValue(0);
  EXPECT_EQ(text(slider), "0 mm") << "zeros do not turn millimetres into metres";
  type(slider, "100");
  EXPECT_DOUBLE_EQ(slider.value(), 0.1);
  slider.setValue(3);
  EXPECT_EQ(text(slider), "3000 mm");
  type(slider, "0.2 m");
  EXPECT_DOUBLE_EQ(slider.value(), 0.2);
  slider.setLengthUnit("m");
  EXPECT_EQ(text(slider), "0.2 m");
  type(slider, "0.1");
  EXPECT_DOUBLE_EQ(slider.value(), 0.1);
}

TEST_F(ValueSliderTest, AnglesAreInDegrees) {
  ValueSlider slider("angle", "rad", -kInfinity, kInfinity);
  slider.setLengthUnit("mm");
  slider.setValue(std::numbers::pi / 2);
  EXPECT_EQ(text(slider), QStringLiteral("90°"));
  type(slider, "45");
  EXPECT_NEAR(slider.value(), std::numbers::pi / 4, 1e-15);
  type(slider, "1 rad");
  EXPECT_DOUBLE_EQ(slider.value(), 1);
}

TEST_F(ValueSliderTest, ThePrefixGoesByWhatItSpans) {
  ValueSlider slider("motor", "N·m", -kInfinity, kInfinity);
  EXPECT_EQ(text(slider), QStringLiteral("0 N·m"));
  slider.fitTo(0.01);
  for (const auto& [value, shown] : {std::pair{0.002, "2 mN·m"}, {0.0, "0 mN·m"}, {-0.01, "−10 mN·m"}}) {
    slider.setValue(value);
    EXPECT_EQ(text(slider), QString::fromUtf8(shown));
  }
  type(slider, "5");
  EXPECT_DOUBLE_EQ(slider.value(), 0.005);
  EXPECT_DOUBLE_EQ(slider.scale().high(), 0.01);
  type(slider, "3 Nm");
  EXPECT_DOUBLE_EQ(slider.scale().high(), 5) << "typed beyond";
  EXPECT_EQ(text(slider), QStringLiteral("3 N·m"));
  type(slider, "4");
  EXPECT_DOUBLE_EQ(slider.value(), 4);
}

TEST_F(ValueSliderTest, WhatIsBeingTypedIsInTheUnitThatStoodThere) {
  ValueSlider slider("x", "m", -kInfinity, kInfinity);
  slider.setLengthUnit("mm");
  static_cast<QWidget&>(slider).show();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&slider));
  slider.number().setFocus();
  slider.number().selectAll();
  QTest::keyClicks(&slider.number(), "7");
  slider.setLengthUnit("m");
  slider.setReach(2);
  EXPECT_EQ(slider.number().text(), "7");
  slider.setValue(0.5);
  EXPECT_EQ(slider.number().text(), "7");
  QTest::keyClick(&slider.number(), Qt::Key_Return);
  EXPECT_DOUBLE_EQ(slider.value(), 0.007);
  EXPECT_EQ(text(slider), "0.007 m");
}

TEST_F(ValueSliderTest, AClippedNumberIsToldInTheUnitThatIsShown) {
  ValueSlider slider("slide", "m", -0.015, 0.015);
  slider.setLengthUnit("mm");
  QSignalSpy refused(&slider, &ValueSlider::refused);
  type(slider, "100");
  EXPECT_DOUBLE_EQ(slider.value(), 0.015);
  ASSERT_FALSE(refused.isEmpty());
  EXPECT_TRUE(refused.back()[0].toString().contains(QStringLiteral("15\u2009mm")));
}

// ---- presses beside the handle

class GroovePressTest : public testing::Test {
 protected:
  void SetUp() override { AppTheme::instance().install(); }
  static void show(QSlider& slider) {
    slider.resize(300, 26);
    slider.show();
    handleEvents();
  }
  static QPoint at(const QSlider& slider, double share, int y = 13) {
    return {static_cast<int>(share * slider.width()), y};
  }
};

TEST_F(GroovePressTest, EverySliderJumpsThereAndDragsOn) {
  QSlider plain(Qt::Horizontal);
  plain.setRange(0, 1000);
  LogSlider log;
  for (QSlider* slider : {&plain, static_cast<QSlider*>(&log)}) {
    show(*slider);
    QStringList told;
    QObject::connect(slider, &QSlider::sliderPressed, [&] { told << "pressed"; });
    QObject::connect(slider, &QSlider::valueChanged, [&] { told << "changed"; });
    QObject::connect(slider, &QSlider::sliderReleased, [&] { told << "released"; });
    slider->setValue(0), told.clear();
    const double all = slider->maximum();
    QTest::mousePress(slider, Qt::LeftButton, {}, at(*slider, 0.75));
    EXPECT_NEAR(slider->value() / all, 0.75, 0.03);
    EXPECT_EQ(told, (QStringList{"pressed", "changed"})) << told.join(' ').toStdString();
    QTest::mouseMove(slider, at(*slider, 0.25));
    EXPECT_NEAR(slider->value() / all, 0.25, 0.03);
    QTest::mouseRelease(slider, Qt::LeftButton, {}, at(*slider, 0.25));
    EXPECT_EQ(told.back(), "released");
    EXPECT_EQ(told.count("pressed"), 1);
    EXPECT_FALSE(slider->isSliderDown());
  }
}

TEST_F(GroovePressTest, AHandleThatIsPressedStaysWhereItIs) {
  QSlider slider(Qt::Horizontal);
  slider.setRange(0, 1000);
  show(slider);
  slider.setValue(500);
  QSignalSpy changed(&slider, &QSlider::valueChanged);
  for (const QPoint& place : {at(slider, 0.5) + QPoint(4, 0), at(slider, 0.5) - QPoint(4, 0), at(slider, 0.5, 1)}) {
    QTest::mousePress(&slider, Qt::LeftButton, {}, place);  // also above it
    EXPECT_TRUE(slider.isSliderDown());
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, place);
    EXPECT_FALSE(slider.isSliderDown());
  }
  EXPECT_EQ(changed.size(), 0);
}

TEST_F(GroovePressTest, FollowsTheLookAndLeavesOtherButtonsAlone) {
  QSlider slider(Qt::Horizontal);
  slider.setRange(0, 1000);
  show(slider);
  AppTheme::instance().setMode(ThemeMode::kDark);  // another style sheet: the style is given to all anew
  AppTheme::instance().setMode(ThemeMode::kLight);
  QTest::mouseClick(&slider, Qt::RightButton, {}, at(slider, 0.9));
  EXPECT_EQ(slider.value(), 0);
  slider.setInvertedAppearance(true);
  QTest::mouseClick(&slider, Qt::LeftButton, {}, at(slider, 0.2));
  EXPECT_NEAR(slider.value(), 800, 40);
  slider.setEnabled(false);
  QTest::mouseClick(&slider, Qt::LeftButton, {}, at(slider, 0.9));
  EXPECT_NEAR(slider.value(), 800, 40);
  slider.setEnabled(true);
  slider.setRange(0, 0);
  QTest::mouseClick(&slider, Qt::LeftButton, {}, at(slider, 0.9));
  EXPECT_FALSE(slider.isSliderDown());
}

// ---- inputs

class SlidersOfInputsTest : public testing::Test {
 protected:
  void SetUp() override { AppTheme::instance().install(); }
  void give(std::vector<PanelInput> inputs) {
    panel.setInputs(inputs);
    panel.setLengthUnit("mm");
    panel.resize(360, 300);
    panel.show();
    handleEvents();
  }
  static PanelInput open(const QString& name, const QString& unit, double reach = 0) {
    return {.name = name, .unit = unit, .what = {}, .lower = -kInfinity, .upper = kInfinity, .reach = reach};
  }
  InputRow& row(const QString& name) { return *panel.findChild<InputRow*>("input:" + name); }
  double high(const QString& name) { return row(name).slider().scale().high(); }
  InputPanel panel;
};

TEST_F(SlidersOfInputsTest, ASliderWithoutARangeFitsItsSignal) {
  give({open("small", QStringLiteral("N·m"), 0.0098), open("unknown", QStringLiteral("N·m"))});
  EXPECT_DOUBLE_EQ(high("small"), 0.01);
  EXPECT_DOUBLE_EQ(row("small").slider().scale().low(), -0.01);
  EXPECT_DOUBLE_EQ(high("unknown"), 1);
  const InputRow* kept = &row("small");
  panel.setInputs({open("small", QStringLiteral("N·m"), 0.03), open("unknown", QStringLiteral("N·m"))});
  EXPECT_EQ(&row("small"), kept);
  EXPECT_DOUBLE_EQ(high("small"), 0.05) << "the signal was edited";
  panel.setValues({{0.2, false}, {0, false}});
  EXPECT_DOUBLE_EQ(high("small"), 0.2) << "it goes farther than it seemed to";
}

TEST_F(SlidersOfInputsTest, WithoutASignalTheFirstValueSaysWhatIsMuch) {
  give({open("motor", QStringLiteral("N·m")), open("hand", QStringLiteral("N·m"))});
  panel.setValues({{1e-17, false}, {0, false}});
  EXPECT_DOUBLE_EQ(high("motor"), 1) << "roundings say nothing";
  panel.setValues({{-0.013, false}, {0, false}});
  EXPECT_DOUBLE_EQ(high("motor"), 0.02);
  panel.setValues({{0.3, false}, {0, false}});
  EXPECT_DOUBLE_EQ(high("motor"), 0.5);
  panel.setValues({{0.001, false}, {0, false}});
  EXPECT_DOUBLE_EQ(high("motor"), 0.5) << "what was reached stays";
  row("hand").slider().slider().setValue(SliderScale::kSteps * 51 / 100);
  panel.setValues({{0.001, false}, {0.02, true}});
  EXPECT_DOUBLE_EQ(high("hand"), 1) << "a hand has used it as it was";
}

TEST_F(SlidersOfInputsTest, PositionsGoAsFarAsAHand) {
  PanelInput slide = open("slide", "m"), turn = open("turn", "rad");
  slide.position = turn.position = true;
  give({slide, turn});
  EXPECT_DOUBLE_EQ(high("slide"), 0.2);
  EXPECT_DOUBLE_EQ(high("turn"), std::numbers::pi);
  QSignalSpy held(&panel, &InputPanel::held);
  QLineEdit& number = row("slide").slider().number();
  EXPECT_EQ(number.text(), QStringLiteral("0\u2009mm"));
  number.setFocus();
  number.selectAll();
  QTest::keyClicks(&number, "100");
  QTest::keyClick(&number, Qt::Key_Return);
  ASSERT_EQ(held.size(), 1);
  EXPECT_DOUBLE_EQ(held[0][1].toDouble(), 0.1);
  panel.setInputs({slide});
  handleEvents();
  EXPECT_TRUE(row("slide").slider().number().text().endsWith(u"\u2009mm")) << "new rows have the unit, too";
  panel.setLengthUnit("m");
  EXPECT_TRUE(row("slide").slider().number().text().endsWith(u"\u2009m"));
}

TEST_F(SlidersOfInputsTest, NamesAreNotCutBeforeTheTrackIsShort) {
  const QString name = "tendon of the upper left finger";
  give({open(name, "N"), open("short", "N")});
  NameLabel& label = row(name).name();
  bool whole = false, cut = false;
  int shortest = 10000;
  for (int width = 260; width <= 700; width += 20) {
    panel.resize(width, 300);
    handleEvents();
    const int track = row(name).slider().slider().width();
    shortest = std::min(shortest, track);
    if (label.shown() == name) {
      whole = true;
    } else {
      cut = true;
      EXPECT_LE(track, 66) << width;
    }
    EXPECT_GE(track, 60) << width;
    EXPECT_EQ(row(name).slider().slider().mapTo(&panel, QPoint()).x(),
              row("short").slider().slider().mapTo(&panel, QPoint()).x());
  }
  EXPECT_TRUE(whole && cut) << shortest;
  EXPECT_EQ(row("short").name().shown(), "short");
}

}  // namespace
}  // namespace tendril
