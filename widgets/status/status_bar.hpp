// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "widgets/notice/notice.hpp"
#include "widgets/readout.hpp"
#include "widgets/status/problems_popover.hpp"
#include "widgets/timeline/runs_popover.hpp"

namespace tendril {

enum class RunState;

/// The 24-px bar below: state with a coloured dot, DoF, ms per step, error of a step, real-time factor, the run in the
/// view, number of problems.
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
  /// Share of the motion in a step that the step gets wrong (StepStatistics::stepError); 0: tolerances choose the
  /// steps.
  void setStepError(double share);
  /// Problems of the project or of the last file that was refused; the button opens their list.
  void setProblems(const QString& origin, const std::vector<ProblemRow>& problems);
  /// A recorded instant is in the view: "Replaying" while it moves, "Replaying, paused" while it stands.
  void setReplaying(bool replaying);
  /// Name of the run in the view ("run 3 · edited"); empty: no chip. The chip opens the list of runs.
  void setRun(const QString& name);
  QToolButton* runChip() const { return run_; }
  RunsPopover& runs() { return *runs_; }
  /// A further button, left of that of the run, hidden.
  QToolButton* addChip(const QString& name);
  QString stateText() const;

 Q_SIGNALS:
  /// The line of a problem was clicked: the path of its field.
  void problemChosen(const QString& field);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class StateLabel;
  QToolButton* chip(const QString& name);
  StateLabel* state_;
  Readout *freedom_, *step_, *error_, *factor_;
  QToolButton *run_, *problems_;
  ProblemsPopover* popover_;
  RunsPopover* runs_;
};

}  // namespace tendril
