// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run_actions.hpp"

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/transport/speed_scale.hpp"

namespace tendril {

RunActions::RunActions(MainWindow& window) : QObject(&window), window_(window) {
  Player& player = window.player();
  QAction* reset = makeAction(window, tr("Reset"), "reset", {Qt::Key_Home}, [&player] { player.reset(); });
  QAction* back = makeAction(window, tr("Step back"), "step-back", {Qt::Key_Comma}, [&player] { player.stepBack(); });
  QAction* play = makeAction(window, tr("Play"), "play", {Qt::Key_Space}, [&player] { player.playPause(); });
  QAction* step = makeAction(window, tr("Step"), "step", {Qt::Key_Period}, [&player] { player.step(); });
  play->setAutoRepeat(false);
  reset->setAutoRepeat(false);
  makeAction(window, tr("Faster"), {}, {Qt::Key_Plus, Qt::Key_Equal}, [this] { changeSpeed(+1); });
  makeAction(window, tr("Slower"), {}, {Qt::Key_Minus}, [this] { changeSpeed(-1); });
  auto* transport = new TransportBar({reset, back, play, step}, &window.view(), &window);
  window.setTransport(transport);
  connect(transport, &TransportBar::speedChosen, &player, &Player::setSpeed);
}

void RunActions::changeSpeed(int direction) {
  const double speed = nextSpeed(window_.transport().speed(), direction);
  window_.transport().setSpeed(speed);
  window_.player().setSpeed(speed);
}

}  // namespace tendril
