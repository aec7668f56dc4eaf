// SPDX-License-Identifier: BSD-3-Clause
// What of a robot a singular matrix is about, for messages of controllers that cannot go on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// Names of these inputs (indices into u), in their order.
std::vector<std::string> inputNames(const Model& model, std::span<const int> inputs);

/// The columns of `matrix` (n columns, one per name) with the largest share in the combination of columns that is
/// nearest to zero: "tendon 1 and tendon 3", at most three.
std::string dependentColumns(const MatX& matrix, const std::vector<std::string>& names);

/// The links of whose velocities the rows of `matrix` (nv × n) are nearest to a combination that is zero: what n forces
/// do not move, or a square stiffness matrix does not hold. At most three; "the robot" if there is none.
std::string unmovedLinks(const Model& model, const MatX& matrix);

}  // namespace tendril
