// SPDX-License-Identifier: BSD-3-Clause
// The controllers of a model at work.
//
// Each controller has a block "controller.<name>" in State::z (ControllerLayout), before those of the integrator.
// Samples are at multiples of the period since t = 0 and at the start of a run; what was measured at a sample takes
// effect `delay` later, at the start at once. Between two effects the demand is held. Controllers without samples are
// the Feedback of the dynamics; their blocks hold demand and signals of the last instant that was asked for.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/constraints/inputs_provider.hpp"
#include "core/constraints/state.hpp"
#include "core/model/feedback.hpp"

namespace tendril {

/// A controller could not compute its output; what() names it and says why.
struct ControllerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ControlLoop : public Feedback {
 public:
  /// Makes the workspaces. ControllerError if a controller cannot be had for this robot.
  explicit ControlLoop(std::shared_ptr<const Model> model);
  ~ControlLoop() override;

  /// Blocks where `state` lacks them, with outputs for its time; kept where it has them, of a controller whose period
  /// has changed with new samples.
  void start(State& state);
  /// Time of the next sample or effect behind state.t, s; infinity: none.
  double nextEvent(const State& state) const;
  /// Samples and effects that are due at state.t, to rounding of instants, or `rounding` (s). True if a held demand
  /// changed.
  bool update(State& state, double rounding = 0);
  /// Demand and signals of controllers without samples at the state.
  void refresh(State& state);

  /// u ← held demands as overlay and ranges leave them. `z`: of a state.
  void applyHeld(const VecXRef& z, double t, VecXMut u) const;
  /// Until the next call: whose overlay counts, and where contacts hold while evaluate() is asked (null: where they do
  /// in the state that was looked at last). Both must outlive the calls of evaluate().
  void use(const InputsProvider* inputs, const VecX* anchors = nullptr) { inputs_ = inputs, anchors_ = anchors; }
  bool hasContinuous() const { return continuous_; }
  /// Whether one of them gives this input.
  bool drives(int input) const { return driven_[static_cast<std::size_t>(input)] != 0; }

  // ---- Feedback: controllers without samples. What one cannot compute is NaN, and why stands in failure().
  void evaluate(double t, const VecXRef& q, const VecXRef& v, VecXMut u) override;
  void derivatives(double t, const VecXRef& q, const VecXRef& v, MatXMut byPosition, MatXMut byVelocity) override;
  /// Why a controller without samples had no value when it was asked last without having one; empty: it always had.
  const std::string& failure() const { return failure_; }
  void forgetFailure() { failure_.clear(); }

 private:
  struct Unit;
  void startSamples(Unit& unit, State& state, bool known);
  bool updateUnit(Unit& unit, State& state, double rounding);
  void look(const State& state);
  void measure(Unit& unit, State& state, double sample);
  void act(Unit& unit, State& state, double t, double step, const VecXRef& measured);
  void call(Unit& unit, const Measurement& measured, VecXMut state, VecXMut demand, VecXMut signals);
  void actContinuous(Unit& unit, const Measurement& measured, VecXMut u);
  void differentiate(Unit& unit, const Measurement& now, MatXMut byPosition, MatXMut byVelocity);
  Measurement seen(double t, double step, const VecXRef& measured) const;
  Measurement seenNow(double t, const VecXRef& q, const VecXRef& v, VecXMut u) const;
  void seeInputs(const State& state, double t, const VecXRef& measured);
  void allocate(Unit& unit, const VecXRef& demand);
  void limit(const Unit& unit, double t, VecXMut u, VecXMut share) const;
  double tolerance(const Unit& unit) const;

  std::shared_ptr<const Model> model_;
  std::vector<std::unique_ptr<Unit>> units_;  ///< in the order of the model
  std::vector<Unit*> order_;                  ///< in which they are asked: who uses the inputs of others comes last
  const InputsProvider* inputs_ = nullptr;
  const VecX* anchors_ = nullptr;
  std::vector<char> driven_;
  bool continuous_ = false;
  VecX measured_;  ///< q, v, anchors
  VecX changed_;
  VecX seen_, tau_;  ///< inputs for who uses them
  VecX given_;       ///< inputs that evaluate() was given: signals and held demands
  mutable VecX overlaid_, share_;
  std::string failure_;
};

}  // namespace tendril
