// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/session/snapshot.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/plots/signal_feed.hpp"

namespace tendril {

class DocumentHost;
class MainWindow;

/// The plots drawer of the window: signals of the runs that the player has, the shown time, seeking; the plots are kept
/// in the project as `studio.plots`.
class PlotsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit PlotsPanel(MainWindow& window);

  /// Whose plots are shown, and where changes of them are kept. Outlives the panel.
  void setDocument(DocumentHost* document);
  PlotBoard& board() { return *board_; }
  /// Signals of the robot that is shown; null while there is none.
  std::shared_ptr<const SignalCatalogue> catalogue() const { return feed_.catalogue(); }
  /// Puts signals onto the plot in use: for "plot this" elsewhere in the window.
  void plot(const QStringList& texts) { board_->addSignals(texts); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void takeNames(const Snapshot& snapshot);
  void takeRuns(const Snapshot& snapshot);
  void takeModel(const Snapshot& snapshot);
  void compare(std::uint64_t run, bool on);
  void takeFrame(const Snapshot& snapshot);
  void showStored();
  void keep();

  MainWindow& window_;
  DocumentHost* document_ = nullptr;
  SignalFeed feed_;
  PlotBoard* board_;
  QTimer keeping_;
  int otherRuns_ = 0;
  std::vector<std::uint64_t> compared_;  // runs that were chosen to lie over the plots
  std::shared_ptr<const Model> model_;   // of the names in the plots
  bool opening_ = true;                  // plots of the project are to be shown as soon as its robot is there
};

}  // namespace tendril
