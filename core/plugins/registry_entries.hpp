// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "core/catalogue/registry.hpp"

namespace tendril {

/// All strain bases, primitives and laws that a project can name: built-in ones first, then those of plugins.
std::vector<RegistryEntry> registryEntries();

}  // namespace tendril
