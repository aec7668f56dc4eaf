// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QTimer>
#include <QWidget>

#include <array>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

class Viewport;

/// Triangles of a surface that lie over the 3D view, seen through what is before them, while faces are picked: tells
/// where the cursor rests and what is clicked. Lets all else through to the view.
class WallHands : public QWidget {
  Q_OBJECT
 public:
  using Face = std::array<Vec3, 3>;  ///< world, m; counter-clockwise seen from outside

  explicit WallHands(Viewport& view);

  void start();
  void stop();
  bool isPicking() const { return picking_; }
  /// What is chosen, and what the cursor is on.
  void show(std::vector<Face> chosen, std::vector<Face> hovered);
  const std::vector<Face>& chosen() const { return chosen_; }
  const std::vector<Face>& hovered() const { return hovered_; }

 Q_SIGNALS:
  /// Logical pixels of the view.
  void hoveredAt(const QPointF& place);
  void clickedAt(const QPointF& place);
  /// + or −: edges that turn by more, or by less, are to be crossed.
  void stepped(int direction);
  /// Backspace, and Escape.
  void tookBack();
  void cancelled();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool release(QMouseEvent& event);
  bool key(int key);
  void paint(QPainter& painter, const std::vector<Face>& faces, float opacity) const;

  Viewport& view_;
  bool picking_ = false;
  bool passes_ = false;  ///< the event is the view's
  std::vector<Face> chosen_, hovered_;
  QPointF pressed_, cursor_;
  QTimer rest_;  ///< fires when the cursor has moved, not more often than pictures are drawn
};

}  // namespace tendril
