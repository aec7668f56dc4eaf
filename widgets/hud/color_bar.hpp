// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "render/color_map.hpp"

namespace tendril {

/// What the colours of soft bodies mean: name of the field, its unit, the colours with numbers beside them. Lets the
/// mouse through to the view. Hidden while no field is shown.
class ColorBar : public QWidget {
  Q_OBJECT
 public:
  explicit ColorBar(QWidget* parent);

  /// kNone, or ends that are not finite or not ascending: hidden.
  void setColors(const FieldColors& colors);
  const FieldColors& colors() const { return colors_; }
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
  QString title_, unit_;
  QStringList ticks_;
};

}  // namespace tendril
