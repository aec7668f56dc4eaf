// SPDX-License-Identifier: BSD-3-Clause
// The motion between two points that a method has computed.
#pragma once

#include <vector>

#include "core/constraints/loop_projection.hpp"
#include "core/constraints/prescribed_motion.hpp"

namespace tendril {

/// Reads states between two points: the increment D of the configuration (as in integrate()) is the cubic with the
/// velocities of both, v is its rate, so that positions and velocities agree; what is driven moves as its input says;
/// and what that leaves of gaps in loops, and of velocities that open them, is closed by the least kinetic energy.
class DenseMotion {
 public:
  void resize(const Model& model);
  /// The two points, from.t < to.t, and the mass matrix that weighs what closes loops. No copies of from and to: they
  /// outlive what is read.
  void span(const State& from, const State& to, const MatX& massMatrix);
  /// Writes q, v as they are at out.t. Overwrites `data`.
  void read(const Model& model, Data& data, const InputsProvider& inputs, State& out);

 private:
  void interpolate(const Model& model, State& out);

  std::vector<ManifoldBlock> groups_;
  const State *from_ = nullptr, *to_ = nullptr;
  LoopProjection loops_;
  VecX delta_, end_, increment_, rate_;
  PrescribedMotion driven_;
};

}  // namespace tendril
