// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/description/description.hpp"

namespace tendril {

/// Names of the plugins of a catalogue whose bases, primitives, laws or controllers a description names, sorted.
std::vector<std::string> usedPlugins(const Description& description,
                                     const Catalogue& catalogue = Catalogue::ofProcess());

}  // namespace tendril
