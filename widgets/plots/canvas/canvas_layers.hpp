// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot shows besides curves: captions of the axes, and marks in a layer that is redrawn without the curves.
#pragma once

#include <functional>

#include "widgets/plots/canvas/plot_canvas.hpp"
#include "widgets/plots/canvas/readout.hpp"

namespace tendril {

/// Name and grey unit at the axes.
class CanvasCaptions : public QCPLayerable {
 public:
  explicit CanvasCaptions(PlotCanvas& canvas);

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  void draw(QCPPainter* painter) override;

 private:
  void drawAxis(QCPPainter* painter, PlotCanvas::Side side) const;
  void drawTime(QCPPainter* painter) const;

  PlotCanvas& canvas_;
};

/// The shown time, the pointer's time with the values there, the two cursors with their table, the box of a zoom.
class CanvasOverlay : public QCPLayerable {
 public:
  explicit CanvasOverlay(PlotCanvas& canvas);

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  void draw(QCPPainter* painter) override;

 private:
  void drawLine(QCPPainter* painter, double t, const QPen& pen) const;
  void drawShown(QCPPainter* painter) const;
  void drawCursors(QCPPainter* painter) const;
  void drawHover(QCPPainter* painter) const;
  void drawDots(QCPPainter* painter, double t) const;
  void drawBox(QCPPainter* painter) const;
  /// `run`: name of a run for comparison, empty: of what is shown.
  double valueOf(const QString& name, const QString& run, double t) const;
  /// A row for each curve that is seen, below `head`.
  std::vector<ReadoutRow> rows(ReadoutRow head,
                               const std::function<std::vector<ReadoutCell>(const PlotCurve&)>& cellsOf) const;
  std::vector<ReadoutRow> rowsAt(const std::vector<double>& times, bool difference) const;
  void drawStatistics(QCPPainter* painter) const;

  PlotCanvas& canvas_;
};

}  // namespace tendril
