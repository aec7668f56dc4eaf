// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tendril {

/// How far a soft body is from folding: a number, and a strip of colours from base to tip.
class MarginGauge : public QWidget {
  Q_OBJECT
 public:
  explicit MarginGauge(QWidget* parent = nullptr);

  /// The least margin (NaN: outside), where it is (X, 0…1), and margins of equal lengths from base to tip.
  void setMargin(double margin, double at, std::vector<double> along);
  /// Nothing is known (yet).
  void clear();

  QString marginText() const;  ///< "0.620 at X = 0.44"
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  static constexpr double kInset = 12, kLine = 20, kStrip = 8, kGap = 6, kFoot = 16;

  void paintEvent(QPaintEvent* event) override;
  bool isKnown() const { return known_; }
  /// Number, strip and foot from `top` down.
  void paintMargin(QPainter& painter, double top) const;
  void paintLine(QPainter& painter, double top, const QString& name, const QString& text, const QColor& color) const;
  void paintStrip(QPainter& painter, double top, const std::vector<double>& values, QColor (*color)(double)) const;

 private:
  double margin_ = 1, at_ = 0;
  std::vector<double> along_;
  bool known_ = false;
};

/// Colour of a margin: calm far inside, warning and error towards the edge. NaN is outside.
QColor marginColor(double margin);

}  // namespace tendril
