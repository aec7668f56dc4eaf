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
constexpr double kTableRow = 18, kTablePad = 8, kColumnGap = 14, kSample = 14;
constexpr std::size_t kMostRows = 10;

QFont smallNumbers() {
  QFont font = AppTheme::numberFont();
  font.setPixelSize(kNumberFontPx - 1);
  return font;
}

double advance(const QFont& font, const QString& text) {
  return text.isEmpty() ? 0 : QFontMetricsF(font).horizontalAdvance(text);
}

/// Text at a baseline; returns where it ends.
double put(QPainter* painter, double x, double baseline, const QFont& font, const QColor& color, const QString& text) {
  if (text.isEmpty()) return x;
  painter->setFont(font);
  painter->setPen(color);
  painter->drawText(QPointF(x, baseline), text);
  return x + advance(font, text);
}

QuantityText spoken(double value, const QString& unit) {
  return takesPrefix(unit) ? formatQuantity(value, unit) : QuantityText{formatNumber(value), unit};
}

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
  const double unitWidth = advance(font, unit) + kThinGap;
  const QString name = QFontMetricsF(font).elidedText(canvas_.captionOf(side), Qt::ElideRight, room - unitWidth);
  const double baseline = rect.top() - 11;
  double x = left ? 8 : canvas_.viewport().right() - 8 - unitWidth - advance(font, name);
  x = put(painter, x, baseline, font, canvas_.scheme().text, name);
  put(painter, name.isEmpty() ? x : x + kThinGap, baseline, font, canvas_.scheme().secondary, unit);
}

void CanvasCaptions::drawTime(QCPPainter* painter) const {
  const QFont font = AppTheme::secondaryFont();
  const QString unit = canvas_.timeTicker_->scale().unit;
  const double width = advance(font, QStringLiteral("t")) + kThinGap + advance(font, unit);
  const double baseline = canvas_.axisRect()->rect().bottom() + 16;
  const double x = canvas_.viewport().right() - 6 - width;
  const double end = put(painter, x, baseline, font, canvas_.scheme().text, QStringLiteral("t"));
  put(painter, end + kThinGap, baseline, font, canvas_.scheme().secondary, unit);
}

// ---- marks

CanvasOverlay::CanvasOverlay(PlotCanvas& canvas) : QCPLayerable(&canvas), canvas_(canvas) {}

void CanvasOverlay::draw(QCPPainter* painter) {
  drawShown(painter);
  drawCursors(painter);
  if (canvas_.drag_ == PlotCanvas::Drag::kBox) return drawBox(painter);
  drawHover(painter);
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
  // The table keeps away from the pair where it can.
  const bool right = (xa + xb) / 2 < rect.center().x();
  drawTable(painter, rowsAt({*a, *b}, true), right ? rect.topRight() : rect.topLeft(), right);
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
  if (!canvas_.pointer_ || canvas_.marks_.cursors[0]) return;
  const QRect rect = canvas_.axisRect()->rect();
  const double x = canvas_.xAxis->coordToPixel(t);
  const bool left = x > rect.center().x();
  drawTable(painter, rowsAt({t}, false), QPointF(left ? x - 10 : x + 10, rect.top() + 4), left);
}

double CanvasOverlay::valueOf(const QString& name, const QString& run, double t) const {
  for (const PlotCurve& curve : canvas_.curves_) {
    if (curve.name != name || curve.runName != run) continue;
    if (const double value = PlotCanvas::valueAt(curve, t); !std::isnan(value)) return value;
  }
  return std::nan("");
}

std::vector<CanvasOverlay::Row> CanvasOverlay::rowsAt(const std::vector<double>& times, bool difference) const {
  const auto cell = [](double value, const QString& unit) {
    const QuantityText quantity = spoken(value, unit);
    return Cell{quantity.number, quantity.unit};
  };
  // Numbers of one row are compared: they share the prefix of the largest.
  const auto cells = [&](const std::vector<double>& values, const QString& unit) {
    double size = 0;
    for (const double value : values)
      if (std::isfinite(value)) size = std::max(size, std::abs(value));
    const AxisScale scale = axisScale(-size, size, unit);
    std::vector<Cell> row;
    for (const double value : values) row.push_back({formatNumber(value * scale.factor), scale.unit});
    return row;
  };
  Row head{std::nullopt, QStringLiteral("t"), {}};
  for (const double t : times) head.cells.push_back(cell(t, QStringLiteral("s")));
  if (difference) {
    head.cells.push_back(cell(times[1] - times[0], QStringLiteral("s")));
    head.cells.back().number.prepend(QStringLiteral("Δ "));
  }
  std::vector<Row> rows{head};
  std::set<QString> seen;
  for (const PlotCurve& curve : canvas_.curves_) {
    if (!curve.visible || rows.size() > kMostRows) continue;
    const QString name = curve.runName.isEmpty() ? curve.name : curve.name + QStringLiteral(" · ") + curve.runName;
    if (!seen.insert(name).second) continue;  // the past of a run is a curve of its own, not a row
    std::vector<double> values;
    for (const double t : times) values.push_back(valueOf(curve.name, curve.runName, t));
    if (difference) values.push_back(values[1] - values[0]);
    rows.push_back({curvePen(curve.color, curve.kind, canvas_.scheme(), curve.run), name, cells(values, curve.unit)});
  }
  return rows;
}

void CanvasOverlay::drawTable(QCPPainter* painter, const std::vector<Row>& rows, const QPointF& at, bool leftOf) const {
  const QFont numbers = smallNumbers(), names = AppTheme::secondaryFont();
  const Scheme& scheme = canvas_.scheme();
  double nameWidth = 0;
  std::vector<double> numberWidth(rows.front().cells.size()), unitWidth(rows.front().cells.size());
  for (const Row& row : rows) {
    nameWidth = std::max(nameWidth, advance(names, row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      numberWidth[i] = std::max(numberWidth[i], advance(numbers, row.cells[i].number));
      unitWidth[i] = std::max(unitWidth[i], advance(names, row.cells[i].unit));
    }
  }
  nameWidth = std::min(nameWidth, 160.0);
  double cellsWidth = 0;
  for (std::size_t i = 0; i < numberWidth.size(); ++i)
    cellsWidth += kColumnGap + numberWidth[i] + kThinGap + unitWidth[i];
  // In a narrow plot the legend has to do for the names.
  const double most = 0.5 * canvas_.axisRect()->width();
  const bool named = kSample + 6 + nameWidth + cellsWidth < most;
  if (!named) nameWidth = 0;
  const double width = 2 * kTablePad + kSample + (named ? 6 + nameWidth : 0) + cellsWidth;
  const QSizeF size(width, 2 * 4 + kTableRow * static_cast<double>(rows.size()));
  const QRect room = canvas_.viewport().adjusted(4, 2, -4, -2);
  QRectF panel(QPointF(leftOf ? at.x() - width : at.x(), at.y()), size);
  panel.moveLeft(std::clamp(panel.left(), double(room.left()), std::max<double>(room.left(), room.right() - width)));
  panel.moveTop(
      std::clamp(panel.top(), double(room.top()), std::max<double>(room.top(), room.bottom() - panel.height())));
  QColor ground = scheme.panel;
  ground.setAlphaF(0.9f);
  painter->setPen(QPen(scheme.hairline, 1));
  painter->setBrush(ground);
  painter->drawRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  double baseline = panel.top() + 4 + kTableRow - 5;
  for (const Row& row : rows) {
    double x = panel.left() + kTablePad;
    if (row.sample) {
      painter->setPen(*row.sample);
      painter->drawLine(QPointF(x, baseline - 4), QPointF(x + kSample, baseline - 4));
    }
    if (!row.sample) put(painter, x, baseline, names, scheme.secondary, row.name);
    x += kSample;
    if (row.sample && named)
      put(painter, x + 6, baseline, names, scheme.text,
          QFontMetricsF(names).elidedText(row.name, Qt::ElideMiddle, nameWidth));
    if (named) x += 6 + nameWidth;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      x += kColumnGap + numberWidth[i];
      put(painter, x - advance(numbers, row.cells[i].number), baseline, numbers, scheme.text, row.cells[i].number);
      put(painter, x + kThinGap, baseline, names, scheme.secondary, row.cells[i].unit);
      x += kThinGap + unitWidth[i];
    }
    baseline += kTableRow;
  }
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
