// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class MainWindow;

/// Play, pause, step, step back, reset, speed: the transport and its keys.
class RunActions : public QObject {
  Q_OBJECT
 public:
  explicit RunActions(MainWindow& window);

 private:
  void changeSpeed(int direction);
  MainWindow& window_;
};

}  // namespace tendril
