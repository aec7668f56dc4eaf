// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDropEvent>
#include <QPointer>

#include <optional>

#include "studio/app/parts/part.hpp"
#include "studio/app/parts/view_places.hpp"
#include "widgets/viewport/view_overlay.hpp"

namespace tendril {

class LoopPicking;
class PartAdder;
class PartPreview;
class StudioContext;

/// Parts that are dragged over the view: frames that they can hang on light up and snap, what would come of it is seen
/// as of glass before it is let go. Controllers belong to no place: wherever they are let go, they are added as by a
/// click. A loop begins where it is let go, and its other end is picked then.
class PartDrop : public ViewOverlay {
  Q_OBJECT
 public:
  PartDrop(StudioContext& context, PartAdder& adder, PartPreview& preview, LoopPicking& loops);

  /// Where a part would go that is let go at a place of the view.
  PartPlace placeAt(const Part& part, const QPointF& at) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool isActive() const override { return part_ || action_; }
  bool takesClicks() const override { return false; }
  bool takesKey(int) const override { return false; }
  bool mousePress(const QPointF&) override { return false; }
  bool mouseMove(const QMouseEvent&) override { return false; }
  bool mouseRelease() override { return false; }
  void mouseClick(const QMouseEvent&) override {}
  void keyPress(int) override {}
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isCard(const QDropEvent& event) const;
  bool dragEvent(QDropEvent& event);
  /// Why what is dragged cannot be had where it is; empty: it can.
  QString whyNotHere() const;
  void move(const QPointF& at);
  void end();
  Vec3 inTheWorld(const Part& part, const QPointF& at, double floor) const;
  QString textOf(const Part& part, const PartPlace& place) const;

  StudioContext& context_;
  PartAdder& adder_;
  PartPreview& preview_;
  LoopPicking& loops_;
  ViewPlaces places_;
  const Part* part_ = nullptr;  ///< that is dragged
  QPointer<QAction> action_;    ///< of a card that is no part
  PartPlace place_;
  std::optional<ViewPlace> frame_;  ///< that it would hang on
  QPointF cursor_;
};

}  // namespace tendril
