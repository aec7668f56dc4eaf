// SPDX-License-Identifier: BSD-3-Clause
// How answers are compared with golden values.
#pragma once

#include <string>
#include <vector>

#include "core/project/json_tree.hpp"

namespace tendril::golden {

/// Allowed difference: relative · (largest expected number of the list) + absolute.
struct Tolerance {
  double relative = 1e-9, absolute = 0;
};

/// The tolerance of a key in a check: a number, [relative, absolute], or the default.
Tolerance toleranceOf(const json::Node& check, const std::string& key);

/// Compares the value of `key`: numbers of one list share one scale, and so do the numbers of one object; members that
/// the expectation lacks are ignored; booleans and texts exactly; quaternions of poses, and those of "q" that start at
/// `quaternions`, without their sign. Returns what differs, one line each.
std::vector<std::string> compare(const json::Node& got, const json::Node& want, const std::string& key,
                                 const std::vector<int>& quaternions, const Tolerance& tolerance);

}  // namespace tendril::golden
