// SPDX-License-Identifier: GPL-3.0-or-later
// Linear models on the screen: where poles are drawn, what hands do with them, what responses say.
#include <gtest/gtest.h>

#include <QAbstractItemModel>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <numbers>

#include "widgets/linear/linear_view.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

using Complex = std::complex<double>;

PoleRow pole(const Complex& value, PoleFate fate) {
  PoleRow out;
  out.value = value;
  out.frequency = std::abs(value) / (2 * std::numbers::pi);
  out.damping = std::abs(value) > 0 ? -value.real() / std::abs(value) : 0;
  out.fate = fate;
  out.moves = "arm.q[0]";
  return out;
}

std::vector<PoleRow> somePoles() {
  return {pole({0, 0}, PoleFate::kStays), pole({-1, 2}, PoleFate::kDecays), pole({4, 0}, PoleFate::kGrows)};
}

TEST(PoleScale, KeepsDirectionsAndPutsTheLargestAtOne) {
  const std::vector<Complex> poles = {{-0.01, 0}, {-3, 4}, {-300, 400}};
  for (const bool logarithmic : {false, true}) {
    const PoleScale scale(poles, logarithmic);
    const QPointF largest = scale.place(poles[2]), middle = scale.place(poles[1]);
    EXPECT_NEAR(std::hypot(largest.x(), largest.y()), 1, 1e-12);
    EXPECT_NEAR(middle.y() / middle.x(), -4.0 / 3, 1e-12) << "the same damping, the same ray";
    EXPECT_EQ(scale.place({0, 0}), QPointF());
    for (const double size : {0.001, 1.0, 77.0}) EXPECT_NEAR(scale.size(scale.radius(size)), size, 1e-9 * size);
  }
  EXPECT_NEAR(PoleScale(poles, false).radius(5), 0.01, 1e-12);
  EXPECT_GT(PoleScale(poles, true).radius(5), 0.4);
  EXPECT_TRUE(PoleScale::spansDecades(poles));
  EXPECT_FALSE(PoleScale::spansDecades({{-1, 0}, {-20, 0}, {0, 0}}));
}

TEST(PoleScale, DrawsRoundFrequenciesThatAreApart) {
  for (const bool logarithmic : {false, true}) {
    const PoleScale scale({{-0.1, 0}, {0, 1000}}, logarithmic);
    const std::vector<double> found = scale.frequencies(0, 1.2, 0.1);
    ASSERT_GT(found.size(), 4u);
    double last = 0;
    for (const double frequency : found) {
      // Linear circles are evenly spaced: multiples of the first, which is round.
      const double round = logarithmic ? frequency : found[0];
      const double mantissa = round / std::pow(10, std::floor(std::log10(round) + 1e-9));
      EXPECT_NEAR(mantissa, std::round(mantissa), 1e-9);
      EXPECT_NEAR(frequency / round, std::round(frequency / round), 1e-9);
      const double radius = scale.radius(2 * std::numbers::pi * frequency);
      EXPECT_GE(radius - last, 0.1 - 1e-9);
      EXPECT_LT(radius, 1.2);
      last = radius;
    }
  }
  EXPECT_LE(PoleScale().frequencies(0, 1e300, 1).size(), 40u);
}

TEST(PoleMap, ShowsAllFindsThemAndTellsWhatIsChosen) {
  PoleMap map;
  map.resize(300, 260);
  map.setPoles(somePoles());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(map.rect().contains(map.onScreen(i).toPoint())) << i;
    EXPECT_EQ(map.poleAt(map.onScreen(i) + QPointF(2, -2)), i);
  }
  EXPECT_LT(map.onScreen(1).y(), map.onScreen(0).y()) << "imaginary parts go up";
  EXPECT_LT(map.onScreen(1).x(), map.onScreen(0).x());
  EXPECT_EQ(map.poleAt({2, 2}), -1);
  QSignalSpy chosen(&map, &PoleMap::chosen);
  QTest::mouseClick(&map, Qt::LeftButton, {}, map.onScreen(2).toPoint());
  ASSERT_EQ(chosen.count(), 1);
  EXPECT_EQ(chosen[0][0].toInt(), 2);
  QTest::keyClick(&map, Qt::Key_Left);
  EXPECT_EQ(map.current(), 1);
  const QPointF mirrored(map.onScreen(1).x(), 2 * map.onScreen(0).y() - map.onScreen(1).y());
  EXPECT_EQ(map.poleAt(mirrored), 1) << "the other of a pair is the same line";
}

TEST(PoleMap, PansZoomsToTheCursorAndComesBack) {
  PoleMap map;
  map.resize(300, 260);
  map.setPoles(somePoles());
  const QPointF before = map.onScreen(1);
  QTest::mousePress(&map, Qt::LeftButton, {}, QPoint(150, 130));
  QTest::mouseMove(&map, QPoint(160, 130));
  QTest::mouseMove(&map, QPoint(190, 120));
  QTest::mouseRelease(&map, Qt::LeftButton, {}, QPoint(190, 120));
  EXPECT_NEAR(map.onScreen(1).x(), before.x() + 40, 1e-6);
  EXPECT_NEAR(map.onScreen(1).y(), before.y() - 10, 1e-6);
  const QPointF at = map.onScreen(1), other = map.onScreen(2);
  QWheelEvent wheel(at, at, {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&map, &wheel);
  EXPECT_NEAR(map.onScreen(1).x(), at.x(), 1e-6) << "what is under the cursor stays there";
  EXPECT_GT(std::abs(map.onScreen(2).x() - at.x()), 1.3 * std::abs(other.x() - at.x()));
  QTest::keyClick(&map, Qt::Key_Home);
  EXPECT_NEAR(map.onScreen(1).x(), before.x(), 1e-6);
}

TEST(PoleMap, DrawsNothingAndOnePoleAtZero) {
  PoleMap map;
  map.resize(300, 260);
  map.setPoles({});
  EXPECT_FALSE(map.grab().isNull());
  map.setPoles({pole({0, 0}, PoleFate::kStays)});
  EXPECT_FALSE(map.grab().isNull());
  EXPECT_EQ(map.poleAt(map.onScreen(0)), 0);
  map.resize(20, 20);
  EXPECT_FALSE(map.grab().isNull());
}

TEST(TimePlot, ReadsValuesAndPutsUnitsBelowEachOther) {
  TimePlot plot;
  plot.resize(320, 260);
  plot.setCurves({0, 1, 2},
                 {{.name = "a", .unit = "m/N", .color = 0, .y = {0, 1, 3}},
                  {.name = "b", .unit = "rad/N", .color = 1, .y = {0, -1, -5}}},
                 {});
  EXPECT_EQ(plot.duration(), 2);
  EXPECT_TRUE(plot.reading(plot.width() - 13).contains("a: 3"));
  EXPECT_TRUE(plot.reading(plot.width() - 13).contains(QStringLiteral("b: −5.000 rad/N")));
  EXPECT_TRUE(plot.reading(3).isEmpty());
  EXPECT_FALSE(plot.grab().isNull());
  plot.setCurves({0, 1}, {{.name = "a", .unit = "", .color = 0, .y = {std::nan(""), INFINITY}}}, {});
  EXPECT_FALSE(plot.grab().isNull());
  EXPECT_EQ(roundPlaces(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_TRUE(roundPlaces(1, 1, 5).empty());
  EXPECT_TRUE(roundPlaces(0, INFINITY, 5).empty());
}

LinearSummary summary() {
  LinearSummary out;
  out.about = "2 states";
  out.poles = somePoles();
  out.inputs = {"push (N)", "turn (N·m)"};
  out.outputs = {{"arm.q[0]", "rad"}, {"arm.tip.x", "m"}, {"arm.tip.z", "m"}};
  out.shownOutputs = {1, 2};
  return out;
}

TEST(LinearView, ListAndMapShowOnePoleAndTicksAskForResponses) {
  LinearView view;
  view.resize(320, 760);
  view.setReady(true);
  view.setModel(summary());
  EXPECT_EQ(view.count(), 3);
  EXPECT_EQ(view.outputs(), (std::vector<int>{1, 2}));
  auto* list = view.findChild<QTreeView*>("poles");
  list->setCurrentIndex(list->model()->index(2, 0));
  EXPECT_EQ(view.map().current(), 2);
  EXPECT_TRUE(list->model()->index(2, 2).data().toString().startsWith(u'▲')) << "growth is told without colour";
  QSignalSpy wanted(&view, &LinearView::responsesRequested);
  auto* outputs = view.findChild<QTreeView*>("stepOutputs");
  outputs->model()->setData(outputs->model()->index(0, 0), Qt::Checked, Qt::CheckStateRole);
  EXPECT_EQ(wanted.count(), 1);
  EXPECT_EQ(view.outputs(), (std::vector<int>{0, 1, 2}));
  view.setResponses({0, 1}, {{0, 1}, {0, 2}, {0, 3}}, "N", {});
  EXPECT_EQ(wanted.count(), 1) << "showing asks for nothing";
  EXPECT_EQ(view.plot().curves().at(1).unit, "m/N");
  EXPECT_EQ(outputs->model()->index(2, 1).data().toString(), QStringLiteral("3.00\u2009m/N"));
  view.setModel(summary());
  EXPECT_EQ(view.outputs(), (std::vector<int>{0, 1, 2})) << "ticks stay with the same outputs";
}

TEST(LinearView, TheButtonCancelsWhatIsUnderWay) {
  LinearView view;
  auto* button = view.findChild<QPushButton*>("linearize");
  EXPECT_FALSE(button->isEnabled());
  view.setReady(true);
  QSignalSpy asked(&view, &LinearView::linearizeRequested), cancelled(&view, &LinearView::cancelRequested);
  button->click();
  EXPECT_EQ(asked.count(), 1);
  view.setBusy(true);
  view.setProgress(0.42);
  EXPECT_TRUE(button->text().contains("42"));
  button->click();
  EXPECT_EQ(cancelled.count(), 1);
  view.setBusy(false);
  view.setFailure("nothing can move");
  EXPECT_EQ(view.count(), 0);
  EXPECT_EQ(view.findChild<QLabel*>("linearAbout")->text(), "nothing can move");
}

TEST(LinearView, LoopsAreOfferedWhereThereAreRegulators) {
  LinearView view;
  auto* loop = view.findChild<QComboBox*>("linearLoop");
  EXPECT_TRUE(loop->isHidden());
  view.setLoops({"lqr", "second"});
  EXPECT_FALSE(loop->isHidden());
  EXPECT_TRUE(view.loop().isEmpty());
  loop->setCurrentIndex(2);
  EXPECT_EQ(view.loop(), "second");
  view.setLoops({"second"});
  EXPECT_EQ(view.loop(), "second") << "the one that was chosen stays";
  view.setLoops({});
  EXPECT_TRUE(view.loop().isEmpty());
}

}  // namespace
}  // namespace tendril
