// SPDX-License-Identifier: GPL-3.0-or-later
// A URDF as urdfdom and KDL read it, behind plain numbers. KDL is built for a baseline processor, where Eigen aligns
// memory differently than in Tendril's build: no Eigen type may cross between the two, so this half is a shared library
// of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tendril {

class __attribute__((visibility("default"))) KdlRobot {
 public:
  /// std::runtime_error where KDL does not read the file.
  explicit KdlRobot(const std::string& urdf);
  ~KdlRobot();

  /// The link that each joint which moves carries, in the order of the coordinates.
  const std::vector<std::string>& links() const;
  /// What the joints must exert (N·m, N) for these positions, velocities and accelerations under gravity along -z.
  std::vector<double> torques(const std::vector<double>& q, const std::vector<double>& v, const std::vector<double>& a,
                              double gravity) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tendril
