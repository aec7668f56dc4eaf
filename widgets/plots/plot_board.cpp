// SPDX-License-Identifier: GPL-3.0-or-later
// The board's time: what is shown of it, and when curves are drawn anew. The plots themselves: board_layout.cpp.
#include "widgets/plots/plot_board.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>

#include "widgets/plots/plot_empty.hpp"
#include "widgets/plots/plot_export_popover.hpp"
#include "widgets/plots/plot_splitter.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kFrameMs = 33;
constexpr int kListWidth = 248;
constexpr qint64 kFigureShare = 6;    // times what they take until they are made again
constexpr double kLeastWidth = 1e-9;  // s

}  // namespace

PlotBoard::PlotBoard(PlotSource* source, QWidget* parent, QWidget* window)
    : QWidget(parent),
      source_(source),
      popoverParent_(window ? window : this),
      strip_(new PlotStrip(this)),
      list_(new SignalList(this)),
      pages_(new QStackedWidget(this)),
      rows_(new PlotSplitter(Qt::Vertical)),
      empty_(new PlotEmpty),
      exporter_(new PlotExportPopover(*this, popoverParent_)),
      form_(new PlotForm(popoverParent_)) {
  setObjectName(QStringLiteral("plotBoard"));
  setAcceptDrops(true);
  layOut();
  connectSource();
  connectStrip();
  timer_.setSingleShot(true);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &PlotBoard::redraw);
  connect(&worker_, &CurveWorker::answered, this, &PlotBoard::take);
  connect(list_, &SignalList::chosen, this, &PlotBoard::addSignals);
  connect(empty_, &PlotEmpty::addRequested, this, &PlotBoard::searchSignals);
  connect(empty_, &PlotEmpty::usualRequested, this, &PlotBoard::restoreUsual);
  strip_->setFollowing(true);
  setListShown(false);
  showPages();
}

PlotBoard::~PlotBoard() {
  delete exporter_;  // children of the window, which may live longer
  delete form_;
}

void PlotBoard::layOut() {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(strip_);
  layout->addWidget(list_);
  layout->addWidget(pages_, 1);
  list_->setFixedWidth(kListWidth);
  list_->setBackgroundRole(QPalette::Base);
  list_->setAutoFillBackground(true);
  pages_->addWidget(empty_);
  pages_->addWidget(rows_);
}

void PlotBoard::connectSource() {
  connect(source_, &PlotSource::catalogueChanged, this, [this] {
    list_->setCatalogue(source_->catalogue());
    for (PlotCard* card : cards()) card->rebuild();
    schedule();
  });
  connect(source_, &PlotSource::spansChanged, this, [this] {
    for (PlotCard* card : cards()) card->rebuild();
    schedule();
  });
  connect(source_, &PlotSource::grown, this, [this] {
    for (PlotCard* card : cards()) card->takeTables();
    schedule();
  });
  list_->setCatalogue(source_->catalogue());
}

void PlotBoard::connectStrip() {
  connect(strip_, &PlotStrip::listToggled, this, [this](bool on) { on ? searchSignals() : setListShown(false); });
  connect(strip_, &PlotStrip::plotRequested, this, [this] {
    addPlot({});
    searchSignals();
  });
  connect(strip_, &PlotStrip::toolChosen, this, &PlotBoard::setTool);
  connect(strip_, &PlotStrip::cursorsToggled, this, &PlotBoard::setCursorsShown);
  connect(strip_, &PlotStrip::fitRequested, this, &PlotBoard::fit);
  connect(strip_, &PlotStrip::followToggled, this, &PlotBoard::setFollowing);
  connect(strip_, &PlotStrip::freezeToggled, this, &PlotBoard::setFrozen);
  connect(strip_, &PlotStrip::windowChosen, this, [this](double seconds) {
    setWindow(seconds);
    setFollowing(true);
    tell();
  });
  connect(strip_, &PlotStrip::otherRunsChosen, this, [this](int count) {
    setOtherRuns(count);
    Q_EMIT otherRunsChosen(count);
  });
  connect(strip_, &PlotStrip::runListRequested, this, &PlotBoard::runListRequested);
  connect(strip_, &PlotStrip::exportRequested, this,
          [this] { exporter_->toggleFor(current_, strip_->exportButton()); });
}

// ---- time

void PlotBoard::setShownTime(std::optional<double> t) {
  PlotMarks marks = marks_;
  marks.shown = t;
  setMarks(marks);
  if (following_ && !frozen_ && t && (*t < from_ || *t > to_)) schedule();
}

void PlotBoard::setMarks(const PlotMarks& marks) {
  if (marks == marks_) return;
  marks_ = marks;
  for (PlotCard* card : cards()) {
    card->canvas().setMarks(marks_);
    card->setMarks(marks_);
  }
}

void PlotBoard::setTimeRange(double from, double to) {
  if (!std::isfinite(from) || !std::isfinite(to) || to - from < kLeastWidth) return;
  following_ = false;
  strip_->setFollowing(false);
  from_ = from;
  to_ = to;
  takeTime();
}

void PlotBoard::takeTime() {
  for (PlotCard* card : cards()) {
    card->canvas().setCalm(following_);
    card->canvas().setTimeRange(from_, to_);
  }
}

void PlotBoard::setFollowing(bool on) {
  following_ = on;
  strip_->setFollowing(on);
  if (on && frozen_) setFrozen(false);
  schedule();
}

void PlotBoard::setWindow(double seconds) {
  if (!(seconds >= 0) || !std::isfinite(seconds)) return;
  window_ = seconds;
  strip_->setWindow(seconds);
  schedule();
}

void PlotBoard::setFrozen(bool on) {
  if (on == frozen()) return;
  frozen_ = on ? std::optional(source_->extent().second) : std::nullopt;
  strip_->setFrozen(on);
  for (PlotCard* card : cards()) card->setFrozen(frozen_);
  schedule();
}

void PlotBoard::fit() {
  setWindow(0);
  setFollowing(true);
  for (PlotCard* card : cards()) {
    card->canvas().setAutoY(true);
    if (!card->overTime()) card->figure().fit();
  }
  tell();
}

void PlotBoard::setCursorsShown(bool on) {
  PlotMarks marks = marks_;
  marks.cursors[0] = marks.cursors[1] = std::nullopt;
  if (on) {
    marks.cursors[0] = from_ + 0.35 * (to_ - from_);
    marks.cursors[1] = from_ + 0.65 * (to_ - from_);
  }
  strip_->setCursorsShown(on);
  setMarks(marks);
}

void PlotBoard::setTool(PlotCanvas::Tool tool) {
  tool_ = tool;
  strip_->setTool(tool);
  for (PlotCard* card : cards()) card->canvas().setTool(tool);
}

void PlotBoard::setOtherRuns(int count) {
  strip_->setOtherRuns(count);
}

// ---- drawing anew

void PlotBoard::schedule() {
  if (!timer_.isActive()) timer_.start(kFrameMs / 2);
}

void PlotBoard::redraw() {
  if (!isVisible()) return;
  if (following_ && !frozen_) {
    auto [begin, end] = source_->extent();
    if (!(end > begin)) end = begin + (window_ > 0 ? window_ : 10);
    from_ = window_ > 0 ? std::max(begin, end - window_) : begin;
    to_ = window_ > 0 ? from_ + window_ : end;
    if (window_ > 0 && marks_.shown && *marks_.shown < from_) {
      // An earlier instant is looked at: the window goes there.
      from_ = std::max(begin, *marks_.shown - window_ / 2);
      to_ = from_ + window_;
    }
    takeTime();
  }
  if (!worker_.idle()) {
    stale_ = true;  // asked again when the answers are there
    return;
  }
  stale_ = false;
  timer_.stop();
  std::vector<CurveRequest> requests;
  std::vector<FigureRequest> figures;
  // Figures are computed of whole runs: as seldom as leaves the worker to the others.
  const bool due = !sinceFigures_.isValid() || sinceFigures_.elapsed() >= kFigureShare * figuresTook_;
  for (PlotCard* card : cards()) {
    if (!card->isVisible()) continue;
    if (!card->overTime()) {
      if (auto figure = due ? card->figureRequest(marks_) : std::nullopt) figures.push_back(std::move(*figure));
      stale_ = stale_ || !due;
      continue;
    }
    std::vector<CurveRequest> more = card->canvas().requests(card->id());
    std::move(more.begin(), more.end(), std::back_inserter(requests));
  }
  if (!figures.empty()) sinceFigures_.start();
  worker_.ask(std::move(requests), std::move(figures));
}

void PlotBoard::take(const std::vector<CurveAnswer>& answers, const std::vector<FigureAnswer>& figures) {
  if (!figures.empty()) figuresTook_ = sinceFigures_.elapsed();
  const std::vector<PlotCard*> all = cards();
  const bool right = rows_->count() > 1 && std::any_of(all.begin(), all.end(), [](const PlotCard* card) {
                       return card->isVisible() && card->overTime() && card->canvas().hasRightAxis();
                     });
  for (PlotCard* card : all) {
    if (!card->isVisible()) continue;
    for (const FigureAnswer& answer : figures)
      if (answer.plot == card->id()) card->takeFigure(answer);
    if (!card->overTime()) continue;
    card->canvas().setRightRoom(right);
    for (const CurveAnswer& answer : answers)
      if (answer.plot == card->id()) card->canvas().take(answer);
    card->canvas().refresh();
  }
  if (stale_) schedule();
}

bool PlotBoard::settled() const {
  return worker_.idle() && !timer_.isActive() && !stale_;
}

void PlotBoard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  schedule();
}

void PlotBoard::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  schedule();
}

// ---- the list

void PlotBoard::setListShown(bool on) {
  list_->setVisible(on);
  strip_->setListShown(on);
  if (!on && list_->isAncestorOf(focusWidget()) && current_) current_->shownCanvas()->setFocus();
}

void PlotBoard::searchSignals() {
  setListShown(true);
  list_->beginSearch();
}

void PlotBoard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && maximised_) return setMaximised(nullptr);
  if (event->key() == Qt::Key_Escape && list_->isVisible()) return setListShown(false);
  QWidget::keyPressEvent(event);
}

}  // namespace tendril
