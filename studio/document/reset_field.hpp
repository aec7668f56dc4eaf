// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

/// Takes what stands at a path away, as if the file did not give it: a field gets its default, an entry of a list or
/// map and an optional object are gone. Nothing happens if nothing stands there. False, with the reason, if it must be
/// given; the description is as it was then.
bool resetByPath(Description& description, std::string_view path, std::vector<Problem>& problems);

}  // namespace tendril
