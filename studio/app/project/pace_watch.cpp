// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/pace_watch.hpp"

#include <algorithm>

namespace tendril {

void PaceWatch::begin(const Instant& now, double speed) {
  valid_ = true, slow_ = false;
  speed_ = speed, factor_ = leap_ = 0;
  last_ = window_ = since_ = now;
}

bool PaceWatch::look(double t, double wall, double speed) {
  const Instant now{t, wall};
  if (!valid_ || t < last_.t || speed != speed_) {
    begin(now, speed);
    return false;
  }
  leap_ = std::max(leap_, now.t - last_.t - speed * (wall - last_.wall));
  last_ = now;
  const double lasted = wall - window_.wall;
  if (lasted < kWindow) return slow_;
  if (t - window_.t + leap_ < kSlow * speed * lasted) {
    slow_ = wall - since_.wall >= kPatience;
    factor_ = (t - since_.t) / (wall - since_.wall);
  } else {
    since_ = now;
    slow_ = false, factor_ = 0;
  }
  window_ = now;
  leap_ = 0;
  return slow_;
}

}  // namespace tendril
