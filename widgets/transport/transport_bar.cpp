// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/transport_bar.hpp"

#include <QHBoxLayout>

#include "core/session/snapshot.hpp"
#include "widgets/floating/buttons.hpp"
#include "widgets/format.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

QWidget* hairline() {
  auto* line = new QWidget;
  line->setFixedSize(1, 20);
  line->setBackgroundRole(QPalette::Mid);
  line->setAutoFillBackground(true);
  return line;
}

}  // namespace

TransportBar::TransportBar(const TransportActions& actions, QWidget* parent, QWidget* window)
    : FloatingPanel(kCapsule, parent),
      actions_(actions),
      speedButton_(new QToolButton(this)),
      popover_(new SpeedPopover(window)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 6, 10, 6);
  layout->setSpacing(kGrid);
  for (QAction* action : {actions_.reset, actions_.stepBack, actions_.playPause, actions_.step})
    layout->addWidget(iconButton(action, this));
  layout->addWidget(hairline());
  speedButton_->setFont(AppTheme::numberFont());
  speedButton_->setFixedSize(56, 32);
  speedButton_->setFocusPolicy(Qt::TabFocus);
  speedButton_->setToolTip(tr("Speed  (+, −)"));
  layout->addWidget(speedButton_);
  connect(speedButton_, &QToolButton::clicked, this, [this] { popover_->toggleAt(speedButton_); });
  connect(popover_, &SpeedPopover::speedChosen, this, [this](double factor) {
    setSpeed(factor);
    Q_EMIT speedChosen(factor);
  });
  setFixedHeight(kTransportHeight + 2 * kShadow);
  setSpeed(1);
  setState(RunState::kEmpty, false);
}

void TransportBar::setState(RunState state, bool canStepBack) {
  const bool running = state == RunState::kRunning;
  const bool loaded = state != RunState::kEmpty;
  actions_.playPause->setIcon(themeIcon(running ? "pause" : "play"));
  actions_.playPause->setText(running ? tr("Pause") : state == RunState::kDiverged ? tr("Try again") : tr("Play"));
  actions_.playPause->setEnabled(loaded);
  actions_.step->setEnabled(loaded);
  actions_.stepBack->setEnabled(loaded && canStepBack);
  actions_.reset->setEnabled(loaded && state != RunState::kReady);
}

void TransportBar::setSpeed(double factor) {
  speed_ = factor;
  speedButton_->setText(formatSpeed(factor));
  popover_->setSpeed(factor);
}

}  // namespace tendril
