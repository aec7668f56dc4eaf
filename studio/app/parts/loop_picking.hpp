// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

#include <optional>

#include "studio/app/parts/view_places.hpp"
#include "widgets/viewport/view_overlay.hpp"

namespace tendril {

class PartAdder;
class StudioContext;

/// Both ends of a loop picked in the view: bases and tips, places along soft bodies and on surfaces of volumes, as
/// parts that are dragged find them. A second click beside the robot holds the first end where it is in the world.
class LoopPicking : public ViewOverlay {
  Q_OBJECT
 public:
  LoopPicking(StudioContext& context, PartAdder& adder);

  void start();
  /// With the first end chosen.
  void startFrom(const ViewPlace& first);
  bool isPicking() const { return picking_; }
  const std::optional<ViewPlace>& first() const { return first_; }
  /// What a click would take; empty: the world, or nothing.
  const std::optional<ViewPlace>& hovered() const { return hovered_; }

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
  void addAction();
  void refresh();
  void hover(const QPointF& at);
  void take(const std::optional<ViewPlace>& place);
  void end();
  void tell();
  bool isFirstAgain() const;
  QString textOfHovered() const;

  StudioContext& context_;
  PartAdder& adder_;
  ViewPlaces places_;
  QAction* action_ = nullptr;
  bool picking_ = false;
  std::optional<ViewPlace> first_, hovered_;
  QPointF cursor_;
};

}  // namespace tendril
