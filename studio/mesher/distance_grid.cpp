// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/distance_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tendril {
namespace {

constexpr double kMostPoints = 3e5;
// Cells: half a diagonal from a marked point to what it stands for, and a third of an edge from there to any other.
constexpr double kUnsure = 1.2;
constexpr double kFar = 1e18;  // squared cells: no point of the surface is on this line

DistanceGrid gridAround(const ClosedSurface& surface, double size) {
  TetMesh mesh;
  mesh.nodes = surface.vertices;
  const MeshExtent extent = meshExtent(mesh);
  DistanceGrid grid;
  const Vec3 extents = extent.size();
  const auto points = [&](double cell) {
    return (extents.x() / cell + 4) * (extents.y() / cell + 4) * (extents.z() / cell + 4);
  };
  grid.cell = size / 2;
  while (points(grid.cell) > kMostPoints) grid.cell *= 1.1;
  grid.origin = extent.low - Vec3::Constant(grid.cell);
  for (int k = 0; k < 3; ++k) grid.counts[static_cast<std::size_t>(k)] = static_cast<int>(extents[k] / grid.cell) + 4;
  return grid;
}

std::size_t placeOf(const DistanceGrid& grid, const std::array<int, 3>& at) {
  return (static_cast<std::size_t>(at[0]) * static_cast<std::size_t>(grid.counts[1]) +
          static_cast<std::size_t>(at[1])) *
             static_cast<std::size_t>(grid.counts[2]) +
         static_cast<std::size_t>(at[2]);
}

/// Marks the grid points nearest to points of a triangle that are at most half a cell from each other.
void mark(DistanceGrid& grid, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = std::max({(b - a).norm(), (c - b).norm(), (a - c).norm()});
  const int parts = std::max(1, static_cast<int>(std::ceil(2 * longest / grid.cell)));
  for (int i = 0; i <= parts; ++i)
    for (int j = 0; i + j <= parts; ++j) {
      const Vec3 p = a + (b - a) * i / parts + (c - a) * j / parts;
      std::array<int, 3> at{};
      for (int k = 0; k < 3; ++k)
        at[static_cast<std::size_t>(k)] = static_cast<int>(std::lround((p - grid.origin)[k] / grid.cell));
      grid.values[placeOf(grid, at)] = 0;
    }
}

/// Squared distances along one line, in cells, from those of its points: the lower envelope of parabolas
/// (Felzenszwalb and Huttenlocher 2012, algorithm 1).
class Line {
 public:
  explicit Line(std::size_t count) : values_(count), lowest_(count), starts_(count + 1) {}

  void run(double* values, std::size_t stride) {
    const auto count = static_cast<int>(values_.size());
    for (int i = 0; i < count; ++i) at(i) = values[static_cast<std::size_t>(i) * stride];
    int last = 0;
    lowest_[0] = 0;
    starts_[0] = -std::numeric_limits<double>::infinity();
    for (int i = 1; i < count; ++i) {
      double meet = meeting(lowest_[static_cast<std::size_t>(last)], i);
      while (meet <= starts_[static_cast<std::size_t>(last)])
        meet = meeting(lowest_[static_cast<std::size_t>(--last)], i);
      lowest_[static_cast<std::size_t>(++last)] = i;
      starts_[static_cast<std::size_t>(last)] = meet;
    }
    for (int i = 0, k = 0; i < count; ++i) {
      while (k < last && starts_[static_cast<std::size_t>(k + 1)] < i) ++k;
      const int from = lowest_[static_cast<std::size_t>(k)];
      values[static_cast<std::size_t>(i) * stride] = static_cast<double>(i - from) * (i - from) + at(from);
    }
  }

 private:
  double& at(int i) { return values_[static_cast<std::size_t>(i)]; }
  /// Where the parabola of j > i goes below that of i.
  double meeting(int i, int j) {
    return (at(j) - at(i) + static_cast<double>(j) * j - static_cast<double>(i) * i) / (2.0 * (j - i));
  }

  std::vector<double> values_;
  std::vector<int> lowest_;
  std::vector<double> starts_;
};

void spread(DistanceGrid& grid, std::size_t axis) {
  const std::array<std::size_t, 3> strides{
      static_cast<std::size_t>(grid.counts[1]) * static_cast<std::size_t>(grid.counts[2]),
      static_cast<std::size_t>(grid.counts[2]), 1};
  Line line(static_cast<std::size_t>(grid.counts[axis]));
  std::array<int, 3> ends = grid.counts, at{};
  ends[axis] = 1;
  for (at[0] = 0; at[0] < ends[0]; ++at[0])
    for (at[1] = 0; at[1] < ends[1]; ++at[1])
      for (at[2] = 0; at[2] < ends[2]; ++at[2]) line.run(&grid.values[placeOf(grid, at)], strides[axis]);
}

}  // namespace

DistanceGrid distanceGrid(const ClosedSurface& surface, double size) {
  DistanceGrid grid = gridAround(surface, size);
  grid.values.assign(placeOf(grid, {grid.counts[0] - 1, grid.counts[1] - 1, grid.counts[2] - 1}) + 1, kFar);
  const auto markAll = [&](const std::vector<Triangle>& triangles) {
    for (const auto& [a, b, c] : triangles)
      mark(grid, surface.vertices[static_cast<std::size_t>(a)], surface.vertices[static_cast<std::size_t>(b)],
           surface.vertices[static_cast<std::size_t>(c)]);
  };
  for (const SolidBoundary& solid : surface.solids) {
    markAll(solid.outside);
    for (const auto& cavity : solid.cavities) markAll(cavity);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) spread(grid, axis);
  for (double& value : grid.values) value = std::max(0.0, std::sqrt(value) - kUnsure) * grid.cell;
  return grid;
}

}  // namespace tendril
