// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hud/color_bar.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kMargin = 10, kWidth = 12, kHeight = 150, kTick = 4, kLine = 20;  // px

QColor screenColor(const Color& color) {
  return QColor::fromRgbF(static_cast<float>(color.r), static_cast<float>(color.g), static_cast<float>(color.b));
}

}  // namespace

ColorBar::ColorBar(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setObjectName(QStringLiteral("colorBar"));
  hide();
}

void ColorBar::setColors(const FieldColors& colors) {
  const bool shown = colors.field != SurfaceField::kNone && std::isfinite(colors.low) && std::isfinite(colors.high) &&
                     colors.low < colors.high;
  if (shown == !isHidden() && colors == colors_) return;
  colors_ = shown ? colors : FieldColors{};
  setScale(colorMapOf(colors_.field), shown ? scaleTexts(colors) : ScaleTexts{});
}

void ColorBar::setScale(ColorMap map, const ScaleTexts& texts) {
  map_ = map;
  title_ = QString::fromStdString(texts.title), unit_ = QString::fromStdString(texts.unit);
  ticks_.clear();
  for (const std::string& tick : texts.ticks) ticks_ << QString::fromStdString(tick);
  if (!ticks_.isEmpty())
    setAccessibleName(tr("Colours: %1 from %2 to %3 %4").arg(title_, ticks_.front(), ticks_.back(), unit_));
  resize(sizeHint());
  setVisible(!ticks_.isEmpty());
  update();
}

QSize ColorBar::sizeHint() const {
  const QFontMetrics names(AppTheme::secondaryFont()), numbers(AppTheme::numberFont());
  int widest = 0;
  for (const QString& tick : ticks_) widest = std::max(widest, numbers.horizontalAdvance(tick));
  const int head = names.horizontalAdvance(title_) + (unit_.isEmpty() ? 0 : 2 * kGrid + names.horizontalAdvance(unit_));
  return {2 * kMargin + std::max(head, kWidth + 2 * kTick + kGrid + widest), kLine + kHeight + kLine + kGrid};
}

void ColorBar::paintEvent(QPaintEvent*) {
  if (ticks_.isEmpty()) return;
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor panel = theme.color(Token::kPanel);
  panel.setAlphaF(0.72F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(panel);
  painter.drawRoundedRect(rect(), kRadius, kRadius);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kText));
  painter.drawText(QRectF(kMargin, 3, width(), kLine), Qt::AlignVCenter | Qt::AlignLeft, title_);
  painter.setPen(theme.color(Token::kSecondary));
  painter.drawText(QRectF(0, 3, width() - kMargin, kLine), Qt::AlignVCenter | Qt::AlignRight, unit_);
  const QRectF bar(kMargin, kLine + kGrid + kLine / 2.0 - 4, kWidth, kHeight);
  QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
  constexpr int kStops = 24;
  for (int k = 0; k <= kStops; ++k)
    gradient.setColorAt(static_cast<double>(k) / kStops, screenColor(colorAt(map_, static_cast<double>(k) / kStops)));
  painter.setPen(Qt::NoPen);
  painter.fillRect(bar, gradient);
  painter.setFont(AppTheme::numberFont());
  for (qsizetype k = 0; k < ticks_.size(); ++k) {
    const double y = bar.bottom() - bar.height() * static_cast<double>(k) / static_cast<double>(ticks_.size() - 1);
    painter.setPen(theme.color(Token::kSecondary));
    painter.drawLine(QPointF(bar.right() + 2, y), QPointF(bar.right() + 2 + kTick, y));
    painter.setPen(theme.color(Token::kText));
    painter.drawText(QRectF(bar.right() + 2 * kTick + kGrid, y - kLine / 2.0, width(), kLine),
                     Qt::AlignVCenter | Qt::AlignLeft, ticks_[k]);
  }
}

}  // namespace tendril
