// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tendril {

/// The version, and what `git describe` called the sources when this program was built: "0.1, v0.1-20-g503a529".
std::string_view buildVersion();

}  // namespace tendril
