// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>
#include <QToolButton>

#include <vector>

#include "widgets/floating/popover.hpp"

namespace tendril {

/// Slider and presets for the speed of the simulation.
class SpeedPopover : public Popover {
  Q_OBJECT
 public:
  explicit SpeedPopover(QWidget* window);
  void setSpeed(double factor);

 Q_SIGNALS:
  void speedChosen(double factor);

 private:
  void choose(double factor);

  QSlider* slider_;
  std::vector<QToolButton*> presets_;
  double speed_ = 1;
};

}  // namespace tendril
