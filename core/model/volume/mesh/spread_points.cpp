// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/spread_points.hpp"

#include <algorithm>
#include <limits>

namespace tendril {
namespace {

/// Chooses points and keeps what the others are away from them.
class Spread {
 public:
  explicit Spread(std::span<const Vec3> points)
      : points_(points), away_(points.size(), std::numeric_limits<double>::infinity()) {}

  void choose(std::size_t index) {
    if (away_[index] == 0) return;
    chosen.push_back(static_cast<int>(index));
    for (std::size_t i = 0; i < points_.size(); ++i)
      away_[i] = std::min(away_[i], (points_[i] - points_[index]).squaredNorm());
  }
  std::size_t outermost(const Vec3& direction) const {
    const auto further = [&](const Vec3& a, const Vec3& b) { return a.dot(direction) < b.dot(direction); };
    return static_cast<std::size_t>(std::ranges::max_element(points_, further) - points_.begin());
  }
  std::size_t farthest() const { return static_cast<std::size_t>(std::ranges::max_element(away_) - away_.begin()); }
  bool done() const {
    return std::ranges::all_of(away_, [](double distance) { return distance == 0; });
  }

  std::vector<int> chosen;

 private:
  std::span<const Vec3> points_;
  std::vector<double> away_;  ///< from the nearest that is chosen, squared
};

}  // namespace

std::vector<int> spreadPoints(std::span<const Vec3> points, std::size_t most) {
  if (points.empty()) return {};
  Spread spread(points);
  for (const double x : {-1.0, 1.0, 0.0})  // diagonals first: corners of boxes are extreme along them alone
    for (const double y : {-1.0, 1.0, 0.0})
      for (const double z : {-1.0, 1.0, 0.0})
        if (spread.chosen.size() < most && (x != 0 || y != 0 || z != 0)) spread.choose(spread.outermost({x, y, z}));
  while (spread.chosen.size() < most && !spread.done()) spread.choose(spread.farthest());
  std::ranges::sort(spread.chosen);
  return spread.chosen;
}

}  // namespace tendril
