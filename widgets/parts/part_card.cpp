// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/part_card.hpp"

#include <QApplication>
#include <QDrag>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kTextHeight = 34, kPadding = 4, kIcon = 32, kWidth = 96;
constexpr double kUnavailable = 0.45;  // opacity

}  // namespace

PartCard::PartCard(PartItem item, QWidget* parent)
    : QAbstractButton(parent), item_(std::move(item)), picture_(item_.picture) {
  setText(item_.name);
  setObjectName("part:" + item_.id);
  setAccessibleName(item_.name);
  setAccessibleDescription(item_.help);
  setCursor(Qt::OpenHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setReason({});
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void PartCard::setReason(const QString& reason) {
  reason_ = reason;
  setToolTip(reason.isEmpty() ? item_.help : item_.help + u'\n' + reason);
  update();
}

int PartCard::heightForWidth(int width) const {
  return width * 3 / 4 + kTextHeight;
}
QSize PartCard::sizeHint() const {
  return {kWidth, heightForWidth(kWidth)};
}

QString PartCard::idOf(const QMimeData& data) {
  return QString::fromUtf8(data.data(kFormat));
}

void PartCard::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
  QPainterPath shape;
  shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  painter.fillPath(shape, theme.color(isDown() ? Token::kPressed : underMouse() ? Token::kHover : Token::kPanel));
  painter.setOpacity(reason_.isEmpty() ? 1 : kUnavailable);
  const QRect frame = QRect(0, 0, width(), height() - kTextHeight).adjusted(kPadding, kPadding, -kPadding, 0);
  if (picture_.isNull()) {
    const QPixmap icon = iconPixmap(item_.icon, kIcon, devicePixelRatioF(), theme.color(Token::kSecondary));
    painter.drawPixmap(frame.center() - QPoint(kIcon / 2, kIcon / 2), icon);
  } else {
    const QSize size = picture_.size().scaled(frame.size(), Qt::KeepAspectRatio);
    painter.drawPixmap(QRect(frame.center() - QPoint(size.width() / 2, size.height() / 2), size), picture_);
  }
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(theme.color(Token::kText));
  painter.drawText(rect().adjusted(kPadding, height() - kTextHeight, -kPadding, -kPadding),
                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, item_.name);
  painter.setOpacity(1);
  painter.setPen(QPen(theme.color(hasFocus() ? Token::kAccent : Token::kHairline), hasFocus() ? 2 : 1));
  painter.drawPath(shape);
}

void PartCard::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position().toPoint();
  QAbstractButton::mousePressEvent(event);
}

void PartCard::mouseMoveEvent(QMouseEvent* event) {
  const bool far = (event->position().toPoint() - pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (event->buttons() == Qt::LeftButton && isDown() && far) return drag();
  QAbstractButton::mouseMoveEvent(event);
}

void PartCard::drag() {
  setDown(false);
  auto* data = new QMimeData;
  data->setData(kFormat, item_.id.toUtf8());
  auto* drag = new QDrag(this);  // Qt deletes it
  drag->setMimeData(data);
  Q_EMIT dragStarted();
  drag->exec(Qt::CopyAction);
  Q_EMIT dragEnded();
}

void PartCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void PartCard::enterEvent(QEnterEvent* event) {
  update();
  Q_EMIT looked();
  QAbstractButton::enterEvent(event);
}
void PartCard::leaveEvent(QEvent* event) {
  update();
  Q_EMIT left();
  QAbstractButton::leaveEvent(event);
}
void PartCard::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::MouseFocusReason) Q_EMIT looked();
  QAbstractButton::focusInEvent(event);
}
void PartCard::focusOutEvent(QFocusEvent* event) {
  Q_EMIT left();
  QAbstractButton::focusOutEvent(event);
}

}  // namespace tendril
