// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QTest>

namespace tendril {

/// Handles all events that wait, those that follow from them, and what is to be deleted later: what a click or a key
/// does at once has happened then. What happens beside the window takes a condition (qWaitFor).
inline void handleEvents() {
  for (int round = 0; round < 3; ++round) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
  }
}

/// Whether a condition holds for so long, while events are handled: for what must not happen, which tells nobody when
/// it has not.
template <class Condition>
bool staysSo(Condition condition, int milliseconds) {
  return !QTest::qWaitFor([&] { return !condition(); }, milliseconds);
}

}  // namespace tendril
