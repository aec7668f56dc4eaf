// SPDX-License-Identifier: BSD-3-Clause
// Implicit one-step methods on the group: the generalized-α family, solved by Newton's method.
//
// With the increment D of a step from n to n+1 (Arnold & Brüls 2007, a₀ = q̈₀):
//   q₊ = q ⊕ exp(D),  D = h v + h² ((½−β) a + β a₊),  v₊ = v + h ((1−γ) a + γ a₊)
//   (1−αm) a₊ + αm a = (1−αf) q̈₊ + αf q̈,  residual(q₊, v₊, q̈₊, t₊) = 0
// Corrections δD change a₊ by δD/(βh²), v₊ by γ/(βh) δD, q̈₊ by (1−αm)/(βh²(1−αf)) δD and q₊ by the right
// perturbation T_r(D) δD, so the iteration matrix is
//   S = (1−αm)/(βh²(1−αf)) M + γ/(βh) ∂r/∂v + ∂r/∂q T_r(D).
// Loops are held at index 3: residual(…, λ₊) = 0 and e(q₊) = 0, with ∂e/∂q T_r(D) bordering S. rods.md (52)
// Prescribed coordinates take position, velocity and acceleration of their input at t₊ and leave S. Where their
// velocity has a kink, what the mean of the accelerations lacks is added to the acceleration at t₊, so that the others
// feel the jump. αm = αf = 0 is Newmark's method. a, q̈ are the method's memory and live in State::z. Free trees that
// nothing but gravity acts on are moved on as a whole (free_flight.hpp). Steps of one length use S of an earlier one
// again, as long as that contracts well and nothing but smooth forces acts.
#pragma once

#include <memory>

#include "core/constraints/kkt_solver.hpp"
#include "core/constraints/loop_projection.hpp"
#include "core/constraints/prescribed_motion.hpp"
#include "core/integrators/balance.hpp"
#include "core/integrators/broyden_update.hpp"
#include "core/integrators/implicit/free_flight.hpp"
#include "core/integrators/implicit/linearization_point.hpp"

namespace tendril {

struct ImplicitScheme {
  double alphaM = 0, alphaF = 0, beta = 0.25, gamma = 0.5;
  bool holdInputs = false;  ///< u, tau sampled at the start of every step and held over it
  int halvings = 6;         ///< of a step that fails
  bool keepMatrix = true;   ///< from step to step
};

class ImplicitIntegrator : public Integrator {
 public:
  /// `tolerance`: of Newton's corrections, relative to the motion in a step, in the metric of the kinetic energy.
  ImplicitIntegrator(const ImplicitScheme& scheme, double tolerance, bool analyticJacobian);
  ~ImplicitIntegrator() override;

  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;

  /// The method's own acceleration, which stands for another instant than the true one, jumps as that does: so a jump
  /// of one step after the other, as controllers make them, costs no order.
  StepResult inputsJumped(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;

  // ---- for step control
  /// Blocks of State::z with q̈ and with the forces of the loops' rows.
  static constexpr const char *kAccelerationBlock = "integrator.acceleration",
                              *kLoopForcesBlock = "integrator.loop_forces";
  void continueAccount(const StepStatistics& account) override {
    startMeasured_ = false, statistics_ = account;
    errorSum_ = errorBefore_, motionSum_ = motionBefore_;
  }
  /// After a step: takes out of an error (nv) of its end what lies across the loops, where the step itself keeps its
  /// end, and what concerns driven coordinates.
  void keepAlongLoops(const Model& model, VecX& error);

 private:
  enum class Predictor { kAcceleration, kPosition };
  class SchemeScope;

  void allocate(const Model& model);
  StepResult accelerate(const Model& model, Data& data, const State& state);
  bool isAtEnd(const Model& model, const Data& data, const State& state) const;
  StepResult changeAcceleration(const Model& model, Data& data, const State& state);
  void measureForces(const Model& model, Data& data);
  void measureStart(const Model& model, Data& data);
  void load(const State& state);
  void store(State& state) const;
  void restoreEnergies(const StepStatistics& before);
  bool rings(const Model& model, Data& data) const;
  void calm(const Model& model, Data& data, double t);

  bool advanceInUnits(const Model& model, Data& data, double t, double h, const InputsProvider& inputs);
  bool advance(const Model& model, Data& data, double h, const InputsProvider& inputs, double roughest);
  bool isStart() const;
  bool isRough(double roughest) const;
  static ImplicitScheme damping(const ImplicitScheme& scheme);
  bool solve(const Model& model, Data& data, double h, Predictor predictor);
  bool iterate(const Model& model, Data& data, double h, bool matrixIsKnown);
  bool matrixServes(double h) const;
  void keepMatrix(double h);
  void rebuildMatrix(const Model& model, Data& data);
  void factorize(const Model& model, Data& data, const VecX& increment);
  void prescribe(const Model& model, double h);
  void pin(const Model& model, Data& data);
  void measureDrives(const Model& model, const Data& data);
  void predict(double h, Predictor predictor);
  void place(const Model& model, double h);
  bool evaluate(const Model& model, Data& data, double h, bool buildMatrix);
  void measureLoops(const Model& model, Data& data);
  void assemble(const Model& model, const Data& data, double h, const VecX& increment);
  void assembleByDifferences(const Model& model, Data& data, double h);
  bool closesLoops() const;
  double correctionSize(double h) const;
  void measureError(const Model& model, double h);
  double kineticEnergy();
  Failure failure(const Model& model, Data& data, const State& state, double h) const;

  ImplicitScheme scheme_;
  double tolerance_;
  bool analyticJacobian_;

  MotionPoint from_, to_;
  VecX delta_;       ///< D
  VecX error_;       ///< scratch
  VecX correction_;  ///< δD
  VecX residual_, massDiagonal_, tau_;
  double forceScale_ = 0;  ///< Σ force²/mass at the initial configuration at rest, kg (m/s²)²
  MatX S_;
  MatX mass_;                 ///< of the last matrix
  LinearizationPoint built_;  ///< where S_ stands for, if it may serve further steps; none: empty
  bool keepsMatrix_ = false;
  bool atEnd_ = false;          ///< nothing was done since the last step
  double endTime_ = 0;          ///< s, where it ended
  VecX endQ_;                   ///< nq, of the last kinematics in it
  VecX jerk_;                   ///< mean of the last step, rad/s³ or m/s³; empty without keepsMatrix_
  BroydenUpdate improvements_;  ///< of the corrections that an older matrix gives
  VecX weights_;                ///< nv: of coordinates in them
  bool dampsStart_ = false;     ///< with damping(), while a start springs
  std::unique_ptr<KktSolver> system_;
  VecX lambda_, lambdaFrom_, loopError_;  ///< forces of the loops' rows at to_ and from_; how far the loops are open
  LoopProjection loops_;
  FreeFlight flight_;
  PrescribedMotion driven_;  ///< at to_
  VecX impulse_;             ///< nv: change of a driven velocity in the step that its accelerations do not explain, m/s
  MatX driveRows_;           ///< rows of S of the driven coordinates
  MatX loopRows_;            ///< nl × nv: the rows of loops beside S_
  VecX driveForce_;          ///< per driven coordinate, at to_
  Inputs inputs_;
  const Perturbation* perturbation_ = nullptr;  ///< of the step that is being made
  const InputsProvider* provider_ = nullptr;    ///< likewise
  WorkMeter meter_;
  bool startMeasured_ = false;
  /// Squares of the error and of the displacement of the last step, and their sums over the run.
  double stepSquare_ = 0, motionSquare_ = 0, errorSum_ = 0, motionSum_ = 0;
  double errorBefore_ = 0, motionBefore_ = 0;  ///< the sums before the last step, which may be undone
  bool rough_ = false;                         ///< why the last step was not taken
  bool rings_ = false;                         ///< at the end of the last substep
  Failure::Kind problem_ = Failure::Kind::kNewtonDiverged;
};

/// The method with fixed steps, or with steps of its own choice if the settings say so (adaptive.cpp).
std::unique_ptr<Integrator> makeImplicit(const ImplicitScheme& scheme, const SimulationSettings& settings);

}  // namespace tendril
