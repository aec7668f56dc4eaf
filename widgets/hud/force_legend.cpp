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

constexpr double kLongest = 88, kSecondHead = 8;  // px
constexpr int kMargin = 10, kGap = 8, kLine = 20;

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

void ForceLegend::setScale(const ForceScale& scale, double pixelsPerMetre, std::vector<Kind> kinds) {
  const auto drawn = [&](double whole, bool torque) -> Drawn {
    const double perUnit = whole > 0 ? scale.length / whole * pixelsPerMetre : 0;
    const bool any = std::ranges::any_of(kinds, [torque](const Kind& kind) { return kind.torque == torque; });
    if (!any || !(perUnit > 0) || !std::isfinite(perUnit)) return {};
    const double value = roundDown(kLongest / perUnit);
    return {value, std::round(value * perUnit)};
  };
  const Drawn force = drawn(scale.force, false), torque = drawn(scale.torque, true);
  std::erase_if(kinds, [&](const Kind& kind) { return (kind.torque ? torque : force).value == 0; });
  const QString line = QString::fromStdString(scaleText({.length = scale.length,
                                                         .force = force.value > 0 ? scale.force : 0,
                                                         .torque = torque.value > 0 ? scale.torque : 0}));
  if (!kinds.empty() == !isHidden() && force == force_ && torque == torque_ && kinds == kinds_ && line == line_) return;
  force_ = force, torque_ = torque, kinds_ = std::move(kinds), line_ = line;
  setAccessibleName(tr("Scale of forces: %1").arg(line_));
  resize(sizeHint());
  setVisible(!kinds_.empty());
  update();
}

QSize ForceLegend::sizeHint() const {
  const QFontMetrics names(AppTheme::secondaryFont()), numbers(AppTheme::numberFont());
  int widest = 0;
  for (const Kind& kind : kinds_) widest = std::max(widest, names.horizontalAdvance(kind.name));
  const int number = numbers.horizontalAdvance(QStringLiteral("500 mN·m"));
  const int line = numbers.horizontalAdvance(line_) - static_cast<int>(kLongest) - number - 2 * kGap;
  return {2 * kMargin + static_cast<int>(kLongest) + kGap + number + kGap + std::max(widest, line),
          kLine * static_cast<int>(kinds_.size() + 1) + 6};
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
  const QFontMetrics numbers(AppTheme::numberFont());
  const int numberWidth = numbers.horizontalAdvance(QStringLiteral("500 mN·m"));
  const auto text = [&](double x, double middle, double width, const QString& what) {
    painter.drawText(QRectF(x, middle - kLine / 2.0, width, kLine), Qt::AlignVCenter | Qt::AlignLeft, what);
  };
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    const Kind& kind = kinds_[i];
    const Drawn& drawn = kind.torque ? torque_ : force_;
    const double middle = 3 + kLine * (static_cast<double>(i) + 0.5);
    drawArrow(painter, {kMargin, middle}, drawn.pixels, kind.color);
    if (kind.torque) drawArrow(painter, {kMargin, middle}, drawn.pixels - kSecondHead, kind.color);
    const int left = kMargin + static_cast<int>(kLongest) + kGap;
    painter.setFont(AppTheme::numberFont());
    painter.setPen(theme.color(Token::kText));
    text(left, middle, numberWidth,
         formatQuantity(drawn.value, kind.torque ? QStringLiteral("N·m") : QStringLiteral("N"), 1).text());
    painter.setFont(AppTheme::secondaryFont());
    painter.setPen(theme.color(Token::kSecondary));
    text(left + numberWidth + kGap, middle, width(), kind.name);
  }
  painter.setFont(AppTheme::numberFont());
  painter.setPen(theme.color(Token::kSecondary));
  text(kMargin, 3 + kLine * (static_cast<double>(kinds_.size()) + 0.5), width(), line_);
}

}  // namespace tendril
