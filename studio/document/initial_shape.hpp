// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/description/description.hpp"

namespace tendril {

/// Where an edit gave the rod of a link other functions (order, basis, strains, divisions) and left its initial
/// coordinates as they were, makes them those of the same shape: their number must fit the functions. Rods without
/// initial coordinates, and those that cannot be built, stay as they are.
void keepInitialShapes(const Description& before, Description& after);

}  // namespace tendril
