// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors and matrices as JSON.
#pragma once

#include <string_view>

#include "core/math/types.hpp"
#include "core/project/json_tree.hpp"

namespace tendril {

/// A list of numbers. std::runtime_error that names `what` if one is not finite.
json::Node listNode(const VecXRef& values, std::string_view what);
/// A list of rows.
json::Node rowsNode(const Eigen::Ref<const MatX>& matrix, std::string_view what);

}  // namespace tendril
