// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/view_overlay.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>

#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kClick = 4, kFar = 1e6;  // px

}  // namespace

ViewOverlay::ViewOverlay(Viewport& view, const QString& name) : QWidget(&view), view_(view), pressed_(-kFar, -kFar) {
  setObjectName(name);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  hide();
  view.setMouseTracking(true);
  view.installEventFilter(this);
  connect(&view, &Viewport::cameraChanged, this, qOverload<>(&QWidget::update));
}

ViewGeometry ViewOverlay::geometry() const {
  return {view_.camera(), static_cast<double>(view_.width()), static_cast<double>(view_.height())};
}

void ViewOverlay::cover(bool visible) {
  setGeometry(view_.rect());
  setVisible(visible);
  update();
}

void ViewOverlay::takeOver() {
  pressed_ = QPointF(-kFar, -kFar);
  cover(true);
  raise();
  view_.setFocus();
}

bool ViewOverlay::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &view_ || !isActive() || passes_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::Resize:
      setGeometry(view_.rect());
      return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      return pressEvent(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseMove:
      return mouseMove(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
      return releaseEvent(static_cast<QMouseEvent&>(*event));
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if (!takesKey(key)) return false;
      if (event->type() == QEvent::KeyPress) keyPress(key);
      event->accept();
      return true;
    }
    default:
      return false;
  }
}

bool ViewOverlay::pressEvent(const QMouseEvent& event) {
  pressed_ = QPointF(-kFar, -kFar);  // what other buttons and Ctrl begin ends with no click of ours
  if (event.button() != Qt::LeftButton || event.modifiers().testFlag(Qt::ControlModifier)) return false;
  pressed_ = event.position();
  if (mousePress(event.position())) return view_.setFollowing(true), true;
  return takesClicks() && event.type() == QEvent::MouseButtonDblClick;  // the view would frame everything
}

bool ViewOverlay::releaseEvent(QMouseEvent& event) {
  view_.setFollowing(false);
  if (mouseRelease()) return true;
  const double way = (event.position() - pressed_).manhattanLength();
  if (!takesClicks() || event.button() != Qt::LeftButton || !(way <= kClick)) return false;
  {
    const QSignalBlocker quiet(&view_);  // the view ends its gesture, and tells of no click
    passes_ = true;
    QCoreApplication::sendEvent(&view_, &event);
    passes_ = false;
  }
  mouseClick(event);
  return true;
}

}  // namespace tendril
