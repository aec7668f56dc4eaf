// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QWidget>

#include <vector>

#include "core/math/types.hpp"

namespace tendril {

class Viewport;

/// Points of a path over the 3D view, which hands drag in the plane that faces the camera, and the path while it is
/// drawn: a click places one more point, on that plane through the last one or, with Shift, on what is under the
/// cursor; near the first point it closes the path. Lets everything else through to the view.
class PathHands : public QWidget {
  Q_OBJECT
 public:
  explicit PathHands(Viewport& view);

  /// Points of a path that is there, world, m; none: nothing is shown. Left alone while a hand holds one.
  void show(std::vector<Vec3> points, bool closed);
  /// Begins a path at a point, which is its first.
  void draw(const Vec3& from);
  /// Ends what draw() began; the points are no longer shown.
  void stop();
  bool isDrawing() const { return drawing_; }
  void setClosed(bool closed);
  bool isClosed() const { return closed_; }
  const std::vector<Vec3>& points() const { return points_; }
  bool isHeld() const { return held_ >= 0; }

  /// Where a point is drawn, logical pixels.
  QPointF onScreen(std::size_t point) const;
  /// The point under a place of the view; −1: none.
  int pointAt(const QPointF& place) const;

 Q_SIGNALS:
  /// A point of a path that is there is being dragged; then it was let go.
  void moved(int point, const tendril::Vec3& place);
  void released();
  /// The path that is drawn has other points, or is closed or open now.
  void changed();
  /// Enter, a click on the first point of a path that has three; Escape.
  void finished();
  void cancelled();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool press(const QPointF& at, bool twice);
  bool release(QMouseEvent& event);
  bool drag(const QPointF& at);
  bool key(int key);
  void showCursor();
  void place(const QPointF& at, bool onSurface);
  Vec3 facing(const QPointF& at, const Vec3& through) const;
  void paintLine(QPainter& painter) const;
  void paintPoints(QPainter& painter) const;

  Viewport& view_;
  std::vector<Vec3> points_;
  bool closed_ = false, drawing_ = false;
  bool passes_ = false;  ///< the event is the view's
  int held_ = -1, hovered_ = -1;
  QPointF cursor_, pressed_;
  Vec3 offset_ = Vec3::Zero();  ///< from the cursor's point of the plane to the one that is held
};

}  // namespace tendril
