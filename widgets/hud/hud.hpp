// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/readout.hpp"

namespace tendril {

/// Time and balance residual in a corner of the 3D view. Lets the mouse through to the view.
class Hud : public QWidget {
  Q_OBJECT
 public:
  explicit Hud(QWidget* parent);

  /// t in s, balance in % of what flowed.
  void setValues(double t, double balance);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Readout *time_, *balance_;
};

}  // namespace tendril
