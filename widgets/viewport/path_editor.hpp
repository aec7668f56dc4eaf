// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/types.hpp"
#include "widgets/viewport/view_overlay.hpp"

namespace tendril {

/// Points of a path over the 3D view, which the mouse drags in the plane that faces the camera, and the path while it
/// is drawn: a click places one more point, on that plane through the last one or, with Shift, on what is under the
/// cursor; near the first point it closes the path.
class PathEditor : public ViewOverlay {
  Q_OBJECT
 public:
  explicit PathEditor(Viewport& view);

  /// Points of a path that is there, world, m; none: nothing is shown. Left alone while one is dragged.
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
  void paintEvent(QPaintEvent* event) override;
  bool isActive() const override { return isVisible(); }
  bool takesClicks() const override { return drawing_; }
  bool takesKey(int key) const override;
  bool mousePress(const QPointF& at) override;
  bool mouseMove(const QMouseEvent& event) override;
  bool mouseRelease() override;
  void mouseClick(const QMouseEvent& event) override;
  void keyPress(int key) override;

 private:
  bool drag(const QPointF& at);
  void showCursor();
  void place(const QPointF& at, bool onSurface);
  void paintLine(QPainter& painter) const;
  void paintPoints(QPainter& painter) const;

  std::vector<Vec3> points_;
  bool closed_ = false, drawing_ = false;
  int held_ = -1, hovered_ = -1;
  QPointF cursor_;
  Vec3 offset_ = Vec3::Zero();  ///< from the cursor's point of the plane to the one that is held
};

}  // namespace tendril
