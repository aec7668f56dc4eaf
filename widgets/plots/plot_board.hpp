// SPDX-License-Identifier: GPL-3.0-or-later
// The plots drawer: plots side by side and above one another that share time, and the tools for them.
#pragma once

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

#include "widgets/plots/canvas/curve_worker.hpp"
#include "widgets/plots/plot_card.hpp"
#include "widgets/plots/plot_export_popover.hpp"
#include "widgets/plots/plot_form.hpp"
#include "widgets/plots/plot_strip.hpp"
#include "widgets/plots/signals/plot_source.hpp"
#include "widgets/plots/signals/signal_list.hpp"

namespace tendril {

class PlotEmpty;

class PlotBoard : public QWidget {
  Q_OBJECT
 public:
  /// `source`: outlives the board. `window`: where popovers open; null: the board itself.
  explicit PlotBoard(PlotSource* source, QWidget* parent = nullptr, QWidget* window = nullptr);
  ~PlotBoard() override;

  // ---- plots
  /// Beside `anchor`, or at the end of the last row.
  PlotCard* addPlot(const QStringList& texts, PlotCard* anchor = nullptr, DropZone zone = DropZone::kRight);
  /// Plots as state() has them, at the end, or in place of the usual ones where nobody has arranged these; those whose
  /// title is there already stay as they are.
  void addPlots(const QJsonArray& plots);
  void closePlot(PlotCard* card);
  /// Moves a plot beside another one.
  void movePlot(PlotCard* card, PlotCard* anchor, DropZone zone);
  void setMaximised(PlotCard* card);  ///< null: all are shown
  PlotCard* maximised() const { return maximised_; }
  /// Row by row.
  std::vector<PlotCard*> cards() const;
  PlotCard* current() const { return current_; }
  void setCurrent(PlotCard* card);
  /// To the plot in use, or a new one if there is none or `newPlot`.
  void addSignals(const QStringList& texts, bool newPlot = false);
  /// Objects have other names: `newName` of every signal that is plotted.
  void renameSignals(const std::function<QString(const QString&)>& newName);

  // ---- layout
  /// {"plots": [{"title", "signals", "row", "size", …}], "window": s}. Unknown keys are ignored, wrong ones too.
  QJsonObject state() const;
  void restore(const QJsonObject& state);
  /// What the empty board offers, and restoreUsual() shows: [{"title", "signals"}].
  void setUsual(const QJsonArray& plots);
  void restoreUsual();

  // ---- time
  /// What the 3D view shows; empty: nothing.
  void setShownTime(std::optional<double> t);
  void setTimeRange(double from, double to);
  std::pair<double, double> timeRange() const { return {from_, to_}; }
  void setFollowing(bool on);
  bool following() const { return following_; }
  void setWindow(double seconds);
  double window() const { return window_; }
  void setFrozen(bool on);
  bool frozen() const { return frozen_.has_value(); }
  void fit();
  void setCursorsShown(bool on);
  bool cursorsShown() const { return marks_.cursors[0].has_value(); }
  void setTool(PlotCanvas::Tool tool);
  void setOtherRuns(int count);
  const PlotMarks& marks() const { return marks_; }

  void setListShown(bool on);
  /// Opens the list of signals with the keyboard in its field.
  void searchSignals();
  SignalList& list() { return *list_; }
  PlotStrip& strip() { return *strip_; }
  PlotExportPopover& exporter() { return *exporter_; }
  PlotForm& form() { return *form_; }
  /// No new points are under way: for tests and pictures.
  bool settled() const;

 Q_SIGNALS:
  void seekRequested(double t);
  /// state() tells something else than before.
  void changed();
  void otherRunsChosen(int count);
  /// The list of all runs is wanted, to choose from.
  void runListRequested();
  /// The plot in use as a command line.
  void commandRequested();
  /// Something that the user should know, and whether it went wrong.
  void message(const QString& title, const QString& text, bool failed);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void layOut();
  void connectSource();
  void connectStrip();
  void connectCard(PlotCard* card);
  void openMenu(PlotCard* card, const QPoint& at);
  void insert(PlotCard* card, PlotCard* anchor, DropZone zone);
  void detach(PlotCard* card);
  QSplitter* rowOf(const PlotCard* card) const;
  QSplitter* makeRow(int at);
  void equalise(QSplitter* splitter) const;
  bool showsUsual() const;
  void showPages();
  void updateWants();
  void tell();
  void takeTime();
  void schedule();
  void redraw();
  void take(const std::vector<CurveAnswer>& answers, const std::vector<FigureAnswer>& figures);
  void setMarks(const PlotMarks& marks);

  PlotSource* source_;
  QWidget* popoverParent_;
  PlotStrip* strip_;
  SignalList* list_;
  QStackedWidget* pages_;
  QSplitter* rows_;
  PlotEmpty* empty_;
  QPointer<PlotExportPopover> exporter_;
  QPointer<PlotForm> form_;
  QElapsedTimer sinceFigures_;
  qint64 figuresTook_ = 0;  // ms, the last time
  CurveWorker worker_;
  QTimer timer_;
  PlotCard* current_ = nullptr;
  PlotCard* maximised_ = nullptr;
  QJsonArray usual_;
  PlotMarks marks_;
  PlotCanvas::Tool tool_ = PlotCanvas::Tool::kZoom;
  double from_ = 0, to_ = 10, window_ = 10;
  bool following_ = true, stale_ = false, silent_ = false;
  std::optional<double> frozen_;
  int nextId_ = 1;
};

}  // namespace tendril
