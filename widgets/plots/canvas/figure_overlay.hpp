// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/canvas/figure_canvas.hpp"

namespace tendril {

/// Captions, dots, the box, the table: redrawn without the curves.
class FigureCanvas::Overlay : public QCPLayerable {
 public:
  explicit Overlay(FigureCanvas& canvas) : QCPLayerable(&canvas), canvas_(canvas) {}

 protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
  void draw(QCPPainter* painter) override;

 private:
  void drawProblem(QCPPainter* painter) const;
  void drawCaptions(QCPPainter* painter) const;
  void drawDots(QCPPainter* painter) const;
  void drawBox(QCPPainter* painter) const;
  void drawTables(QCPPainter* painter) const;
  QPointF placed(std::size_t panel, bool right, double x, double y) const;

  FigureCanvas& canvas_;
};

/// How numbers of an axis from `lower` to `upper` (SI) are shown.
AxisScale figureScale(const figure::Axis& axis, double lower, double upper);
CurveKind curveKind(figure::CurveRole role);

}  // namespace tendril
