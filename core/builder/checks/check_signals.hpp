// SPDX-License-Identifier: BSD-3-Clause
// The project's computed signals.
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/problem.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// A warning for every computed signal that is no formula over the signals of the model: it draws nothing, and nothing
/// else depends on it.
void checkSignals(const Model& model, const Description& description, std::vector<Problem>& problems);

}  // namespace tendril
