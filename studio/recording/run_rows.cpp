// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/run_rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/session/simulate.hpp"

namespace tendril {
namespace {

constexpr int kFixed = 5;  // of a row: the time, three energies, the balance

}  // namespace

RunRows::RunRows(const RunPart& part)
    : part_(part), names_(recordHeader(*part.model)), signals_(recordedSignals(*part.model)) {
  row_.resize(names_.size() + signals_.size());
  names_.insert(names_.end(), signals_.begin(), signals_.end());
  makeSampler();
}

void RunRows::makeSampler() {
  // After a renaming the signals are the same in the same order under other names.
  std::vector<std::string> texts = recordedSignals(*part_.model);
  if (texts.size() != signals_.size()) texts = signals_;
  sampler_ =
      signals_.empty() ? nullptr : std::make_unique<SignalSampler>(part_.model, SignalCatalogue(*part_.model), texts);
  if (sampler_) sampler_->use(part_);
}

void RunRows::use(const RunPart& part) {
  const bool other = part.model != part_.model;
  if (!other && part.gravity == part_.gravity && part.perturbed == part_.perturbed) return;
  part_ = part;
  if (other) return makeSampler();
  if (sampler_) sampler_->use(part_);
}

std::span<const double> RunRows::row(const RecordedInstant& at) {
  const Model& model = *part_.model;
  if (at.state.q.size() != model.nq || at.state.v.size() != model.nv || at.u.size() != model.nu ||
      kFixed + model.nq + model.nv + model.nu != std::ssize(row_) - std::ssize(signals_))
    throw std::logic_error("an instant has other coordinates than the run that it is recorded with");
  auto to = row_.begin();
  *to++ = at.state.t;
  for (const VecX* x : {&at.state.q, &at.state.v, &at.u}) to = std::copy(x->begin(), x->end(), to);
  for (const double number : {at.kinetic, at.gravity, at.elastic, at.balance}) *to++ = number;
  if (sampler_) sampler_->evaluate(at.state.t, at.state.q, at.state.v, at.u, {to, row_.end()}, at.state.z);
  return row_;
}

RunOrigin runOrigin(const RunPart& part, std::string project) {
  const SimulationSettings& settings = part.model->simulation;
  return {.project = std::move(project),
          .projectFile = {},
          .projectDirectory = {},
          .integrator = settings.integrator,
          .step = settings.step,
          .every = settings.recordRate > 0 ? 1 / settings.recordRate : settings.step,
          .seed = static_cast<double>(settings.seed),
          .options = {},
          .resumed = {}};
}

}  // namespace tendril
