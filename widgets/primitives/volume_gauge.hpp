// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/volume/volume_probe.hpp"
#include "widgets/functions/margin_gauge.hpp"

namespace tendril {

/// Whether a volume is kept, and how far its body is from folding: two numbers, and a strip of colours along X for
/// each.
class VolumeGauge : public MarginGauge {
  Q_OBJECT
 public:
  explicit VolumeGauge(QWidget* parent = nullptr);

  void setReport(VolumeReport report);

  QString volumeText() const;  ///< "1 ± 2.2·10⁻¹⁵"
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  VolumeReport report_;
};

/// Colour of det F: that of the panel at 1, two hues to either side; full from 10⁻⁶ on.
QColor determinantColor(double determinant);

}  // namespace tendril
