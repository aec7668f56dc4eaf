// SPDX-License-Identifier: BSD-3-Clause
// Integrators that make internal steps of their own; a step of h that is asked for reads the solution between them.
//
// Such a method is ahead of the state by up to one internal step, and what it has seen of the inputs must still hold
// when the next step is asked for. So every step first asks the inputs, and the loads, for the values that they gave
// before, at the state's time and at the end of the last internal step: if one answers otherwise (somebody took an
// input by hand, moved the point that a perturbation pulls to), what lies ahead is forgotten and the integration starts
// anew from the state. So it does when the state is not the one it gave last.
#pragma once

#include "core/constraints/prescribed_motion.hpp"
#include "core/integrators/input_record.hpp"

namespace tendril {

class DenseOutputIntegrator : public Integrator {
 public:
  explicit DenseOutputIntegrator(const SimulationSettings& settings) : settings_(settings) {}

  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;
  double committedTime(const State& state) const override { return isAt(state) ? internalTime() : state.t; }

 protected:
  /// Internal steps are no longer than this many steps that are asked for: signals are looked at at least that often.
  static constexpr double kLongest = 50;

  /// Allocates what is needed for this model.
  virtual void prepare(const Model& model, Data& data, const InputsProvider& inputs) = 0;
  /// What internal steps are evaluated with until the next call.
  virtual void use(Data& data, const InputsProvider& inputs) = 0;
  /// Forgets what lies ahead and goes on from the state (inputs u_, tau_) and the account of statistics_. `same`: the
  /// motion was there already, only inputs have jumped, so matrices of the last steps may still serve.
  virtual StepResult startAt(const Model& model, Data& data, const State& state, bool same) = 0;
  /// One internal step; `end`: the time that is asked for, s.
  virtual StepResult internalStep(const Model& model, Data& data, const State& state, double end) = 0;
  /// No internal step helps any more.
  virtual Failure stepFailure(const Model& model, Data& data, const State& state) = 0;
  /// End of the last internal step, s.
  virtual double internalTime() const = 0;
  /// Writes q, v (as they are at state.t, which lies in the last internal step), acceleration_ and the energy account.
  /// May overwrite `data`. False: what lies ahead is to be forgotten.
  virtual bool read(const Model& model, Data& data, State& state) = 0;
  /// After read() of a machine with loops, with what is driven in place: closes what reading between internal steps
  /// left open. Leaves the kinematics of q in `data`.
  virtual void closeGaps(const Model& model, Data& data, State& state) = 0;

  /// What has the energy (J) in the springs of friction at the state that is handed out.
  virtual void countAnchors(double) {}

  /// Whether internal steps notice what kinks of prescribed positions do to the free velocities.
  virtual bool seesKinks() const { return false; }

  const SimulationSettings settings_;
  VecX tau_;
  VecX anchors_;  ///< Model::anchorSize: where the last internal step began

 private:
  bool isAt(const State& state) const;
  bool canContinue(const Model& model, const Data& data, const State& state, const InputsProvider& inputs);
  StepResult advance(const Model& model, Data& data, const State& state, double h, const InputsProvider& inputs);

  StepResult handOut(const Model& model, Data& data, State& state, double h);
  void applyVelocityJump(const Model& model, Data& data, State& state);

  bool ahead_ = false;            ///< what was integrated belongs to the state that was handed out last
  bool continues_ = false;        ///< reset() was called at that state
  const Model* model_ = nullptr;  ///< of the last reset()
  double lastT_ = 0;
  VecX lastQ_, lastV_, lastU_, lastTau_;
  InputRecord record_;
  PrescribedMotion start_, end_;  ///< at the ends of the step that is asked for
  VecX kinks_;
  State next_;
};

}  // namespace tendril
