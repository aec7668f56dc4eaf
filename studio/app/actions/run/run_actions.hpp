// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class StudioContext;

/// Play, pause, step, step back, reset, speed: the transport and its keys.
class RunActions : public QObject {
  Q_OBJECT
 public:
  explicit RunActions(StudioContext& context);

 private:
  void changeSpeed(int direction);
  StudioContext& context_;
};

}  // namespace tendril
