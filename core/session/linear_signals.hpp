// SPDX-License-Identifier: BSD-3-Clause
// Signals as outputs of a linear system.
#pragma once

#include <string>
#include <vector>

#include "core/equilibria/linearization.hpp"

namespace tendril {

/// The outputs of signals (core/signals), vectors by their components. std::invalid_argument that names a signal that
/// there is not (and the nearest one), or that a state does not tell to first order: energies, forces of contacts.
std::vector<LinearOutput> linearOutputs(const Model& model, const std::vector<std::string>& signals);

/// Coordinates that are no quaternions, and where the tips of all links are.
std::vector<LinearOutput> usualLinearOutputs(const Model& model);

}  // namespace tendril
