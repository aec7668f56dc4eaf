// SPDX-License-Identifier: BSD-3-Clause
// Keeps simulated time in step with the wall clock, and measures how well that goes.
#pragma once

#include <chrono>

namespace tendril {

class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// Simulated seconds per wall second; infinity: as fast as possible. Takes effect from (now, t) on.
  void setSpeed(double factor, double t, Clock::time_point now);
  double speed() const { return speed_; }
  /// Time goes on from here: after a pause, a reset or a jump.
  void restart(double t, Clock::time_point now);
  /// The simulated time that should be reached by now. Time that was lost more than kPatience, and a step of `step`
  /// (s), ago is forgiven.
  double target(double t, double step, Clock::time_point now);
  /// When the simulated time t is due.
  Clock::time_point due(double t) const;
  /// Real-time factor over about the last half second.
  double factor(double t, Clock::time_point now);

 private:
  static constexpr double kPatience = 0.1, kWindow = 0.5, kFirstWindow = 0.1;  // s of wall time
  double speed_ = 1, anchorT_ = 0, windowT_ = 0, factor_ = 0;
  Clock::time_point anchor_{}, window_{};
};

}  // namespace tendril
