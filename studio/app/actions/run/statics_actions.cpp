// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run/statics_actions.hpp"

#include "studio/app/context/studio_context.hpp"
#include "widgets/format.hpp"

namespace tendril {

StaticsActions::StaticsActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  Player& player = context.player();
  find_ = context.actions().add(tr("Find the equilibrium"), "equilibrium", {QKeySequence(Qt::Key_E)},
                                [&player] { player.solveStatics(); });
  find_->setObjectName("findEquilibrium");
  find_->setIconText(tr("Equilibrium"));
  follow_ = context.actions().add(tr("Follow the equilibrium"), {}, {QKeySequence(Qt::SHIFT | Qt::Key_E)}, [] {});
  follow_->setObjectName("followEquilibrium");
  follow_->setIconText(tr("Follow"));
  follow_->setCheckable(true);
  follow_->setToolTip(tr("Sliders and fields move the robot through its equilibria"));
  connect(follow_, &QAction::toggled, &player, &Player::setEquilibriumMode);
  connect(&player, &Player::frame, this, &StaticsActions::show);
}

void StaticsActions::show(const Snapshot& snapshot) {
  find_->setEnabled(snapshot.model != nullptr);
  follow_->setEnabled(snapshot.model != nullptr);
  if (follow_->isChecked() != snapshot.equilibriumMode && snapshot.state != RunState::kEmpty) {
    const QSignalBlocker blocker(follow_);
    follow_->setChecked(snapshot.equilibriumMode);
  }
  if (!snapshot.statics || snapshot.statics == told_) return;
  told_ = snapshot.statics;
  // While sliders move through equilibria only what goes wrong is worth a word.
  if (!told_->converged || !snapshot.equilibriumMode) tell(*told_);
}

void StaticsActions::tell(const StaticsResult& result) {
  if (!result.converged)
    return context_.notices().show({.severity = Notice::Severity::kWarning,
                                    .title = tr("No equilibrium was found"),
                                    .advice = QString::fromStdString(result.failure),
                                    .details = {}});
  const QString kind = result.stable ? tr("stable") : result.neutral.empty() ? tr("unstable") : tr("neutral");
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title = tr("Equilibrium: %1").arg(kind),
       .advice =
           tr("%1 iterations, residual %2 of the load").arg(result.iterations).arg(formatNumber(result.residual, 2)),
       .details = {}});
}

}  // namespace tendril
