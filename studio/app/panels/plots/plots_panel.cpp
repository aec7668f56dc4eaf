// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plots/plots_panel.hpp"

#include <QApplication>
#include <QJsonDocument>
#include <QVBoxLayout>

#include <limits>

#include "core/signals/signal_names.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/plots/plot_figures.hpp"
#include "widgets/plots/signals/run_spans.hpp"
#include "widgets/plots/signals/usual_plots.hpp"

namespace tendril {
namespace {

constexpr int kKeepMs = 400;                                                      // changes of a layout come in series
constexpr std::uint64_t kEquilibria = std::numeric_limits<std::uint64_t>::max();  // no run has this id
constexpr std::size_t kTrailBytes = std::size_t{32} << 20;

/// A run of another project is shown: its robot does not give the names in the plots.
bool showsForeign(const Snapshot& snapshot) {
  const auto run = findRun(*snapshot.runs, snapshot.run);
  return run && run->foreign;
}

}  // namespace

PlotsPanel::PlotsPanel(StudioContext& context)
    : context_(context), document_(context.document()), board_(new PlotBoard(&feed_, this, &context.window())) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(board_);
  Player& player = context.player();
  connect(&player, &Player::modelChanged, this, &PlotsPanel::takeModel);
  connect(&player, &Player::runsChanged, this, &PlotsPanel::takeRuns);
  connect(&player, &Player::frame, this, &PlotsPanel::takeFrame);
  connectBoard();
  connectDocument();
  context.panels().addPanel({.id = "plots",
                             .title = tr("Plots"),
                             .icon = "plot-signals",
                             .guide = "analysing.md#plots",
                             .widget = this,
                             .area = PanelArea::kDrawer,
                             .workspaces = InWorkspace::kRun | InWorkspace::kAnalyse});
  context.setPlots(this);
  connect(&context, &StudioContext::plotRequested, this, [this](const QString& signal) {
    context_.panels().showPanel("plots");
    board_->addSignals({signal});
  });
  connect(&context, &StudioContext::comparisonRequested, this, [this](std::uint64_t run) { compare(run, true); });
  connect(&context, &StudioContext::controllerPlotsRequested, this, [this](const QString& controller) {
    if (!model_ || !feed_.catalogue()) return;
    context_.panels().showPanel("plots");
    board_->addPlots(controllerPlots(*model_, *feed_.catalogue(), controller));
  });
}

void PlotsPanel::connectBoard() {
  board_->exporter().setFigureWriter(&writePlots);
  connect(board_, &PlotBoard::seekRequested, &context_.player(), qOverload<double>(&Player::seek));
  connect(board_, &PlotBoard::otherRunsChosen, this, [this](int count) {
    otherRuns_ = count;
    takeRuns(context_.player().snapshot());
  });
  RunsPopover& runs = context_.status().runs();
  runs.setComparable(true);
  connect(&runs, &RunsPopover::compareRequested, this, &PlotsPanel::compare);
  connect(board_, &PlotBoard::runListRequested, context_.status().runChip(), &QToolButton::click);
  connect(board_, &PlotBoard::commandRequested, this, [this] { context_.actions().trigger("copyPlot"); });
  connect(board_, &PlotBoard::message, this, [this](const QString& title, const QString& text, bool failed) {
    context_.notices().show({failed ? Notice::Severity::kError : Notice::Severity::kInfo, title, text, {}});
  });
  keeping_.setSingleShot(true);
  keeping_.setInterval(kKeepMs);
  connect(&keeping_, &QTimer::timeout, this, &PlotsPanel::keep);
  connect(board_, &PlotBoard::changed, &keeping_, qOverload<>(&QTimer::start));
}

void PlotsPanel::connectDocument() {
  connect(&document_, &DocumentHost::opened, this, [this] {
    keeping_.stop();  // a layout that waits belonged to the project before
    opening_ = true;
    compared_.clear();
    context_.setComparedRuns({});
    context_.status().runs().setCompared({});
  });
  connect(&document_, &DocumentHost::changed, this, [this] {
    const Snapshot& snapshot = context_.player().snapshot();
    if (!opening_ && !showsForeign(snapshot)) takeNames(snapshot);  // else the player still shows the project before
  });
}

bool PlotsPanel::haveFocus() const {
  const QWidget* focus = QApplication::focusWidget();
  return focus && isAncestorOf(focus);
}

void PlotsPanel::takeNames(const Snapshot& snapshot) {
  feed_.setRobot(snapshot.model, document_.description().signals.entries);
}

void PlotsPanel::takeModel(const Snapshot& snapshot) {
  if (showsForeign(snapshot)) return takeRuns(snapshot);
  const auto before = feed_.catalogue();
  if (!opening_ && model_ && snapshot.model)
    if (const Renames renames = namesIn(*snapshot.model, *model_); !renames.empty()) {
      const bool waiting = keeping_.isActive();
      board_->renameSignals([&renames](const QString& text) {
        return QString::fromStdString(withObjectsRenamed(text.toStdString(), renames));
      });
      // Other names are no other layout: of plots that nobody has arranged nothing is kept.
      if (!waiting && document_.document().studio("plots").empty()) keeping_.stop();
    }
  model_ = snapshot.model;
  takeNames(snapshot);
  if (snapshot.model && feed_.catalogue() != before) board_->setUsual(usualPlots(*snapshot.model, *feed_.catalogue()));
  takeRuns(snapshot);
  if (opening_ && snapshot.model) showStored();
}

void PlotsPanel::takeRuns(const Snapshot& snapshot) {
  if (!snapshot.runs) return;
  std::erase_if(compared_, [&](std::uint64_t run) { return !findRun(*snapshot.runs, run); });
  context_.setComparedRuns(compared_);
  RunList runs = *snapshot.runs;
  std::vector<PlotSpan> spans = runSpans(runs, snapshot.run, otherRuns_, compared_);
  if (equilibria_ && equilibria_->model() == snapshot.model) {
    runs.push_back(equilibria_);
    constexpr double kAll = std::numeric_limits<double>::infinity();
    spans.push_back({kEquilibria, tr("equilibria"), -kAll, kAll, false, true});
  }
  feed_.setRuns(runs, std::move(spans));
}

void PlotsPanel::compare(std::uint64_t run, bool on) {
  std::erase(compared_, run);
  if (on) compared_.push_back(run);
  context_.status().runs().setCompared(compared_);
  if (on) context_.panels().showPanel("plots");
  takeRuns(context_.player().snapshot());
}

/// While sliders lead through equilibria these leave a curve: any signal against the input that moves.
void PlotsPanel::takeEquilibrium(const Snapshot& snapshot) {
  if (!snapshot.equilibriumMode || !snapshot.model || !snapshot.runs) {
    if (!snapshot.equilibriumMode) lastFound_ = snapshot.statics;  // the next curve begins anew
    following_ = snapshot.equilibriumMode;
    return;
  }
  const bool begins = !following_ || !equilibria_ || equilibria_->model() != snapshot.model;
  following_ = true;
  if (!snapshot.statics || !snapshot.statics->converged || snapshot.statics == lastFound_) return;
  const auto run = findRun(*snapshot.runs, snapshot.run);
  if (!run || snapshot.statics->q.size() != snapshot.model->nq) return;
  lastFound_ = snapshot.statics;
  const Model& model = *snapshot.model;
  if (begins) {
    trail_ = std::make_shared<History>(0, model.nq, model.nv, model.nu, kTrailBytes);
    equilibria_ = std::make_shared<Run>();
    equilibria_->id = kEquilibria;
    equilibria_->parts = {run->parts.back()};
    equilibria_->history = trail_;
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  trail_->append(static_cast<double>(trail_->size()), snapshot.statics->q, VecX::Zero(model.nv), snapshot.u,
                 {kNone, kNone, kNone}, kNone);
  takeRuns(snapshot);
}

void PlotsPanel::takeFrame(const Snapshot& snapshot) {
  takeEquilibrium(snapshot);
  if (!board_->isVisible()) return;
  feed_.poke();
  board_->setShownTime(snapshot.model ? std::optional(snapshot.t) : std::nullopt);
}

void PlotsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRuns(context_.player().snapshot());
  takeFrame(context_.player().snapshot());
}

void PlotsPanel::showStored() {
  opening_ = false;
  const std::string text = document_.document().studio("plots");
  const QJsonDocument stored = QJsonDocument::fromJson(QByteArray::fromStdString(text));
  if (stored.isArray())
    board_->restore({{"plots", stored.array()}});
  else
    board_->restoreUsual();
  keeping_.stop();  // what was shown just now need not be written
}

void PlotsPanel::keep() {
  if (!document_.isOpen()) return;
  const QJsonArray plots = board_->state()["plots"].toArray();
  document_.setStudio(QStringLiteral("plots"), QString::fromUtf8(QJsonDocument(plots).toJson(QJsonDocument::Compact)));
}

}  // namespace tendril
