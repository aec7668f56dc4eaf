// SPDX-License-Identifier: GPL-3.0-or-later
// Functions over X: how they are checked, typed, drawn and weighted.
#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

#include "tests/support/events.hpp"
#include "widgets/functions/coefficient_list.hpp"
#include "widgets/functions/function_plot.hpp"
#include "widgets/functions/function_row.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

Description withParameter() {
  Description description;
  description.parameters.entries.emplace_back("reach", 3.0);
  return description;
}

TEST(CheckFunction, ReadsWhatProjectsRead) {
  const Description description = withParameter();
  const CheckedFunction parabola = checkFunction(description, "reach*X*(1-X)", 0.2);
  EXPECT_TRUE(parabola.problem.isEmpty()) << parabola.problem.toStdString();
  ASSERT_EQ(parabola.curve.size(), static_cast<std::size_t>(kCurvePoints));
  for (int i = 0; i < kCurvePoints; ++i) {
    const double X = curvePlace(i);
    EXPECT_NEAR(parabola.curve[static_cast<std::size_t>(i)], 3 * X * (1 - X), 1e-15);
  }
  EXPECT_NEAR(checkFunction(description, "x/L^2", 0.2).curve.back(), 5, 1e-14);  // m along the body
  EXPECT_EQ(checkFunction(description, " 2 ", 1).curve.front(), 2);
}

TEST(CheckFunction, SaysWhatIsWrong) {
  const Description description = withParameter();
  for (const char* text : {"", "   ", "sin(", "X+", "Y", "X X", "1/X", "log(X-2)", "reach(", "(((("}) {
    const CheckedFunction checked = checkFunction(description, text, 1);
    EXPECT_FALSE(checked.problem.isEmpty()) << text;
    EXPECT_TRUE(checked.curve.empty()) << text;
  }
  EXPECT_FALSE(checkFunction(description, QString(20000, u'X'), 1).problem.isEmpty());
}

class FunctionRowTest : public testing::Test {
 protected:
  FunctionRowTest() : row("Mode 1", [this](const QString& text) { return checkFunction(description, text, 1); }) {}
  void SetUp() override {
    AppTheme::instance().install();
    row.resize(280, 60);
    row.setText("X");
    row.show();
    row.field().setFocus();
    handleEvents();
  }
  QString problem() {
    auto* label = row.findChild<QLabel*>("problem");
    return label->isVisible() ? label->text() : QString();
  }
  void type(const QString& text) {
    row.field().selectAll();
    QTest::keyClicks(&row.field(), text);
  }
  Description description = withParameter();
  FunctionRow row;
};

TEST_F(FunctionRowTest, EnterTellsOnceAndEscapeTakesBack) {
  QSignalSpy committed(&row, &FunctionRow::committed);
  type("X^2");
  EXPECT_TRUE(committed.isEmpty());
  QTest::keyClick(&row.field(), Qt::Key_Return);
  ASSERT_EQ(committed.size(), 1);
  EXPECT_EQ(committed[0][0].toString(), "X^2");
  row.setText("X^2");
  row.field().clearFocus();
  EXPECT_EQ(committed.size(), 1);
  row.field().setFocus();
  type("X^3");
  QTest::keyClick(&row.field(), Qt::Key_Escape);
  EXPECT_EQ(row.field().text(), "X^2");
  row.field().clearFocus();
  EXPECT_EQ(committed.size(), 1);
}

TEST_F(FunctionRowTest, WhatIsWrongIsSaidAfterAWhileAndNeverTold) {
  QSignalSpy committed(&row, &FunctionRow::committed);
  type("sin(X");
  EXPECT_TRUE(problem().isEmpty());  // who types is not interrupted
  EXPECT_TRUE(QTest::qWaitFor([this] { return !problem().isEmpty(); }, 3000));
  QTest::keyClicks(&row.field(), ")");
  EXPECT_TRUE(problem().isEmpty());
  type("nonsense(");
  QTest::keyClick(&row.field(), Qt::Key_Return);
  EXPECT_FALSE(problem().isEmpty());
  row.field().clearFocus();
  EXPECT_TRUE(committed.isEmpty());
  row.setText("X");  // a project that is edited elsewhere does not take away what was typed
  EXPECT_EQ(row.field().text(), "nonsense(");
}

TEST_F(FunctionRowTest, DrawsWhatIsBeingTyped) {
  std::vector<double> last;
  QObject::connect(&row, &FunctionRow::previewed, &row, [&last](const std::vector<double>& curve) { last = curve; });
  type("4*X");
  ASSERT_EQ(last.size(), static_cast<std::size_t>(kCurvePoints));
  EXPECT_EQ(last.back(), 4);
  type("4*(");
  EXPECT_TRUE(last.empty());
}

TEST(FunctionPlot, AddsUpWithTheWeightsOfNow) {
  FunctionPlot plot;
  std::vector<double> one(kCurvePoints, 1.0), ramp;
  for (int i = 0; i < kCurvePoints; ++i) ramp.push_back(curvePlace(i));
  plot.setCurves({one, ramp});
  EXPECT_TRUE(plot.sum().empty());
  plot.setWeights({2, -3});
  EXPECT_EQ(plot.sum().front(), 2);
  EXPECT_EQ(plot.sum().back(), -1);
  plot.setPreview(1, one);
  EXPECT_EQ(plot.sum().back(), -1);
  EXPECT_EQ(plot.sum().front(), -1);
  plot.setPreview(1, {});
  plot.setWeights({1});  // of a model that is not there yet
  EXPECT_TRUE(plot.sum().empty());
  plot.setCurves({std::vector<double>(kCurvePoints, std::nan(""))});
  plot.resize(200, 80);
  EXPECT_FALSE(plot.grab().isNull());
}

TEST(CoefficientList, SlidersMoveTheirOwnCoordinate) {
  AppTheme::instance().install();
  CoefficientList list;
  const double open = std::numeric_limits<double>::infinity();
  std::vector<PoseEntry> entries;
  for (const int q : {4, 5})
    entries.push_back({.link = "arm", .name = "bending_z[0]", .unit = "rad", .lower = -open, .upper = open, .q = q});
  list.setEntries(entries);
  QSignalSpy moved(&list, &CoefficientList::moved);
  VecX q = VecX::Zero(6);
  q[5] = 0.5;
  list.setConfiguration(q);
  EXPECT_EQ(list.values(), (std::vector<double>{0, 0.5}));
  EXPECT_TRUE(moved.isEmpty());
  list.slider(1).slider().setValue(SliderScale::kSteps);
  ASSERT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0][0].toInt(), 5);
  EXPECT_EQ(moved[0][1].toDouble(), 1);
  list.resize(300, 60);
  list.show();
  handleEvents();
  QSlider& first = list.slider(0).slider();
  QTest::mousePress(&first, Qt::LeftButton, {}, QPoint(first.width() - 9, 3));  // anywhere takes the handle there
  EXPECT_TRUE(first.isSliderDown());
  EXPECT_NEAR(list.values()[0], 1, 0.02);
  QTest::mouseRelease(&first, Qt::LeftButton);
  EXPECT_FALSE(first.isSliderDown());
  list.setConfiguration(VecX::Zero(3));  // of another robot: nothing breaks
  list.setEntries({});
  EXPECT_TRUE(list.values().empty());
  EXPECT_EQ(subscript(120), QStringLiteral("₁₂₀"));
}

}  // namespace
}  // namespace tendril
