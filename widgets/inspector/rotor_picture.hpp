// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/math/types.hpp"

namespace tendril {

/// What the rotors of a link reach, and what they do now.
struct RotorAllocation {
  Mat6X matrix;               ///< wrench [m; f] about the link's origin, in its axes, per newton of each thrust
  int rank = 0;               ///< directions that they reach
  VecX thrust, lower, upper;  ///< N; ends of ranges may be infinite
};

/// Rotors as columns: a bar of thrust within its range, amber at an end of it, and below what each newton does to force
/// and moment along the axes of the link (blue along, red against).
class RotorPicture : public QWidget {
  Q_OBJECT
 public:
  explicit RotorPicture(QWidget* parent = nullptr);

  /// No rotors: the picture hides.
  void setRotors(const RotorAllocation& rotors);
  const RotorAllocation& rotors() const { return rotors_; }
  /// Whether a rotor's thrust stands at an end of its range.
  bool isSaturated(Eigen::Index rotor) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QRectF bar(Eigen::Index rotor) const;
  QRectF cell(Eigen::Index row, Eigen::Index rotor) const;
  double fullScale() const;
  void paintBars(QPainter& painter) const;
  void paintMatrix(QPainter& painter) const;
  QString reading(const QPointF& at) const;

  RotorAllocation rotors_;
};

}  // namespace tendril
