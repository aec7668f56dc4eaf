// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QToolButton>

#include "widgets/floating/floating_panel.hpp"
#include "widgets/transport/speed_popover.hpp"

namespace tendril {

enum class RunState;

/// The actions that the transport shows; they belong to whoever runs the simulation.
struct TransportActions {
  QAction *reset, *stepBack, *playPause, *step;
};

/// The capsule at the bottom of the 3D view: reset, step back, play or pause, step, speed.
class TransportBar : public FloatingPanel {
  Q_OBJECT
 public:
  TransportBar(const TransportActions& actions, QWidget* parent, QWidget* window);

  /// Icon and text of play/pause and what is possible in this state.
  void setState(RunState state, bool canStepBack);
  double speed() const { return speed_; }
  /// Shows a speed; does not ask for it.
  void setSpeed(double factor);

 Q_SIGNALS:
  void speedChosen(double factor);

 private:
  TransportActions actions_;
  QToolButton* speedButton_;
  SpeedPopover* popover_;
  double speed_ = 1;
};

}  // namespace tendril
