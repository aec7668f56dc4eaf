// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/control_loop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/control/sensor_noise.hpp"

namespace tendril {
namespace {

constexpr double kRounding = kSamplingRounding;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr int kNext = 0, kWaiting = 1, kLast = 2;  // in the header of a block

std::string blockName(const Controller& controller) {
  return std::string(kControllerBlocks) + controller.name;
}

/// The blocks of controllers, zero, then all others that the state has.
void makeBlocks(const Model& model, const std::vector<ControllerLayout>& layouts, State& state) {
  auto layout = std::make_shared<StateLayout>();
  for (std::size_t i = 0; i < layouts.size(); ++i) layout->add(blockName(*model.controllers[i]), layouts[i].size());
  VecX z = VecX::Zero(layout->size + state.z.size());
  if (state.layout && state.z.size() == state.layout->size)
    for (const StateBlock& block : state.layout->blocks)
      if (!block.name.starts_with(kControllerBlocks))
        z.segment(layout->add(block.name, block.size), block.size) = state.z.segment(block.offset, block.size);
  state.z = z.head(layout->size);
  state.layout = std::move(layout);
}

}  // namespace

struct ControlLoop::Unit {
  const Controller& controller;
  ControllerLayout layout;
  std::unique_ptr<Controller::Workspace> workspace;
  double period = 0;
  OutputRanges ranges;
  VecX demand, signals;  ///< of a controller without samples
  VecX allocated, lost;  ///< its outputs within their ranges, and what they lack of the demand
  MatX byPosition, byVelocity, byInput;
};

ControlLoop::ControlLoop(std::shared_ptr<const Model> model) : model_(std::move(model)) {
  driven_.assign(static_cast<std::size_t>(model_->nu), 0);
  VecX lower = VecX::Constant(model_->nu, -std::numeric_limits<double>::infinity()), upper = -lower;
  for (std::size_t i = 0; i < model_->actuators.size(); ++i)
    for (int k = 0; k < model_->actuators[i]->inputs(); ++k) {
      const InputRange& range = model_->actuators[i]->ranges[static_cast<std::size_t>(k)];
      lower[model_->inputOffset[i] + k] = range.lower, upper[model_->inputOffset[i] + k] = range.upper;
    }
  const std::vector<ControllerLayout> layouts = controllerLayouts(*model_);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Controller& controller = *model_->controllers[i];
    auto unit = std::make_unique<Unit>(Unit{controller, layouts[i], {}, {}, {}, {}, {}, {}, {}, {}, {}, {}});
    try {
      unit->workspace = controller.makeWorkspace(*model_);
    } catch (const std::exception& error) {
      throw ControllerError("Controller \"" + controller.name + "\": " + error.what());
    }
    unit->period = samplingPeriod(controller, model_->simulation);
    unit->ranges = {lower(controller.outputs), upper(controller.outputs)};
    unit->demand.setZero(layouts[i].outputs), unit->signals.setZero(layouts[i].signals);
    unit->allocated = unit->lost = unit->demand;
    unit->byPosition.setZero(layouts[i].outputs, model_->nv), unit->byVelocity = unit->byPosition;
    if (controller.usesInputs()) unit->byInput.setZero(layouts[i].outputs, model_->nu);
    if (unit->period == 0) continuous_ = true;
    for (const int input : controller.outputs) driven_[static_cast<std::size_t>(input)] = 1;
    units_.push_back(std::move(unit));
  }
  for (const bool uses : {false, true})
    for (const auto& unit : units_)
      if (unit->controller.usesInputs() == uses) order_.push_back(unit.get());
  measured_.setZero(model_->nq + model_->nv + model_->anchorSize), changed_.setZero(model_->nu);
  seen_.setZero(model_->nu), given_.setZero(model_->nu), tau_.setZero(model_->nv);
  overlaid_.setZero(model_->nu), share_.setZero(model_->nu);
}

ControlLoop::~ControlLoop() = default;

/// Rounding of instants, s.
double ControlLoop::tolerance(const Unit& unit) const {
  return kRounding * unit.period;
}

void ControlLoop::call(Unit& unit, const Measurement& measured, VecXMut state, VecXMut demand, VecXMut signals) {
  try {
    unit.controller.update(*unit.workspace, measured, {state, demand, signals});
  } catch (const std::exception& error) {
    throw ControllerError("Controller \"" + unit.controller.name + "\": " + error.what());
  }
  for (Eigen::Index k = 0; k < demand.size(); ++k)
    if (!std::isfinite(demand[k]))
      throw ControllerError("Controller \"" + unit.controller.name + "\" demands a value that is no number of " +
                            model_->inputName(unit.controller.outputs[static_cast<std::size_t>(k)]));
}

/// Of numbers q, v, anchors; they and seen_ must outlive it.
Measurement ControlLoop::seen(double t, double step, const VecXRef& measured) const {
  const double* anchors = measured.data() + model_->nq + model_->nv;
  return {t,
          step,
          measured.head(model_->nq),
          measured.segment(model_->nq, model_->nv),
          {seen_.data(), seen_.size()},
          {anchors, model_->anchorSize}};
}

/// Of what is computed now, for who runs without samples; its arguments must outlive it.
Measurement ControlLoop::seenNow(double t, const VecXRef& q, const VecXRef& v, VecXMut u) const {
  const double* anchors = anchors_ ? anchors_->data() : measured_.data() + model_->nq + model_->nv;
  return {t, 0, q, v, {u.data(), u.size()}, {anchors, model_->anchorSize}};
}

/// Writes demand and signals for a measurement.
void ControlLoop::act(Unit& unit, State& state, double t, double step, const VecXRef& measured) {
  const ControllerLayout& at = unit.layout;
  if (unit.controller.usesInputs()) seeInputs(state, t, measured);
  call(unit, seen(t, step, measured), state.z.segment(at.stateAt(), at.stateSize),
       state.z.segment(at.demandAt(), at.outputs), state.z.segment(at.signalsAt(), at.signals));
  state.z[at.offset + kLast] = t;
  const auto demand = state.z.segment(at.demandAt(), at.outputs);
  allocate(unit, demand);
  state.z.segment(at.lostAt(), at.outputs) = unit.lost;
}

/// seen_ ← signals, held demands, and what those without samples give at a measurement, but those that use it.
void ControlLoop::seeInputs(const State& state, double t, const VecXRef& measured) {
  if (inputs_)
    inputs_->evaluate(t, seen_, tau_);
  else
    model_->inputsAt(t, seen_);
  applyHeld(state.z, t, seen_);
  for (Unit* unit : order_)
    if (unit->period == 0 && !unit->controller.usesInputs()) actContinuous(*unit, seen(t, 0, measured), seen_);
}

/// u ← what a unit without samples gives; it sees the u of before.
void ControlLoop::actContinuous(Unit& unit, const Measurement& measured, VecXMut u) {
  call(unit, measured, unit.demand.head(0), unit.demand, unit.signals);
  allocate(unit, unit.demand);
  overlaid_ = u;
  limit(unit, measured.t, overlaid_, share_);
  for (const int input : unit.controller.outputs) u[input] = overlaid_[input];
}

/// unit.allocated, lost ← for a demand.
void ControlLoop::allocate(Unit& unit, const VecXRef& demand) {
  const bool inRange =
      (demand.array() >= unit.ranges.lower.array()).all() && (demand.array() <= unit.ranges.upper.array()).all();
  if (inRange) {
    unit.allocated = demand;
    unit.lost.setZero();
    return;
  }
  try {
    unit.controller.allocate(*unit.workspace, unit.ranges, demand, unit.allocated);
  } catch (const std::exception& error) {
    throw ControllerError("Controller \"" + unit.controller.name + "\": " + error.what());
  }
  unit.lost = demand - unit.allocated;
}

/// measured_ ← the state.
void ControlLoop::look(const State& state) {
  measured_.head(model_->nq) = state.q, measured_.segment(model_->nq, model_->nv) = state.v;
  if (model_->anchorSize == 0) return;
  const auto anchors = state.block(kAnchorBlock);
  if (anchors.size() == model_->anchorSize) {
    measured_.tail(model_->anchorSize) = anchors;
  } else {
    measured_.tail(model_->anchorSize).setZero();
  }
}

/// measured_ ← what the sensor shows at a sample.
void ControlLoop::measure(Unit& unit, State& state, double sample) {
  look(state);
  applySensor(*model_, unit.controller.sensor, static_cast<std::uint64_t>(static_cast<std::int64_t>(sample)),
              measured_.head(model_->nq), measured_.segment(model_->nq, model_->nv));
}

void ControlLoop::start(State& state) {
  std::vector<ControllerLayout> layouts;
  for (const auto& unit : units_) layouts.push_back(unit->layout);
  const State given = state;
  makeBlocks(*model_, layouts, state);
  for (Unit* unit : order_) {
    auto block = state.z.segment(unit->layout.offset, unit->layout.size());
    const auto known = given.block(blockName(unit->controller));
    if (known.size() == block.size()) block = known;
    if (unit->period > 0) startSamples(*unit, state, known.size() == block.size());
  }
  refresh(state);
}

/// Where the samples of a block are not those around its time (it is new, or its period has changed), they begin anew.
void ControlLoop::startSamples(Unit& unit, State& state, bool known) {
  double& next = state.z[unit.layout.offset + kNext];
  const double expected = std::floor(state.t / unit.period + kRounding) + 1;
  if (known && next == expected) return;
  next = expected;
  state.z[unit.layout.offset + kWaiting] = 0;
  // The sample of a start counts as that of the instant before, so no two have the same noise.
  measure(unit, state, next - 1);
  act(unit, state, state.t, 0, measured_);
}

double ControlLoop::nextEvent(const State& state) const {
  double first = std::numeric_limits<double>::infinity();
  for (const auto& unit : units_) {
    if (unit->period == 0) continue;
    const double next = state.z[unit->layout.offset + kNext], waiting = state.z[unit->layout.offset + kWaiting];
    first = std::min(first, next * unit->period);
    if (waiting > 0) first = std::min(first, (next - waiting) * unit->period + unit->controller.sensor.delay);
  }
  return first;
}

bool ControlLoop::updateUnit(Unit& unit, State& state, double rounding) {
  const double now = state.t + std::max(tolerance(unit), rounding);
  const ControllerLayout& at = unit.layout;
  double& next = state.z[at.offset + kNext];
  double& waiting = state.z[at.offset + kWaiting];
  if (next * unit.period <= now) {
    measure(unit, state, next);
    // Never full here: what waited as long as the delay has left.
    state.z.segment(at.queueAt() + static_cast<int>(waiting) * at.measurement, at.measurement) = measured_;
    next += 1, waiting += 1;
  }
  const double due = (next - waiting) * unit.period + unit.controller.sensor.delay;
  if (waiting < 1 || due > now) return false;
  changed_.head(at.outputs) = state.z.segment(at.demandAt(), at.outputs) - state.z.segment(at.lostAt(), at.outputs);
  act(unit, state, due, due - state.z[at.offset + kLast], state.z.segment(at.queueAt(), at.measurement));
  waiting -= 1;
  for (int k = 0; k < static_cast<int>(waiting); ++k)
    state.z.segment(at.queueAt() + k * at.measurement, at.measurement) =
        state.z.segment(at.queueAt() + (k + 1) * at.measurement, at.measurement);
  return changed_.head(at.outputs) !=
         state.z.segment(at.demandAt(), at.outputs) - state.z.segment(at.lostAt(), at.outputs);
}

bool ControlLoop::update(State& state, double rounding) {
  bool changed = false;
  for (Unit* unit : order_)
    if (unit->period > 0) changed = updateUnit(*unit, state, rounding) || changed;
  return changed;
}

void ControlLoop::refresh(State& state) {
  for (Unit* unit : order_) {
    if (unit->period > 0) continue;
    look(state);
    act(*unit, state, state.t, 0, measured_);
  }
}

/// u ← what was allocated, as overlay and ranges leave it; share (nu) ← ∂u/∂allocated of its outputs.
void ControlLoop::limit(const Unit& unit, double t, VecXMut u, VecXMut share) const {
  const std::vector<int>& outputs = unit.controller.outputs;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    u[outputs[k]] = unit.allocated[i];
    share[outputs[k]] = 1;
  }
  if (inputs_) inputs_->overlay(t, u, share);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const double inRange = std::clamp(u[outputs[k]], unit.ranges.lower[i], unit.ranges.upper[i]);
    if (inRange != u[outputs[k]]) share[outputs[k]] = 0;
    u[outputs[k]] = inRange;
  }
}

void ControlLoop::applyHeld(const VecXRef& z, double t, VecXMut u) const {
  overlaid_ = u;
  for (const auto& unit : units_) {
    if (unit->period == 0) continue;
    unit->lost = z.segment(unit->layout.lostAt(), unit->layout.outputs);
    unit->allocated = z.segment(unit->layout.demandAt(), unit->layout.outputs) - unit->lost;
    limit(*unit, t, overlaid_, share_);
    for (const int input : unit->controller.outputs) u[input] = overlaid_[input];
  }
}

void ControlLoop::evaluate(double t, const VecXRef& q, const VecXRef& v, VecXMut u) {
  given_ = u;
  for (Unit* unit : order_) {
    if (unit->period > 0) continue;
    try {
      actContinuous(*unit, seenNow(t, q, v, u), u);
    } catch (const ControllerError& error) {
      failure_ = error.what();
      for (const int input : unit->controller.outputs) u[input] = kNoNumber;
    }
  }
}

void ControlLoop::derivatives(double t, const VecXRef& q, const VecXRef& v, MatXMut byPosition, MatXMut byVelocity) {
  byPosition.setZero(), byVelocity.setZero();
  seen_ = given_;  // the same at every state of one instant
  for (Unit* unit : order_) {
    if (unit->period > 0) continue;
    try {
      differentiate(*unit, seenNow(t, q, v, seen_), byPosition, byVelocity);
    } catch (const std::exception& error) {
      failure_ = error.what();
      for (const int input : unit->controller.outputs)
        byPosition.row(input).setConstant(kNoNumber), byVelocity.row(input).setConstant(kNoNumber);
    }
  }
}

/// Rows of the unit's outputs.
void ControlLoop::differentiate(Unit& unit, const Measurement& now, MatXMut byPosition, MatXMut byVelocity) {
  actContinuous(unit, now, seen_);
  unit.controller.derivatives(*unit.workspace, now, unit.byPosition, unit.byVelocity);
  if (unit.controller.usesInputs()) {
    unit.controller.inputDerivatives(*unit.workspace, unit.byInput);
    unit.byPosition.noalias() += unit.byInput * byPosition;
    unit.byVelocity.noalias() += unit.byInput * byVelocity;
  }
  if (!unit.lost.isZero(0))
    for (MatX* rows : {&unit.byPosition, &unit.byVelocity})
      unit.controller.allocationDerivatives(*unit.workspace, unit.ranges, unit.demand, *rows);
  for (std::size_t k = 0; k < unit.controller.outputs.size(); ++k) {
    const int input = unit.controller.outputs[k];
    byPosition.row(input) = share_[input] * unit.byPosition.row(static_cast<Eigen::Index>(k));
    byVelocity.row(input) = share_[input] * unit.byVelocity.row(static_cast<Eigen::Index>(k));
  }
}

}  // namespace tendril
