// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/key_frames.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kCloseEnough = 1.02;  // of a tolerance that makes as many key frames as there may be

class Motion {
 public:
  Motion(std::span<const double> times, std::span<const float> points)
      : times_(times), points_(points), width_(points.size() / times.size()) {}

  std::size_t last() const { return times_.size() - 1; }

  /// How far points are at most from where they are at the first instant, m.
  double largestMove() const {
    double out = 0;
    for (std::size_t i = 1; i < times_.size(); ++i) out = std::max(out, distance(i, 0, 0, 0));
    return out;
  }

  /// How far points are from the straight way between two instants at most, m; from `enough` on it does not look
  /// further.
  double error(std::size_t from, std::size_t to, double enough) const {
    double out = 0;
    for (std::size_t i = from + 1; i < to && out <= enough; ++i)
      out = std::max(out, distance(i, from, to, (times_[i] - times_[from]) / (times_[to] - times_[from])));
    return out;
  }

  /// Each key frame as late after the one before as may be.
  std::vector<std::size_t> keysFor(double tolerance) const {
    std::vector<std::size_t> out = {0};
    while (out.back() < last()) out.push_back(latestAfter(out.back(), tolerance));
    return out;
  }

 private:
  /// Found by ever larger steps, and then smaller ones.
  std::size_t latestAfter(std::size_t first, double tolerance) const {
    std::size_t found = first + 1, step = 1;
    const auto go = [&] {
      const bool good = found + step <= last() && error(first, found + step, tolerance) <= tolerance;
      if (good) found += step;
      return good;
    };
    while (go()) step *= 2;
    while (step > 1) {
      step /= 2;
      go();
    }
    return found;
  }

  /// Largest distance of a point from where it is at a share of the straight way between two instants.
  double distance(std::size_t at, std::size_t from, std::size_t to, double share) const {
    const auto p = pointsOf(at), a = pointsOf(from), b = pointsOf(to);
    double largest = 0;
    for (std::size_t k = 0; k < width_; k += 3) {
      double squared = 0;
      for (std::size_t c = k; c < k + 3; ++c) {
        const double begin = a[c], off = p[c] - (begin + share * (b[c] - begin));
        squared += off * off;
      }
      largest = std::max(largest, squared);
    }
    return std::sqrt(largest);
  }

  std::span<const float> pointsOf(std::size_t instant) const { return points_.subspan(instant * width_, width_); }

  std::span<const double> times_;
  std::span<const float> points_;
  std::size_t width_;  // numbers per instant
};

/// For the smallest tolerance, nearly, that `most` key frames are enough for; `tolerance` is too small.
std::vector<std::size_t> atMost(const Motion& motion, double tolerance, std::size_t most) {
  double low = tolerance, high = motion.error(0, motion.last(), INFINITY);
  std::vector<std::size_t> best = {0, motion.last()};
  while (low < high / kCloseEnough) {
    const double middle = std::sqrt(std::max(low, 1e-6 * high) * high);
    std::vector<std::size_t> keys = motion.keysFor(middle);
    if (keys.size() <= most)
      high = middle, best = std::move(keys);
    else
      low = middle;
  }
  return best;
}

}  // namespace

KeyFrames chooseKeyFrames(std::span<const double> times, std::span<const float> points, double tolerance, int most) {
  const Motion motion(times, points);
  if (const double move = motion.largestMove(); move <= tolerance) return {{0}, move};
  KeyFrames out{motion.keysFor(tolerance), 0};
  if (const auto count = static_cast<std::size_t>(most); out.instants.size() > count)
    out.instants = atMost(motion, tolerance, count);
  for (std::size_t k = 1; k < out.instants.size(); ++k)
    out.error = std::max(out.error, motion.error(out.instants[k - 1], out.instants[k], INFINITY));
  return out;
}

}  // namespace tendril
