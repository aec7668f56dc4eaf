// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as pictures and as tables. Texts stay texts in SVG and PDF.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "widgets/plots/plot_canvas.hpp"

namespace tendril {

/// One plot as it is to be drawn or written; holds all that it needs, so that it may be used in any thread.
struct FigurePlot {
  QString title;  ///< empty: none is drawn
  std::vector<PlotCurve> curves;
  double from = 0, to = 1;  ///< s
  bool autoY = true;
  std::pair<double, double> left, right;  ///< ranges of values unless autoY
};

struct FigureStyle {
  QSize size{900, 360};  ///< of each plot, in points; several stand above one another
  double scale = 2;      ///< pixels per point of PNG
  bool dark = false;
  bool legend = true;
};

/// The plot that a canvas shows now.
FigurePlot figurePlot(const PlotCanvas& canvas, const QString& title);

/// Window's thread. An image that would take more than 400 megapixels is null.
QImage figureImage(const std::vector<FigurePlot>& plots, const FigureStyle& style);
QByteArray figurePng(const std::vector<FigurePlot>& plots, const FigureStyle& style);
QByteArray figureSvg(const std::vector<FigurePlot>& plots, const FigureStyle& style);
QByteArray figurePdf(const std::vector<FigurePlot>& plots, const FigureStyle& style);

/// Rows `run,t,signal…` of every recorded instant from `from` to `to` (s), run after run, in full precision; a name
/// that holds a comma or quote is quoted; where there is no number the field is empty. Any thread.
QByteArray figureCsv(const std::vector<FigurePlot>& plots, double from, double to);

/// Writes atomically: the file is whole or as it was. False with a text for people in `error`.
bool writeFile(const QString& path, const QByteArray& bytes, QString* error);

}  // namespace tendril
