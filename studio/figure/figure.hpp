// SPDX-License-Identifier: GPL-3.0-or-later
// A publication figure: panels of curves over a common axis, 8 pt, column width, Okabe–Ito hues.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/units.hpp"
#include "studio/figure/canvas.hpp"

namespace tendril::figure {

enum class CurveRole {
  kActual,
  kReference,  ///< what was asked for: dashed and thin
  kOtherRun,   ///< for comparison: paler and thinner
};

struct Curve {
  std::string label;          ///< in the legend
  std::vector<Point> points;  ///< in SI units; NaN interrupts
  int hue = 0;                ///< Okabe–Ito, repeats after 8
  CurveRole role = CurveRole::kActual;
  int run = 0;         ///< of other runs: which of them, from 0; every second is dashed
  bool right = false;  ///< belongs to the axis on the right
};

/// A pale area between two curves of as many points: the tolerance about a reference, the bars of a histogram.
struct Band {
  std::vector<Point> low, high;  ///< in SI units
  int hue = 0;
};

struct Axis {
  std::string name;                       ///< such as "time"
  std::string unit;                       ///< SI unit of the values
  std::optional<DisplayUnit> shown = {};  ///< what numbers are written in; absent: a prefix that suits them
  bool logarithmic = false;               ///< by powers of ten; what is not positive is left out
};

struct Panel {
  Axis y = {};
  std::vector<Curve> curves = {};
  std::string title = {};                                ///< above the legend; may be empty
  std::optional<std::pair<double, double>> values = {};  ///< of y, if it is not to fit the curves
  std::optional<Axis> right = {};                        ///< of the curves that are `right`
  std::vector<Band> bands = {};                          ///< under the curves, by the axis on the left
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
/// Draws it on a page with its upper left corner at `corner` (points), without a background.
void drawFigure(Canvas& canvas, const Figure& figure, Point corner);

/// Lets `draw` write a page, which appears under the file's name when it is complete. std::runtime_error if it cannot
/// be written; what `draw` throws passes through.
void writePage(const std::filesystem::path& file, const std::function<void(const std::filesystem::path& part)>& draw);

/// The hue of a curve on a light or dark page.
Color hueOf(int index, bool dark);

constexpr double kPointsPerMm = 72 / 25.4;
/// pt: text of figures, and the distance of its lines.
constexpr double kTextSize = 8, kTextLine = 11;

/// Colours of a page besides those of curves.
struct Ink {
  Color page, text, quiet, axis, grid;
};
Ink inkOf(bool dark);

}  // namespace tendril::figure
