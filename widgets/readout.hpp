// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/format.hpp"

namespace tendril {

/// One number on a line: a grey caption, the number in the number font, its grey unit after a thin space. It reserves
/// the width of `widest` so that neighbours stand still while digits change.
class Readout : public QWidget {
  Q_OBJECT
 public:
  explicit Readout(QString caption, QuantityText widest, QWidget* parent = nullptr);

  void setQuantity(const QuantityText& quantity);
  const QuantityText& quantity() const { return quantity_; }
  /// Draws the number in the colour of warnings.
  void setWarning(bool warning);
  bool warning() const { return warning_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString caption_;
  QuantityText quantity_, widest_;
  bool warning_ = false;
};

}  // namespace tendril
