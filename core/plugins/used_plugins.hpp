// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// Names of the loaded plugins whose bases, primitives or laws a description names, sorted.
std::vector<std::string> usedPlugins(const Description& description);

}  // namespace tendril
