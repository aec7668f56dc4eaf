// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/motion_quality.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kUnknownCost = 6;   // ms, of a quality that was never drawn
constexpr double kCostShare = 0.25;  // of a new cost in the one that is remembered
constexpr double kHalfLife = 60;     // s: what a quality cost so long ago counts half, for much may have changed since

std::size_t indexOf(PictureQuality quality) {
  return static_cast<std::size_t>(quality);
}

}  // namespace

double MotionQuality::median() const {
  if (took_.empty()) return 0;
  std::vector<double> sorted = took_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

PictureQuality MotionQuality::following() const {
  auto best = PictureQuality::kPlain;
  double cost = 0;
  for (std::size_t i = 1; i <= indexOf(quality_); ++i) {
    cost += costs_[i];
    if (cost > kFollowing) break;
    best = static_cast<PictureQuality>(i);
  }
  return best;
}

void MotionQuality::goTo(PictureQuality quality, double now) {
  const bool up = quality > quality_;
  if (!up && wentUp_ && now - since_ < kHeld) wait_ = std::min(kMostWait, 2 * wait_);
  quality_ = quality, wentUp_ = up, since_ = now;
  took_.clear();
  fastSince_ = -1;
}

void MotionQuality::pictureTook(double now, PictureQuality quality, double milliseconds, double ownCost) {
  if (quality != quality_) return;
  double& cost = costs_[indexOf(quality)];
  cost = cost > 0 ? cost + kCostShare * (ownCost - cost) : ownCost;
  if (took_.size() == kPictures) took_.erase(took_.begin());
  took_.push_back(milliseconds);
  if (took_.size() < kEnough) return;
  const double usual = median();
  if (usual > kBudget && quality_ != PictureQuality::kPlain)
    return goTo(static_cast<PictureQuality>(indexOf(quality_) - 1), now);
  if (wentUp_ && now - since_ >= kHeld) wait_ = kFirstWait;
  if (indexOf(quality_) + 1 == kPictureQualities) return;
  const double known = costs_[indexOf(quality_) + 1];
  const double next = known > 0 ? known * std::exp2(-(now - since_) / kHalfLife) : kUnknownCost;
  if (usual + next > kRoom * kBudget) {
    fastSince_ = -1;
    return;
  }
  if (fastSince_ < 0) fastSince_ = now;
  if (now - fastSince_ >= wait_) goTo(static_cast<PictureQuality>(indexOf(quality_) + 1), now);
}

}  // namespace tendril
