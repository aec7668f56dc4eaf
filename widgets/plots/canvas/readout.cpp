// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/readout.hpp"

#include <QObject>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/plots/canvas/axis_scale.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kThinGap = 3;  // number to unit
constexpr double kTableRow = 18, kTablePad = 8, kColumnGap = 14, kSample = 14;

QFont smallNumbers() {
  QFont font = AppTheme::numberFont();
  font.setPixelSize(kNumberFontPx - 1);
  return font;
}

}  // namespace

double textAdvance(const QFont& font, const QString& text) {
  return text.isEmpty() ? 0 : QFontMetricsF(font).horizontalAdvance(text);
}

double putText(QPainter* painter, double x, double baseline, const QFont& font, const QColor& color,
               const QString& text) {
  if (text.isEmpty()) return x;
  painter->setFont(font);
  painter->setPen(color);
  painter->drawText(QPointF(x, baseline), text);
  return x + textAdvance(font, text);
}

ReadoutCell readoutCell(double value, const QString& unit) {
  if (!std::isfinite(value)) return {QStringLiteral("–"), {}};
  if (!takesPrefix(unit)) return {formatNumber(value), unit};
  const QuantityText quantity = formatQuantity(value, unit);
  return {quantity.number, quantity.unit};
}

std::vector<ReadoutCell> readoutCells(const std::vector<double>& values, const QString& unit) {
  double size = 0;
  for (const double value : values)
    if (std::isfinite(value)) size = std::max(size, std::abs(value));
  const AxisScale scale = axisScale(-size, size, unit);
  std::vector<ReadoutCell> row;
  for (const double value : values)
    row.push_back(std::isfinite(value) ? ReadoutCell{formatNumber(value * scale.factor), scale.unit}
                                       : ReadoutCell{QStringLiteral("–"), {}});
  return row;
}

ReadoutRow statisticsHead() {
  ReadoutRow head{std::nullopt, {}, {}};
  for (const QString& name :
       {QObject::tr("mean"), QObject::tr("rms"), QObject::tr("min"), QObject::tr("max"), QObject::tr("settles in")})
    head.cells.push_back({name, {}});
  return head;
}

std::vector<ReadoutCell> statisticsCells(const figure::SignalStatistics& of, const QString& unit) {
  std::vector<ReadoutCell> out = readoutCells({of.mean, of.rms, of.low, of.high}, unit);
  out.push_back(readoutCell(of.settling, QStringLiteral("s")));
  return out;
}

void drawReadout(QPainter* painter, const std::vector<ReadoutRow>& rows, const QPointF& at, bool leftOf,
                 const QRect& plot, const QRect& around) {
  const QFont numbers = smallNumbers(), names = AppTheme::secondaryFont();
  const Scheme& scheme = AppTheme::instance().scheme();
  double nameWidth = 0;
  std::vector<double> numberWidth(rows.front().cells.size()), unitWidth(rows.front().cells.size());
  for (const ReadoutRow& row : rows) {
    nameWidth = std::max(nameWidth, textAdvance(names, row.name));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      numberWidth[i] = std::max(numberWidth[i], textAdvance(numbers, row.cells[i].number));
      unitWidth[i] = std::max(unitWidth[i], textAdvance(names, row.cells[i].unit));
    }
  }
  nameWidth = std::min(nameWidth, 160.0);
  double cellsWidth = 0;
  for (std::size_t i = 0; i < numberWidth.size(); ++i)
    cellsWidth += kColumnGap + numberWidth[i] + kThinGap + unitWidth[i];
  // In a narrow plot the legend has to do for the names.
  const double most = 0.5 * plot.width();
  const bool named = kSample + 6 + nameWidth + cellsWidth < most;
  if (!named) nameWidth = 0;
  const double width = 2 * kTablePad + kSample + (named ? 6 + nameWidth : 0) + cellsWidth;
  const QSizeF size(width, 2 * 4 + kTableRow * static_cast<double>(rows.size()));
  const QRect room = around.adjusted(4, 2, -4, -2);
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
  for (const ReadoutRow& row : rows) {
    double x = panel.left() + kTablePad;
    if (row.sample) {
      painter->setPen(*row.sample);
      painter->drawLine(QPointF(x, baseline - 4), QPointF(x + kSample, baseline - 4));
    }
    if (!row.sample) putText(painter, x, baseline, names, scheme.secondary, row.name);
    x += kSample;
    if (row.sample && named)
      putText(painter, x + 6, baseline, names, scheme.text,
              QFontMetricsF(names).elidedText(row.name, Qt::ElideMiddle, nameWidth));
    if (named) x += 6 + nameWidth;
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      x += kColumnGap + numberWidth[i];
      putText(painter, x - textAdvance(numbers, row.cells[i].number), baseline, numbers, scheme.text,
              row.cells[i].number);
      putText(painter, x + kThinGap, baseline, names, scheme.secondary, row.cells[i].unit);
      x += kThinGap + unitWidth[i];
    }
    baseline += kTableRow;
  }
}

}  // namespace tendril
