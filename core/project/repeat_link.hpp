// SPDX-License-Identifier: BSD-3-Clause
// Longer chains: a link again and again, each on the tip of the one before.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

/// Most copies that are made at once.
inline constexpr int kMostRepeats = 5000;

/// Puts `count` copies of a link behind it, in a row; what attached on its tip then hangs on the tip of the last. A
/// copy has the link's joint, body and colour, and its place on the link before (of a link on the world: the tip).
/// Names count on from the link's: "body 20" is followed by "body 21". False, with a problem, if there is no such link
/// or the count is not from 1 to kMostRepeats.
bool repeatLink(Description& description, std::string_view link, int count, std::vector<Problem>& problems);

}  // namespace tendril
