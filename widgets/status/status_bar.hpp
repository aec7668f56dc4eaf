// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "widgets/notice/notice.hpp"
#include "widgets/readout.hpp"
#include "widgets/status/problems_popover.hpp"

namespace tendril {

enum class RunState;

/// The 24-px bar below: state with a coloured dot, DoF, ms per step, real-time factor, number of problems.
class StatusBar : public QWidget {
  Q_OBJECT
 public:
  StatusBar(QWidget* parent, QWidget* window);

  void setState(RunState state);
  /// Shown instead of the state while a file is being opened; empty: the state again.
  void setBusy(const QString& what);
  void setDegreesOfFreedom(int count);
  /// ms of wall time per step; simulated seconds per wall second (0: not running).
  void setPace(double msPerStep, double realTimeFactor);
  /// Problems of the project or of the last file that was refused; the button opens their list.
  void setProblems(const QString& origin, const std::vector<ProblemRow>& problems);
  QString stateText() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class StateLabel;
  StateLabel* state_;
  Readout *freedom_, *step_, *factor_;
  QToolButton* problems_;
  ProblemsPopover* popover_;
};

}  // namespace tendril
