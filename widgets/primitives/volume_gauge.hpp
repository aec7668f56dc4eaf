// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "core/model/volume/volume_probe.hpp"

namespace tendril {

/// Whether a volume is kept, and how far its body is from folding: two numbers, and a strip of colours along X for
/// each.
class VolumeGauge : public QWidget {
  Q_OBJECT
 public:
  explicit VolumeGauge(QWidget* parent = nullptr);

  void setReport(VolumeReport report);
  /// Nothing is known (yet).
  void clear();

  QString volumeText() const;  ///< "1 ± 2.2·10⁻¹⁵"
  QString marginText() const;  ///< "0.620 at X = 0.44"
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintLine(QPainter& painter, double top, const QString& name, const QString& text, const QColor& color) const;
  void paintStrip(QPainter& painter, double top, const std::vector<double>& values, QColor (*color)(double)) const;

  VolumeReport report_;
  bool known_ = false;
};

/// Colour of a margin: calm far inside, warning and error towards the edge. NaN is outside.
QColor marginColor(double margin);
/// Colour of det F: that of the panel at 1, two hues to either side; full from 10⁻⁶ on.
QColor determinantColor(double determinant);

}  // namespace tendril
