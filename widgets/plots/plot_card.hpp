// SPDX-License-Identifier: GPL-3.0-or-later
// A plot with its heading: title, legend, buttons, and what may be dropped on it.
#pragma once

#include <QJsonObject>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/plots/canvas/figure_canvas.hpp"
#include "widgets/plots/canvas/plot_canvas.hpp"
#include "widgets/plots/canvas/plot_export.hpp"
#include "widgets/plots/legend_chip.hpp"
#include "widgets/plots/plot_title.hpp"
#include "widgets/plots/signals/plot_source.hpp"

namespace tendril {

class MiniButton;
class RunChip;

/// Where something is dropped on a card.
enum class DropZone { kInto, kLeft, kRight, kAbove, kBelow };

/// A mime type of this program alone: a plot that is being moved within its board.
constexpr auto kPlotMime = "application/x-tendril-plot";

class PlotCard : public QWidget {
  Q_OBJECT
 public:
  /// `source`: outlives the card.
  PlotCard(int id, PlotSource* source, QWidget* parent);

  int id() const { return id_; }
  PlotCanvas& canvas() { return *canvas_; }
  const PlotCanvas& canvas() const { return *canvas_; }
  PlotTitle& title() { return *title_; }
  const PlotTitle& title() const { return *title_; }
  /// Title, or a name made of what is shown.
  const QString& shownTitle() const { return title_->shown(); }

  /// Adds what is not there yet; vectors add their components. False if nothing was new.
  bool addSignals(const QStringList& texts);
  void removeSignal(const QString& text);
  QStringList signalTexts() const;
  /// Signals under other names: `newName` of every text. Colours and what is hidden stay.
  void renameSignals(const std::function<QString(const QString&)>& newName);
  void setSignalVisible(const QString& text, bool visible);
  bool signalVisible(const QString& text) const;
  int signalColor(const QString& text) const;

  // ---- what it shows besides its signals
  /// All that is seen of it, as `tendril plot` is asked for it: hidden signals are left out, those that were asked for
  /// of others are references.
  figure::PlotSpec spec() const;
  /// Takes over everything but the signals, which stay; `labels` of what labelled() has.
  void setSpec(const figure::PlotSpec& spec);
  /// All signals, then all references, hidden ones too: what `labels` of setSpec() are of.
  QStringList labelled() const;
  QStringList labels() const;
  /// What is wrong with the units of its axes; empty: nothing.
  QString unitProblem() const { return unitProblem_; }
  void setStatistics(bool on);
  bool statistics() const { return statistics_; }
  bool overTime() const { return spec_.overTime(); }
  /// Instead of the canvas where the plot is not over time.
  FigureCanvas& figure() { return *figure_; }
  /// The canvas that is seen.
  QWidget* shownCanvas() const;
  /// What must be known to draw it: signals, and what stands along x.
  QStringList wanted() const;
  /// What to draw anew of a plot that is not over time; none: nothing has changed since the last time. `cursors`: the
  /// stretch, if the plot does not say which.
  std::optional<FigureRequest> figureRequest(const PlotMarks& marks);
  /// All of it, whether it has changed or not.
  FigureRequest wholeFigure(const PlotMarks& marks) const;
  /// What an export draws or writes.
  FigurePlot exported() const;
  /// Names of the signals that can stand along x.
  QStringList signalNames() const;
  /// What is wrong with a name or formula; empty: nothing.
  QString problemOf(const QString& text) const { return factsOf({text}).problem; }
  void takeFigure(const FigureAnswer& answer);
  /// Instants that a plot which is not over time marks.
  void setMarks(const PlotMarks& marks);

  /// PlotSpec as `studio.plots` has it, and where they differ from the usual: hidden, colors, range, statistics. What
  /// restore() did not know comes back as it was.
  QJsonObject state() const;
  void restore(const QJsonObject& state);

  /// Curves of what the source has now: after other runs or names.
  void rebuild();
  /// The same, if the source has other tables than before.
  void takeTables();
  /// Shows nothing later than this (s); empty: everything.
  void setFrozen(std::optional<double> until);

  void setCurrent(bool on);
  void setMaximised(bool on);

 Q_SIGNALS:
  void changed();       ///< something that state() tells
  void wantsChanged();  ///< other signals are needed
  void activated();     ///< the user works here
  void closeRequested();
  void maximiseRequested();
  void menuRequested(const QPoint& globalPosition);
  void addRequested();
  void dropped(const QStringList& texts, tendril::DropZone zone);
  void plotDropped(int plot, tendril::DropZone zone);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// What the catalogue says of a signal.
  struct Facts {
    QString unit, tooltip, problem;
    CurveKind kind = CurveKind::kActual;
    QString actual;  ///< of a reference: the signal in this plot that it is for; may be empty
  };
  struct Item {
    QString text;
    int color = 0;
    bool visible = true;
    LegendChip* chip = nullptr;
    Facts facts = {};
    QString label = {};       ///< in the legend; empty: the text
    bool asked = false;       ///< a reference that the project names
    QJsonObject stored = {};  ///< where the project has an object for it
  };

  void layOut();
  LegendChip* makeChip(const QString& text);
  QToolButton* makeMore();
  Item* find(const QString& text);
  const Item* find(const QString& text) const;
  Facts factsOf(const Item& item) const;
  bool addItems(const QStringList& texts, bool asked);
  void applyLook();
  /// Of the curves that are seen, each once.
  std::vector<std::string> units() const;
  /// spec() without what these curves cannot have.
  figure::PlotSpec drawable() const;
  void readSpec(const QJsonObject& state);
  /// A curve of one stretch of a run.
  std::optional<figure::SignalCurve> signalCurve(const QString& text, const PlotSpan& span) const;
  void showDots();
  std::vector<ReadoutRow> cursorRows() const;
  double shownValue(const QString& text, double t) const;
  int freeColor() const;
  int colorOf(const Item& item) const;
  void addCurves(const Item& item, std::vector<PlotCurve>& curves) const;
  void showCurves();
  void showRuns();
  std::vector<std::pair<std::uint64_t, QString>> otherRuns() const;
  std::optional<DropZone> zoneOf(const QMimeData* data, const QPoint& at) const;
  void showButtons();
  void showDrop(std::optional<DropZone> zone);

  int id_;
  PlotSource* source_;
  QWidget* head_;
  QWidget* legend_;
  PlotTitle* title_;
  MiniButton* maximise_;
  PlotCanvas* canvas_;
  FigureCanvas* figure_;
  QWidget* drop_;
  std::vector<Item> items_;
  std::vector<RunChip*> runs_;  ///< behind the signals in the legend
  std::optional<double> frozen_;
  std::vector<const SignalHistory*> tables_;  // of the curves shown, only to compare
  figure::PlotSpec spec_;  ///< without signals, references, labels, title: those are in items_ and title_
  QJsonObject kept_;       ///< of the project, not known here
  QString unitProblem_;
  bool statistics_ = false;
  PlotMarks marks_;
  QByteArray drawn_;  ///< what the last figure was made of, only to compare
  QPoint pressedAt_;
  bool pressed_ = false, current_ = false;
};

}  // namespace tendril
