// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/gallery_rows.hpp"

#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kPadding = 12;

/// Background and outline of something that can be pressed.
void paintFrame(QPainter& painter, const QAbstractButton& button, bool outlined) {
  const AppTheme& theme = AppTheme::instance();
  painter.setRenderHint(QPainter::Antialiasing);
  const Token hairline = button.hasFocus() ? Token::kAccent : Token::kHairline;
  const bool line = outlined || button.hasFocus();
  painter.setPen(line ? QPen(theme.color(hairline), 1) : QPen(Qt::NoPen));
  const bool lit = button.underMouse() && button.isEnabled();
  const Token fill = button.isDown() ? Token::kPressed : lit ? Token::kHover : Token::kPanel;
  painter.setBrush(outlined || lit || button.isDown() ? QBrush(theme.color(fill)) : QBrush(Qt::NoBrush));
  painter.drawRoundedRect(QRectF(button.rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
}

void drawElided(QPainter& painter, const QRect& room, const QString& text, Qt::TextElideMode mode,
                Qt::Alignment alignment) {
  painter.drawText(room, alignment | Qt::AlignVCenter, painter.fontMetrics().elidedText(text, mode, room.width()));
}

}  // namespace

StarterTile::StarterTile(GalleryStarter starter, QWidget* parent)
    : QAbstractButton(parent), starter_(std::move(starter)) {
  setObjectName("starter:" + starter_.id);
  setText(starter_.title);
  setAccessibleName(starter_.title);
  setToolTip(starter_.summary);
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
}

void StarterTile::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  paintFrame(painter, *this, true);
  const QPixmap icon = iconPixmap(starter_.icon, kIconSize, devicePixelRatioF(), theme.color(Token::kSecondary));
  painter.drawPixmap(kPadding, (height() - kIconSize) / 2, icon);
  const QRect text = rect().adjusted(2 * kPadding + kIconSize, 12, -kPadding, -12);
  painter.setFont(AppTheme::font());
  painter.setPen(theme.color(Token::kText));
  drawElided(painter, QRect(text.left(), text.top(), text.width(), 18), starter_.title, Qt::ElideRight, Qt::AlignLeft);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kSecondary));
  drawElided(painter, QRect(text.left(), text.top() + 20, text.width(), 18), starter_.summary, Qt::ElideRight,
             Qt::AlignLeft);
}

void StarterTile::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

RecentRow::RecentRow(GalleryRecent recent, QWidget* parent) : QAbstractButton(parent), recent_(std::move(recent)) {
  setObjectName("recent:" + recent_.path);
  setText(recent_.title);
  setAccessibleName(recent_.title);
  setAccessibleDescription(recent_.path);
  setToolTip(recent_.exists ? recent_.path : tr("%1 is not there any more. A click forgets it.").arg(recent_.path));
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
}

void RecentRow::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  paintFrame(painter, *this, false);
  const QRect room = rect().adjusted(8, 0, -8, 0);
  const int whenWidth = 120, titleWidth = std::min(240, room.width() / 3);
  painter.setFont(AppTheme::font());
  painter.setPen(theme.color(recent_.exists ? Token::kText : Token::kSecondary));
  drawElided(painter, QRect(room.left(), 0, titleWidth, height()), recent_.title, Qt::ElideRight, Qt::AlignLeft);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kSecondary));
  const QRect middle(room.left() + titleWidth + 12, 0, room.width() - titleWidth - whenWidth - 24, height());
  drawElided(painter, middle, QFileInfo(recent_.path).absolutePath(), Qt::ElideMiddle, Qt::AlignLeft);
  const QRect right(room.right() - whenWidth, 0, whenWidth, height());
  drawElided(painter, right, recent_.detail, Qt::ElideRight, Qt::AlignRight);
}

void RecentRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace tendril
