// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/canvas/qcustomplot.hpp"

namespace tendril {

/// A graph that stays quick where a curve goes up and down within a pixel: there the stroke of a line that long would
/// take a second, and looks like the filled band that is drawn instead.
class PlotGraph : public QCPGraph {
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

 private:
  void drawBand(QCPPainter* painter, const QVector<QPointF>& lines) const;
};

}  // namespace tendril
