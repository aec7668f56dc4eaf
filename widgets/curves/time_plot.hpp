// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tendril {

struct TimeCurve {
  QString name, unit;
  int color = 0;          ///< of curveColor()
  std::vector<double> y;  ///< one per time
  QString signal = {};    ///< what it shows: curves of one signal have an axis with its name; empty: those of one unit
};

/// Curves over time, those of one unit or signal on one axis, axes below each other. The cursor reads values; the wheel
/// asks for a longer or shorter time, a double click for the one that suits.
class TimePlot : public QWidget {
  Q_OBJECT
 public:
  explicit TimePlot(QWidget* parent = nullptr);

  /// `t`: s, evenly spaced. `note`: said where there is no curve.
  void setCurves(std::vector<double> t, std::vector<TimeCurve> curves, const QString& note);
  const std::vector<TimeCurve>& curves() const { return curves_; }
  double duration() const { return t_.empty() ? 0 : t_.back() - t_.front(); }
  /// Lines of the cursor's tooltip at a place of the widget; empty: it is beside the curves.
  QString reading(double x) const;

  QSize sizeHint() const override { return {300, 240}; }
  QSize minimumSizeHint() const override { return {200, 140}; }

 Q_SIGNALS:
  /// So many times the time that is shown; 0: what suits.
  void durationScaled(double factor);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Axis {
    QString unit, signal;
    std::vector<const TimeCurve*> curves;
    QRectF room;
    double low = 0, high = 1;
  };
  std::vector<Axis> axes() const;
  QRectF room() const;
  void paintAxis(QPainter& painter, const Axis& axis) const;
  void paintTimes(QPainter& painter) const;

  std::vector<double> t_;
  std::vector<TimeCurve> curves_;
  QString note_;
  double cursor_ = -1;  ///< x, px; −1: none
};

/// Round places between two ends, at most about `count`: 1, 2 or 5 times a power of ten apart.
std::vector<double> roundPlaces(double low, double high, int count);

}  // namespace tendril
