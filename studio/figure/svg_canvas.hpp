// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/figure/canvas.hpp"

namespace tendril::figure {

/// Writes SVG 1.1 with a page of width × height points.
class SvgCanvas : public Canvas {
 public:
  SvgCanvas(std::filesystem::path file, double width, double height, const std::string& title);
  void fill(const Box& box, const Color& color) override;
  void line(Point from, Point to, const Stroke& stroke) override;
  void curve(std::span<const Point> points, const Stroke& stroke, const Box& clip) override;
  void text(Point at, std::span<const TextRun> runs, const TextStyle& style) override;
  void finish() override;

 private:
  std::filesystem::path file_;
  std::string body_;
  int clips_ = 0;
};

}  // namespace tendril::figure
