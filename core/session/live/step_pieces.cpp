// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/step_pieces.hpp"

#include <algorithm>

namespace tendril {
namespace {

constexpr double kSame = 1e-9;          // of a step: instants that near are one
constexpr double kReadingShare = 0.25;  // of a new reading in what they cost

}  // namespace

/// Powers of two, as many as the last step wants, but no more than readings take as long as the motion.
int StepPieces::count() const {
  int pieces = kPieces;
  while (pieces < kMostPieces && lastMs_ > kPiece * pieces && lastMs_ > 2 * pieces * reading_) pieces *= 2;
  return pieces;
}

double StepPieces::next(double t, double h, bool whole, Clock::time_point now) {
  const double left = end_ - t;
  if (!within_ || left <= kSame * h || left >= (1 - kSame) * h) {  // nothing of it is made, or the run is elsewhere
    const bool divided = ahead_ && longestMs_ > kLong && (lastMs_ > kLong || now < watchedUntil_);
    end_ = t + h, piece_ = divided ? h / count() : h, ms_ = 0, readings_ = 0, within_ = true;
    return whole ? h : piece_;
  }
  return whole || left < 1.5 * piece_ ? left : piece_;
}

void StepPieces::add(double t, double ms, bool ahead, bool read) {
  ahead_ = ahead_ || ahead;
  if (read) reading_ += (reading_ == 0 ? 1 : kReadingShare) * (ms - reading_);
  ms_ += ms, ++readings_;
  if (!within_ || t < end_ - kSame * piece_) return;
  within_ = false;
  lastMs_ = std::max(0.0, ms_ - readings_ * reading_), longestMs_ = std::max(longestMs_, ms_);
}

}  // namespace tendril
