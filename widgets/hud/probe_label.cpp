// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hud/probe_label.hpp"

#include <QPainter>

#include <algorithm>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kAway = 16, kMargin = 8, kLine = 18, kThin = 4;  // px

}  // namespace

ProbeLabel::ProbeLabel(QWidget* parent) : QWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setObjectName(QStringLiteral("fieldProbe"));
  hide();
}

QString ProbeLabel::text() const {
  if (isHidden()) return {};
  return unit_.isEmpty() ? number_ : number_ + QChar(0x2009) + unit_;
}

QSize ProbeLabel::sizeHint() const {
  const QFontMetrics numbers(AppTheme::numberFont()), words(AppTheme::secondaryFont());
  const int head = numbers.horizontalAdvance(number_) + (unit_.isEmpty() ? 0 : kThin + words.horizontalAdvance(unit_));
  return {2 * kMargin + std::max(head, words.horizontalAdvance(where_)), 2 * kLine + kMargin};
}

void ProbeLabel::showAt(const QPoint& place, const QString& number, const QString& unit, const QString& where) {
  number_ = number, unit_ = unit, where_ = where;
  setAccessibleName(where + QStringLiteral(": ") + number + u' ' + unit);
  resize(sizeHint());
  const QRect room = parentWidget()->rect();
  QPoint at = place + QPoint(kAway, kAway);
  if (at.x() + width() > room.right()) at.setX(place.x() - kAway - width());
  if (at.y() + height() > room.bottom()) at.setY(place.y() - kAway - height());
  move(std::max(at.x(), 0), std::max(at.y(), 0));
  show();
  raise();
  update();
}

void ProbeLabel::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor panel = theme.color(Token::kPanel);
  panel.setAlphaF(0.92F);
  painter.setPen(QPen(theme.color(Token::kHairline), 1));
  painter.setBrush(panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  const QRect head(kMargin, kMargin / 2, width(), kLine), below(kMargin, kMargin / 2 + kLine, width(), kLine);
  painter.setFont(AppTheme::numberFont());
  painter.setPen(theme.color(Token::kText));
  painter.drawText(head, Qt::AlignVCenter | Qt::AlignLeft, number_);
  const int wide = QFontMetrics(AppTheme::numberFont()).horizontalAdvance(number_);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kSecondary));
  painter.drawText(head.adjusted(wide + kThin, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, unit_);
  painter.drawText(below, Qt::AlignVCenter | Qt::AlignLeft, where_);
}

}  // namespace tendril
