// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "render/color_map.hpp"

namespace tendril {

/// What colours mean, of soft bodies or of points: name, unit, the colours with numbers beside them. Lets the mouse
/// through to the view. Hidden while nothing has such colours.
class ColorBar : public QWidget {
  Q_OBJECT
 public:
  explicit ColorBar(QWidget* parent);

  /// kNone, or ends that are not finite or not ascending: hidden.
  void setColors(const FieldColors& colors);
  const FieldColors& colors() const { return colors_; }
  /// Colours of other numbers than fields; without ticks: hidden.
  void setScale(ColorMap map, const ScaleTexts& texts);
  /// Name of the field.
  const QString& title() const { return title_; }
  /// Prefixed unit of the numbers, "kPa"; empty for numbers without one.
  const QString& unit() const { return unit_; }
  /// What stands beside the colours, from low to high.
  const QStringList& ticks() const { return ticks_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  FieldColors colors_;
  ColorMap map_ = ColorMap::kMagnitude;
  QString title_, unit_;
  QStringList ticks_;
};

}  // namespace tendril
