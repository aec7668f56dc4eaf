// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/problem.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// What only a robot that is put together shows, at its initial configuration. Errors: coordinates that a body cannot
/// have, tendons whose points coincide. Warnings: joints that move without inertia, drives that begin beyond a limit or
/// against loops, loops between sides that never move against each other.
void checkStart(const Model& model, const Description& description, std::vector<Problem>& problems);

}  // namespace tendril
