// SPDX-License-Identifier: BSD-3-Clause
// What a figure of plots shows: panels of curves over a common axis. Whoever draws it gives it its look.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text/units.hpp"

namespace tendril::figure {

struct Point {
  double x = 0, y = 0;
};

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
  double leastStep = 0;                   ///< of ticks, SI: 1 where things are counted
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

}  // namespace tendril::figure
