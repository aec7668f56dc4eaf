// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/engine/pacer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril {
namespace {

double seconds(Pacer::Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

void Pacer::setSpeed(double factor, double t, Clock::time_point now) {
  speed_ = factor;
  anchorT_ = t, anchor_ = now;
  windowT_ = t, window_ = now;
}

void Pacer::restart(double t, Clock::time_point now) {
  setSpeed(speed_, t, now);
  factor_ = 0;
}

double Pacer::target(double t, double step, Clock::time_point now) {
  if (std::isinf(speed_)) return std::numeric_limits<double>::infinity();
  double wanted = anchorT_ + speed_ * seconds(now - anchor_);
  const double latest = t + std::max(speed_ * kPatience, step);
  if (wanted > latest) {
    wanted = latest;
    anchorT_ = latest, anchor_ = now;
  }
  return wanted;
}

Pacer::Clock::time_point Pacer::due(double t) const {
  if (std::isinf(speed_)) return anchor_;
  return anchor_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>((t - anchorT_) / speed_));
}

double Pacer::factor(double t, Clock::time_point now) {
  const double wall = seconds(now - window_);
  if (wall >= kWindow || (factor_ == 0 && wall >= kFirstWindow)) {
    factor_ = (t - windowT_) / wall;
    if (wall >= kWindow) windowT_ = t, window_ = now;
  }
  return factor_;
}

}  // namespace tendril
