// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/figure/canvas.hpp"

namespace tendril::figure {

/// Writes a file. std::runtime_error where it is not whole: the disk is full, there is no such folder.
void writeBytes(const std::filesystem::path& file, const std::string& bytes);

/// Writes SVG 1.1 with a page of width × height points.
class SvgCanvas : public Canvas {
 public:
  SvgCanvas(std::filesystem::path file, double width, double height, const std::string& title);
  void fill(const Box& box, const Color& color) override;
  void line(Point from, Point to, const Stroke& stroke) override;
  void curve(std::span<const Point> points, const Stroke& stroke, const Box& clip) override;
  void area(std::span<const Point> outline, const Color& color, double opacity, const Box& clip) override;
  void image(const Box& box, const Pixels& pixels) override;
  void text(Point at, std::span<const TextRun> runs, const TextStyle& style) override;
  void finish() override;

 private:
  /// Defines a clip and gives its attribute.
  std::string clipPath(const Box& clip);

  std::filesystem::path file_;
  std::string body_;
  int clips_ = 0;
};

}  // namespace tendril::figure
