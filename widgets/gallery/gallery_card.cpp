// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/gallery_card.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kTextHeight = 68, kPadding = 12, kSummaryLines = 2;

/// Text in at most kSummaryLines lines, the last one elided.
void drawLines(QPainter& painter, const QRect& room, const QString& text) {
  const QFontMetrics metrics(painter.font());
  QTextLayout layout(text, painter.font());
  layout.beginLayout();
  int y = room.top();
  for (int i = 0; i < kSummaryLines; ++i) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(room.width());
    const bool last = i + 1 == kSummaryLines;
    const QString rest = last ? text.mid(line.textStart()) : text.mid(line.textStart(), line.textLength());
    painter.drawText(QRect(room.left(), y, room.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     last ? metrics.elidedText(rest, Qt::ElideRight, room.width()) : rest.trimmed());
    y += metrics.height();
  }
  layout.endLayout();
}

}  // namespace

GalleryCard::GalleryCard(GalleryItem item, FilmStrips& strips, QWidget* parent)
    : QAbstractButton(parent), item_(std::move(item)), strips_(strips) {
  setText(item_.title);
  setObjectName("card:" + item_.title);
  setAccessibleName(item_.title);
  setAccessibleDescription(item_.summary);
  setToolTip(item_.paper.isEmpty() ? item_.summary : item_.summary + "\n" + item_.paper);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  connect(&strips_, &FilmStrips::loaded, this, [this](const QString& file) {
    if (file == stripFile()) update();
  });
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

QString GalleryCard::stripFile() const {
  return AppTheme::instance().isDark() ? item_.darkStrip : item_.lightStrip;
}

void GalleryCard::setClock(int tick) {
  tick_ = tick;
  update();
}

int GalleryCard::heightForWidth(int width) const {
  return width * 5 / 8 + kTextHeight;
}
QSize GalleryCard::sizeHint() const {
  return {256, heightForWidth(256)};
}

void GalleryCard::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF outside = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  QPainterPath shape;
  shape.addRoundedRect(outside, kRadius, kRadius);
  painter.fillPath(shape, theme.color(isDown() ? Token::kPressed : underMouse() ? Token::kHover : Token::kPanel));
  painter.save();
  painter.setClipPath(shape);
  paintPicture(painter, QRect(0, 0, width(), height() - kTextHeight));
  painter.restore();
  paintText(painter, QRect(0, height() - kTextHeight, width(), kTextHeight));
  painter.setPen(QPen(theme.color(hasFocus() ? Token::kAccent : Token::kHairline), hasFocus() ? 2 : 1));
  painter.drawPath(shape);
}

void GalleryCard::paintPicture(QPainter& painter, const QRect& frame) const {
  const AppTheme& theme = AppTheme::instance();
  const QPixmap strip = strips_.strip(stripFile());
  const int frames = filmStripFrames(strip.width(), strip.height());
  if (frames == 0) {
    painter.fillRect(frame, mixed(theme.color(Token::kPanel), theme.color(Token::kHairline), 0.5));
    const QPixmap icon = iconPixmap("tendril", 40, devicePixelRatioF(), theme.color(Token::kHairline));
    painter.drawPixmap(frame.center() - QPoint(20, 20), icon);
    return;
  }
  const double width = static_cast<double>(strip.width()) / frames;
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawPixmap(QRectF(frame), strip, QRectF((tick_ % frames) * width, 0, width, strip.height()));
}

void GalleryCard::paintText(QPainter& painter, const QRect& below) const {
  const AppTheme& theme = AppTheme::instance();
  const QRect room = below.adjusted(kPadding, 8, -kPadding, -6);
  QFont title = AppTheme::font();
  title.setWeight(QFont::DemiBold);
  painter.setFont(title);
  painter.setPen(theme.color(Token::kText));
  const QFontMetrics metrics(title);
  painter.drawText(QRect(room.left(), room.top(), room.width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(item_.title, Qt::ElideRight, room.width()));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kSecondary));
  drawLines(painter, room.adjusted(0, metrics.height() + 2, 0, 0), item_.summary);
}

void GalleryCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void GalleryCard::enterEvent(QEnterEvent* event) {
  update();
  QAbstractButton::enterEvent(event);
}
void GalleryCard::leaveEvent(QEvent* event) {
  update();
  QAbstractButton::leaveEvent(event);
}

}  // namespace tendril
