// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace tendril {

/// A slider over six powers of ten around its value, and zero at its left end. What it spans stays while a hand is on
/// it; letting go centres it again where little is left on one side.
class LogSlider : public QSlider {
  Q_OBJECT
 public:
  static constexpr int kPerDecade = 100, kDecades = 6, kSteps = kPerDecade * kDecades + 1;

  explicit LogSlider(QWidget* parent = nullptr);

  /// Shows a value; left alone while a hand is on it. Negative ones lie at its left end.
  void setShown(double value);
  /// Place of a value on it, and back; at 0 zero.
  int place(double value) const;
  double valueAt(int place) const;

 Q_SIGNALS:
  void moved(double value);  ///< by hand, key or wheel; three digits

 protected:
  /// The wheel scrolls the form unless the slider has the focus.
  void wheelEvent(QWheelEvent* event) override;

 private:
  void centre(double value);

  double lowest_ = -3;  ///< power of ten of the first place behind zero
  bool centred_ = false;
};

}  // namespace tendril
