// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/input_record.hpp"

#include <cmath>
#include <numbers>

#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

constexpr double kSameTarget = 1e-12;  // relative, and rad: a target that begins to move is where it was to rounding

}  // namespace

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

/// Whether what holds the robot now pulls until t_ as it did then: it is the same, grows from t_ on, or is wanted
/// elsewhere from t_ on.
bool InputRecord::isHeldAsBefore(const Perturbation* now) const {
  if (!perturbation_) return !now || (now->heldSince >= t_ && now->wrench.isZero(0));
  if (!now || !now->hasSameSpring(*perturbation_)) return false;
  if (*now == *perturbation_) return true;
  if (now->gap.since < t_) return false;
  const PerturbationTarget then = perturbation_->targetAt(t_), same = now->targetAt(t_);
  return (then.point - same.point).norm() <= kSameTarget * (1 + then.point.norm()) &&
         std::abs(std::remainder(then.angle - same.angle, 2 * std::numbers::pi)) <= kSameTarget;
}

bool InputRecord::isStillTrue(const Model& model, const Data& data, const InputsProvider& inputs) {
  if (data.gravity != gravity_) return false;
  if (!isHeldAsBefore(inputs.perturbation())) return false;
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
