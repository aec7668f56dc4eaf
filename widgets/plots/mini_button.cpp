// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/mini_button.hpp"

#include <QPainter>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

MiniButton::MiniButton(QString icon, const QString& name, int size, QWidget* parent)
    : QAbstractButton(parent), icon_(std::move(icon)), size_(size) {
  setFixedSize(size, size);
  setFocusPolicy(Qt::TabFocus);
  setToolTip(name);
  setAccessibleName(name.section(QStringLiteral("  ("), 0, 0));
}

void MiniButton::setIconName(const QString& icon) {
  icon_ = icon;
  update();
}

void MiniButton::setLoud(bool on) {
  loud_ = on;
  update();
}

void MiniButton::paintEvent(QPaintEvent*) {
  if (!loud_ && !hasFocus() && !underMouse()) return;
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF ground = QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5);
  if (isEnabled() && (isDown() || isChecked() || underMouse())) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(isDown() || isChecked() ? scheme.pressed : scheme.hover);
    painter.drawRoundedRect(ground, 4, 4);
  }
  if (hasFocus()) {
    painter.setPen(QPen(scheme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(ground, 4, 4);
  }
  const QPoint corner((width() - kSmallIconSize) / 2, (height() - kSmallIconSize) / 2);
  const bool strong = isChecked() || underMouse() || hasFocus();
  themeIcon(icon_, strong ? Token::kText : Token::kSecondary)
      .paint(&painter, QRect(corner, QSize(kSmallIconSize, kSmallIconSize)), Qt::AlignCenter,
             isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

void MiniButton::enterEvent(QEnterEvent* event) {
  update();
  QAbstractButton::enterEvent(event);
}

void MiniButton::leaveEvent(QEvent* event) {
  update();
  QAbstractButton::leaveEvent(event);
}

}  // namespace tendril
