// SPDX-License-Identifier: GPL-3.0-or-later
// Publication figures on paper: 8 pt, column width, Okabe–Ito hues.
#pragma once

#include <filesystem>
#include <functional>

#include "core/plots/figure.hpp"
#include "studio/figure/canvas.hpp"

namespace tendril::figure {

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
