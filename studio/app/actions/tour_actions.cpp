// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/tour_actions.hpp"

#include <QMenu>
#include <QSettings>

#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/examples.hpp"
#include "widgets/transport/transport_bar.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kPull = 0, kPause = 1, kSelect = 2, kChange = 3, kFind = 4;
constexpr int kAdvanceMs = 900;  // between what was done and the next step
constexpr auto kExample = "tendon-arm";

}  // namespace

TourActions::TourActions(StudioContext& context)
    : QObject(&context.window()), context_(context), card_(new TourCard(&context.window())) {
  QAction* action = context.actions().add(tr("Tour of five steps"), "help", {}, [this] { start(); });
  action->setObjectName(QStringLiteral("startTour"));
  action->setProperty(kAlsoFound, tr("learn introduction tutorial getting started first steps help"));
  if (auto* help = context.window().findChild<QMenu*>(QStringLiteral("helpMenu"))) help->addAction(action);
  advance_.setSingleShot(true);
  advance_.setInterval(kAdvanceMs);
  connect(&advance_, &QTimer::timeout, this, [this] { go(step_ + 1); });
  connect(card_, &TourCard::nextRequested, this, [this] {
    if (offered_) return start();
    go(step_ + 1);
  });
  connect(card_, &TourCard::backRequested, this, [this] { go(step_ - 1); });
  connect(card_, &TourCard::ended, this, &TourActions::end);
  watch();
}

std::vector<TourStep> TourActions::steps() const {
  return {{tr("Pull it"),
           tr("Hold Ctrl and drag any part of the robot: a spring pulls the material where you took it. A drag without "
              "Ctrl turns the view, the wheel zooms."),
           &context_.view().viewport()},
          {tr("Stop time"),
           tr("Space plays and pauses. The buttons beside it begin again and go one step; the line below goes back to "
              "any instant."),
           context_.view().transport()},
          {tr("Select"),
           tr("Click a link, in the view or in the list: its fields are in the Inspector. A further click on the same "
              "link goes on to its joint and its body."),
           &context_.robot()},
          {tr("Change it"),
           tr("Drag an arrow, a ring or a diamond of what is selected, or change a number in the Inspector (with a "
              "unit, if you like). It works while the robot runs, and Ctrl+Z takes everything back."),
           &context_.view().viewport()},
          {tr("Find anything"),
           tr("Ctrl+K finds every command, object and example by a few letters. F1 explains what is under the cursor "
              "and opens the guide; this tour is in Ctrl+K, too."),
           &context_.header()}};
}

/// What the steps ask for, wherever it is done.
void TourActions::watch() {
  connect(&context_.view().viewport(), &Viewport::grabStarted, this, [this] { done(kPull); });
  connect(&context_.player(), &Player::stateChanged, this, [this](RunState state) {
    if (state == RunState::kPaused) done(kPause);
  });
  connect(&context_.selection(), &Selection::changed, this, [this] {
    if (!context_.selection().isEmpty()) done(kSelect);
  });
  connect(&context_.document(), &DocumentHost::changed, this, [this] { done(kChange); });
  connect(&context_.document(), &DocumentHost::opened, this, [this] {
    if (waits_) return begin();
    if (offered_) end();
  });
  if (QAction* palette = context_.actions().find(QStringLiteral("palette")))
    connect(palette, &QAction::triggered, this, [this] { done(kFind); });
}

void TourActions::offerOnce() {
  if (step_ >= 0 || waits_ || QSettings().value(kSeen).toBool()) return;
  offered_ = true;
  card_->offer({tr("New here?"),
                tr("Five steps over a soft arm: pull it, stop time, select, change it, find anything. They take two "
                   "minutes, and can be had at any time in Ctrl+K."),
                {}});
}

void TourActions::start() {
  if (std::exchange(offered_, false)) card_->hide();
  if (context_.document().isOpen() && !context_.description().links.empty()) return begin();
  waits_ = true;
  for (const Example& example : findExamples())
    if (example.path.contains(QLatin1String(kExample))) return context_.openProject(example.path);
  waits_ = false;
}

void TourActions::begin() {
  waits_ = false;
  context_.panels().setWorkspace(Workspace::kBuild);
  context_.panels().setPanelsShown(true);
  context_.selection().clear();
  context_.player().play();
  go(0);
}

void TourActions::go(int step) {
  advance_.stop();
  const std::vector<TourStep> all = steps();
  if (step < 0 || step >= std::ssize(all)) return end();
  step_ = step;
  card_->show(all[static_cast<std::size_t>(step)], step, static_cast<int>(all.size()));
}

void TourActions::end() {
  advance_.stop();
  step_ = -1;
  offered_ = false;
  card_->hide();
  QSettings().setValue(kSeen, true);
}

void TourActions::done(int step) {
  if (step != step_) return;
  card_->setDone();
  if (step + 1 < std::ssize(steps())) advance_.start();
}

}  // namespace tendril
