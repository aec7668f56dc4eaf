// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/pose/pose_entries.hpp"
#include "widgets/slider/name_label.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {

/// Name, slider and number of one coordinate.
class PoseRow : public QWidget {
  Q_OBJECT
 public:
  explicit PoseRow(const PoseEntry& entry, QWidget* parent = nullptr);
  NameLabel& name() { return *name_; }
  ValueSlider& slider() { return *slider_; }

 Q_SIGNALS:
  void edited(double value);

 private:
  NameLabel* name_;
  ValueSlider* slider_;
  QLabel* problem_;
};

}  // namespace tendril
