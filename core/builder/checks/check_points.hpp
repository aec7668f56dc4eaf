// SPDX-License-Identifier: BSD-3-Clause
// Whether the points that integrals over soft bodies are sums over suffice.
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/problem.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// Adds an error for each rod whose Gauss points leave combinations of its strain functions without stiffness, and a
/// warning where the points limit what the functions could do; the cure names the number of points that serves. For
/// volumes a warning where the elastic energy is off by more than 2 %.
void checkPoints(const Model& model, const Description& description, std::vector<Problem>& problems);

}  // namespace tendril
