// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <memory>
#include <vector>

#include "core/model/data.hpp"
#include "core/session/snapshot.hpp"
#include "studio/runs/divergence_advice.hpp"
#include "widgets/divergence/divergence_view.hpp"

namespace tendril {

class StudioContext;

/// Why a run ended before its time: its last steps are looked at beside the window, the robot is painted by what is
/// wrong in its links, changes that may help are one click each.
class DivergencePanel : public QObject {
  Q_OBJECT
 public:
  explicit DivergencePanel(StudioContext& context);
  ~DivergencePanel() override;

  DivergenceView& view() { return *view_; }

 private:
  struct Answer {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const History> steps;
    QString failure;
    std::uint64_t run = 0;
    DivergenceReport report;
  };
  void look(const Snapshot& snapshot);
  void take(const std::shared_ptr<const Answer>& answer);
  void paint();
  void cure(int index);
  void showStep(int step);
  void endSteps();
  void selectLink(const QString& name);

  StudioContext& context_;
  DivergenceView* view_;
  QThreadPool worker_;
  std::shared_ptr<const Answer> answer_;  ///< null: nothing to tell
  std::vector<ProposedChange> cures_;
  std::unique_ptr<Data> data_;  ///< of the steps that are shown
};

}  // namespace tendril
