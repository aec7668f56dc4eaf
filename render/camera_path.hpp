// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "render/camera.hpp"

namespace tendril {

/// A camera that passes through views, one after the other: at rest at both ends, with a continuous velocity between,
/// and never beyond the views that it passes between (monotone cubic interpolation of pivot, logarithm of distance,
/// azimuth and elevation; Fritsch and Butland 1984). Azimuths go the short way from each view to the next.
class CameraPath {
 public:
  struct Key {
    double at = 0;  ///< share of the way
    CameraView view;
  };

  /// One key at least, `at` strictly increasing: std::invalid_argument otherwise.
  explicit CameraPath(std::vector<Key> keys);

  /// Before the first and after the last key: the view there.
  CameraView at(double share) const;

 private:
  static constexpr int kNumbers = 6;
  using Numbers = Eigen::Matrix<double, kNumbers, 1>;  // pivot, log(distance), azimuth, elevation

  std::vector<Key> keys_;
  std::vector<Numbers> values_, slopes_;
};

}  // namespace tendril
