// SPDX-License-Identifier: BSD-3-Clause
// Coordinates that move as inputs say (Model::prescribedJoints) within a method that solves for the others. [gvs]
// (43)-(45)
//
// Position, velocity and acceleration of a driven coordinate are those of its input at every instant that is evaluated;
// its row and column leave the linear equations, and what its row lacks is the force of the drive.
#pragma once

#include "core/constraints/inputs_provider.hpp"
#include "core/constraints/state.hpp"
#include "core/constraints/step_result.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// The prescribed motion at one instant.
class PrescribedMotion {
 public:
  void resize(const Model& model);
  bool any() const { return !model_->prescribedJoints.empty(); }
  /// What the inputs say at t. Nothing is asked where nothing is driven.
  void sample(const InputsProvider& inputs, double t);
  /// Sampled values are finite numbers; else the failure that names the input.
  StepResult check(double t) const;

  void givePosition(VecXMut q) const;             ///< nq
  void giveVelocity(VecXMut v) const;             ///< nv
  void giveAcceleration(VecXMut a) const;         ///< nv
  bool isAt(const VecX& q, const VecX& v) const;  ///< to the last bit
  double position(const PrescribedJoint& d) const { return u_[d.input]; }
  double velocity(const PrescribedJoint& d) const { return rate_[d.input]; }
  double acceleration(const PrescribedJoint& d) const { return acceleration_[d.input]; }

 private:
  const Model* model_ = nullptr;
  VecX u_, tau_, rate_, acceleration_;
};

/// Puts driven coordinates of a state where the inputs want them; if that changes it, what integrators remember of it
/// is forgotten. A failure if the inputs are not finite.
StepResult followInputs(const Model& model, PrescribedMotion& motion, const InputsProvider& inputs, State& state);

/// The failure if a driven coordinate would have to jump between (q, v) at t and `next` at t + h. Kinks are no jumps.
StepResult checkJumps(const Model& model, const VecX& q, const VecX& v, double t, double h,
                      const PrescribedMotion& next);

/// Velocities (nv) by which driven coordinates jump between t and t + h, where `from` and `to` were sampled: kinks of
/// their positions. False if there are none, which is cheap to find out.
bool findKinks(const Model& model, const InputsProvider& inputs, double t, double h, const PrescribedMotion& from,
               const PrescribedMotion& to, VecX& kinks);
/// A jump of prescribed velocities (nv) between two neighbouring instants (s).
struct Kink {
  double before = 0, after = 0;
  VecX jump;
};
/// The first one in (t, t + h), as narrow as h / 2²⁴; false if there is none. `from`, `to`: scratch of the model's
/// size.
bool firstKink(const Model& model, const InputsProvider& inputs, double t, double h, PrescribedMotion& from,
               PrescribedMotion& to, Kink& kink);
/// v (nv) gets what such a jump does to the free coordinates: an impulse of the drives and loops. Allocates.
void applyKinks(const Model& model, Data& data, const VecX& q, const VecX& kinks, VecX& v);

/// The failure if the loops of a machine cannot be closed with its driven coordinates at `next`; for steps that failed.
StepResult checkBlocked(const Model& model, Data& data, const State& state, const PrescribedMotion& next);
/// The failure of OverconstrainedMotion.
Failure makeBlockedFailure(const Model& model, double t, int row);

/// Zero entries, rows or columns of driven coordinates; a unit diagonal in square matrices.
void pinEntries(const Model& model, VecXMut x);
void pinColumns(const Model& model, MatXMut rows);
void pinSquare(const Model& model, MatXMut matrix, double diagonal = 1);

/// Forces of the drives by the equations of motion at a state, as driveForces() of core/dynamics. nu
VecX driveForcesAt(const Model& model, Data& data, const State& state, const InputsProvider& inputs);

}  // namespace tendril
