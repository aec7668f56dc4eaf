// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/hud/color_bar.hpp"
#include "widgets/hud/force_legend.hpp"
#include "widgets/hud/hud.hpp"
#include "widgets/notice/notice_stack.hpp"
#include "widgets/timeline/timeline.hpp"
#include "widgets/transport/transport_bar.hpp"

namespace tendril {

class Viewport;

/// The 3D view with what floats over it: HUD, transport, notices, the frame shown while a file hovers. What floats
/// keeps out of the margins (setContentsMargins), where panels may cover the view.
class ViewArea : public QWidget {
  Q_OBJECT
 public:
  explicit ViewArea(QWidget* parent);

  Viewport& viewport() { return *viewport_; }
  NoticeStack& notices() { return *notices_; }
  Hud& hud() { return *hud_; }
  ForceLegend& forceLegend() { return *forceLegend_; }
  ColorBar& colorBar() { return *colorBar_; }
  ColorBar& cloudBar() { return *cloudBar_; }  ///< of points beside the robot
  /// Takes the capsule over and keeps it at the bottom centre.
  void setTransport(TransportBar* transport);
  TransportBar* transport() const { return transport_; }  ///< null until there is one
  /// Takes the timeline over and keeps it below the capsule.
  void setTimeline(Timeline* timeline);
  void setDropTarget(bool shown);
  /// A line at the top of the view that says what it shows instead of the run; empty: none.
  void setBanner(const QString& text);
  /// The first row of pixels below that line.
  int belowBanner() const { return banner_->geometry().bottom() + 1; }

 Q_SIGNALS:
  /// A file hovers over the window, or does no longer.
  void fileHovers(bool hovers);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void placeBanner(const QRect& free);

  Viewport* viewport_;
  Hud* hud_;
  ForceLegend* forceLegend_;
  ColorBar *colorBar_, *cloudBar_;
  NoticeStack* notices_;
  TransportBar* transport_ = nullptr;
  Timeline* timeline_ = nullptr;
  QWidget* dropFrame_;
  QLabel* banner_;
};

}  // namespace tendril
