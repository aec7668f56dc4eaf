// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plots_panel.hpp"

#include <QJsonDocument>
#include <QVBoxLayout>

#include "core/signals/signal_names.hpp"
#include "studio/app/document_host.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/plots/run_spans.hpp"
#include "widgets/plots/usual_plots.hpp"

namespace tendril {
namespace {

constexpr int kKeepMs = 400;  // changes of a layout come in series

}  // namespace

PlotsPanel::PlotsPanel(MainWindow& window) : window_(window), board_(new PlotBoard(&feed_, this, &window)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(board_);
  Player& player = window_.player();
  connect(&player, &Player::modelChanged, this, &PlotsPanel::takeModel);
  connect(&player, &Player::runsChanged, this, &PlotsPanel::takeRuns);
  connect(&player, &Player::frame, this, &PlotsPanel::takeFrame);
  connect(board_, &PlotBoard::seekRequested, &player, qOverload<double>(&Player::seek));
  connect(board_, &PlotBoard::otherRunsChosen, this, [this](int count) {
    otherRuns_ = count;
    takeRuns(window_.player().snapshot());
  });
  RunsPopover& runs = window_.status().runs();
  runs.setComparable(true);
  connect(&runs, &RunsPopover::compareRequested, this, &PlotsPanel::compare);
  connect(board_, &PlotBoard::runListRequested, window_.status().runChip(), &QToolButton::click);
  connect(board_, &PlotBoard::commandRequested, this, [this] {
    if (auto* copy = window_.findChild<QAction*>("copyPlot")) copy->trigger();
  });
  connect(board_, &PlotBoard::message, this, [this](const QString& title, const QString& text, bool failed) {
    window_.view().notices().show({failed ? Notice::Severity::kError : Notice::Severity::kInfo, title, text, {}});
  });
  keeping_.setSingleShot(true);
  keeping_.setInterval(kKeepMs);
  connect(&keeping_, &QTimer::timeout, this, &PlotsPanel::keep);
  connect(board_, &PlotBoard::changed, &keeping_, qOverload<>(&QTimer::start));
}

void PlotsPanel::setDocument(DocumentHost* document) {
  document_ = document;
  connect(document, &DocumentHost::opened, this, [this] {
    keeping_.stop();  // a layout that waits belonged to the project before
    opening_ = true;
    compared_.clear();
    window_.status().runs().setCompared({});
  });
  connect(document, &DocumentHost::changed, this, [this] {
    if (!opening_) takeNames(window_.player().snapshot());  // else the player still shows the project before
  });
}

void PlotsPanel::takeNames(const Snapshot& snapshot) {
  feed_.setRobot(snapshot.model, document_ ? document_->description().signals.entries : NamedSignals());
}

void PlotsPanel::takeModel(const Snapshot& snapshot) {
  const auto before = feed_.catalogue();
  if (!opening_ && model_ && snapshot.model)
    if (const Renames renames = namesIn(*snapshot.model, *model_); !renames.empty()) {
      const bool waiting = keeping_.isActive();
      board_->renameSignals([&renames](const QString& text) {
        return QString::fromStdString(withObjectsRenamed(text.toStdString(), renames));
      });
      // Other names are no other layout: of plots that nobody has arranged nothing is kept.
      if (!waiting && document_ && document_->document().studio("plots").empty()) keeping_.stop();
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
  feed_.setRuns(*snapshot.runs, runSpans(*snapshot.runs, snapshot.run, otherRuns_, compared_));
}

void PlotsPanel::compare(std::uint64_t run, bool on) {
  std::erase(compared_, run);
  if (on) compared_.push_back(run);
  window_.status().runs().setCompared(compared_);
  if (on) window_.panels().showPanel("plots");
  takeRuns(window_.player().snapshot());
}

void PlotsPanel::takeFrame(const Snapshot& snapshot) {
  if (!board_->isVisible()) return;
  feed_.poke();
  board_->setShownTime(snapshot.model ? std::optional(snapshot.t) : std::nullopt);
}

void PlotsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  takeRuns(window_.player().snapshot());
  takeFrame(window_.player().snapshot());
}

void PlotsPanel::showStored() {
  opening_ = false;
  const std::string text = document_ ? document_->document().studio("plots") : std::string();
  const QJsonDocument stored = QJsonDocument::fromJson(QByteArray::fromStdString(text));
  if (stored.isArray())
    board_->restore({{"plots", stored.array()}});
  else
    board_->restoreUsual();
  keeping_.stop();  // what was shown just now need not be written
}

void PlotsPanel::keep() {
  if (!document_ || !document_->isOpen()) return;
  const QJsonArray plots = board_->state()["plots"].toArray();
  document_->setStudio(QStringLiteral("plots"), QString::fromUtf8(QJsonDocument(plots).toJson(QJsonDocument::Compact)));
}

}  // namespace tendril
