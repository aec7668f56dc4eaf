// SPDX-License-Identifier: BSD-3-Clause
// Another program's dynamics of the same robot, in Tendril's coordinates.
#pragma once

#include <memory>
#include <string_view>

#include "core/model/model.hpp"

namespace tendril::benchmarks {

/// set(), then an algorithm (that is what is timed), then its result.
class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string_view name() const = 0;
  virtual void set(const VecX& q, const VecX& v, const VecX& a, const VecX& tau) = 0;
  virtual void inverseDynamics() = 0;
  virtual void massMatrix() = 0;
  virtual void forwardDynamics() = 0;
  virtual VecX torques() = 0;
  virtual MatX mass() = 0;
  virtual VecX acceleration() = 0;
};

/// Null if the program is not installed or cannot take this robot (rigid bodies, revolute and free joints only).
std::unique_ptr<Peer> makeMujoco(const Model& model);
std::unique_ptr<Peer> makeKdl(const Model& model);

}  // namespace tendril::benchmarks
