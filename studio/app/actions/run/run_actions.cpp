// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run/run_actions.hpp"

#include "studio/app/context/studio_context.hpp"
#include "widgets/transport/speed_scale.hpp"

namespace tendril {

RunActions::RunActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  Player& player = context.player();
  QAction* reset = context.actions().add(tr("Reset"), "reset", {Qt::Key_Home}, [&player] { player.reset(); });
  QAction* back =
      context.actions().add(tr("Step back"), "step-back", {Qt::Key_Comma}, [&player] { player.stepBack(); });
  QAction* play = context.actions().add(tr("Play"), "play", {Qt::Key_Space}, [&player] { player.playPause(); });
  QAction* step = context.actions().add(tr("Step"), "step", {Qt::Key_Period}, [&player] { player.step(); });
  play->setAutoRepeat(false);
  reset->setAutoRepeat(false);
  context.actions().add(tr("Faster"), {}, {Qt::Key_Plus, Qt::Key_Equal}, [this] { changeSpeed(+1); });
  context.actions().add(tr("Slower"), {}, {Qt::Key_Minus}, [this] { changeSpeed(-1); });
  auto* transport = new TransportBar({reset, back, play, step}, &context.view(), &context.window());
  context.view().setTransport(transport);
  connect(transport, &TransportBar::speedChosen, &player, &Player::setSpeed);
}

void RunActions::changeSpeed(int direction) {
  TransportBar& transport = *context_.view().transport();
  const double speed = nextSpeed(transport.speed(), direction);
  transport.setSpeed(speed);
  context_.player().setSpeed(speed);
}

}  // namespace tendril
