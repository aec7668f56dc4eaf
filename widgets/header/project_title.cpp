// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/header/project_title.hpp"

#include <QMenu>
#include <QPainter>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kPad = 6, kTextLeft = kPad + kIconSize + 8, kDot = 6;

}  // namespace

ProjectTitle::ProjectTitle(QMenu* menu, QWidget* parent) : QAbstractButton(parent), menu_(menu) {
  setObjectName("project_title");
  setFixedHeight(32);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  connect(this, &QAbstractButton::clicked, this, [this] {
    if (hasMenu()) menu_->popup(mapToGlobal(QPoint(0, height() + 2)));
  });
}

bool ProjectTitle::hasMenu() const {
  return !menu_->isEmpty();
}

void ProjectTitle::set(const QString& name, const QString& path, bool dirty) {
  name_ = name;
  dirty_ = dirty;
  setToolTip(dirty ? (path.isEmpty() ? tr("Never saved") : tr("%1 – not saved").arg(path)) : path);
  setAccessibleName(dirty ? tr("%1, not saved").arg(name) : name);
  updateGeometry();
  update();
}

int ProjectTitle::rightOfText() const {
  return kPad + (dirty_ ? kDot + 8 : 0) + (hasMenu() ? kSmallIconSize + 2 : 0);
}

QSize ProjectTitle::sizeHint() const {
  const double text = QFontMetricsF(AppTheme::headingFont()).horizontalAdvance(name_);
  return {kTextLeft + static_cast<int>(text) + 2 + rightOfText(), height()};
}

QSize ProjectTitle::minimumSizeHint() const {
  return {kTextLeft + 60 + rightOfText(), height()};
}

void ProjectTitle::enterEvent(QEnterEvent*) {
  update();
}
void ProjectTitle::leaveEvent(QEvent*) {
  update();
}

void ProjectTitle::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasMenu() && (underMouse() || hasFocus())) {
    painter.setPen(hasFocus() ? QPen(theme.color(Token::kAccent)) : QPen(Qt::NoPen));
    painter.setBrush(underMouse() ? theme.color(Token::kHover) : theme.color(Token::kPanel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  }
  themeIcon("tendril", Token::kText).paint(&painter, {kPad, (height() - kIconSize) / 2, kIconSize, kIconSize});
  painter.setFont(AppTheme::headingFont());
  painter.setPen(theme.color(Token::kText));
  const QFontMetricsF metrics(painter.font());
  const double room = width() - kTextLeft - rightOfText();
  const QString text = metrics.elidedText(name_, Qt::ElideRight, room);
  painter.drawText(QPointF(kTextLeft, (height() + metrics.capHeight()) / 2), text);
  double x = kTextLeft + metrics.horizontalAdvance(text) + 8;
  if (dirty_) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::kSecondary));
    painter.drawEllipse(QPointF(x + kDot / 2.0, height() / 2.0), kDot / 2.0, kDot / 2.0);
    x += kDot + 4;
  }
  if (hasMenu())
    themeIcon("chevron-down", Token::kSecondary)
        .paint(&painter, {static_cast<int>(x), (height() - kSmallIconSize) / 2 + 1, kSmallIconSize, kSmallIconSize});
}

}  // namespace tendril
