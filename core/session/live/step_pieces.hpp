// SPDX-License-Identifier: BSD-3-Clause
// Live steps that take long, asked for in pieces.
#pragma once

#include <chrono>

namespace tendril {

/// How far the live run goes before commands are heard and pictures made again. Methods with internal steps are read
/// where one likes, at little cost and without a change of the motion; where a step of theirs takes long, as behind a
/// grab, it is asked for in pieces. Steps of other methods stay whole.
class StepPieces {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr int kPieces = 8, kMostPieces = 64;        ///< of a long step
  static constexpr double kPiece = 4;                        ///< ms of wall time that a piece is to take at most
  static constexpr double kLong = 8;                         ///< ms of wall time: half a picture
  static constexpr std::chrono::milliseconds kWatched{500};  ///< how long behind a command steps count as long

  /// Another robot: nothing is known of its steps.
  void reset() { *this = {}; }
  /// Commands were applied: what is made of the motion beyond the state may be made anew.
  void expectChange(Clock::time_point now) { watchedUntil_ = now + kWatched; }
  /// Length of the next piece from t for steps of h (s); `whole`: to the end of the step.
  double next(double t, double h, bool whole, Clock::time_point now);
  /// The piece to t took so long (ms). `ahead`: the method has internal steps, and is beyond t. `read`: it was so
  /// before the piece, which was read from what is known of the motion; what that costs does not make a step long.
  void add(double t, double ms, bool ahead, bool read);
  /// The last piece ended within a step.
  bool isWithin(double t) const { return within_ && t < end_; }

 private:
  int count() const;

  double end_ = 0, piece_ = 0;                  ///< s: of the step that was begun, and the length of its pieces
  bool within_ = false;                         ///< a step was begun and not ended
  bool ahead_ = false;                          ///< the method was ahead of a state once
  double ms_ = 0, lastMs_ = 0, longestMs_ = 0;  ///< of the step that was begun; of steps without their readings
  int readings_ = 0;                            ///< of the step that was begun
  double reading_ = 0;                          ///< ms of one
  Clock::time_point watchedUntil_{};
};

}  // namespace tendril
