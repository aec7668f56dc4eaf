// SPDX-License-Identifier: BSD-3-Clause
// What holds the robot together and what pushes it, at the instant that a snapshot shows.
#pragma once

#include <memory>

#include "core/integrators/integrator.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

/// Fills the forces of a snapshot by the equation of motion at its t, q, v, u and gravity. It has a workspace of its
/// own: a run never depends on when somebody looked at it.
class ForceProbe {
 public:
  /// Snapshot::loops[…].force and torque. Nothing to do, and nothing computed, for a model without loops. Where the
  /// equation of motion has no solution the loops stay without forces.
  /// `inputs`: the rates of inputs that are positions, and what holds the robot; null: those of the model's signals,
  /// and nothing.
  void fill(Snapshot& snapshot, const InputsProvider* inputs = nullptr);

 private:
  std::shared_ptr<const Model> model_;
  std::unique_ptr<Data> data_;
  void drive(const Snapshot& snapshot, const InputsProvider* inputs);

  VecX u_, rate_, acceleration_, motion_;
};

}  // namespace tendril
