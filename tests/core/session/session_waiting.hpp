// SPDX-License-Identifier: BSD-3-Clause
// Waiting for what a session shows.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

#include "core/session/live/session.hpp"

namespace tendril::tests {

/// The snapshot after everything posted so far.
inline const Snapshot& latest(Session& session) {
  EXPECT_TRUE(session.flush());
  session.update();
  return session.snapshot();
}

/// Updates until the condition holds; false after `seconds`.
template <class F>
bool waitUntil(Session& session, F condition, double seconds = 30) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    session.update();
    if (condition(session.snapshot())) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

/// Runs as fast as possible up to t, paused then.
inline const Snapshot& runTo(Session& session, double t) {
  session.setSpeed(std::numeric_limits<double>::infinity());
  session.stopAt(t);
  session.play();
  EXPECT_TRUE(session.flush());
  EXPECT_TRUE(waitUntil(session, [&](const Snapshot& s) { return s.state != RunState::kRunning && s.t >= t - 1e-9; }));
  return session.snapshot();
}

}  // namespace tendril::tests
