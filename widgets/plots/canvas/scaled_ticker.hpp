// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/canvas/qcustomplot.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "widgets/plots/canvas/axis_scale.hpp"

namespace tendril {

/// Ticks at round numbers of whatever prefix fits the range.
class ScaledTicker : public QCPAxisTicker {
 public:
  using Choice = std::function<AxisScale(double lower, double upper)>;
  /// `leastStep`: of ticks, in values as they are.
  explicit ScaledTicker(Choice choose, double leastStep = 0) : choose_(std::move(choose)), leastStep_(leastStep) {
    setTickStepStrategy(tssReadability);
  }

  const AxisScale& scale() const { return scale_; }

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* labels) override {
    scale_ = choose_(range.lower, range.upper);
    QCPAxisTicker::generate(range, locale, format, precision, ticks, subTicks, labels);
  }

 protected:
  /// Round in what is shown: degrees where values are in radians.
  double getTickStep(const QCPRange& range) override {
    const QCPRange shown(range.lower * scale_.factor, range.upper * scale_.factor);
    return step_ = std::max(leastStep_, QCPAxisTicker::getTickStep(shown) / scale_.factor);
  }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    return tickText(tick * scale_.factor, step_ * scale_.factor);
  }

 private:
  Choice choose_;
  AxisScale scale_;
  double leastStep_;
  double step_ = 1;
};

/// Ticks at powers of ten of the shown numbers; at 1, 2 and 5 of them where that is little.
class PowerTicker : public QCPAxisTicker {
 public:
  using Choice = ScaledTicker::Choice;
  explicit PowerTicker(Choice choose) : choose_(std::move(choose)) {}

  const AxisScale& scale() const { return scale_; }

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision, QVector<double>& ticks,
                QVector<double>* subTicks, QVector<QString>* labels) override {
    scale_ = choose_(range.lower, range.upper);
    QCPAxisTicker::generate(range, locale, format, precision, ticks, subTicks, labels);
  }

 protected:
  double getTickStep(const QCPRange&) override { return 1; }
  QVector<double> createTickVector(double, const QCPRange& range) override {
    QVector<double> ticks;
    for (const double shown : powerTicks(range.lower * scale_.factor, range.upper * scale_.factor, mTickCount))
      ticks << shown / scale_.factor;
    return ticks;
  }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override { return powerText(tick * scale_.factor); }

 private:
  Choice choose_;
  AxisScale scale_;
};

}  // namespace tendril
