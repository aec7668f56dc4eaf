// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

#include <vector>

#include "widgets/pose/pose_entries.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {

/// A slider per coordinate that weights a function, each with the dot of its curve.
class CoefficientList : public QWidget {
  Q_OBJECT
 public:
  explicit CoefficientList(QWidget* parent = nullptr);

  /// Rebuilds the rows if they differ from those shown.
  void setEntries(const std::vector<PoseEntry>& entries);
  const std::vector<PoseEntry>& entries() const { return entries_; }
  /// The configuration of the robot; a slider under a hand is left alone.
  void setConfiguration(const VecX& q);
  /// Values shown, one per entry.
  const std::vector<double>& values() const { return values_; }
  ValueSlider& slider(int index) { return *sliders_[static_cast<std::size_t>(index)]; }

 Q_SIGNALS:
  /// A coordinate was moved or typed: its index in q of the robot, and the value (SI).
  void moved(int coordinate, double value);
  /// The pointer is over this row, or over none (−1).
  void pointedAt(int index);
  void valuesChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addRow(int index);
  void paintDots();

  std::vector<PoseEntry> entries_;
  std::vector<double> values_;
  std::vector<QWidget*> rows_;
  std::vector<QLabel*> dots_;
  std::vector<ValueSlider*> sliders_;
  QVBoxLayout* down_;
};

/// A number as an index below the line: 12 → "₁₂".
QString subscript(int number);

}  // namespace tendril
