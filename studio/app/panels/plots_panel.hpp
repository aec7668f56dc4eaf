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
  /// Puts signals onto the plot in use: for "plot this" elsewhere in the window.
  void plot(const QStringList& texts) { board_->addSignals(texts); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void takeNames(const Snapshot& snapshot);
  void takeRuns(const Snapshot& snapshot);
  void takeModel(const Snapshot& snapshot);
  void takeFrame(const Snapshot& snapshot);
  void showStored();
  void keep();

  MainWindow& window_;
  DocumentHost* document_ = nullptr;
  SignalFeed feed_;
  PlotBoard* board_;
  QTimer keeping_;
  int otherRuns_ = 0;
  bool opening_ = true;  // plots of the project are to be shown as soon as its robot is there
};

}  // namespace tendril
