// SPDX-License-Identifier: GPL-3.0-or-later
// Plots of all kinds against closed forms, and the places of what is drawn.
#include "core/plots/plot_spec.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>
#include <regex>
#include <sstream>
#include <tuple>

#include "core/plots/signal_analysis.hpp"
#include "studio/figure/ticks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::figure {
namespace {

using Function = std::function<double(double)>;

/// Functions of time at `rows` instants of [0, duration]; every second one a little late where `uneven`.
std::shared_ptr<const SignalHistory> tableOf(const std::vector<Function>& functions, double duration, int rows,
                                             double uneven = 0) {
  auto table = std::make_shared<SignalHistory>(static_cast<int>(functions.size()), static_cast<std::size_t>(rows));
  std::vector<double> values(functions.size());
  for (int row = 0; row < rows; ++row) {
    const double t = duration * (row + (row % 2 == 1 && row + 1 < rows ? uneven : 0)) / (rows - 1);
    for (std::size_t i = 0; i < functions.size(); ++i) values[i] = functions[i](t);
    table->append(t, values);
  }
  return table;
}

SignalColumn column(const std::string& name, const std::string& unit) {
  SignalColumn out;
  out.text = out.name = name, out.unit = unit;
  return out;
}

TEST(SignalAnalysis, ASineHasItsAmplitudeAtItsFrequency) {
  const double turn = 2 * std::numbers::pi;
  const auto wave = [&](double t) { return 3 + 0.7 * std::sin(turn * 5 * t) + 0.1 * std::cos(turn * 40 * t); };
  for (const double uneven : {0.0, 0.3}) {
    const auto table = tableOf({wave}, 2, 4001, uneven);
    const std::vector<Point> spectrum = amplitudeSpectrum(*table, 0, 0, 2 - 1e-4);  // whole periods
    ASSERT_EQ(spectrum.size(), 2001u);
    EXPECT_NEAR(spectrum[10].x, 5, 1e-3);
    EXPECT_NEAR(spectrum[10].y, 0.7, 1e-3);
    EXPECT_NEAR(spectrum[9].y, 0.35, 1e-3);  // half beside it: the Hann window
    EXPECT_NEAR(spectrum[80].y, 0.1, 1e-3);
    EXPECT_LT(spectrum[0].y, 1e-3);  // without the mean
    EXPECT_LT(spectrum[40].y, 1e-3);
  }
  EXPECT_TRUE(amplitudeSpectrum(*tableOf({wave}, 1, 3), 0, 0, 1).empty());
}

TEST(SignalAnalysis, StatisticsAreThoseOfTheClosedForm) {
  const auto table = tableOf({[](double t) { return std::exp(-t); }}, 5, 50001, 0.4);
  const double end = std::exp(-5.0);
  const SignalStatistics all = statisticsOf(*table, 0, 0, 5);
  EXPECT_NEAR(all.mean, (1 - end) / 5, 1e-8);
  EXPECT_NEAR(all.rms, std::sqrt((1 - end * end) / 10), 1e-8);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, end, 1e-15);
  EXPECT_NEAR(all.settling, -std::log(end + 0.02 * (1 - end)), 2e-4);
  const SignalStatistics part = statisticsOf(*table, 0, 1, 2);
  EXPECT_NEAR(part.mean, std::exp(-1.0) - std::exp(-2.0), 1e-4);
  EXPECT_TRUE(std::isnan(statisticsOf(*table, 0, 6, 7).mean));
}

/// As if the stretches in which something is known were all there is.
TEST(SignalAnalysis, GapsCountForNothing) {
  SignalHistory table(1, 8);
  const double gap = std::nan("");
  const double values[] = {1, 1, gap, gap, 5, 5, 5};
  const double times[] = {0, 1, 2, 7, 10, 11, 12};
  for (std::size_t i = 0; i < 7; ++i) table.append(times[i], {&values[i], 1});
  const SignalStatistics known = statisticsOf(table, 0, 0, 12);
  EXPECT_NEAR(known.mean, (1 * 1 + 2 * 5) / 3.0, 1e-15);
  EXPECT_NEAR(known.rms, std::sqrt((1 * 1 + 2 * 25) / 3.0), 1e-15);
  EXPECT_EQ(known.last, 5);
  const SignalStatistics lone = statisticsOf(table, 0, 0, 0.5);
  EXPECT_EQ(lone.mean, 1);
  EXPECT_EQ(lone.rms, 1);
  EXPECT_EQ(histogramOf(table, 0, 0, 12, 0, 6, 2), (std::vector<int>{2, 3}));
  EXPECT_TRUE(std::isnan(statisticsOf(table, 0, 1.5, 8).mean));
}

TEST(SignalAnalysis, EveryRowIsCountedOnce) {
  const auto table = tableOf({[](double t) { return t; }}, 1, 1001);
  EXPECT_EQ(histogramOf(*table, 0, 0, 1, 0, 1, 4), (std::vector<int>{250, 250, 250, 251}));
  EXPECT_EQ(histogramOf(*table, 0, 0, 0.4, 0, 1, 2), (std::vector<int>{401, 0}));
}

TEST(SignalAnalysis, NumbersOutsideTheBinsAndGapsDoNotCount) {
  const std::vector<double> numbers = {0, 0.5, 1, 1.5, 2, -1, 3, std::nan("")};
  EXPECT_EQ(countsOf(numbers, 0, 2, 2), (std::vector<int>{2, 3}));
  EXPECT_EQ(countsOf({}, 0, 1, 3), (std::vector<int>{0, 0, 0}));
}

TEST(Ticks, PowersOfTen) {
  EXPECT_EQ(ticksOfPowers(-9.2, -2.9, 7).labels.front(), "10⁻⁹");
  EXPECT_EQ(ticksOfPowers(-1, 2.1, 6).labels, (std::vector<std::string>{"0.1", "1", "10", "100"}));
  EXPECT_EQ(ticksOfPowers(0.1, 1.1, 6).labels, (std::vector<std::string>{"2", "5", "10"}));
  EXPECT_GT(ticksOfPowers(0.72, 0.95, 4).places.size(), 2u);  // 5.2 … 8.9
  EXPECT_EQ(ticksOfPowers(-30, 30, 6).places.size(), 7u);
}

class PlotSpecTest : public ::testing::Test {
 protected:
  std::string write(const Figure& figure) const {
    writeFigure(figure, folder_.path("f.svg"));
    std::ifstream stream(folder_.path("f.svg"));
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  TemporaryFolder folder_;
};

/// Points of the curves, in the order of the file.
std::vector<std::vector<Point>> curvesIn(const std::string& svg) {
  std::vector<std::vector<Point>> out;
  const std::regex path("class=\"curve[^>]* d=\"([^\"]*)\""), pair("[ML]([-0-9.e]+) ([-0-9.e]+)");
  for (std::sregex_iterator at(svg.begin(), svg.end(), path), end; at != end; ++at) {
    const std::string d = (*at)[1];
    out.emplace_back();
    for (std::sregex_iterator p(d.begin(), d.end(), pair); p != end; ++p)
      out.back().push_back({std::stod((*p)[1]), std::stod((*p)[2])});
  }
  return out;
}

TEST_F(PlotSpecTest, AxesByPowersOfTenHaveEqualFactorsAtEqualDistances) {
  const auto table = tableOf({[](double t) { return std::pow(10, 3 * t - 6); }}, 2, 3);
  const PlotSpec spec{.signals = {"a"}, .logY = true};
  const std::vector<std::vector<Point>> curves = curvesIn(write(plotFigure(spec, {column("a", "m")}, table)));
  ASSERT_EQ(curves.size(), 1u);
  ASSERT_EQ(curves[0].size(), 3u);
  EXPECT_NEAR(curves[0][0].y - curves[0][1].y, curves[0][1].y - curves[0][2].y, 0.02);
  EXPECT_GT(curves[0][0].y - curves[0][1].y, 20);
}

TEST_F(PlotSpecTest, ACircleAlongAnotherSignalIsDrawnAsOne) {
  const auto table =
      tableOf({[](double t) { return std::sin(t); }, [](double t) { return std::cos(t); }}, 2 * std::numbers::pi, 721);
  const PlotSpec spec{.signals = {"a"}, .x = {"b"}};
  const Figure figure = plotFigure(spec, {column("a", "m"), column("b", "m")}, table);
  EXPECT_EQ(figure.x.name, "b");
  EXPECT_NEAR(figure.from, -1.08, 1e-6);
  for (const Point& p : figure.panels.at(0).curves.at(0).points) EXPECT_NEAR(std::hypot(p.x, p.y), 1, 1e-12);
}

TEST_F(PlotSpecTest, TwoUnitsShareAPanelWithAnAxisEach) {
  const auto table = tableOf({[](double t) { return t; }, [](double t) { return 1000 * t; }}, 1, 11);
  PlotSpec spec{.signals = {"a", "b"}, .rightAxis = true, .yTitles = {"Way", "Push"}, .units = {"cm", "kN"}};
  const std::vector<SignalColumn> columns = {column("a", "m"), column("b", "N")};
  const Figure figure = plotFigure(spec, columns, table);
  ASSERT_EQ(figure.panels.size(), 1u);
  const std::string svg = write(figure);
  const std::vector<std::vector<Point>> curves = curvesIn(svg);
  ASSERT_EQ(curves.size(), 2u);
  for (std::size_t i = 0; i < curves[0].size(); ++i) EXPECT_NEAR(curves[0][i].y, curves[1][i].y, 0.02);
  for (const char* text : {">Way<", ">Push<", "(cm)", "(kN)", ">100<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  spec.units = {"kg"};
  EXPECT_THROW(plotFigure(spec, columns, table), std::invalid_argument);
  spec.units = {}, spec.signals = {"a"};
  EXPECT_THROW(plotFigure(spec, {columns[0]}, table), std::invalid_argument);
}

TEST_F(PlotSpecTest, ABandIsAsWideAsTheError) {
  const auto table = tableOf({[](double t) { return t; }, [](double t) { return t + 0.25; }}, 1, 101);
  PlotSpec spec{.signals = {"a"}, .references = {"r"}, .band = "rms"};
  const std::vector<SignalColumn> columns = {column("a", "m"), column("r", "m")};
  const Band rms = plotFigure(spec, columns, table).panels.at(0).bands.at(0);
  for (std::size_t i = 0; i < rms.low.size(); ++i) EXPECT_NEAR(rms.high[i].y - rms.low[i].y, 0.5, 1e-12);
  spec.band = "0.1";
  const Band given = plotFigure(spec, columns, table).panels.at(0).bands.at(0);
  EXPECT_NEAR(given.high[5].y - given.low[5].y, 0.2, 1e-12);
  spec.references = {};
  EXPECT_THROW(plotFigure(spec, {columns[0]}, table), std::invalid_argument);
}

TEST_F(PlotSpecTest, WhatIsStoredIsReadAndWhatIsOfNoUseIsNamed) {
  std::vector<Problem> problems;
  const auto read = [&](const char* text) {
    PlotSpec spec;
    readPlotSpec(json::parse(text, problems), spec);
    return spec;
  };
  const PlotSpec spec = read(R"({"signals": ["a", {"name": "b"}], "x": "c", "log": "xy", "band": 0.5, "row": 3,
      "units": ["mm"], "from": 1, "right_axis": true, "histogram": 12})");
  EXPECT_EQ(spec.signals, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(textsOf(spec), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(spec.logX && spec.logY && spec.rightAxis);
  EXPECT_EQ(spec.band, "0.5");
  EXPECT_EQ(spec.histogram, 12);
  EXPECT_EQ(spec.from, 1);
  EXPECT_EQ(read(R"({"histogram": 5, "per_run": "rms"})").perRun, "rms");
  EXPECT_THROW(read(R"({"histogram": 5, "per_run": "median"})"), std::invalid_argument);
  for (const char* key :
       {"signals", "x", "log", "band", "spectrum", "histogram", "per_run", "from", "units", "title"}) {
    const std::string text = std::string("{\"") + key + "\": " + (key == std::string("title") ? "[]" : "{}") + "}";
    try {
      read(text.c_str());
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(key), std::string::npos) << error.what();
    }
  }
}

TEST_F(PlotSpecTest, WhatIsWrittenIsReadAgain) {
  PlotSpec spec;
  spec.signals = {"a", "b"}, spec.references = {"r"}, spec.labels = {"one", "", "asked"};
  spec.x = {"c"}, spec.spectrum = true, spec.histogram = 7, spec.logY = true, spec.rightAxis = true;
  spec.perRun = "mean";
  spec.band = "0.25", spec.title = "A \"title\"", spec.xTitle = "x", spec.yTitles = {"", "y2"};
  spec.xUnit = "ms", spec.units = {"mm"}, spec.from = 0.1, spec.to = 1e300;
  PlotSpec read;
  readPlotSpec(writePlotSpec(spec), read);
  EXPECT_EQ(read, spec);
  spec.band = "rms", spec.logX = true;
  read = {};
  readPlotSpec(writePlotSpec(spec), read);
  EXPECT_EQ(read, spec);
  EXPECT_EQ(json::writeCompact(writePlotSpec({.signals = {"a"}})), R"({"signals":["a"]})");  // nothing that is usual
}

/// Ramps from 0 to 1, 2, … 10 within a second: every run counts once, by the number that is chosen.
TEST_F(PlotSpecTest, AHistogramCountsRunsByANumberOfEach) {
  PlotCurves ramps{.curves = {}, .along = {}, .from = 0, .to = 1};
  for (int k = 1; k <= 10; ++k)
    ramps.curves.push_back({.name = "height",
                            .unit = "m",
                            .label = k == 1 ? "" : "height · run " + std::to_string(k),
                            .table = tableOf({[k](double t) { return k * t; }}, 1, 101),
                            .role = k == 1 ? CurveRole::kActual : CurveRole::kOtherRun,
                            .run = k - 2});
  PlotSpec spec{.signals = {"height"}, .histogram = 4, .perRun = "final"};
  const auto counts = [&] {
    const Figure figure = plotFigure(spec, ramps);
    EXPECT_EQ(figure.panels.size(), 1U);
    EXPECT_EQ(figure.panels[0].curves.size(), 1U) << "all runs together";
    EXPECT_EQ(figure.panels[0].curves[0].label, "height");
    EXPECT_EQ(figure.panels[0].y.name, "Runs");
    EXPECT_EQ(figure.panels[0].y.leastStep, 1) << "half a run is none";
    std::vector<double> out;
    const std::vector<Point>& points = figure.panels[0].curves[0].points;
    for (std::size_t i = 1; i + 1 < points.size(); i += 2) out.push_back(points[i].y);
    return out;
  };
  EXPECT_EQ(counts(), (std::vector<double>{3, 2, 2, 3}));  // 1 2 3 | 4 5 | 6 7 | 8 9 10
  EXPECT_EQ(plotFigure(spec, ramps).from, 1);
  EXPECT_EQ(plotFigure(spec, ramps).to, 10);
  EXPECT_EQ(plotFigure(spec, ramps).x.name, "height, final value");
  EXPECT_EQ(plotFigure(spec, ramps).x.unit, "m");
  const std::vector<std::tuple<const char*, double, double>> numbers = {
      {"max", 1, 10}, {"mean", 0.5, 5}, {"rms", 1 / std::sqrt(3), 10 / std::sqrt(3)}};
  for (const auto& [number, low, high] : numbers) {
    spec.perRun = number;
    EXPECT_NEAR(plotFigure(spec, ramps).from, low, 1e-12) << number;
    EXPECT_NEAR(plotFigure(spec, ramps).to, high, 1e-12) << number;
    EXPECT_EQ(counts(), (std::vector<double>{3, 2, 2, 3})) << number;
  }
  spec.perRun = "min", spec.histogram = 1;
  EXPECT_EQ(counts(), (std::vector<double>{10})) << "all begin at 0";
  spec.perRun = "max", spec.histogram = 3;
  ramps.to = 0.5;  // a stretch of each
  EXPECT_NEAR(plotFigure(spec, ramps).to, 5, 1e-12);
  // Equilibria have no times: each of them counts, beside the runs.
  ramps.curves.push_back({.name = "height",
                          .unit = "m",
                          .label = "height · equilibria",
                          .table = tableOf({[](double t) { return 3 + t; }}, 3, 4),
                          .role = CurveRole::kOtherRun,
                          .whole = true});
  const Figure both = plotFigure(spec, ramps);
  ASSERT_EQ(both.panels[0].curves.size(), 2U);
  EXPECT_EQ(both.panels[0].curves[1].label, "height · equilibria");
  EXPECT_EQ(both.x.name, "height, maximum");
  EXPECT_NEAR(both.to, 6, 1e-12);
  spec.histogram = 0;
  EXPECT_THROW(plotFigure(spec, ramps), std::invalid_argument);
}

TEST_F(PlotSpecTest, CurvesOfSeveralTablesAreDrawnTogether) {
  // The same circle, its x in another table with other instants, and another run of half its size.
  const auto circle = [](double size) {
    return tableOf({[size](double t) { return size * std::cos(t); }, [size](double t) { return size * std::sin(t); }},
                   6, 6001);
  };
  const auto finer = tableOf({[](double t) { return std::cos(t); }}, 6, 9001), one = circle(1), half = circle(0.5);
  PlotSpec spec;
  spec.signals = {"y"}, spec.x = {"x"};
  PlotCurves curves{.curves = {}, .along = {}, .from = 1, .to = 3};
  curves.along = {{.name = "x", .unit = "m", .label = {}, .table = finer},
                  {.name = "x", .unit = "m", .label = {}, .table = half}};
  curves.curves = {{.name = "y", .unit = "m", .label = {}, .table = one, .column = 1},
                   {.name = "y", .unit = "m", .label = "y · run 2", .table = half, .column = 1}};
  curves.curves[1].along = 1, curves.curves[1].role = CurveRole::kOtherRun, curves.curves[1].whole = true;
  const Figure figure = plotFigure(spec, curves);
  ASSERT_EQ(figure.panels.size(), 1U);
  ASSERT_EQ(figure.panels[0].curves.size(), 2U);
  for (const Curve& curve : figure.panels[0].curves) {
    const double size = curve.role == CurveRole::kOtherRun ? 0.5 : 1;
    for (const Point& p : curve.points) EXPECT_NEAR(std::hypot(p.x, p.y), size, 1e-6);
  }
  const std::vector<Point>& own = figure.panels[0].curves[0].points;
  EXPECT_NEAR(own.front().x, std::cos(1), 1e-6);
  EXPECT_NEAR(own.back().y, std::sin(3), 1e-3);
  EXPECT_NEAR(figure.panels[0].curves[1].points.front().x, 0.5, 1e-9);  // all of it, from the start
}

/// A text of the page as the box that it covers.
struct Covered {
  std::string text;
  double left, top, right, bottom;
};
std::vector<Covered> textsIn(const std::string& svg) {
  std::vector<Covered> out;
  const std::regex element(
      "<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" font-size=\"([0-9.]+)\" text-anchor=\"(\\w+)\"([^>]*)>(.*?)</text>"),
      tags("<[^>]*>");
  for (std::sregex_iterator at(svg.begin(), svg.end(), element), end; at != end; ++at) {
    const std::smatch& m = *at;
    const std::string text = std::regex_replace(m[6].str(), tags, "");
    const double x = std::stod(m[1]), y = std::stod(m[2]), size = std::stod(m[3]), wide = textWidth(text, size);
    const double before = m[4] == "start" ? 0 : m[4] == "end" ? wide : wide / 2;
    const double up = 0.73 * size, down = 0.02 * size;
    if (m[5].str().find("rotate") != std::string::npos)
      out.push_back({text, x - up, y - (wide - before), x + down, y + before});
    else
      out.push_back({text, x - before, y - up, x - before + wide, y + down});
  }
  return out;
}

TEST_F(PlotSpecTest, NoTextTouchesAnother) {
  for (const double size : {1e-7, 0.001, 1.0, 4.37e3, 9.99e8}) {
    const auto table =
        tableOf({[&](double t) { return size * std::sin(t); }, [&](double t) { return size * t; }}, 9.99 * size, 201);
    for (const bool right : {false, true}) {
      PlotSpec spec{.signals = {"arm.tip.x", "motor.torque"}, .rightAxis = right};
      for (const double wide : {60.0, 88.0, 181.0}) {
        spec.widthMm = wide;
        const std::vector<Covered> texts =
            textsIn(write(plotFigure(spec, {column("arm.tip.x", "m"), column("motor.torque", "kg")}, table)));
        ASSERT_GE(texts.size(), 8u);
        for (std::size_t i = 0; i < texts.size(); ++i) {
          const Covered& a = texts[i];
          EXPECT_TRUE(a.left >= 0 && a.right <= wide * kPointsPerMm && a.top >= 0) << a.text << ' ' << size;
          for (std::size_t k = 0; k < i; ++k) {
            const Covered& b = texts[k];
            const bool apart = a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
            EXPECT_TRUE(apart) << a.text << " on " << b.text << ", " << size << ' ' << wide << ' ' << right;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace tendril::figure
