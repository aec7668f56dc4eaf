// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/math/se3.hpp"
#include "render/shapes/section_sweep.hpp"

namespace tendril {

void FrameSpline::fit(std::span<const double> s, std::span<const Pose> frames) {
  s_ = s, frames_ = frames;
  const size_t n = s.size();
  slopes_.resize(n), steps_.resize(n - 1), middles_.resize(n - 1);
  for (size_t k = 0; k + 1 < n; ++k) steps_[k] = logSE3(frames[k].inverse() * frames[k + 1]) / (s[k + 1] - s[k]);
  slopes_.front() = steps_.front(), slopes_.back() = steps_.back();
  for (size_t k = 1; k + 1 < n; ++k) {
    const double before = s[k] - s[k - 1], after = s[k + 1] - s[k];
    slopes_[k] = (after * steps_[k - 1] + before * steps_[k]) / (before + after);
  }
  if (n > 2) {
    slopes_.front() = 2 * steps_.front() - slopes_[1];
    slopes_.back() = 2 * steps_.back() - slopes_[n - 2];
  }
  for (size_t k = 0; k + 1 < n; ++k) {
    const double third = (s[k + 1] - s[k]) / 3;
    const Pose before = expSE3<double>(-third * slopes_[k]), after = expSE3<double>(-third * slopes_[k + 1]);
    middles_[k] = logSE3(before * frames[k].inverse() * frames[k + 1] * after);
  }
}

Pose FrameSpline::at(double s) const {
  const auto next = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
  const size_t k = static_cast<size_t>(next - s_.begin()) - 1;
  const double h = s_[k + 1] - s_[k], t = (s - s_[k]) / h, r = 1 - t;
  // Cumulative cubic Bernstein polynomials.
  const double b1 = 1 - r * r * r, b2 = (3 - 2 * t) * t * t, b3 = t * t * t;
  return frames_[k] * expSE3<double>(b1 * h / 3 * slopes_[k]) * expSE3<double>(b2 * middles_[k]) *
         expSE3<double>(b3 * h / 3 * slopes_[k + 1]);
}

}  // namespace tendril
