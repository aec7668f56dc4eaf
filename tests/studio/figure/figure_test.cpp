// SPDX-License-Identifier: GPL-3.0-or-later
// Publication figures: what stands in the file, round ticks, hostile sizes and names.
#include "studio/figure/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "studio/figure/ticks.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::figure {
namespace {

class FigureTest : public ::testing::Test {
 protected:
  std::string write(const Figure& figure, const std::string& name = "f.svg") const {
    writeFigure(figure, folder_.path(name));
    std::ifstream stream(folder_.path(name), std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  static Curve wave(const std::string& label, int hue, double size = 1) {
    Curve curve{.label = label, .points = {}, .hue = hue};
    for (int i = 0; i <= 100; ++i) curve.points.push_back({0.1 * i, size * std::sin(0.1 * i)});
    return curve;
  }
  static Figure twoPanels() {
    Figure figure;
    figure.title = "Tips & <tensions>";
    figure.to = 10;
    Curve asked = wave("tendon.signal", 0, 20);
    asked.role = CurveRole::kReference;
    figure.panels = {{{"Length", "m"}, {wave("arm.tip.x", 0, 0.02), wave("arm.tip.z", 1, 0.03)}},
                     {{"Tension", "N"}, {wave("tendon.tension", 0, 20), asked}}};
    return figure;
  }
  TemporaryFolder folder_;
};

int count(const std::string& text, const std::string& piece) {
  int n = 0;
  for (auto at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++n;
  return n;
}

/// Every element is closed in order, every attribute quoted: what a parser of XML needs.
bool isWellFormed(const std::string& text) {
  std::vector<std::string> open;
  for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const auto end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string inside = text.substr(at + 1, end - at - 1);
    if (inside[0] == '?') continue;
    if (count(inside, "\"") % 2 != 0) return false;
    if (inside[0] == '/') {
      if (open.empty() || open.back() != inside.substr(1)) return false;
      open.pop_back();
    } else if (inside.back() != '/') {
      open.push_back(inside.substr(0, inside.find_first_of(" >")));
    }
  }
  return open.empty();
}

TEST_F(FigureTest, SvgHasCurvesAndEditableText) {
  const std::string svg = write(twoPanels());
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_EQ(count(svg, "<path "), 4);
  EXPECT_EQ(count(svg, "class=\"curve\""), 3);
  EXPECT_EQ(count(svg, "class=\"curve reference\""), 1);
  EXPECT_EQ(count(svg, "class=\"sample\""), 4);
  EXPECT_EQ(count(svg, "stroke-width=\"1.31\""), 6);  // 1.75 px, curve and sample
  EXPECT_EQ(count(svg, "stroke-dasharray"), 2);
  EXPECT_NE(svg.find("width=\"88mm\""), std::string::npos);
  EXPECT_NE(svg.find("font-family=\"Inter, "), std::string::npos);
  EXPECT_NE(svg.find(">Tips &amp; &lt;tensions&gt;</text>"), std::string::npos);
  EXPECT_NE(svg.find(">arm.tip.z</text>"), std::string::npos);
  EXPECT_NE(svg.find("\u2009(mm)</tspan>"), std::string::npos);  // 0.03 m
  EXPECT_NE(svg.find("\u2009(N)</tspan>"), std::string::npos);
  EXPECT_NE(svg.find("Time</tspan>"), std::string::npos);
  EXPECT_NE(svg.find(">−20</text>"), std::string::npos);
}

TEST_F(FigureTest, OneCurveNeedsNoLegend) {
  Figure figure;
  figure.panels = {{{"x", "m"}, {wave("x", 0)}}};
  EXPECT_EQ(count(write(figure), "class=\"sample\""), 0);
}

TEST_F(FigureTest, GapsInterruptCurves) {
  Figure figure;
  figure.to = 10;
  Curve curve = wave("x", 0);
  figure.panels = {{{"x", ""}, {curve}}};
  const std::string whole = write(figure);
  for (const std::size_t i : {20u, 50u, 51u}) curve.points[i].y = std::nan("");
  figure.panels[0].curves = {curve};
  const std::string broken = write(figure);
  const auto moves = [](const std::string& svg) { return count(svg, "l0 0"); };
  EXPECT_EQ(moves(whole), 1);
  EXPECT_EQ(moves(broken), 3);
  EXPECT_EQ(broken.find("nan"), std::string::npos);
}

TEST_F(FigureTest, PdfAndPngAreWhatTheyAreCalled) {
  EXPECT_EQ(write(twoPanels(), "f.pdf").substr(0, 5), "%PDF-");
  EXPECT_EQ(write(twoPanels(), "f.PNG").substr(1, 3), "PNG");
  Figure dark = twoPanels();
  dark.dark = true;
  EXPECT_NE(write(dark, "dark.png"), write(twoPanels(), "light.png"));
}

TEST_F(FigureTest, SizesAreMillimetres) {
  Figure figure = twoPanels();
  figure.widthMm = 181, figure.heightMm = 90;
  EXPECT_NEAR(heightOf(figure), 90, 0.01);
  const std::string svg = write(figure);
  EXPECT_NE(svg.find("width=\"181mm\" height=\"90mm\""), std::string::npos);
}

TEST_F(FigureTest, WhatCannotBeDrawnSaysWhy) {
  Figure figure = twoPanels();
  EXPECT_THROW(writeFigure(figure, folder_.path("f.jpg")), std::invalid_argument);
  EXPECT_THROW(writeFigure(figure, folder_.path() / "none" / "f.svg"), std::runtime_error);
  EXPECT_THROW(writeFigure(figure, folder_.path() / "none" / "f.pdf"), std::runtime_error);
  EXPECT_THROW(writeFigure(figure, folder_.path() / "none" / "f.png"), std::runtime_error);
  figure.widthMm = 12;
  EXPECT_THROW(write(figure), std::invalid_argument);
  figure = twoPanels();
  figure.heightMm = 15;
  EXPECT_THROW(write(figure), std::invalid_argument);
  figure = twoPanels();
  figure.to = figure.from;
  EXPECT_THROW(write(figure), std::invalid_argument);
  EXPECT_THROW(write(Figure{}), std::invalid_argument);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));  // no remains
}

TEST_F(FigureTest, AnyNumbersCanBeDrawn) {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  for (const double size : {0.0, 1e-300, tiny, 1e300, huge, std::numeric_limits<double>::infinity(), std::nan("")}) {
    for (const std::string unit : {"", "m", "kg·m²/s", "%"}) {
      Figure figure;
      figure.to = 10;
      figure.panels = {{{"x", unit}, {wave("a", 0, size), wave("b", 1, -size)}}};
      EXPECT_TRUE(isWellFormed(write(figure))) << size << unit;
    }
  }
  Figure empty;
  empty.panels = {{{"x", "m"}, {{.label = "none", .points = {}}}}};
  EXPECT_TRUE(isWellFormed(write(empty)));
}

TEST_F(FigureTest, LongNamesAreCutNotWrapped) {
  Figure figure = twoPanels();
  figure.panels[0].y.name = std::string(300, 'W') + "ü";
  for (int i = 0; i < 20; ++i) figure.panels[0].curves.push_back(wave("a rather long name of a signal", i));
  EXPECT_NE(write(figure).find("…"), std::string::npos);
}

TEST(Ticks, AreRoundAndWithin) {
  for (const auto& [low, high] : std::vector<std::pair<double, double>>{
           {0, 1}, {-1, 1}, {0.3, 0.31}, {1e-9, 3e-9}, {-5e7, 2e8}, {99.99, 100.01}, {-0.7, -0.1}}) {
    for (const int wanted : {2, 3, 5, 8}) {
      const Ticks ticks = ticksWithin(low, high, wanted);
      ASSERT_FALSE(ticks.places.empty()) << low << ' ' << high;
      EXPECT_LE(ticks.places.size(), 2u * static_cast<unsigned>(wanted) + 2);
      const double mantissa = ticks.step / std::pow(10, std::floor(std::log10(ticks.step) + 1e-9));
      EXPECT_TRUE(std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 5) < 1e-6);
      for (std::size_t i = 0; i < ticks.places.size(); ++i) {
        EXPECT_GE(ticks.places[i], low - 1e-9 * (high - low));
        EXPECT_LE(ticks.places[i], high + 1e-9 * (high - low));
      }
    }
  }
  EXPECT_EQ(ticksWithin(-1, 1, 4).labels, (std::vector<std::string>{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
}

TEST(Ticks, OfCountsAreWholeNumbers) {
  EXPECT_EQ(ticksWithin(0, 2.12, 4).labels, (std::vector<std::string>{"0.0", "0.5", "1.0", "1.5", "2.0"}));
  EXPECT_EQ(ticksWithin(0, 2.12, 4, 1).labels, (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(ticksWithin(0, 40, 4, 1).labels, ticksWithin(0, 40, 4).labels);
}

TEST(Ticks, FlatCurvesHaveRoom) {
  for (const double value : {0.0, 5.0, -1e-12, 1e12}) {
    const Ticks ticks = ticksAround(value, value, 4);
    EXPECT_LT(ticks.low, value);
    EXPECT_GT(ticks.high, value);
    EXPECT_FALSE(ticks.places.empty());
  }
}

}  // namespace
}  // namespace tendril::figure
