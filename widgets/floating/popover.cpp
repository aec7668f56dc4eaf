// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/floating/popover.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

#include "widgets/theme/tokens.hpp"

namespace tendril {

Popover::Popover(QWidget* window) : FloatingPanel(kRadius, window) {
  setFocusPolicy(Qt::StrongFocus);
  hide();
}

void Popover::openAt(QWidget* anchor) {
  anchor_ = anchor;
  adjustSize();
  const QRect target(anchor->mapTo(parentWidget(), QPoint()), anchor->size());
  const int gap = 2 * kGrid - kShadow;
  int top = target.top() - height() - gap;
  if (top < 0) top = target.bottom() + gap;
  reveal({target.center().x() - width() / 2, top});
}

void Popover::openCentred() {
  anchor_ = nullptr;
  adjustSize();
  reveal(parentWidget()->rect().center() - rect().center());
}

void Popover::openNearTop() {
  anchor_ = nullptr;
  adjustSize();
  reveal({parentWidget()->rect().center().x() - width() / 2, kHeaderHeight + 2 * kGrid - kShadow});
}

void Popover::toggleAt(QWidget* anchor) {
  if (isVisible())
    hide();
  else
    openAt(anchor);
}

void Popover::reveal(QPoint position) {
  const QWidget* window = parentWidget();
  move(std::clamp(position.x(), 0, std::max(0, window->width() - width())),
       std::clamp(position.y(), 0, std::max(0, window->height() - height())));
  focusBefore_ = QApplication::focusWidget();
  show();
  raise();
  setFocus(Qt::PopupFocusReason);
  qApp->installEventFilter(this);
}

bool Popover::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress: {
      const QPoint at = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
      const bool inside = rect().contains(mapFromGlobal(at));
      // The anchor's own click toggles; hiding here first would open it again.
      const bool onAnchor = anchor_ && anchor_->rect().contains(anchor_->mapFromGlobal(at));
      if (!inside && !onAnchor) hide();
      break;
    }
    case QEvent::ShortcutOverride:
      if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        hide();
        event->accept();
        return true;
      }
      break;
    case QEvent::Resize:
      if (watched == parentWidget()) hide();
      break;
    default:
      break;
  }
  return FloatingPanel::eventFilter(watched, event);
}

void Popover::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  if (focusBefore_) focusBefore_->setFocus(Qt::PopupFocusReason);
  FloatingPanel::hideEvent(event);
  Q_EMIT closed();
}

}  // namespace tendril
