// SPDX-License-Identifier: BSD-3-Clause
// The integrator's own blocks of State::z; their names start with "integrator.".
#pragma once

#include <initializer_list>

#include "core/solvers/state.hpp"

namespace tendril {

/// Whether z holds exactly these integrator blocks, each of `size` entries.
bool hasMemory(const State& state, std::initializer_list<const char*> names, int size);
/// Replaces all integrator blocks by these, each set to `value`; blocks of others are kept.
void giveMemory(State& state, std::initializer_list<const char*> names, const VecXRef& value);
/// A block of z to write to; it must exist.
Eigen::Map<VecX> memoryBlock(State& state, const char* name);

}  // namespace tendril
