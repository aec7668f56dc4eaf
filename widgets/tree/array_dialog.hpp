// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <array>

#include "core/math/types.hpp"

namespace tendril {

/// Asks for copies in a row or in a ring.
class ArrayDialog : public QDialog {
  Q_OBJECT
 public:
  static constexpr int kMostCopies = 100;

  /// `unit`: of lengths without one, "mm".
  ArrayDialog(const QString& unit, QWidget* parent);

  int copies() const { return copies_->value(); }
  /// From one to the next, m; zero in a ring.
  Vec3 step() const { return step_; }
  /// From one to the next, rad about the axes of the frame that the link is attached to; zero in a row.
  Vec3 turn() const { return turn_; }

 private:
  void read();

  QString unit_;
  QComboBox *kind_, *axis_;
  QSpinBox* copies_;
  std::array<QLineEdit*, 3> steps_;
  QLineEdit* whole_;
  QLabel* about_;
  QPushButton* done_;
  Vec3 step_ = Vec3::Zero(), turn_ = Vec3::Zero();
};

}  // namespace tendril
