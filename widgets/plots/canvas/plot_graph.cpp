// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/plot_graph.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "widgets/plots/canvas/curve_stroke.hpp"

namespace tendril {
namespace {

constexpr double kDense = 8;    // times the plot's width: longer lines become bands
constexpr qsizetype kFew = 64;  // points: shorter lines are drawn as the painter has them
constexpr double kNear = 0.35;  // px: points this close to the last one change nothing

double within(double y, const QRectF& rect) {
  return std::clamp(y, rect.top() - 4, rect.bottom() + 4);
}

double lengthInside(const QVector<QPointF>& lines, const QRectF& rect) {
  double length = 0;
  for (qsizetype i = 1; i < lines.size(); ++i) {
    const double dy = std::abs(within(lines[i].y(), rect) - within(lines[i - 1].y(), rect));
    if (!std::isnan(dy)) length += dy;
  }
  return length;
}

QVector<QPointF> withoutRepeats(const QVector<QPointF>& lines) {
  QVector<QPointF> kept;
  kept.reserve(lines.size());
  for (qsizetype i = 0; i < lines.size(); ++i) {
    const bool near = !kept.isEmpty() && std::abs(lines[i].x() - kept.back().x()) < kNear &&
                      std::abs(lines[i].y() - kept.back().y()) < kNear;
    if (!near || i + 1 == lines.size()) kept << lines[i];
  }
  return kept;
}

}  // namespace

void PlotGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const QRectF rect = keyAxis()->axisRect()->rect();
  if (lengthInside(lines, rect) > kDense * rect.width())
    drawBand(painter, lines);
  else if (canStrokeCurve(*painter, pen()) && lines.size() > kFew)
    strokeCurve(*painter, lines, pen(), rect);
  else
    QCPGraph::drawLinePlot(painter, withoutRepeats(lines));
}

void PlotGraph::drawBand(QCPPainter* painter, const QVector<QPointF>& lines) const {
  const QRectF rect = keyAxis()->axisRect()->rect();
  // One column per pixel of the device, in which the curve covers low … high.
  const double step = 1 / std::max(0.1, painter->worldTransform().m11() * painter->device()->devicePixelRatioF());
  const int count = static_cast<int>(std::ceil(rect.width() / step)) + 1;
  std::vector<double> low(static_cast<std::size_t>(count), HUGE_VAL), high(low.size(), -HUGE_VAL);
  for (qsizetype i = 1; i < lines.size(); ++i) {
    QPointF a = lines[i - 1], b = lines[i];
    if (std::isnan(a.y()) || std::isnan(b.y())) continue;
    if (a.x() > b.x()) std::swap(a, b);
    a.setY(within(a.y(), rect));
    b.setY(within(b.y(), rect));
    const double slope = b.x() > a.x() ? (b.y() - a.y()) / (b.x() - a.x()) : 0;
    const int first = std::max(0, static_cast<int>(std::floor((a.x() - rect.left()) / step)));
    const int last = std::min(count - 1, static_cast<int>(std::floor((b.x() - rect.left()) / step)));
    for (int column = first; column <= last; ++column) {
      const double left = std::max(a.x(), rect.left() + column * step);
      const double right = std::min(b.x(), rect.left() + (column + 1) * step);
      const double y0 = slope == 0 ? a.y() : a.y() + slope * (left - a.x());
      const double y1 = slope == 0 ? b.y() : a.y() + slope * (right - a.x());
      const auto at = static_cast<std::size_t>(column);
      low[at] = std::min({low[at], y0, y1});
      high[at] = std::max({high[at], y0, y1});
    }
  }
  // Extremes of a pixel may have come to lie in the one beside it; a single notch is that, not the signal.
  const std::vector<double> lowest = low, highest = high;
  for (std::size_t i = 1; i + 1 < low.size(); ++i) {
    if (lowest[i] > highest[i]) continue;
    low[i] = std::min(lowest[i], std::max(lowest[i - 1], lowest[i + 1]));
    high[i] = std::max(highest[i], std::min(highest[i - 1], highest[i + 1]));
  }
  const double half = pen().widthF() / 2;
  const bool pixels = step == 1 && rect.left() == std::floor(rect.left());
  QVector<QRectF> bands;
  QVector<QRect> whole;  // filled many times as fast as rectangles that are cut by pixels
  for (std::size_t i = 0; i < low.size(); ++i)
    if (low[i] <= high[i] && pixels) {
      const int top = static_cast<int>(std::lround(low[i] - half)), end = static_cast<int>(std::lround(high[i] + half));
      whole << QRect(static_cast<int>(rect.left()) + static_cast<int>(i), top, 1, std::max(1, end - top));
    } else if (low[i] <= high[i]) {
      bands << QRectF(rect.left() + static_cast<double>(i) * step, low[i] - half, step, high[i] - low[i] + 2 * half);
    }
  painter->setAntialiasing(false);
  painter->setPen(Qt::NoPen);
  painter->setBrush(pen().color());
  painter->drawRects(bands);
  painter->drawRects(whole);
}

}  // namespace tendril
