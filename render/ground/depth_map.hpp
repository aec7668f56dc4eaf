// SPDX-License-Identifier: BSD-3-Clause
// How far meshes are from a light: what hides what.
#pragma once

#include <span>
#include <vector>

#include "render/ground/ground.hpp"

namespace tendril {

/// A ball that holds all that is drawn.
struct BoundingBall {
  Vec3 centre = Vec3::Zero();
  double radius = 0;  ///< m; 0: nothing is there
};

/// The ball around the box of all finite points.
BoundingBall boundingBall(std::span<const ShadowCaster> casters);

/// Depths of meshes seen from a light that is infinitely far away, on a square of pixels around a ball.
class DepthMap {
 public:
  explicit DepthMap(int size) : size_(size) {}

  /// Draws all that is in the ball. `toLight`: unit, world. `turn`: of the square about it, rad. Triangles count from
  /// both sides; those with points that are not finite are left out.
  void draw(std::span<const ShadowCaster> casters, const BoundingBall& ball, const Vec3& toLight, double turn);
  /// From the world to the map: x, y are 0…1 inside, z is the distance from the light's side of the ball, m.
  const Eigen::Matrix<double, 3, 4>& fromWorld() const { return fromWorld_; }
  /// Distance of the nearest surface, m, row by row along y; huge where nothing is.
  const std::vector<float>& depths() const { return depths_; }
  int size() const { return size_; }
  /// Whether light reaches a point of the world that is at least `slack` m off the surfaces.
  bool reaches(const Vec3& point, double slack) const;

 private:
  void fill(const Eigen::Vector3f& a, const Eigen::Vector3f& b, const Eigen::Vector3f& c);

  int size_;
  Eigen::Matrix<double, 3, 4> fromWorld_ = Eigen::Matrix<double, 3, 4>::Zero();
  std::vector<float> depths_;
  std::vector<Eigen::Vector3f> placed_;
};

}  // namespace tendril
