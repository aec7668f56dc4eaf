// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/contact_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/integrator_state.hpp"

namespace tendril {
namespace {

constexpr int kUnits = 1 << 14;        // the shortest piece of a step is one of these
constexpr double kEnergyShare = 1e-4;  // of the energy of what meets: what one piece may add or lose
constexpr double kStable = 0.5;        // of the longest step of an explicit method for what touches
constexpr double kSlow = 10;           // times the speed that a step of falling gives: slower, damping may be numerical

class ContactRefinement : public Integrator {
 public:
  ContactRefinement(std::unique_ptr<Integrator> method, StepKind kind) : method_(std::move(method)), kind_(kind) {}

  StepResult reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  StepResult step(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs) override;
  StepResult inputsJumped(const Model& model, Data& data, State& state, const InputsProvider& inputs) override;
  void continueAccount(const StepStatistics& account) override {
    statistics_ = account;
    method_->continueAccount(account);
  }

 private:
  /// What contacts do at one end of a piece.
  struct End {
    Approach near;
    double h = 0, fall = 0;  ///< that it was looked at with
    VecX q, v;
    double stored = 0;  ///< J
    VecX force;         ///< nv, of what is stored
  };
  StepResult stepInPieces(const Model& model, Data& data, State& state, double h, const InputsProvider& inputs);
  void look(const Model& model, Data& data, const State& state, double h, End& end);
  void lookAtStart(const Model& model, Data& data, const State& state, double h);
  bool isTooLong(double h) const;
  bool isWhole(const StepStatistics& before) const;
  bool accepts(const Model& model, const State& state, double h);
  void undo(State& state, const StepStatistics& account);
  void publish();

  std::unique_ptr<Integrator> method_;
  StepKind kind_;
  ContactApproach contacts_;
  End start_, end_;     ///< of the piece that is being made
  double fall_ = 0;     ///< m/s², of gravity
  State begin_, from_;  ///< where the step and the piece start
  VecX accelerationFrom_, displacement_, dissipative_;
};

StepResult ContactRefinement::reset(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  if (StepResult bad = method_->reset(model, data, state, inputs)) return bad;
  contacts_.prepare(model, data);
  begin_ = from_ = state;
  start_.h = end_.h = 0;
  for (End* end : {&start_, &end_}) end->q = state.q, end->v = state.v;
  for (VecX* x : {&start_.force, &end_.force, &displacement_, &dissipative_}) x->setZero(model.nv);
  publish();
  statistics_.steps = 0;
  return {};
}

void ContactRefinement::publish() {
  const std::int64_t steps = statistics_.steps;
  statistics_ = method_->statistics();
  statistics_.steps = steps;
  acceleration_ = method_->acceleration(), u_ = method_->inputs();
}

StepResult ContactRefinement::inputsJumped(const Model& model, Data& data, State& state, const InputsProvider& inputs) {
  StepResult bad = method_->inputsJumped(model, data, state, inputs);
  publish();
  return bad;
}

StepResult ContactRefinement::step(const Model& model, Data& data, State& state, double h,
                                   const InputsProvider& inputs) {
  StepResult bad = model.contacts.empty() ? method_->step(model, data, state, h, inputs)
                                          : stepInPieces(model, data, state, h, inputs);
  publish();
  if (!bad) ++statistics_.steps;
  return bad;
}

/// `data` is overwritten. h: of the piece, s.
void ContactRefinement::look(const Model& model, Data& data, const State& state, double h, End& end) {
  end.near = contacts_.look(model, data, state.q, state.v, method_->acceleration(), h);
  end.h = h, end.fall = fall_, end.q = state.q, end.v = state.v;
  end.stored = 0;
  end.force.setZero();
  if (end.near.touches == 0) return;
  end.stored = contactEnergy(model, data);
  addContactForces(model, data, end.force, dissipative_);
}

/// As the last piece of the same length left it, if it did.
void ContactRefinement::lookAtStart(const Model& model, Data& data, const State& state, double h) {
  const bool known = end_.h == h && end_.fall == fall_ && end_.q == state.q && end_.v == state.v;
  if (known) {
    std::swap(start_, end_);
  } else {
    look(model, data, state, h, start_);
  }
}

/// Whether a piece of h is too long by what is near at its start.
bool ContactRefinement::isTooLong(double h) const {
  const Approach& near = start_.near;
  if (h > near.longestStep) return true;
  return kind_ == StepKind::kExplicit && (h > kStable * near.stableStep || h > near.resolvingStep);
}

/// Whether the method itself made the piece in one: what meets and parts between its own halves is seen at neither end.
bool ContactRefinement::isWhole(const StepStatistics& before) const {
  return !start_.near.near || method_->statistics().substeps <= before.substeps + 1;
}

/// Whether the piece of h from from_ to `state` resolves what met in it.
bool ContactRefinement::accepts(const Model& model, const State& state, double h) {
  const Approach &a = start_.near, &b = end_.near;
  if (a.touches == 0 && b.touches == 0) return true;
  if (a.touches == b.touches && a.resolved && b.resolved) return true;
  difference(model, from_.q, state.q, displacement_);
  const double gain = end_.stored - start_.stored + 0.5 * (start_.force + end_.force).dot(displacement_);
  const double meeting = std::max(a.closingEnergy, b.closingEnergy) + std::max(start_.stored, end_.stored);
  const double speed = fall_ * h, falling = 0.5 * std::max(a.mass, b.mass) * speed * speed;
  const double tolerance = kEnergyShare * (meeting + falling);
  const bool slow = std::max(a.closingSpeed, b.closingSpeed) < kSlow * speed;
  return gain <= tolerance && (slow || -gain <= tolerance);
}

void ContactRefinement::undo(State& state, const StepStatistics& account) {
  state = from_;
  StepStatistics kept = account;
  kept.newton = method_->statistics().newton, kept.jacobians = method_->statistics().jacobians;
  ++kept.rejected;
  method_->continueAccount(kept);
}

/// Brings the method's own acceleration, which lies a share of a step away from the true one, to shorter steps.
void shortenMemory(State& state, const VecX& acceleration, double ratio) {
  if (!state.layout || !state.layout->find(kAlgorithmicBlock)) return;
  auto a = integratorBlock(state, kAlgorithmicBlock);
  a = acceleration + ratio * (a - acceleration);
}

StepResult ContactRefinement::stepInPieces(const Model& model, Data& data, State& state, double h,
                                           const InputsProvider& inputs) {
  begin_ = state;
  const StepStatistics account = method_->statistics();
  fall_ = data.gravity.norm();
  int done = 0, piece = kUnits, last = kUnits;
  while (done < kUnits) {
    const auto length = [&] { return h * piece / kUnits; };
    from_ = state, accelerationFrom_ = method_->acceleration();
    const StepStatistics before = method_->statistics();
    lookAtStart(model, data, state, length());
    while (piece > 1 && isTooLong(length())) piece /= 2;
    StepResult bad;
    while (true) {
      if (piece < last) shortenMemory(state, accelerationFrom_, static_cast<double>(piece) / last);
      bad = method_->step(model, data, state, length(), inputs);
      if (!bad) look(model, data, state, length(), end_);
      if (piece == 1 || (bad ? !start_.near.near : isWhole(before) && accepts(model, state, length()))) break;
      undo(state, before);
      piece /= 2;
    }
    if (bad) {
      state = begin_;
      loadAnchors(model, state, data);
      method_->continueAccount(account);
      bad->time = begin_.t;
      return bad;
    }
    done += piece, last = piece;
    if (done % (2 * piece) == 0 && piece < kUnits) piece *= 2;
  }
  state.t = begin_.t + h;
  return {};
}

}  // namespace

std::unique_ptr<Integrator> refineAtContacts(std::unique_ptr<Integrator> method, StepKind kind) {
  return std::make_unique<ContactRefinement>(std::move(method), kind);
}

}  // namespace tendril
