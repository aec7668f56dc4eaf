// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QSlider>
#include <QWidget>

#include "widgets/slider/slider_scale.hpp"

namespace tendril {

/// A slider with its number beside it, in a unit that is understood in what is typed ("12 mN", "30 deg"). A number
/// beyond an open end widens the slider.
class ValueSlider : public QWidget {
  Q_OBJECT
 public:
  /// `unit` is the SI unit of the value; `degrees`: a bare number that is typed is in degrees.
  ValueSlider(const QString& name, QString unit, double lower, double upper, bool degrees, QWidget* parent = nullptr);

  /// Shows a value; left alone while a hand is on the slider or a number is being typed.
  void setValue(double value);
  double value() const { return value_; }
  /// Widens the slider to a value, as far as the bounds allow.
  void include(double value);
  /// A hand is on the slider, or a number is being typed.
  bool busy() const;
  QSlider& slider() { return *slider_; }
  QLineEdit& number() { return *number_; }

 Q_SIGNALS:
  void grabbed();            ///< a hand has taken the slider
  void moved(double value);  ///< by hand or key
  void letGo();
  void typed(double value);  ///< a number was entered
  /// What was typed cannot be taken, or not as it is; empty: all is well again.
  void refused(const QString& why);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void jumpTo(const QPoint& place);
  void type();
  void show(double value);

  QString unit_;
  bool degrees_;
  SliderScale scale_;
  double value_ = 0;
  QSlider* slider_;
  QLineEdit* number_;
};

}  // namespace tendril
