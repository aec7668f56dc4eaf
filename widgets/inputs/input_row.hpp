// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "widgets/inputs/input_panel.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {

/// Name, slider, number and hand of one input.
class InputRow : public QWidget {
  Q_OBJECT
 public:
  explicit InputRow(PanelInput info, QWidget* parent = nullptr);

  void setValue(const InputValue& value);

 Q_SIGNALS:
  void held(double value);
  void released();

 private:
  void connectParts();
  void toggle();
  void letGo();
  void setHeld(bool held);
  void showLimit(const InputValue& value);

  PanelInput info_;
  ValueSlider* slider_;
  QToolButton* hand_;
  QLabel* problem_;
  bool held_ = false;
  bool clipped_ = false;  ///< more is demanded than the range allows
  bool kept_ = false;     ///< stays held after the slider was let go
};

}  // namespace tendril
