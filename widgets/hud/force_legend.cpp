// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hud/force_legend.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kLongest = 88;  // px
constexpr int kMargin = 10, kGap = 8, kLine = 20;

/// The largest 1, 2, 5 · 10ⁿ that is not above `value` > 0.
double roundDown(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  double best = power;
  for (const double digit : {2.0, 5.0})
    if (digit * power <= value) best = digit * power;
  return best;
}

void drawArrow(QPainter& painter, QPointF from, double length, const QColor& color) {
  const double head = std::min(9.0, 0.5 * length);
  painter.setPen(QPen(color, 2.5, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(from, from + QPointF(length - head, 0));
  QPainterPath tip;
  tip.moveTo(from + QPointF(length, 0));
  tip.lineTo(from + QPointF(length - head, -4.5));
  tip.lineTo(from + QPointF(length - head, 4.5));
  painter.setPen(Qt::NoPen);
  painter.fillPath(tip, color);
}

}  // namespace

ForceLegend::ForceLegend(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setObjectName(QStringLiteral("forceLegend"));
  hide();
}

void ForceLegend::setScale(double pixelsPerNewton, std::vector<Kind> kinds) {
  const bool shown = pixelsPerNewton > 0 && std::isfinite(pixelsPerNewton) && !kinds.empty();
  const double force = shown ? roundDown(kLongest / pixelsPerNewton) : 0;
  const double pixels = std::round(force * pixelsPerNewton);
  if (shown == !isHidden() && force == force_ && pixels == pixels_ && kinds == kinds_) return;
  force_ = force, pixels_ = pixels, kinds_ = std::move(kinds);
  setAccessibleName(tr("Scale of forces: %1").arg(formatQuantity(force_, QStringLiteral("N"), 1).text()));
  resize(sizeHint());
  setVisible(shown);
  update();
}

QSize ForceLegend::sizeHint() const {
  const QFontMetrics names(AppTheme::secondaryFont()), numbers(AppTheme::numberFont());
  int widest = 0;
  for (const Kind& kind : kinds_) widest = std::max(widest, names.horizontalAdvance(kind.name));
  const int number = numbers.horizontalAdvance(QStringLiteral("500 mN"));
  return {2 * kMargin + static_cast<int>(kLongest) + kGap + number + kGap + widest,
          kLine * static_cast<int>(std::max<std::size_t>(kinds_.size(), 1)) + 6};
}

void ForceLegend::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor panel = theme.color(Token::kPanel);
  panel.setAlphaF(0.72F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(panel);
  painter.drawRoundedRect(rect(), kRadius, kRadius);
  const QuantityText force = formatQuantity(force_, QStringLiteral("N"), 1);
  const QFontMetrics numbers(AppTheme::numberFont());
  const int numberWidth = numbers.horizontalAdvance(QStringLiteral("500 mN"));
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const double middle = 3 + kLine * (static_cast<double>(i) + 0.5);
    drawArrow(painter, {kMargin, middle}, pixels_, kinds_[i].color);
    const int left = kMargin + static_cast<int>(kLongest) + kGap;
    const auto text = [&](int x, int width, const QString& what) {
      painter.drawText(QRectF(x, middle - kLine / 2.0, width, kLine), Qt::AlignVCenter | Qt::AlignLeft, what);
    };
    painter.setFont(AppTheme::numberFont());
    painter.setPen(theme.color(Token::kText));
    text(left, numberWidth, force.text());
    painter.setFont(AppTheme::secondaryFont());
    painter.setPen(theme.color(Token::kSecondary));
    text(left + numberWidth + kGap, width(), kinds_[i].name);
  }
}

}  // namespace tendril
