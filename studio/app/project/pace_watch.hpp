// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tendril {

/// Finds out whether a run keeps up with the clock, from the instants at which it is looked at. No hiccup of the
/// machine and no single long step makes a run slow: it is so when it falls behind for some seconds on end.
class PaceWatch {
 public:
  static constexpr double kSlow = 0.95;     ///< of the speed that is wanted: below, a run is slow
  static constexpr double kWindow = 1.5;    ///< s of the clock over which that is measured
  static constexpr double kPatience = 4.5;  ///< s, the shortest time after which a run is called slow

  /// What comes next is another run, or the same after a pause.
  void restart() { valid_ = false; }
  /// The run is at `t` when the clock is at `wall` (s), and should go at `speed` (simulated s per s, finite, > 0). True
  /// from when it has been slow for kPatience until it is not any more.
  bool look(double t, double wall, double speed);
  /// Simulated s per s of the clock for as long as it has been slow; 0 before.
  double factor() const { return factor_; }

 private:
  struct Instant {
    double t = 0, wall = 0;
  };
  void begin(const Instant& now, double speed);

  bool valid_ = false, slow_ = false;
  double speed_ = 1, factor_ = 0;
  double leap_ = 0;  ///< s, how far time went ahead of the clock at most from one look to the next: its steps
  Instant last_, window_, since_;  ///< the look before; where the window and the slow time begin
};

}  // namespace tendril
