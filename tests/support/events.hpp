// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEvent>

namespace tendril {

/// Handles all events that wait, those that follow from them, and what is to be deleted later: what a click or a key
/// does at once has happened then. What happens beside the window takes a condition (qWaitFor).
inline void handleEvents() {
  for (int round = 0; round < 3; ++round) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
  }
}

}  // namespace tendril
