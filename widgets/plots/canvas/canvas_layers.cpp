// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/canvas_layers.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "widgets/format.hpp"
#include "widgets/plots/canvas/scaled_ticker.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kThinGap = 3;  // number to unit, name to unit
constexpr std::size_t kMostRows = 10;

}  // namespace

// ---- captions

CanvasCaptions::CanvasCaptions(PlotCanvas& canvas) : QCPLayerable(&canvas, QStringLiteral("axes")), canvas_(canvas) {}

void CanvasCaptions::draw(QCPPainter* painter) {
  drawAxis(painter, PlotCanvas::Side::kLeft);
  drawAxis(painter, PlotCanvas::Side::kRight);
  drawTime(painter);
}

void CanvasCaptions::drawAxis(QCPPainter* painter, PlotCanvas::Side side) const {
  const bool left = side == PlotCanvas::Side::kLeft;
  if (!left && !canvas_.yAxis2->visible()) return;
  const QFont font = AppTheme::secondaryFont();
  const QRect rect = canvas_.axisRect()->rect();
  const QString unit = canvas_.scaleOf(side).unit;
  const double room = canvas_.yAxis2->visible() ? rect.width() / 2.0 + 30 : rect.width() + 40;
  const double unitWidth = textAdvance(font, unit) + kThinGap;
  const QString name = QFontMetricsF(font).elidedText(canvas_.captionOf(side), Qt::ElideRight, room - unitWidth);
  const double baseline = rect.top() - 11;
  double x = left ? 8 : canvas_.viewport().right() - 8 - unitWidth - textAdvance(font, name);
  x = putText(painter, x, baseline, font, canvas_.scheme().text, name);
  putText(painter, name.isEmpty() ? x : x + kThinGap, baseline, font, canvas_.scheme().secondary, unit);
}

void CanvasCaptions::drawTime(QCPPainter* painter) const {
  const QFont font = AppTheme::secondaryFont();
  const QString unit = canvas_.timeTicker_->scale().unit;
  const QString name = canvas_.look_.xTitle.isEmpty() ? QStringLiteral("t") : canvas_.look_.xTitle;
  const double width = textAdvance(font, name) + kThinGap + textAdvance(font, unit);
  const double baseline = canvas_.axisRect()->rect().bottom() + 16;
  const double x = canvas_.viewport().right() - 6 - width;
  const double end = putText(painter, x, baseline, font, canvas_.scheme().text, name);
  putText(painter, end + kThinGap, baseline, font, canvas_.scheme().secondary, unit);
}

// ---- marks

CanvasOverlay::CanvasOverlay(PlotCanvas& canvas) : QCPLayerable(&canvas), canvas_(canvas) {}

void CanvasOverlay::draw(QCPPainter* painter) {
  drawShown(painter);
  drawCursors(painter);
  if (canvas_.drag_ == PlotCanvas::Drag::kBox) return drawBox(painter);
  drawHover(painter);
  if (canvas_.look_.statistics) drawStatistics(painter);
  if (canvas_.hasFocus()) {
    painter->setPen(QPen(canvas_.scheme().accent, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(canvas_.axisRect()->rect()).adjusted(-0.5, -0.5, 0.5, 0.5));
  }
}

void CanvasOverlay::drawLine(QCPPainter* painter, double t, const QPen& pen) const {
  const QRect rect = canvas_.axisRect()->rect();
  const double x = std::floor(canvas_.xAxis->coordToPixel(t)) + 0.5;
  if (!(x >= rect.left() && x <= rect.right() + 1)) return;
  painter->setPen(pen);
  painter->drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom() + 1));
}

void CanvasOverlay::drawShown(QCPPainter* painter) const {
  if (!canvas_.marks_.shown) return;
  const QRect rect = canvas_.axisRect()->rect();
  const double x = std::floor(canvas_.xAxis->coordToPixel(*canvas_.marks_.shown)) + 0.5;
  if (!(x >= rect.left() - 1 && x <= rect.right() + 1)) return;
  const QColor color = canvas_.scheme().text;
  drawLine(painter, *canvas_.marks_.shown, QPen(color, 1));
  painter->setPen(Qt::NoPen);
  painter->setBrush(color);
  const double top = rect.top();
  painter->drawPolygon(QPolygonF({{x - 4.5, top - 6}, {x + 4.5, top - 6}, {x, top + 1}}));
}

void CanvasOverlay::drawCursors(QCPPainter* painter) const {
  const auto& [a, b] = canvas_.marks_.cursors;
  if (!a || !b) return;
  const Scheme& scheme = canvas_.scheme();
  const QRect rect = canvas_.axisRect()->rect();
  const double xa = canvas_.xAxis->coordToPixel(*a), xb = canvas_.xAxis->coordToPixel(*b);
  QColor band = scheme.accent;
  band.setAlphaF(0.07f);
  painter->save();
  painter->setClipRect(rect);
  painter->fillRect(QRectF(QPointF(std::min(xa, xb), rect.top()), QPointF(std::max(xa, xb), rect.bottom())), band);
  painter->restore();
  drawLine(painter, *a, QPen(scheme.accent, 1));
  drawLine(painter, *b, QPen(scheme.accent, 1, Qt::DashLine));
  drawDots(painter, *a);
  drawDots(painter, *b);
  if (canvas_.look_.statistics) return;
  // The table keeps away from the pair where it can.
  const bool right = (xa + xb) / 2 < rect.center().x();
  drawReadout(painter, rowsAt({*a, *b}, true), right ? rect.topRight() : rect.topLeft(), right, rect,
              canvas_.viewport());
}

void CanvasOverlay::drawDots(QCPPainter* painter, double t) const {
  const QRect rect = canvas_.axisRect()->rect();
  painter->save();
  painter->setClipRect(rect.adjusted(-4, -4, 4, 4));
  for (const PlotCurve& curve : canvas_.curves_) {
    const double value = curve.visible ? PlotCanvas::valueAt(curve, t) : std::nan("");
    if (!std::isfinite(value) || curve.kind == CurveKind::kOtherRun) continue;
    const QPointF at(canvas_.xAxis->coordToPixel(t), canvas_.axisOf(canvas_.sideOf(curve))->coordToPixel(value));
    if (at.y() < rect.top() - 4 || at.y() > rect.bottom() + 4) continue;
    painter->setPen(QPen(canvas_.scheme().panel, 1.5));
    painter->setBrush(curveColor(curve.color, canvas_.scheme()));
    painter->drawEllipse(at, 3.5, 3.5);
  }
  painter->restore();
}

void CanvasOverlay::drawHover(QCPPainter* painter) const {
  if (!canvas_.marks_.hover) return;
  const double t = *canvas_.marks_.hover;
  QColor color = canvas_.scheme().secondary;
  color.setAlphaF(0.7f);
  drawLine(painter, t, QPen(color, 1));
  drawDots(painter, t);
  if (!canvas_.pointer_ || canvas_.marks_.cursors[0] || canvas_.look_.statistics) return;
  const QRect rect = canvas_.axisRect()->rect();
  const double x = canvas_.xAxis->coordToPixel(t);
  const bool left = x > rect.center().x();
  drawReadout(painter, rowsAt({t}, false), QPointF(left ? x - 10 : x + 10, rect.top() + 4), left, rect,
              canvas_.viewport());
}

double CanvasOverlay::valueOf(const QString& name, const QString& run, double t) const {
  for (const PlotCurve& curve : canvas_.curves_) {
    if (curve.name != name || curve.runName != run) continue;
    if (const double value = PlotCanvas::valueAt(curve, t); !std::isnan(value)) return value;
  }
  return std::nan("");
}

std::vector<ReadoutRow> CanvasOverlay::rows(
    ReadoutRow head, const std::function<std::vector<ReadoutCell>(const PlotCurve&)>& cellsOf) const {
  std::vector<ReadoutRow> rows{std::move(head)};
  std::set<QString> seen;
  for (const PlotCurve& curve : canvas_.curves_) {
    if (!curve.visible || rows.size() > kMostRows) continue;
    const QString name =
        curve.runName.isEmpty() ? curve.shown() : curve.shown() + QStringLiteral(" · ") + curve.runName;
    // The past of a run is a curve of its own, not a row.
    if (!seen.insert(curve.name + u'\n' + curve.runName).second) continue;
    rows.push_back({curvePen(curve.color, curve.kind, canvas_.scheme(), curve.run), name, cellsOf(curve)});
  }
  return rows;
}

std::vector<ReadoutRow> CanvasOverlay::rowsAt(const std::vector<double>& times, bool difference) const {
  const QString second = QStringLiteral("s");
  ReadoutRow head{std::nullopt, QStringLiteral("t"), {}};
  for (const double t : times) head.cells.push_back(readoutCell(t, second));
  if (difference) {
    head.cells.push_back(readoutCell(times[1] - times[0], second));
    head.cells.back().number.prepend(QStringLiteral("Δ "));
  }
  return rows(std::move(head), [&](const PlotCurve& curve) {
    std::vector<double> values;
    for (const double t : times) values.push_back(valueOf(curve.name, curve.runName, t));
    if (difference) values.push_back(values[1] - values[0]);
    return readoutCells(values, curve.unit);
  });
}

void CanvasOverlay::drawStatistics(QCPPainter* painter) const {
  const QRect rect = canvas_.axisRect()->rect();
  const auto cells = [this](const PlotCurve& curve) {
    return statisticsCells(canvas_.statisticsOf(curve.id).value_or(figure::SignalStatistics()), curve.unit);
  };
  drawReadout(painter, rows(statisticsHead(), cells), QPointF(rect.right() - 6, rect.top() + 6), true,
              QRect(0, 0, 2 * rect.width(), rect.height()), canvas_.viewport());
}

void CanvasOverlay::drawBox(QCPPainter* painter) const {
  const QColor accent = canvas_.scheme().accent;
  QColor fill = accent;
  fill.setAlphaF(0.12f);
  painter->setPen(QPen(accent, 1));
  painter->setBrush(fill);
  painter->drawRect(canvas_.boxOf(canvas_.pressedAt_, canvas_.lastAt_).adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace tendril
