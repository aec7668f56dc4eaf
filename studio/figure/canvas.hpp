// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure is drawn on: a page in points (1/72 inch), y downwards.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/plots/figure.hpp"

namespace tendril::figure {

/// Red, green, blue 0…1.
struct Color {
  double r = 0, g = 0, b = 0;
  bool operator==(const Color&) const = default;
};
/// "#0072B2".
Color colorOf(const char* hex);

struct Box {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Stroke {
  Color color;
  double width = 0.75;  ///< points
  bool dashed = false;
  const char* name = "line";  ///< class of the element in SVG
};

enum class Anchor { kStart, kMiddle, kEnd };

/// A piece of text in one colour.
struct TextRun {
  std::string text;
  Color color;
};

struct TextStyle {
  double size = 8;  ///< points
  bool bold = false;
  Anchor anchor = Anchor::kStart;
  bool upwards = false;  ///< turned to be read from below to above
};

/// RGBA, row by row from the top, alpha not multiplied in: 4 · width · height bytes.
struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};

class Canvas {
 public:
  virtual ~Canvas() = default;
  virtual void fill(const Box& box, const Color& color) = 0;
  virtual void line(Point from, Point to, const Stroke& stroke) = 0;
  /// A curve inside `clip`; points that are no numbers interrupt it. A lone point becomes a dot.
  virtual void curve(std::span<const Point> points, const Stroke& stroke, const Box& clip) = 0;
  /// A filled polygon inside `clip`; what is beneath shines through by 1 − opacity.
  virtual void area(std::span<const Point> outline, const Color& color, double opacity, const Box& clip) = 0;
  /// Pixels stretched over a box.
  virtual void image(const Box& box, const Pixels& pixels) = 0;
  /// On the base line through `at`.
  virtual void text(Point at, std::span<const TextRun> runs, const TextStyle& style) = 0;
  /// Writes what was drawn; std::runtime_error if the file cannot be written.
  virtual void finish() = 0;
};

enum class Format { kSvg, kPdf, kPng };

/// A page of width × height points. PNG has `dpi`. `title` and `description` go into the file's own fields.
std::unique_ptr<Canvas> makeCanvas(Format format, const std::filesystem::path& file, double width, double height,
                                   double dpi, const std::string& title);

/// The bytes of a PNG file.
std::vector<std::uint8_t> pngOf(const Pixels& pixels);
/// Width of text in points, in the figure's font.
double textWidth(const std::string& text, double size, bool bold = false);

constexpr const char* kFont = "Inter";

}  // namespace tendril::figure
