// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QSlider>
#include <QWidget>

#include "core/text/units.hpp"
#include "widgets/slider/slider_scale.hpp"

namespace tendril {

/// A slider with its number beside it, in a unit that is understood in what is typed ("12 mN", "30 deg"); a bare number
/// is in the unit that is shown. That goes by what the slider spans, not by where it stands. A number beyond an open
/// end widens the slider.
class ValueSlider : public QWidget {
  Q_OBJECT
 public:
  /// `unit` is the SI unit of the value; angles are shown in degrees.
  ValueSlider(const QString& name, QString unit, double lower, double upper, QWidget* parent = nullptr);

  /// The unit in which a length is shown, whatever it spans: "mm", "m"; empty: none is given.
  void setLengthUnit(const QString& unit);
  /// Where there is no bound the slider spans so much to either side from now on, and the value as it is.
  void setReach(double reach);
  /// As setReach, of the next round number of the shown unit.
  void fitTo(double size);
  /// Shows a value; left alone while a hand is on the slider or a number is being typed.
  void setValue(double value);
  double value() const { return value_; }
  /// A value of it with the unit that is shown: "12.5 mm".
  QString textOf(double value, int digits = 4) const;
  const SliderScale& scale() const { return scale_; }
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
  void type();
  bool isTyping() const { return number_->hasFocus() && number_->isModified(); }
  DisplayUnit unitOfSpan() const;
  void place();
  void show(double value);

  QString unit_, lengthUnit_;
  double lower_, upper_;
  SliderScale scale_;
  DisplayUnit shown_;  ///< of the number as it stands there
  double value_ = 0;
  QSlider* slider_;
  QLineEdit* number_;
};

}  // namespace tendril
