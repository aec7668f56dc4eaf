// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tendril {

/// Functions over X = 0…1, each in its hue, and in bold their sum as it is weighted now. Ticks stand at the boundaries
/// of elements. All on one axis, which holds zero.
class FunctionPlot : public QWidget {
  Q_OBJECT
 public:
  explicit FunctionPlot(QWidget* parent = nullptr);

  /// Values at kCurvePoints places each; `knots`: inner boundaries, 0…1.
  void setCurves(std::vector<std::vector<double>> curves, std::vector<double> knots = {});
  /// One per curve; none: no sum is drawn.
  void setWeights(std::vector<double> weights);
  /// Draws this one in place of curve `index` (what is being typed); empty: none any more.
  void setPreview(int index, std::vector<double> curve);
  /// Brings a curve forward; −1: none.
  void setFront(int index);

  /// What is drawn in bold; empty if nothing is.
  std::vector<double> sum() const;
  QSize sizeHint() const override { return {200, 76}; }
  QSize minimumSizeHint() const override { return {80, 60}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    double low, high;
  };
  Range range() const;
  const std::vector<double>& curve(std::size_t index) const;
  QPolygonF onScreen(const std::vector<double>& values, const QRectF& room, Range range) const;
  void paintAxes(QPainter& painter, const QRectF& room, Range range) const;
  void paintCurves(QPainter& painter, const QRectF& room, Range range) const;

  std::vector<std::vector<double>> curves_;
  std::vector<double> knots_, weights_, preview_;
  int previewed_ = -1, front_ = -1;
};

}  // namespace tendril
