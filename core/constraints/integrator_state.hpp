// SPDX-License-Identifier: BSD-3-Clause
// The integrator's own blocks of State::z; their names start with "integrator.".
#pragma once

#include <span>

#include "core/constraints/state.hpp"

namespace tendril {

struct IntegratorBlock {
  const char* name;
  const VecX& value;
};

/// Block with the acceleration that a method of the generalized-α family keeps beside the true one.
inline constexpr const char* kAlgorithmicBlock = "integrator.algorithmic_acceleration";

/// Whether z holds exactly these integrator blocks, each as long as its value.
bool hasIntegratorState(const State& state, std::span<const IntegratorBlock> blocks);
/// Replaces all integrator blocks by these; blocks of others are kept.
void setIntegratorState(State& state, std::span<const IntegratorBlock> blocks);
/// A block of z to write to; it must exist.
Eigen::Map<VecX> integratorBlock(State& state, const char* name);

}  // namespace tendril
