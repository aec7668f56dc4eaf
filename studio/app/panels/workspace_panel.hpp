// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <memory>
#include <vector>

#include "core/control/inverse_statics/workspace.hpp"
#include "core/session/snapshot.hpp"
#include "widgets/workspace/workspace_view.hpp"

namespace tendril {

class StudioContext;

/// Where a point of the robot can be: found beside the window, drawn in the view as points, coloured by what a user
/// asks for; a click on one goes to its equilibrium.
class WorkspacePanel : public QObject {
  Q_OBJECT
 public:
  explicit WorkspacePanel(StudioContext& context);
  ~WorkspacePanel() override;

  WorkspaceView& view() { return *view_; }

 private:
  struct Answer {
    std::shared_ptr<const Model> model;
    SampledWorkspace workspace;
    QString frame;                   ///< as the command line names it
    std::vector<std::size_t> shown;  ///< indices of the points that are drawn
    std::vector<double> values(WorkspaceColor color) const;
  };
  void addAction();
  void followPlayer();
  void find();
  void start(const std::shared_ptr<const Model>& model, const WorkspaceProblem& problem, const QString& frame);
  void take(const std::shared_ptr<Answer>& answer, std::uint64_t number);
  void cancel();
  void giveUp();
  void remove(const QString& about = {});
  void draw();
  void hide();
  void goTo(int point);
  void save();
  bool write(const QString& file) const;
  QString aboutText(const Answer& answer) const;

  StudioContext& context_;
  WorkspaceView* view_;
  QThreadPool worker_;
  QTimer ticks_;  ///< of the progress
  std::shared_ptr<const Answer> answer_;
  std::shared_ptr<std::atomic<bool>> cancel_;  ///< of the search under way
  std::shared_ptr<std::atomic<int>> done_;     ///< likewise
  int wanted_ = 0;                             ///< samples of the search under way
  std::uint64_t number_ = 0;                   ///< of the search that was asked for last
};

}  // namespace tendril
