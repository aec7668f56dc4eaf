// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "widgets/inputs/input_panel.hpp"
#include "widgets/slider/name_label.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {

/// Name, slider, number and hand of one input.
class InputRow : public QWidget {
  Q_OBJECT
 public:
  explicit InputRow(PanelInput info, QWidget* parent = nullptr);

  void setValue(const InputValue& value);
  void setLengthUnit(const QString& unit) { slider_->setLengthUnit(unit); }
  /// PanelInput::reach, which may change with the signal.
  void setReach(double reach);
  NameLabel& name() { return *name_; }
  ValueSlider& slider() { return *slider_; }

 Q_SIGNALS:
  void held(double value);
  void released();

 private:
  void connectParts();
  void toggle();
  void letGo();
  void setHeld(bool held);
  void showLimit(const InputValue& value);
  void fit();
  void fitOnce(double value);

  PanelInput info_;
  NameLabel* name_;
  ValueSlider* slider_;
  QToolButton* hand_;
  QLabel* problem_;
  bool held_ = false;
  bool clipped_ = false;  ///< more is demanded than the range allows
  bool kept_ = false;     ///< stays held after the slider was let go
  bool fitted_ = false;   ///< the slider spans what is known of the input, or what a hand chose
};

}  // namespace tendril
