// SPDX-License-Identifier: BSD-3-Clause
// KDL behind plain numbers. KDL is built for a baseline processor, where Eigen aligns memory differently than in
// Tendril's build: no Eigen type may cross between the two, so this half is a shared library of its own.
#pragma once

#include <memory>
#include <vector>

namespace tendril::benchmarks {

struct KdlLink {
  double rotation[9], position[3];  ///< joint frame in the parent, rows
  double axis[3];                   ///< in the joint frame
  double mass, com[3], inertia[6];  ///< about com: xx, yy, zz, xy, xz, yz
};

/// A chain of revolute joints.
class __attribute__((visibility("default"))) KdlChain {
 public:
  KdlChain(const std::vector<KdlLink>& links, const double gravity[3]);
  ~KdlChain();
  void set(const double* q, const double* v, const double* a, const double* tau);
  void inverseDynamics();
  void massMatrix();
  void forwardDynamics();
  double torque(int i) const;
  double mass(int i, int j) const;
  double acceleration(int i) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tendril::benchmarks
