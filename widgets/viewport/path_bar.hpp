// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "widgets/floating/floating_panel.hpp"

namespace tendril {

/// What belongs to a path while it is drawn: how long it is, how fast it is passed, whether it is closed; ends and
/// cancels it.
class PathBar : public FloatingPanel {
  Q_OBJECT
 public:
  /// `profiles`: names of how the speed may change along the path.
  explicit PathBar(const QStringList& profiles, QWidget* parent);

  /// Shows it: points, length (m) and time (s) of the path; it can be ended where `whole`.
  void setPath(int points, double length, double time, bool whole);
  /// m/s; as it was typed, or as it is proposed until somebody types one.
  double speed() const { return speed_; }
  void proposeSpeed(double speed);
  int profile() const { return profile_->currentIndex(); }
  void setClosed(bool closed);

 Q_SIGNALS:
  void speedChanged(double speed);
  void profileChanged(int profile);
  void closedChanged(bool closed);
  void finished();
  void cancelled();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void takeSpeed();
  void showSpeed();

  QLabel* about_;
  QLineEdit* field_;
  QComboBox* profile_;
  QCheckBox* closed_;
  QPushButton *cancel_, *done_;
  double speed_ = 0.1;
  bool typed_ = false;
};

}  // namespace tendril
