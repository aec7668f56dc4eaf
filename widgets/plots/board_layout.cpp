// SPDX-License-Identifier: GPL-3.0-or-later
// The board's plots: adding, closing, moving, and their layout as JSON.
#include <QApplication>
#include <QDragEnterEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <map>

#include "widgets/plots/plot_board.hpp"
#include "widgets/plots/plot_empty.hpp"
#include "widgets/plots/plot_export_popover.hpp"
#include "widgets/plots/plot_splitter.hpp"
#include "widgets/plots/signals/signal_mime.hpp"

namespace tendril {
namespace {

constexpr int kMostPlots = 32;
constexpr int kUnits = 10000;  // sizes of splitters are shares, not pixels, until Qt fits them

double shareOf(const QSplitter* splitter, int index) {
  const QList<int> sizes = splitter->sizes();
  int all = 0;
  for (const int size : sizes) all += size;
  return all > 0 ? std::round(1000.0 * sizes[index] / all) / 1000 : 0;
}

}  // namespace

std::vector<PlotCard*> PlotBoard::cards() const {
  std::vector<PlotCard*> all;
  for (int i = 0; i < rows_->count(); ++i) {
    const auto* row = qobject_cast<QSplitter*>(rows_->widget(i));
    for (int j = 0; row && j < row->count(); ++j)
      if (auto* card = qobject_cast<PlotCard*>(row->widget(j))) all.push_back(card);
  }
  return all;
}

QSplitter* PlotBoard::rowOf(const PlotCard* card) const {
  return card ? qobject_cast<QSplitter*>(card->parentWidget()) : nullptr;
}

QSplitter* PlotBoard::makeRow(int at) {
  auto* row = new PlotSplitter(Qt::Horizontal);
  rows_->insertWidget(at, row);
  connect(row, &QSplitter::splitterMoved, this, &PlotBoard::tell);
  return row;
}

void PlotBoard::equalise(QSplitter* splitter) const {
  QList<int> sizes;
  for (int i = 0; i < splitter->count(); ++i) sizes << kUnits;
  splitter->setSizes(sizes);
}

void PlotBoard::insert(PlotCard* card, PlotCard* anchor, DropZone zone) {
  QSplitter* row = rowOf(anchor);
  if (!row && rows_->count() > 0) row = qobject_cast<QSplitter*>(rows_->widget(rows_->count() - 1));
  if (!row) {
    row = makeRow(0);
  } else if (zone == DropZone::kAbove || zone == DropZone::kBelow) {
    row = makeRow(rows_->indexOf(row) + (zone == DropZone::kBelow ? 1 : 0));
    equalise(rows_);
  }
  const int beside =
      anchor && row == rowOf(anchor) ? row->indexOf(anchor) + (zone == DropZone::kLeft ? 0 : 1) : row->count();
  row->insertWidget(beside, card);
  card->show();
  equalise(row);
}

void PlotBoard::detach(PlotCard* card) {
  QSplitter* row = rowOf(card);
  card->setParent(nullptr);
  if (row && row->count() == 0) {
    row->setParent(nullptr);
    row->deleteLater();
  }
}

/// Nothing else is shown; the robot may have been simpler when they were.
bool PlotBoard::showsUsual() const {
  const std::vector<PlotCard*> shown = cards();
  return !shown.empty() && std::all_of(shown.begin(), shown.end(), [this](const PlotCard* card) {
    return std::any_of(usual_.begin(), usual_.end(), [card](const QJsonValue& value) {
      const QJsonObject plot = value.toObject();
      QStringList texts;
      for (const QJsonValue text : plot["signals"].toArray()) texts << text.toString();
      return card->shownTitle() == plot["title"].toString() && card->signalTexts() == texts;
    });
  });
}

void PlotBoard::addPlots(const QJsonArray& plots) {
  if (!plots.isEmpty() && showsUsual())
    for (PlotCard* card : cards()) closePlot(card);
  for (const QJsonValue plot : plots) {
    const QJsonObject wanted = plot.toObject();
    const std::vector<PlotCard*> before = cards();
    const auto same = [&](PlotCard* card) { return card->shownTitle() == wanted["title"].toString(); };
    if (std::any_of(before.begin(), before.end(), same)) continue;
    if (PlotCard* card = addPlot({}); std::find(before.begin(), before.end(), card) == before.end())
      card->restore(wanted);
  }
  updateWants();
  schedule();
  tell();
}

PlotCard* PlotBoard::addPlot(const QStringList& texts, PlotCard* anchor, DropZone zone) {
  if (static_cast<int>(cards().size()) >= kMostPlots) {
    Q_EMIT message(tr("No more plots"), tr("The drawer holds %1 plots. Close one first.").arg(kMostPlots), true);
    return current_;
  }
  if (maximised_) setMaximised(nullptr);
  auto* card = new PlotCard(nextId_++, source_, nullptr);
  connectCard(card);
  insert(card, anchor, zone);
  card->setFrozen(frozen_);
  card->canvas().setTool(tool_);
  card->canvas().setMarks(marks_);
  card->setMarks(marks_);
  card->canvas().setTimeRange(from_, to_);
  card->addSignals(texts);
  setCurrent(card);
  showPages();
  schedule();
  tell();
  return card;
}

void PlotBoard::connectCard(PlotCard* card) {
  PlotCanvas* canvas = &card->canvas();
  connect(card, &PlotCard::changed, this, &PlotBoard::tell);
  connect(card, &PlotCard::wantsChanged, this, &PlotBoard::updateWants);
  connect(card, &PlotCard::activated, this, [this, card] { setCurrent(card); });
  connect(
      card, &PlotCard::closeRequested, this, [this, card] { closePlot(card); }, Qt::QueuedConnection);
  connect(card, &PlotCard::maximiseRequested, this,
          [this, card] { setMaximised(maximised_ == card ? nullptr : card); });
  connect(card, &PlotCard::menuRequested, this, [this, card](const QPoint& at) { openMenu(card, at); });
  connect(card, &PlotCard::addRequested, this, [this, card] {
    setCurrent(card);
    searchSignals();
  });
  connect(card, &PlotCard::dropped, this, [this, card](const QStringList& texts, DropZone zone) {
    if (zone == DropZone::kInto)
      card->addSignals(texts);
    else
      addPlot(texts, card, zone);
  });
  connect(
      card, &PlotCard::plotDropped, this,
      [this, card](int id, DropZone zone) {
        for (PlotCard* moved : cards())
          if (moved->id() == id) return movePlot(moved, card, zone);
      },
      Qt::QueuedConnection);
  connect(canvas, &PlotCanvas::timeRangeChosen, this, &PlotBoard::setTimeRange);
  connect(canvas, &PlotCanvas::viewChanged, this, &PlotBoard::schedule);
  connect(canvas, &PlotCanvas::fitRequested, this, &PlotBoard::fit);
  connect(canvas, &PlotCanvas::seekRequested, this, &PlotBoard::seekRequested);
  connect(canvas, &PlotCanvas::hoverMoved, this, [this](double t) {
    PlotMarks marks = marks_;
    marks.hover = t;
    setMarks(marks);
  });
  connect(canvas, &PlotCanvas::hoverLeft, this, [this] {
    PlotMarks marks = marks_;
    marks.hover.reset();
    setMarks(marks);
  });
  connect(canvas, &PlotCanvas::cursorMoved, this, [this](int cursor, double t) {
    PlotMarks marks = marks_;
    marks.cursors[cursor] = t;
    setMarks(marks);
  });
  const auto pressed = [this, card](int key) {
    if (key == Qt::Key_A) searchSignals();
    if (key == Qt::Key_C) setCursorsShown(!cursorsShown());
    if (key == Qt::Key_M) setMaximised(maximised_ == card ? nullptr : card);
    if (key == Qt::Key_Delete) closePlot(card);
  };
  connect(canvas, &PlotCanvas::keyPressed, this, pressed, Qt::QueuedConnection);
  connect(&card->figure(), &FigureCanvas::keyPressed, this, pressed, Qt::QueuedConnection);
}

void PlotBoard::closePlot(PlotCard* card) {
  std::vector<PlotCard*> all = cards();
  const auto at = std::find(all.begin(), all.end(), card);
  if (at == all.end()) return;
  if (maximised_ == card) setMaximised(nullptr);
  PlotCard* next = all.size() < 2 ? nullptr : at + 1 != all.end() ? *(at + 1) : *(at - 1);
  const bool focus = card->isAncestorOf(QApplication::focusWidget());
  if (current_ == card) current_ = nullptr;
  detach(card);
  card->deleteLater();
  if (next) setCurrent(next);
  if (next && focus) next->shownCanvas()->setFocus(Qt::OtherFocusReason);
  updateWants();
  showPages();
  schedule();
  tell();
}

void PlotBoard::movePlot(PlotCard* card, PlotCard* anchor, DropZone zone) {
  if (!card || card == anchor || zone == DropZone::kInto) return;
  detach(card);
  insert(card, anchor, zone);
  setCurrent(card);
  schedule();
  tell();
}

void PlotBoard::setMaximised(PlotCard* card) {
  maximised_ = card;
  for (PlotCard* other : cards()) {
    other->setVisible(!card || other == card);
    other->setMaximised(other == card);
  }
  for (int i = 0; i < rows_->count(); ++i) rows_->widget(i)->setVisible(!card || rows_->widget(i) == rowOf(card));
  if (card) setCurrent(card);
  schedule();
}

void PlotBoard::setCurrent(PlotCard* card) {
  if (card == current_) return;
  current_ = card;
  for (PlotCard* other : cards()) other->setCurrent(other == card);
}

void PlotBoard::addSignals(const QStringList& texts, bool newPlot) {
  if (texts.isEmpty()) return;
  if (newPlot || !current_)
    addPlot(texts);
  else
    current_->addSignals(texts);
}

void PlotBoard::renameSignals(const std::function<QString(const QString&)>& newName) {
  for (PlotCard* card : cards()) card->renameSignals(newName);
}

void PlotBoard::showPages() {
  pages_->setCurrentWidget(cards().empty() ? static_cast<QWidget*>(empty_) : rows_);
}

void PlotBoard::updateWants() {
  QStringList all;
  for (const PlotCard* card : cards())
    for (const QString& text : card->wanted())
      if (!all.contains(text)) all << text;
  source_->want(all);
}

void PlotBoard::tell() {
  if (!silent_) Q_EMIT changed();
}

// ---- as JSON

QJsonObject PlotBoard::state() const {
  QJsonArray plots;
  for (int i = 0; i < rows_->count(); ++i) {
    const auto* row = qobject_cast<QSplitter*>(rows_->widget(i));
    for (int j = 0; row && j < row->count(); ++j) {
      const auto* card = qobject_cast<PlotCard*>(row->widget(j));
      if (!card) continue;
      QJsonObject plot = card->state();
      if (i > 0) plot["row"] = i;
      if (!maximised_ && (row->count() > 1 || rows_->count() > 1))
        plot["size"] = QJsonArray{shareOf(row, j), shareOf(rows_, i)};
      plots.append(plot);
    }
  }
  return {{"plots", plots}, {"window", window_}};
}

void PlotBoard::restore(const QJsonObject& state) {
  silent_ = true;
  if (maximised_) setMaximised(nullptr);
  for (PlotCard* card : cards()) closePlot(card);
  nextId_ = 1;
  std::map<int, QSplitter*> rows;
  std::map<int, QList<int>> widths;
  std::map<int, int> heights;
  for (const QJsonValue value : state["plots"].toArray()) {
    const QJsonObject plot = value.toObject();
    const int number = std::clamp(plot["row"].toInt(), 0, kMostPlots);
    PlotCard* anchor = nullptr;
    DropZone zone = DropZone::kRight;
    if (const auto at = rows.find(number); at != rows.end())
      anchor = qobject_cast<PlotCard*>(at->second->widget(at->second->count() - 1));
    else
      zone = DropZone::kBelow;
    if (static_cast<int>(cards().size()) >= kMostPlots) break;
    PlotCard* card = addPlot({}, anchor ? anchor : current_, zone);
    card->restore(plot);
    rows[number] = rowOf(card);
    const QJsonArray size = plot["size"].toArray();
    widths[number] << static_cast<int>(kUnits * std::clamp(size.at(0).toDouble(1), 0.0, 1.0));
    heights[number] = static_cast<int>(kUnits * std::clamp(size.at(1).toDouble(1), 0.0, 1.0));
  }
  QList<int> rowHeights;
  for (const auto& [number, row] : rows) {
    row->setSizes(widths[number]);
    rowHeights << heights[number];
  }
  rows_->setSizes(rowHeights);
  if (state.contains(QLatin1String("window"))) setWindow(state["window"].toDouble(10));
  if (const auto all = cards(); !all.empty()) setCurrent(all.front());
  showPages();
  silent_ = false;
}

void PlotBoard::setUsual(const QJsonArray& plots) {
  usual_ = plots;
  QStringList titles;
  for (const QJsonValue value : plots) titles << value.toObject()["title"].toString();
  empty_->setUsual(titles);
}

void PlotBoard::restoreUsual() {
  restore({{"plots", usual_}});
  tell();
}

// ---- menu, drops beside plots

void PlotBoard::openMenu(PlotCard* card, const QPoint& at) {
  setCurrent(card);
  QMenu menu(this);
  menu.addAction(tr("Add signals…"), card, &PlotCard::addRequested);
  menu.addAction(tr("Rename"), &card->title(), &PlotTitle::edit);
  menu.addAction(tr("Kind, axes, texts…"), this, [this, card] { form_->openFor(card); });
  QAction* statistics = menu.addAction(tr("Statistics"));
  statistics->setCheckable(true);
  statistics->setChecked(card->statistics());
  connect(statistics, &QAction::toggled, card, &PlotCard::setStatistics);
  menu.addAction(tr("New plot beside"), this, [this, card] { addPlot({}, card, DropZone::kRight); });
  menu.addAction(tr("New plot below"), this, [this, card] { addPlot({}, card, DropZone::kBelow); });
  menu.addAction(maximised_ == card ? tr("Show all plots") : tr("Maximise"), card, &PlotCard::maximiseRequested);
  menu.addSeparator();
  menu.addAction(tr("Fit all"), this, &PlotBoard::fit);
  QAction* automatic = menu.addAction(tr("Fit values by itself"));
  automatic->setCheckable(true);
  automatic->setChecked(card->canvas().autoY());
  connect(automatic, &QAction::toggled, card, [card](bool on) { card->canvas().setAutoY(on); });
  menu.addSeparator();
  menu.addAction(tr("Copy picture"), this, [this, card] { exporter_->copyPicture(card); });
  menu.addAction(tr("Copy as command"), this, &PlotBoard::commandRequested);
  menu.addAction(tr("Export…"), this, [this, card] { exporter_->toggleFor(card, card); });
  menu.addSeparator();
  menu.addAction(tr("Close"), card, &PlotCard::closeRequested);
  menu.exec(at);
}

void PlotBoard::dragEnterEvent(QDragEnterEvent* event) {
  if (!signalsOf(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void PlotBoard::dropEvent(QDropEvent* event) {
  const QStringList texts = signalsOf(event->mimeData());
  if (texts.isEmpty()) return;
  event->acceptProposedAction();
  addPlot(texts);
}

}  // namespace tendril
