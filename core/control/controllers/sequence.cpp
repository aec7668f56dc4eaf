// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/sequence.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/model/model.hpp"

namespace tendril {
namespace {

constexpr int kPlace = 0, kEntered = 1, kHeader = 2;  // phase + 1, 0 before the first sample; s

/// Where the numbers of a law lie in those of the sequence.
struct Part {
  std::shared_ptr<const Controller> law;
  std::vector<int> outputs;  ///< entries of the sequence's outputs
  int state = 0;             ///< first number of its state, behind those of the sequence itself
  int signals = 0;           ///< first signal
  int signalCount = 0;
};

std::vector<int> allOutputs(const std::vector<SequencePhase>& phases) {
  std::vector<int> out;
  for (const SequencePhase& phase : phases)
    for (const auto& law : phase.laws)
      for (const int input : law->outputs)
        if (std::find(out.begin(), out.end(), input) == out.end()) out.push_back(input);
  return out;
}

/// What computes one law.
struct PartWork {
  std::unique_ptr<Controller::Workspace> workspace;
  VecX demand, allocated;
  OutputRanges ranges;
};

struct SequenceWorkspace : Controller::Workspace {
  std::vector<std::vector<PartWork>> parts;             ///< per phase and law
  std::vector<std::unique_ptr<MeasuredValues>> untils;  ///< per phase; null: no condition
  const Model* plant = nullptr;
  VecX u;                 ///< inputs as laws that use them see them
  double rounding = 0;    ///< of instants, s
  std::size_t phase = 0;  ///< of the last update
};

class Sequence : public Controller {
 public:
  Sequence(std::string name, std::vector<SequencePhase> phases, UndrivenInputs undriven);

  int stateSize() const override;
  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  bool usesInputs() const override;
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override;
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override;

 private:
  int held() const { return undriven_ == UndrivenInputs::kHold ? static_cast<int>(outputs.size()) : 0; }
  int stateAt() const { return kHeader + held(); }  ///< of the laws
  bool isOver(SequenceWorkspace& w, std::size_t phase, double entered, const Measurement& measured) const;
  void ask(SequenceWorkspace& w, std::size_t k, const Measurement& measured, ControllerOutput out) const;
  bool advance(SequenceWorkspace& w, const Measurement& measured, VecXMut state) const;
  void addSignals(const Part& part, const std::string& prefix);

  std::vector<SequencePhase> phases_;
  std::vector<std::vector<Part>> parts_;
  UndrivenInputs undriven_;
  std::vector<ControllerSignal> signals_;
};

Sequence::Sequence(std::string name, std::vector<SequencePhase> phases, UndrivenInputs undriven)
    : Controller(std::move(name), allOutputs(phases)), phases_(std::move(phases)), undriven_(undriven) {
  signals_ = {{"phase", "", "Phase that runs, from 0"}, {"entered", "s", "When that phase began"}};
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    std::vector<Part>& parts = parts_.emplace_back();
    int state = 0;
    for (std::size_t k = 0; k < phases_[i].laws.size(); ++k) {
      Part part;
      part.law = phases_[i].laws[k];
      for (const int input : part.law->outputs)
        part.outputs.push_back(static_cast<int>(std::find(outputs.begin(), outputs.end(), input) - outputs.begin()));
      part.state = state, state += part.law->stateSize();
      part.signals = static_cast<int>(signals_.size());
      part.signalCount = static_cast<int>(part.law->signals().size());
      addSignals(part, "phases[" + std::to_string(i) + "].controllers[" + std::to_string(k) + "].");
      parts.push_back(std::move(part));
    }
  }
}

void Sequence::addSignals(const Part& part, const std::string& prefix) {
  for (const ControllerSignal& signal : part.law->signals())
    signals_.push_back({prefix + signal.name, signal.unit, signal.description});
}

bool Sequence::usesInputs() const {
  return std::ranges::any_of(parts_, [](const std::vector<Part>& parts) {
    return std::ranges::any_of(parts, [](const Part& part) { return part.law->usesInputs(); });
  });
}

/// Laws of different phases never run together: they share the numbers of their states.
int Sequence::stateSize() const {
  int most = 0;
  for (const std::vector<Part>& parts : parts_)
    if (!parts.empty()) most = std::max(most, parts.back().state + parts.back().law->stateSize());
  return stateAt() + most;
}

std::unique_ptr<Controller::Workspace> Sequence::makeWorkspace(const Model& plant) const {
  auto w = std::make_unique<SequenceWorkspace>();
  w->plant = &plant, w->u.setZero(plant.nu);
  w->rounding = kSamplingRounding * samplingPeriod(*this, plant.simulation);
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    w->untils.push_back(phases_[i].until ? std::make_unique<MeasuredValues>(plant, *phases_[i].until) : nullptr);
    w->parts.emplace_back();
    for (const Part& part : parts_[i]) {
      PartWork work;
      try {
        work.workspace = part.law->makeWorkspace(plant);
      } catch (const std::exception& error) {
        throw std::runtime_error("phases[" + std::to_string(i) + "]: " + error.what());
      }
      work.demand.setZero(static_cast<Eigen::Index>(part.outputs.size()));
      work.allocated = work.ranges.lower = work.ranges.upper = work.demand;
      w->parts.back().push_back(std::move(work));
    }
  }
  return w;
}

bool Sequence::isOver(SequenceWorkspace& w, std::size_t phase, double entered, const Measurement& measured) const {
  const SequencePhase& given = phases_[phase];
  if (given.duration) return measured.t - entered >= *given.duration - w.rounding;
  if (!given.until) return false;
  MeasuredValues& condition = *w.untils[phase];
  condition.evaluate(given.ownClock ? measured.t - entered : measured.t, measured.q, measured.v, measured.anchors);
  const double value = condition.values[0];
  if (std::isnan(value))
    throw std::runtime_error("phases[" + std::to_string(phase) + "].until is no number (" +
                             given.until->program().columns()[0].text + ')');
  return value != 0;
}

/// Goes on to the phase that runs now. True if it begins here.
bool Sequence::advance(SequenceWorkspace& w, const Measurement& measured, VecXMut state) const {
  const double before = state[kPlace], last = static_cast<double>(phases_.size());
  if (before == 0) state[kPlace] = 1, state[kEntered] = measured.t;
  if (!(before <= last)) state[kPlace] = last, state[kEntered] = measured.t;  // an edit has taken its phase
  w.phase = static_cast<std::size_t>(state[kPlace]) - 1;
  while (w.phase + 1 < phases_.size() && isOver(w, w.phase, state[kEntered], measured)) {
    ++w.phase;
    state[kPlace] += 1, state[kEntered] = measured.t;
  }
  return state[kPlace] != before;
}

/// One law of the phase that runs; others see its demand within its ranges.
void Sequence::ask(SequenceWorkspace& w, std::size_t k, const Measurement& measured, ControllerOutput out) const {
  const Part& part = parts_[w.phase][k];
  PartWork& work = w.parts[w.phase][k];
  part.law->update(*work.workspace, measured,
                   {out.state.segment(stateAt() + part.state, part.law->stateSize()), work.demand,
                    out.signals.segment(part.signals, part.signalCount)});
  out.demand(part.outputs) = work.demand;
  w.u(part.law->outputs) = work.demand;
  w.plant->clipInputs(w.u);
}

void Sequence::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<SequenceWorkspace&>(workspace);
  const bool begins = advance(w, measured, out.state);
  const double entered = out.state[kEntered];
  const int own = stateAt();
  if (begins) out.state.tail(out.state.size() - own).setZero();
  out.signals[0] = static_cast<double>(w.phase), out.signals[1] = entered;
  out.demand.setZero();
  if (undriven_ == UndrivenInputs::kHold) out.demand = out.state.segment(kHeader, held());
  const double t = phases_[w.phase].ownClock ? measured.t - entered : measured.t;
  if (measured.u.size() == w.u.size()) w.u = measured.u;
  w.u(outputs) = out.demand;
  const double step = begins ? 0 : measured.step;
  const Measurement now{t, step, measured.q, measured.v, {w.u.data(), w.u.size()}, measured.anchors};
  for (const bool uses : {false, true})  // who uses the inputs of others comes last
    for (std::size_t k = 0; k < parts_[w.phase].size(); ++k)
      if (parts_[w.phase][k].law->usesInputs() == uses) ask(w, k, now, out);
  if (undriven_ == UndrivenInputs::kHold) out.state.segment(kHeader, held()) = out.demand;
}

void Sequence::allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                        VecXMut outputs) const {
  auto& w = static_cast<SequenceWorkspace&>(workspace);
  Controller::allocate(w, ranges, demand, outputs);
  for (std::size_t k = 0; k < parts_[w.phase].size(); ++k) {
    const Part& part = parts_[w.phase][k];
    PartWork& work = w.parts[w.phase][k];
    work.ranges.lower = ranges.lower(part.outputs), work.ranges.upper = ranges.upper(part.outputs);
    work.demand = demand(part.outputs);
    part.law->allocate(*work.workspace, work.ranges, work.demand, work.allocated);
    outputs(part.outputs) = work.allocated;
  }
}

}  // namespace

std::shared_ptr<Controller> makeSequence(std::string name, std::vector<SequencePhase> phases, UndrivenInputs undriven) {
  return std::make_shared<Sequence>(std::move(name), std::move(phases), undriven);
}

}  // namespace tendril
