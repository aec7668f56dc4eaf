// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <optional>
#include <vector>

#include "widgets/handles/handle.hpp"
#include "widgets/handles/handle_motion.hpp"
#include "widgets/handles/handle_picture.hpp"
#include "widgets/viewport/view_overlay.hpp"

namespace tendril {

/// Handles over the 3D view: drawn in front of the robot, dragged by the mouse; a click on one opens a field for its
/// number. Shift or Ctrl during a drag snaps to a round grid, or, where snapping is on, leaves it. Escape ends a drag
/// with the value as it was.
class HandleLayer : public ViewOverlay {
  Q_OBJECT
 public:
  explicit HandleLayer(Viewport& view);

  /// Shows these, none: nothing. While one is dragged only their places change: others than those are left out.
  void setHandles(std::vector<Handle> handles);
  const std::vector<Handle>& handles() const { return handles_; }
  /// Frames move along and turn about the world's axes instead of their own.
  void setWorldAxes(bool on);
  void setSnap(bool on) { snap_ = on; }
  /// Of numbers that are lengths, "mm"; empty: by their size.
  void setLengthUnit(const QString& unit) { lengthUnit_ = unit; }
  /// Something is dragged.
  bool isHeld() const { return motion_.has_value(); }
  /// The field for a number; null while none is open.
  QLineEdit* field() const { return field_; }

  /// Where a grip is drawn: of lines their far end, of rings the middle of what is seen; none: it is not seen.
  std::optional<QPointF> onScreen(const HandleGrip& grip) const;

 Q_SIGNALS:
  /// A handle is being dragged, or a number was typed; then it was let go.
  void changed(int handle, const tendril::HandleValue& value);
  void released();
  /// Escape during a drag, instead of released().
  void cancelled();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool isActive() const override;
  bool takesClicks() const override { return false; }
  bool takesKey(int key) const override;
  bool mousePress(const QPointF& at) override;
  bool mouseMove(const QMouseEvent& event) override;
  bool mouseRelease() override;
  void mouseClick(const QMouseEvent&) override {}
  void keyPress(int key) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::vector<HandleStroke> strokes() const;
  void hover(const HandleGrip& grip);
  void drag(const QPointF& at, bool snap);
  void end();
  void openField();
  void takeField();
  void closeField();
  QString textOf(const HandleMotion& motion, const HandleGrip& grip) const;
  QString entriesOf(const Handle& handle, const Vec3& vector) const;
  QString numberOf(double number, const QString& unit) const;
  void paintText(QPainter& painter, const QPointF& at, const QString& text) const;

  std::vector<Handle> handles_;
  bool worldAxes_ = false, snap_ = false, moved_ = false;
  QString lengthUnit_;
  HandleGrip hovered_, held_;
  std::optional<HandleMotion> motion_;
  QPointF pressed_, cursor_;
  QLineEdit* field_ = nullptr;
  std::optional<HandleMotion> typing_;  ///< what the open field is for
};

}  // namespace tendril
