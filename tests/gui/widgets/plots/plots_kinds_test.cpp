// SPDX-License-Identifier: GPL-3.0-or-later
// Plots along another signal, spectra, histograms, bands, statistics, axes and texts: against the columns themselves.
#include <QCheckBox>
#include <QComboBox>

#include <array>
#include <numbers>

#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "widgets/plots/plot_form.hpp"

namespace tendril::tests {
namespace {

class PlotKindsTest : public PlotsTest {
 protected:
  PlotCard* restored(const QJsonObject& plot) {
    board->restore({{"plots", QJsonArray{plot}}, {"window", 0}});
    settle();
    return board->cards().front();
  }
  PlotForm& opened(PlotCard* card) {
    board->form().openFor(card);
    handleEvents();
    return board->form();
  }
  template <class Widget>
  Widget* field(const char* name) {
    auto* found = board->form().findChild<Widget*>(QString::fromUtf8(name));
    EXPECT_TRUE(found) << name;
    return found;
  }
  void type(const char* name, const QString& text) {
    auto* edit = field<QLineEdit>(name);
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
    settle();
  }
  void keep(const char* name) {
    QDir().mkpath(QStringLiteral("screenshots"));
    for (const ThemeMode mode : {ThemeMode::kLight, ThemeMode::kDark}) {
      AppTheme::instance().setMode(mode);
      settle();
      const QString theme = mode == ThemeMode::kLight ? QStringLiteral("light") : QStringLiteral("dark");
      EXPECT_TRUE(window.grab().save(QStringLiteral("screenshots/%1-%2.png").arg(QLatin1String(name), theme)));
    }
    AppTheme::instance().setMode(ThemeMode::kLight);
    settle();
  }
};

TEST_F(PlotKindsTest, NothingOfAProjectsPlotIsLost) {
  const QJsonObject plot{{"title", "All of it"},
                         {"signals", QJsonArray{"link1.tip.z", QJsonObject{{"name", "link1.tip.x"}, {"note", "kept"}}}},
                         {"references", QJsonArray{"link0.q[0]"}},
                         {"labels", QJsonArray{"height", "", "asked"}},
                         {"log", "y"},
                         {"right_axis", true},
                         {"band", 0.05},
                         {"x_title", "Time"},
                         {"y_titles", QJsonArray{"Height", "Angle"}},
                         {"x_unit", "ms"},
                         {"units", QJsonArray{"mm"}},
                         {"from", 1.5},
                         {"to", 9},
                         {"statistics", true},
                         {"invented_later", QJsonObject{{"deep", QJsonArray{1, 2}}}}};
  PlotCard* card = restored(plot);
  EXPECT_EQ(board->state()["plots"].toArray()[0].toObject(), plot);
  card->addSignals({"motor.torque"});  // the window rewrites its plots
  card->setSignalVisible("link1.tip.z", false);
  settle();
  QJsonObject now = board->state()["plots"].toArray()[0].toObject();
  EXPECT_EQ(now["hidden"].toArray(), QJsonArray{"link1.tip.z"});
  for (const QString& key : plot.keys()) {
    if (key == "signals" || key == "labels") continue;
    EXPECT_EQ(now[key], plot[key]) << key.toStdString();
  }
  EXPECT_EQ(now["signals"].toArray().size(), 3);
  for (const QJsonObject& other :
       {QJsonObject{{"signals", QJsonArray{"link1.tip.z"}}, {"x", QJsonArray{"link1.tip.x"}}},
        QJsonObject{{"signals", QJsonArray{"link1.tip.z"}}, {"spectrum", true}, {"log", "xy"}},
        QJsonObject{{"signals", QJsonArray{"link1.tip.z"}}, {"histogram", 12}, {"per_run", "max"}}}) {
    restored(other);
    QJsonObject same = board->state()["plots"].toArray()[0].toObject();
    same.remove("title");
    EXPECT_EQ(same, other);
  }
}

TEST_F(PlotKindsTest, WhatCannotBeReadStaysAndHarmsNothingElse) {
  PlotCard* card =
      restored({{"signals", QJsonArray{"link1.tip.z"}}, {"histogram", "many"}, {"log", "z"}, {"units", 3}});
  EXPECT_TRUE(card->overTime());
  const QJsonObject now = board->state()["plots"].toArray()[0].toObject();
  EXPECT_EQ(now["histogram"].toString(), "many");
  EXPECT_EQ(now["log"].toString(), "z");
  EXPECT_EQ(now["units"].toInt(), 3);
}

TEST_F(PlotKindsTest, AlongAnotherSignalThePairsAreDrawn) {
  PlotCard* card = board->addPlot({"link1.tip.z"});
  opened(card);
  QTest::mouseClick(field<QToolButton>("plotKindx–y"), Qt::LeftButton);
  type("plotAlong", "link1.tip.x");
  EXPECT_FALSE(card->overTime());
  EXPECT_TRUE(source.wanted.contains("link1.tip.x"));
  const auto figure = card->figure().shown();
  ASSERT_TRUE(figure);
  ASSERT_EQ(figure->panels.size(), 1U);
  const auto& points = figure->panels[0].curves[0].points;
  ASSERT_GT(points.size(), 200U);
  const SignalHistory& table = *source.tables[1];
  EXPECT_EQ(points.front().x, table.value(5, 0));
  EXPECT_EQ(points.front().y, table.value(6, 0));
  EXPECT_EQ(points.back().y, table.value(6, table.size() - 1));
  EXPECT_EQ(board->state()["plots"].toArray()[0].toObject()["x"].toArray(), QJsonArray{"link1.tip.x"});
  board->form().hide();
  board->setShownTime(3);
  keep("plots-along");
}

TEST_F(PlotKindsTest, TheSpectrumHasItsPeakWhereTheSignalSwings) {
  source.record(1, 20001, 0, 0.01, [](int k, double t) { return std::sin(2 * std::numbers::pi * (1.5 + k) * t); });
  PlotCard* card = board->addPlot({"link0.q[0]", "link1.q[0]"});
  opened(card);
  QTest::mouseClick(field<QToolButton>("plotKindSpectrum"), Qt::LeftButton);
  settle();
  const auto figure = card->figure().shown();
  ASSERT_TRUE(figure);
  const std::array<double, 2> expected = {1.5, 3.5};  // columns 0 and 2
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& points = figure->panels[0].curves[i].points;
    const auto peak =
        std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
    EXPECT_NEAR(peak->x, expected[i], 0.01);
    EXPECT_NEAR(peak->y, 1, 0.02);
  }
  QTest::mouseClick(field<QCheckBox>("plotLogY"), Qt::LeftButton, {}, QPoint(8, 8));
  settle();
  EXPECT_TRUE(card->figure().shown()->panels[0].y.logarithmic);
  board->form().hide();
  keep("plots-spectrum");
}

TEST_F(PlotKindsTest, AHistogramCountsEveryInstantOnce) {
  PlotCard* card = board->addPlot({"link0.q[0]"});
  opened(card);
  QTest::mouseClick(field<QToolButton>("plotKindHistogram"), Qt::LeftButton);
  settle();
  const auto counted = [&] {
    double all = 0;
    const auto& points = card->figure().shown()->panels[0].curves[0].points;
    for (std::size_t i = 1; i + 1 < points.size(); i += 2) all += points[i].y;  // two corners a bar
    return all;
  };
  EXPECT_EQ(counted(), 2001);
  type("plotFrom", "1 s");
  type("plotTo", "2");
  EXPECT_EQ(counted(), 101);
  EXPECT_EQ(card->spec().from, 1);
  board->form().hide();
  keep("plots-histogram");
}

/// Eight runs of 1 s to 8 s, of which the shown one is the shortest, and four equilibria one after the other.
TEST_F(PlotKindsTest, AHistogramOfRunsCountsEachOnce) {
  constexpr int kRuns = 8;
  source.stretches.clear();
  for (int run = 1; run <= kRuns; ++run) {
    // The first one, which is shown, is the shortest.
    source.record(static_cast<std::uint64_t>(run), static_cast<std::size_t>(10 * run + 1), 0, 0.1,
                  [run](int, double t) { return t * (run > 4 ? 1 : 2); });
    source.stretches.push_back(
        {static_cast<std::uint64_t>(run), QStringLiteral("run %1").arg(run), 0, kOpen, run == 1});
  }
  source.record(99, 4, 0, 1, [](int, double t) { return 9 + t; });
  source.stretches.push_back({99, "equilibria", -kOpen, kOpen, false, true});
  Q_EMIT source.spansChanged();
  PlotCard* card = board->addPlot({"link0.q[0]"});
  opened(card);
  QTest::mouseClick(field<QToolButton>("plotKindHistogram"), Qt::LeftButton);
  auto* counts = field<QComboBox>("plotCounts");
  ASSERT_TRUE(counts->isVisible());
  const auto choose = [&](const char* text) {
    counts->setFocus();
    counts->setCurrentIndex(counts->findText(QString::fromUtf8(text)));
    Q_EMIT counts->activated(counts->currentIndex());
    settle();
  };
  choose("Every run, by its final value");
  EXPECT_EQ(card->spec().perRun, "final");
  const auto figure = card->figure().shown();
  ASSERT_TRUE(figure) << card->figure().problem().toStdString();
  const auto all = [&](std::size_t curve) {
    double sum = 0;
    const auto& points = card->figure().shown()->panels[0].curves.at(curve).points;
    for (std::size_t i = 1; i + 1 < points.size(); i += 2) sum += points[i].y;
    return sum;
  };
  ASSERT_EQ(figure->panels[0].curves.size(), 2U);
  EXPECT_EQ(all(0), kRuns);
  EXPECT_EQ(all(1), 4) << "equilibria";
  EXPECT_NEAR(figure->from, 2, 1e-9) << "run 1 ends at 1 s with 2";
  EXPECT_NEAR(figure->to, 12, 1e-9);
  EXPECT_EQ(figure->x.name, "link0.q[0], final value");
  choose("Every run, by its mean");
  EXPECT_NEAR(card->figure().shown()->from, 1, 1e-9);
  EXPECT_EQ(board->state()["plots"].toArray()[0].toObject()["per_run"].toString(), "mean");
  keep("plots-histogram-form");
  type("plotFrom", "0.5 s");
  type("plotTo", "1 s");
  EXPECT_NEAR(card->figure().shown()->from, 0.75, 1e-9) << "of a stretch of each";
  type("plotFrom", "");
  type("plotTo", "");
  board->form().hide();
  keep("plots-histogram-runs");
  opened(card);
  QTest::mouseClick(field<QToolButton>("plotKindTime"), Qt::LeftButton);
  settle();
  EXPECT_EQ(card->spec().perRun, "");
  EXPECT_TRUE(card->overTime());
}

TEST_F(PlotKindsTest, ABandIsAsWideAsTheError) {
  PlotCard* card =
      restored({{"signals", QJsonArray{"link1.tip.z"}}, {"references", QJsonArray{"link1.tip.x"}}, {"band", "rms"}});
  const SignalHistory& table = *source.tables[1];
  double squares = 0;
  for (std::size_t row = 0; row < table.size(); ++row)
    squares += std::pow(table.value(6, row) - table.value(5, row), 2);
  const double rms = std::sqrt(squares / static_cast<double>(table.size()));
  PlotCanvas& plot = card->canvas();
  const QCPGraph *low = nullptr, *high = nullptr;
  for (int i = 0; i < plot.graphCount(); ++i)
    if (plot.graph(i)->channelFillGraph()) high = plot.graph(i), low = high->channelFillGraph();
  ASSERT_TRUE(high && low);
  ASSERT_EQ(high->data()->size(), low->data()->size());
  for (int i : {0, high->data()->size() / 2})
    EXPECT_NEAR(high->data()->at(i)->value - low->data()->at(i)->value, 2 * rms, 1e-9);
  keep("plots-band");
}

TEST_F(PlotKindsTest, AnAxisByPowersOfTenShowsWhatIsPositive) {
  source.record(1, 2001, 0, 0.01, [](int k, double t) { return k == 0 ? std::exp(-t) : -1.0; });
  PlotCard* card = restored({{"signals", QJsonArray{"link0.q[0]", "link0.v[0]"}}, {"log", "y"}});
  PlotCanvas& plot = card->canvas();
  EXPECT_EQ(plot.yAxis->scaleType(), QCPAxis::stLogarithmic);
  const auto [low, high] = plot.yRange(PlotCanvas::Side::kLeft);
  EXPECT_LT(low, std::exp(-20));
  EXPECT_GT(low, std::exp(-24));
  EXPECT_GT(high, 1);
  // A decay is a straight line there: as far down in equal times.
  const auto pixel = [&](double t) { return plot.yAxis->coordToPixel(std::exp(-t)); };
  EXPECT_NEAR(pixel(10) - pixel(5), pixel(15) - pixel(10), 1e-6);
  wheel(plot, at(plot, 0.5, 0.5), 2, Qt::ControlModifier);
  EXPECT_GT(plot.yRange(PlotCanvas::Side::kLeft).first, low);
  for (int i = 0; i < 100; ++i) wheel(plot, at(plot, 0.5, 0.5), i % 2 ? 30 : -30, Qt::ControlModifier);
  EXPECT_GT(plot.yRange(PlotCanvas::Side::kLeft).first, 0);
  board->fit();
  settle();
  keep("plots-log");
}

TEST_F(PlotKindsTest, StatisticsAreThoseOfWhatLiesBetweenTheCursors) {
  PlotCard* card = board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  card->setStatistics(true);
  settle();
  const auto mean = [&](std::size_t first, std::size_t last) {
    double area = 0;
    const SignalHistory& table = *source.tables[1];
    for (std::size_t row = first; row < last; ++row)
      area += (table.time(row + 1) - table.time(row)) * (table.value(0, row) + table.value(0, row + 1)) / 2;
    return area / (table.time(last) - table.time(first));
  };
  const QString id = card->canvas().curves()[0].id;
  ASSERT_TRUE(card->canvas().statisticsOf(id));
  EXPECT_NEAR(card->canvas().statisticsOf(id)->mean, mean(0, 2000), 1e-9);
  board->setCursorsShown(true);
  settle();
  const auto [from, to] = card->canvas().statisticsRange();
  const SignalHistory& table = *source.tables[1];
  std::size_t first = table.find(from), last = table.find(to);
  if (table.time(first) < from - 1e-9) ++first;
  EXPECT_NEAR(card->canvas().statisticsOf(id)->mean, mean(first, last), 1e-6);
  keep("plots-statistics");
}

TEST_F(PlotKindsTest, TitlesUnitsAndLegendAreEdited) {
  PlotCard* card = board->addPlot({"link1.tip.x", "link0.q[0]"});
  opened(card);
  type("plotFormTitle", "Swing");
  type("plotLeftTitle", "Position");
  type("plotLeftUnit", "mm");
  type("plotRightUnit", "deg");
  type("plotXTitle", "Time");
  type("plotLabel:link1.tip.x", "tip");
  EXPECT_EQ(board->form().problem(), "");
  EXPECT_EQ(card->title().text(), "Swing");
  EXPECT_EQ(card->canvas().look().yTitles[0], "Position");
  ASSERT_TRUE(card->canvas().look().units[0] && card->canvas().look().units[1]);
  EXPECT_EQ(card->canvas().look().units[0]->factor, 1e-3);
  EXPECT_EQ(card->canvas().look().units[1]->text, "°");
  EXPECT_EQ(chip(card, "link1.tip.x")->text(), "tip");
  const QJsonObject now = board->state()["plots"].toArray()[0].toObject();
  EXPECT_EQ(now["units"].toArray(), (QJsonArray{"mm", "deg"}));
  EXPECT_EQ(now["labels"].toArray(), (QJsonArray{"tip", ""}));
  keep("plots-form");
  type("plotLeftUnit", "kg");
  EXPECT_TRUE(board->form().problem().contains("is measured in m")) << board->form().problem().toStdString();
  type("plotLeftUnit", "");
  type("plotBand", "wide");
  EXPECT_TRUE(board->form().problem().contains("Error band")) << board->form().problem().toStdString();
  type("plotBand", "");
  type("plotFrom", "4");
  type("plotTo", "3");
  EXPECT_TRUE(board->form().problem().contains("end after it begins"));
  QTest::mouseClick(field<QToolButton>("plotKindx–y"), Qt::LeftButton);
  type("plotTo", "");
  type("plotAlong", "no.such");
  EXPECT_FALSE(board->form().problem().isEmpty());
  EXPECT_TRUE(card->overTime());
}

TEST_F(PlotKindsTest, FiguresAreZoomedAndFitAgain) {
  PlotCard* card = restored({{"signals", QJsonArray{"link1.tip.z"}}, {"x", QJsonArray{"link1.tip.x"}}});
  FigureCanvas& plot = card->figure();
  const QCPRange before = plot.axisRect()->axis(QCPAxis::atBottom)->range();
  const QPointF middle = plot.axisRect()->rect().center();
  const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton button) {
    QMouseEvent event(type, at, plot.mapToGlobal(at), button, Qt::LeftButton, {});
    QApplication::sendEvent(&plot, &event);
  };
  send(QEvent::MouseButtonPress, middle - QPointF(60, 30), Qt::LeftButton);
  send(QEvent::MouseMove, middle + QPointF(60, 30), Qt::NoButton);
  send(QEvent::MouseButtonRelease, middle + QPointF(60, 30), Qt::LeftButton);
  EXPECT_LT(plot.axisRect()->axis(QCPAxis::atBottom)->range().size(), before.size());
  EXPECT_FALSE(plot.fitted());
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, middle.toPoint());
  EXPECT_TRUE(plot.fitted());
  EXPECT_NEAR(plot.axisRect()->axis(QCPAxis::atBottom)->range().size(), before.size(), 1e-9);
  plot.setFocus();
  QTest::keyClick(&plot, Qt::Key_C);
  handleEvents();
  EXPECT_TRUE(board->cursorsShown());
  settle();
  keep("plots-along-cursors");
}

TEST_F(PlotKindsTest, ARunAndItsPastAreOneSpectrumAndEquilibriaStandAlongSignalsOnly) {
  const auto wave = [](int k, double t) { return k == 0 ? std::sin(2 * std::numbers::pi * 2 * t) : t; };
  source.record(1, 1001, 0, 0.01, wave);
  source.record(2, 1000, 5.01, 0.01, wave);  // a branch at 5 s
  source.record(9, 11, 0, 1, [](int k, double t) { return k == 0 ? t * t : t; });
  source.stretches = {
      {1, "run 1", 0, 5, true}, {2, "run 2", 5, kOpen, true}, {9, "equilibria", -kOpen, kOpen, false, true}};
  Q_EMIT source.spansChanged();
  PlotCard* card = restored({{"signals", QJsonArray{"link0.q[0]"}}, {"spectrum", true}});
  ASSERT_TRUE(card->figure().shown()) << card->figure().problem().toStdString();
  ASSERT_EQ(card->figure().shown()->panels[0].curves.size(), 1U);
  const auto& points = card->figure().shown()->panels[0].curves[0].points;
  const auto peak =
      std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.y < b.y; });
  EXPECT_NEAR(peak->x, 2, 0.05);
  EXPECT_NEAR(peak->y, 1, 0.05);
  EXPECT_NEAR(points[1].x, 1 / 15.0, 1e-3);  // of 15 s
  card = restored({{"signals", QJsonArray{"link0.q[0]"}}, {"x", QJsonArray{"link1.q[0]"}}});
  const auto& curves = card->figure().shown()->panels[0].curves;
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[1].label, "link0.q[0] · equilibria");
  ASSERT_EQ(curves[1].points.size(), 11U);
  for (const auto& p : curves[1].points) EXPECT_NEAR(p.y, p.x * p.x, 1e-12);
  card = restored({{"signals", QJsonArray{"link0.q[0]"}}});
  EXPECT_EQ(card->canvas().curves().size(), 2U);  // over time they are nothing
}

}  // namespace
}  // namespace tendril::tests
