// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as data for pictures, and as tables.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/plots/canvas/plot_canvas.hpp"

namespace tendril {

/// One plot as it is to be drawn or written; holds all that it needs, so that it may be used in any thread.
struct FigurePlot {
  QString title;  ///< empty: none is drawn
  std::vector<PlotCurve> curves;
  double from = 0, to = 1;  ///< s
  bool autoY = true;
  std::pair<double, double> left, right;     ///< ranges of values unless autoY
  figure::PlotSpec spec = {};                ///< without signals: only what the curves say
  std::optional<FigureRequest> figure = {};  ///< of a plot that is not over time
};

enum class FigureFormat { kPng, kSvg, kPdf };

/// A picture for paper. The defaults are those of `tendril plot`.
struct FigureStyle {
  FigureFormat format = FigureFormat::kPng;
  double widthMm = 88;
  double heightMm = 0;  ///< of each plot; 0: what fits
  double dpi = 300;     ///< of PNG
  bool dark = false;
};

/// Writes plots as a picture, one below the other: empty, or a text for people that says why not. The plots do not know
/// how; whoever has them tells them.
using FigureWriter =
    std::function<QString(const std::vector<FigurePlot>& plots, const FigureStyle& style, const QString& path)>;

/// The plot that a canvas shows now.
FigurePlot figurePlot(const PlotCanvas& canvas, const QString& title);

/// Rows `run,t,signal…` of every recorded instant from `from` to `to` (s), run after run, in full precision; a name
/// that holds a comma or quote is quoted; where there is no number the field is empty. Any thread.
QByteArray figureCsv(const std::vector<FigurePlot>& plots, double from, double to);

/// Writes atomically: the file is whole or as it was. False with a text for people in `error`.
bool writeFile(const QString& path, const QByteArray& bytes, QString* error);

}  // namespace tendril
