// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/value_edit.hpp"

#include <QKeyEvent>
#include <QPainter>

#include <cmath>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kInset = 6, kSwatch = 14, kLinkSize = 12, kDragThreshold = 3, kPixelsPerStep = 4;

double factorOf(Qt::KeyboardModifiers keys) {
  return keys & Qt::ShiftModifier ? 0.1 : keys & Qt::ControlModifier ? 10 : 1;
}

}  // namespace

double scrubSteps(int pixels, Qt::KeyboardModifiers keys) {
  return std::trunc(pixels / double(kPixelsPerStep)) * factorOf(keys);
}

ValueEdit::ValueEdit(QWidget* parent) : QLineEdit(parent) {
  setFont(AppTheme::numberFont());
  setFixedHeight(kFieldHeight);
  setMaxLength(8000);
  setMouseTracking(true);
}

void ValueEdit::setContent(const QString& shown, const QString& exact, const QString& unit) {
  shown_ = shown;
  exact_ = exact;
  if (unit != unit_) {
    unit_ = unit;
    setMargins();
    update();
  }
  if (isTyping() || wrong_) return;
  const QString text = hasFocus() ? exact_ : restText();
  if (text == this->text()) return;
  const bool all = hasSelectedText();
  setText(text);
  setCursorPosition(0);
  if (hasFocus() && all) selectAll();
}

void ValueEdit::setCaption(const QString& caption, const QColor& color) {
  caption_ = caption;
  captionColor_ = color;
  setMargins();
}

void ValueEdit::setLinked(bool linked) {
  if (linked == linked_) return;
  linked_ = linked;
  setMargins();
  update();
}

void ValueEdit::setWrong(bool wrong) {
  if (wrong == wrong_) return;
  wrong_ = wrong;
  update();
}

int ValueEdit::captionWidth() const {
  if (caption_.isEmpty()) return 0;
  return QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(caption_) + 5;
}

int ValueEdit::behindWidth() const {
  int width = (linked_ ? kLinkSize + 4 : 0) + (swatch_.isValid() ? kSwatch + 4 : 0);
  if (unit_.isEmpty()) return width;
  // What is typed needs its place more than the value of a long expression.
  return width + std::min(QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(unit_) + 3, this->width() / 2);
}

void ValueEdit::setSwatch(const QColor& color) {
  if (color == swatch_) return;
  swatch_ = color;
  setMargins();
  update();
}

QString ValueEdit::restText() const {
  const int room = width() - 2 * kInset - 6 - captionWidth() - behindWidth();
  const QFontMetrics metrics(font());
  QString text = shown_;
  // Of 2.545·10⁻⁴ digits can go, but never the power.
  for (qsizetype times = text.indexOf(u'·'); times > 1 && metrics.horizontalAdvance(text) > room; --times)
    text.remove(times - 1, 1);
  return metrics.elidedText(text, Qt::ElideRight, room);
}

void ValueEdit::setMargins() {
  setTextMargins(captionWidth(), 0, behindWidth(), 0);
}

void ValueEdit::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  setMargins();
  if (hasFocus() || wrong_ || text() == restText()) return;
  setText(restText());
  setCursorPosition(0);
}

void ValueEdit::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setFont(AppTheme::secondaryFont());
  const double baseline = (height() + QFontMetricsF(painter.font()).capHeight()) / 2;
  if (!caption_.isEmpty()) {
    painter.setPen(isEnabled() ? captionColor_ : mixed(scheme.panel, scheme.secondary, 0.5));
    painter.drawText(QPointF(kInset + 1, baseline), caption_);
  }
  if (!unit_.isEmpty()) {
    painter.setPen(scheme.secondary);
    const int most = width() / 2;
    const QString unit = QFontMetrics(painter.font()).elidedText(unit_, Qt::ElideRight, most);
    const int advance = QFontMetrics(painter.font()).horizontalAdvance(unit);
    painter.drawText(QPointF(width() - kInset - advance, baseline), unit);
  }
  if (linked_) {
    const double scale = devicePixelRatioF();
    const int x = width() - kInset - behindWidth() + 2;
    painter.drawPixmap(x, (height() - kLinkSize) / 2,
                       iconPixmap(QStringLiteral("link"), kLinkSize, scale, scheme.accent));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  if (swatch_.isValid()) {
    painter.setPen(QPen(scheme.hairline, 1));
    painter.setBrush(swatch_);
    painter.drawRoundedRect(QRectF(width() - kInset - kSwatch, (height() - kSwatch) / 2.0, kSwatch, kSwatch), 3, 3);
    painter.setBrush(Qt::NoBrush);
  }
  if (wrong_) {
    painter.setPen(QPen(scheme.error, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  }
}

void ValueEdit::focusInEvent(QFocusEvent* event) {
  if (!wrong_ && text() != exact_) setText(exact_);
  QLineEdit::focusInEvent(event);
  if (event->reason() != Qt::PopupFocusReason) selectAll();
}

void ValueEdit::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (event->reason() == Qt::PopupFocusReason) return;
  if (isModified()) commit();
  if (!wrong_ && text() != restText()) {
    setText(restText());
    setCursorPosition(0);
  }
  deselect();
  Q_EMIT left();
}

void ValueEdit::commit() {
  const QString typed = text();
  setModified(false);
  Q_EMIT committed(typed);
}

void ValueEdit::revert() {
  setModified(false);
  wrong_ = false;
  setText(hasFocus() ? exact_ : restText());
  if (hasFocus()) selectAll();
  update();
  Q_EMIT reverted();
}

bool ValueEdit::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    // Where nothing is being typed, Undo is about the project.
    const bool history = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
    if (history && !isModified() && !wrong_) {
      event->ignore();
      return false;
    }
    const bool typed = key->key() == Qt::Key_Escape && (isModified() || wrong_);
    if (typed || key->key() == Qt::Key_Up || key->key() == Qt::Key_Down) {
      event->accept();
      return true;
    }
  }
  return QLineEdit::event(event);
}

void ValueEdit::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (isModified()) commit();
      if (!wrong_) {
        setText(exact_);
        selectAll();
      }
      return;
    case Qt::Key_Escape:
      if (!isModified() && !wrong_) return event->ignore();
      return revert();
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (!steppable_) break;
      if (isModified()) commit();
      Q_EMIT stepWanted((event->key() == Qt::Key_Up ? 1 : -1) * factorOf(event->modifiers()));
      return;
    default:
      break;
  }
  QLineEdit::keyPressEvent(event);
}

void ValueEdit::wheelEvent(QWheelEvent* event) {
  if (!hasFocus() || !steppable_) return event->ignore();
  const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();  // Alt turns it
  if (delta != 0) Q_EMIT stepWanted((delta > 0 ? 1 : -1) * factorOf(event->modifiers()));
  event->accept();
}

void ValueEdit::mousePressEvent(QMouseEvent* event) {
  const int x = event->position().toPoint().x();
  if (event->button() == Qt::LeftButton && linked_ && x > width() - kInset - behindWidth())
    return Q_EMIT menuWanted(event->globalPosition().toPoint());
  pressed_ = event->button() == Qt::LeftButton && steppable_ && x < kInset + captionWidth() && captionWidth() > 0;
  dragging_ = false;
  pressX_ = x;
  if (!pressed_) QLineEdit::mousePressEvent(event);
}

void ValueEdit::mouseMoveEvent(QMouseEvent* event) {
  const int x = event->position().toPoint().x();
  if (!pressed_) {
    const bool onCaption = steppable_ && captionWidth() > 0 && x < kInset + captionWidth();
    setCursor(onCaption ? Qt::SizeHorCursor : Qt::IBeamCursor);
    return QLineEdit::mouseMoveEvent(event);
  }
  const int moved = x - pressX_;
  if (!dragging_ && std::abs(moved) < kDragThreshold) return;
  if (!dragging_) Q_EMIT scrubBegan();
  dragging_ = true;
  Q_EMIT scrubbed(scrubSteps(moved, event->modifiers()));
}

void ValueEdit::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_) return QLineEdit::mouseReleaseEvent(event);
  pressed_ = false;
  if (dragging_) {
    dragging_ = false;
    return Q_EMIT scrubEnded();
  }
  setFocus(Qt::MouseFocusReason);
}

void ValueEdit::contextMenuEvent(QContextMenuEvent* event) {
  Q_EMIT menuWanted(event->globalPos());
}

}  // namespace tendril
