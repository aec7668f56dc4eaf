// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of a figure of plots, and its strokes on a canvas.
#pragma once

#include "studio/figure/axis_scale.hpp"
#include "studio/figure/figure.hpp"

namespace tendril::figure {

class Drawing {
 public:
  /// With the upper left corner of the figure at `corner` of the page. std::invalid_argument where the figure has no
  /// room for what it is to show. `figure` outlives this.
  explicit Drawing(const Figure& figure, Point corner = {});

  double width() const { return width_; }    ///< pt
  double height() const { return height_; }  ///< pt
  void draw(Canvas& canvas) const;

 private:
  /// One item of a legend: where its line begins, and its label.
  struct LegendItem {
    const Curve* curve;
    double x;
    int row;
  };
  struct PanelLayout {
    const Panel* panel = nullptr;
    Box plot;
    AxisScale left, right;
    std::vector<LegendItem> legend;
    int legendRows = 0;
  };

  void measure();
  void stack(double left, double right, double fixed);
  PanelLayout scaled(const Panel& panel) const;
  double roomOnTheRight() const;
  static double above(const PanelLayout& panel);
  static void placeLegend(PanelLayout& panel, double left, double right);

  double xOf(const PanelLayout& p, double share) const { return p.plot.left + p.plot.width * share; }
  static double yOf(const PanelLayout& p, double share) { return p.plot.bottom() - p.plot.height * share; }
  std::vector<Point> placed(const PanelLayout& p, const std::vector<Point>& points, const AxisScale& scale) const;
  Stroke strokeOf(const Curve& curve) const;
  void drawPanel(Canvas& canvas, const PanelLayout& p) const;
  void drawBands(Canvas& canvas, const PanelLayout& p) const;
  void drawCurve(Canvas& canvas, const PanelLayout& p, const Curve& curve) const;
  void drawValues(Canvas& canvas, const PanelLayout& p, bool right) const;
  void drawLegend(Canvas& canvas, const PanelLayout& p) const;
  void drawXLabels(Canvas& canvas, const PanelLayout& p) const;
  std::vector<TextRun> axisTitle(const std::string& name, const std::string& unit) const;

  const Figure& figure_;
  Point corner_;
  Ink ink_;
  double width_, height_ = 0;
  double leftRoom_ = 0, rightRoom_ = 0;  // pt, beside the plots
  AxisScale x_;
  std::vector<PanelLayout> panels_;
};

}  // namespace tendril::figure
