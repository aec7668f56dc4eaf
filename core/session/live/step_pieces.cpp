// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/step_pieces.hpp"

#include <algorithm>

namespace tendril {
namespace {

constexpr double kSame = 1e-9;  // of a step: instants that near are one

}  // namespace

/// Powers of two, as many as the last step wants; each costs what a state costs that is read.
int StepPieces::count() const {
  int pieces = kPieces;
  while (pieces < kMostPieces && lastMs_ > kPiece * pieces) pieces *= 2;
  return pieces;
}

double StepPieces::next(double t, double h, bool whole, Clock::time_point now) {
  const double left = end_ - t;
  if (!within_ || left <= kSame * h || left >= (1 - kSame) * h) {  // nothing of it is made, or the run is elsewhere
    const bool divided = ahead_ && longestMs_ > kLong && (lastMs_ > kLong || now < watchedUntil_);
    end_ = t + h, piece_ = divided ? h / count() : h, ms_ = 0, within_ = true;
    return whole ? h : piece_;
  }
  return whole || left < 1.5 * piece_ ? left : piece_;
}

void StepPieces::add(double t, double ms, bool ahead) {
  ahead_ = ahead_ || ahead;
  ms_ += ms;
  if (!within_ || t < end_ - kSame * piece_) return;
  within_ = false;
  lastMs_ = ms_, longestMs_ = std::max(longestMs_, ms_);
}

}  // namespace tendril
