// SPDX-License-Identifier: GPL-3.0-or-later
// Poses and objects as JSON, lists back from it; lists to JSON are of studio/linear.
#pragma once

#include "core/math/pose.hpp"
#include "core/project/json_tree.hpp"
#include "studio/linear/json_numbers.hpp"

namespace tendril::cli {

/// [x, y, z, w, x, y, z]; the quaternion's first non-zero entry is positive.
json::Node poseNode(const Pose& pose);
/// {"a": 1, "b": 2} from pairs.
json::Node objectOf(std::initializer_list<std::pair<std::string, double>> entries);

/// A list of finite numbers. Error (bad file) that names `what` otherwise.
VecX toVector(const json::Node& node, std::string_view what);

/// JSON for people: names and aligned numbers with six digits.
std::string readable(const json::Node& node);

}  // namespace tendril::cli
