// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <array>
#include <vector>

#include "core/math/types.hpp"
#include "widgets/viewport/view_overlay.hpp"

namespace tendril {

/// Triangles of a surface that lie over the 3D view, seen through what is before them, while faces are picked: tells
/// where the cursor rests and what is clicked.
class FacePicker : public ViewOverlay {
  Q_OBJECT
 public:
  using Face = std::array<Vec3, 3>;  ///< world, m; counter-clockwise seen from outside

  explicit FacePicker(Viewport& view);

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
  void paintEvent(QPaintEvent* event) override;
  bool isActive() const override { return picking_; }
  bool takesClicks() const override { return true; }
  bool takesKey(int key) const override;
  bool mousePress(const QPointF&) override { return false; }
  bool mouseMove(const QMouseEvent& event) override;
  bool mouseRelease() override { return false; }
  void mouseClick(const QMouseEvent& event) override;
  void keyPress(int key) override;

 private:
  void paint(QPainter& painter, const std::vector<Face>& faces, float opacity) const;

  bool picking_ = false;
  std::vector<Face> chosen_, hovered_;
  QPointF cursor_;
  QTimer rest_;  ///< fires when the cursor has moved, not more often than pictures are drawn
};

}  // namespace tendril
