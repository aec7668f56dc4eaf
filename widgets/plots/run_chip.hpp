// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <utility>

namespace tendril {

/// A run for comparison in the legend of a plot: how its curves are drawn, and its name.
class RunChip : public QWidget {
  Q_OBJECT
 public:
  /// `order`: place among the runs for comparison, as PlotCurve::run.
  RunChip(QString name, int order, QWidget* parent);

  const QString& name() const { return name_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString name_;
  int order_;
};

}  // namespace tendril
