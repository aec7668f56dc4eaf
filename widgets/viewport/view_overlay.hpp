// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QWidget>

#include "widgets/viewport/view_geometry.hpp"

class QMouseEvent;

namespace tendril {

class Viewport;

/// A transparent layer over the 3D view that draws there, sees its mouse and keys first, and lets all else through to
/// the view: derive from it for what is picked, placed or dragged by the mouse in a mode of its own.
class ViewOverlay : public QWidget {
 protected:
  /// Under this object name; hidden.
  ViewOverlay(Viewport& view, const QString& name);

  Viewport& view() const { return view_; }
  /// Camera and size of the view as they are now.
  ViewGeometry geometry() const;
  /// Lies over the whole view from now on, seen or not.
  void cover(bool visible);
  /// As cover(true), above the other layers, with the keys.
  void takeOver();

  /// Whether it sees anything now.
  virtual bool isActive() const = 0;
  /// Whether clicks and double clicks are its own: the view selects and frames nothing then.
  virtual bool takesClicks() const = 0;
  /// Whether a key is its own now.
  virtual bool takesKey(int key) const = 0;
  /// The left button, without Ctrl, at a place of the view, logical pixels; true: it is held here, not by the view.
  virtual bool mousePress(const QPointF& at) = 0;
  /// The cursor; true: the view does not see it.
  virtual bool mouseMove(const QMouseEvent& event) = 0;
  /// Some button; true: what mousePress() began ends here.
  virtual bool mouseRelease() = 0;
  virtual void mouseClick(const QMouseEvent& event) = 0;
  virtual void keyPress(int key) = 0;

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool pressEvent(const QMouseEvent& event);
  bool releaseEvent(QMouseEvent& event);

  Viewport& view_;
  bool passes_ = false;  ///< the event is the view's
  QPointF pressed_;      ///< where a click began
};

}  // namespace tendril
