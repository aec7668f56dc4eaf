// SPDX-License-Identifier: BSD-3-Clause
// Closes loops that integration or interpolation has left a little open.
#pragma once

#include <memory>

#include "core/constraints/kkt_solver.hpp"
#include "core/constraints/state.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// The least changes, in a metric of mass, of positions and velocities that close loops. Prescribed coordinates stay.
/// Only rows that are kept count: those that depend on them follow.
class LoopProjection {
 public:
  void resize(const Model& model);
  /// The metric of what follows: a mass matrix of about this configuration.
  void weigh(const MatX& massMatrix);
  // All of these after kinematics of the state; they leave the kinematics of its q in `data`.
  /// Whether a row is open by more than `tolerance` (m, rad).
  bool isOpen(const Model& model, const Data& data, double tolerance);
  /// Closes q to 1e-12 (m, rad), from as near as Newton's method needs it, and takes out of v what would open the
  /// loops. Leaves what it cannot close. After weigh().
  void close(const Model& model, Data& data, State& state);
  /// Takes out of v what would open the loops. After weigh().
  void settle(const Model& model, Data& data, VecX& v);

 private:
  bool leastChange(const Model& model);

  MatX metric_, rows_;
  VecX opening_, still_;
  bool factorized_ = false;
  std::unique_ptr<KktSolver> system_;
};

}  // namespace tendril
