// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/input_record.hpp"

#include "core/dynamics/tree_passes.hpp"

namespace tendril {

void InputRecord::remember(const Model& model, const Data& data, double t, const InputsProvider& inputs) {
  t_ = t;
  gravity_ = data.gravity;
  u_.resize(model.nu), tau_.resize(model.nv);
  inputs.evaluate(t, u_, tau_);
  perturbation_.reset();
  if (const Perturbation* now = inputs.perturbation()) perturbation_ = *now;
  loads_.resize(model.loads.size());
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    loads_[k].at = loadStation(model, data, static_cast<int>(k), t);
    model.loads[k].load->evaluate(loads_[k].at, wrench_);
    loads_[k].F = wrench_.F;
  }
}

bool InputRecord::isStillTrue(const Model& model, const Data& data, const InputsProvider& inputs) {
  if (data.gravity != gravity_) return false;
  const Perturbation* now = inputs.perturbation();
  if (now ? !perturbation_ || *perturbation_ != *now : perturbation_.has_value()) return false;
  uNow_.resize(model.nu), tauNow_.resize(model.nv);
  inputs.evaluate(t_, uNow_, tauNow_);
  if (uNow_ != u_ || tauNow_ != tau_) return false;
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    model.loads[k].load->evaluate(loads_[k].at, wrench_);
    if (wrench_.F != loads_[k].F) return false;
  }
  return true;
}

}  // namespace tendril
