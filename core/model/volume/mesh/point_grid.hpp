// SPDX-License-Identifier: BSD-3-Clause
// Points that are one.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// Joins points that are nearer than `tolerance`: in time linear in their number, whatever they are.
class PointGrid {
 public:
  PointGrid(const Vec3& origin, double tolerance) : origin_(origin), tolerance_(tolerance), cell_(4 * tolerance) {}

  /// Index of an earlier point at p, or `index`, which is then kept.
  int join(const std::vector<Vec3>& points, int index) {
    const Vec3& p = points[index];
    const Cell low = cellOf(p.array() - tolerance_), high = cellOf(p.array() + tolerance_);
    for (auto x = low[0]; x <= high[0]; ++x)
      for (auto y = low[1]; y <= high[1]; ++y)
        for (auto z = low[2]; z <= high[2]; ++z)
          if (const auto found = cells_.find({x, y, z}); found != cells_.end())
            for (int other : found->second)
              if ((points[other] - p).norm() <= tolerance_) return other;
    cells_[cellOf(p)].push_back(index);
    return index;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Hash {
    std::size_t operator()(const Cell& cell) const {
      std::uint64_t hash = 0;
      for (auto i : cell) hash = (hash ^ static_cast<std::uint64_t>(i)) * 0x9E3779B97F4A7C15u + (hash >> 29);
      return hash;
    }
  };
  Cell cellOf(const Vec3& p) const {
    const Vec3 scaled = (p - origin_) / cell_;
    return {std::llround(std::floor(scaled.x())), std::llround(std::floor(scaled.y())),
            std::llround(std::floor(scaled.z()))};
  }

  Vec3 origin_;
  double tolerance_, cell_;
  std::unordered_map<Cell, std::vector<int>, Hash> cells_;
};

}  // namespace tendril
