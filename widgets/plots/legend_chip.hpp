// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "widgets/plots/canvas/curve_style.hpp"

namespace tendril {

/// A signal in the legend of a plot. Checked: its curve is drawn. A click hides or shows, a double click or Delete
/// removes, a drag takes the signal to another plot.
class LegendChip : public QAbstractButton {
  Q_OBJECT
 public:
  LegendChip(QString signal, QWidget* parent);

  const QString& signalText() const { return signal_; }
  void setStyle(int color, CurveKind kind);
  /// What stands in the legend; empty: the signal.
  void setLabel(const QString& label);
  /// Text of what is wrong with the signal; empty: nothing.
  void setProblem(const QString& problem, const QString& tooltip);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {36, sizeHint().height()}; }

 Q_SIGNALS:
  void removeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString signal_, problem_;
  int color_ = 0;
  CurveKind kind_ = CurveKind::kActual;
  QPoint pressedAt_;
};

}  // namespace tendril
