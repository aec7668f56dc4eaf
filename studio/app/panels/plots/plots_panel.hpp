// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/session/snapshot.hpp"
#include "studio/app/context/plots.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/plots/signals/signal_feed.hpp"

namespace tendril {

class DocumentHost;
class StudioContext;

/// The plots drawer of the window: signals of the runs that the player has, the shown time, seeking; the plots are kept
/// in the project as `studio.plots`.
class PlotsPanel : public QWidget, public Plots {
  Q_OBJECT
 public:
  explicit PlotsPanel(StudioContext& context);

  PlotBoard& board() { return *board_; }
  std::shared_ptr<const SignalCatalogue> catalogue() const override { return feed_.catalogue(); }
  PlotCard* current() const override { return board_->current(); }
  bool haveFocus() const override;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void connectBoard();
  void connectDocument();
  void takeNames(const Snapshot& snapshot);
  void takeRuns(const Snapshot& snapshot);
  void takeModel(const Snapshot& snapshot);
  void compare(std::uint64_t run, bool on);
  void takeFrame(const Snapshot& snapshot);
  void takeEquilibrium(const Snapshot& snapshot);
  void showStored();
  void keep();

  StudioContext& context_;
  DocumentHost& document_;
  SignalFeed feed_;
  PlotBoard* board_;
  QTimer keeping_;
  int otherRuns_ = 0;
  std::vector<std::uint64_t> compared_;  // runs that were chosen to lie over the plots
  std::shared_ptr<const Model> model_;   // of the names in the plots
  /// Equilibria that were gone through since they are followed, as a run whose times count them; null: none.
  std::shared_ptr<Run> equilibria_;
  std::shared_ptr<History> trail_;                  // its history
  std::shared_ptr<const StaticsResult> lastFound_;  // what was appended to it last
  bool following_ = false;
  bool opening_ = true;  // plots of the project are to be shown as soon as its robot is there
};

}  // namespace tendril
