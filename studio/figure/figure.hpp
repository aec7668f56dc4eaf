// SPDX-License-Identifier: GPL-3.0-or-later
// A publication figure: panels of curves over a common axis, 8 pt, column width, Okabe–Ito hues.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "studio/figure/canvas.hpp"

namespace tendril::figure {

enum class CurveRole {
  kActual,
  kReference,  ///< what was asked for: dashed and thin
  kOtherRun,   ///< for comparison: paler and thinner
};

struct Curve {
  std::string label;          ///< in the legend
  std::vector<Point> points;  ///< in SI units, x ascending; NaN interrupts
  int hue = 0;                ///< Okabe–Ito, repeats after 8
  CurveRole role = CurveRole::kActual;
  int run = 0;  ///< of other runs: which of them, from 0; every second is dashed
};

struct Axis {
  std::string name;  ///< such as "time"
  std::string unit;  ///< SI unit of the values; prefixes are found here
};

struct Panel {
  Axis y = {};
  std::vector<Curve> curves = {};
  std::string title = {};                                ///< above the legend; may be empty
  std::optional<std::pair<double, double>> values = {};  ///< of y, if it is not to fit the curves
};

/// Several panels stand above each other and share x.
struct Figure {
  std::string title;  ///< may be empty
  Axis x = {"Time", "s"};
  double from = 0, to = 1;  ///< of x
  std::vector<Panel> panels;
  double widthMm = 88;
  double heightMm = 0;  ///< 0: what fits the panels
  bool dark = false;
  double dpi = 300;  ///< of PNG
};

/// The format that a file's ending asks for; std::invalid_argument names the known ones.
Format formatOf(const std::filesystem::path& file);
/// The height that is drawn, in mm.
double heightOf(const Figure& figure);
/// Draws the figure to a file of the format that its ending asks for (or another one), which appears when it is
/// complete. std::runtime_error if it cannot be written.
void writeFigure(const Figure& figure, const std::filesystem::path& file);
void writeFigure(const Figure& figure, const std::filesystem::path& file, Format format);

/// The hue of a curve on a light or dark page.
Color hueOf(int index, bool dark);

}  // namespace tendril::figure
