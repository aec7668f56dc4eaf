// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "core/builder/parts/evaluator.hpp"
#include "core/math/types.hpp"

namespace tendril {

/// The 6×6 of 6 numbers (a diagonal) or of 6 rows of 6; none if it is neither.
std::optional<Mat6> linkMatrix(const std::vector<description::OneOrMany<description::Number>>& rows,
                               Evaluator& evaluator);

}  // namespace tendril
