// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/description/description.hpp"

namespace tendril {

/// Gives a new id to every object that has none or that of another one.
void giveUniqueIds(Description& description);

/// Objects of `after` whose id `before` does not know, but whose name it does, get the id of that object: a list that
/// was set anew as a whole keeps its objects.
void keepIdsOfNames(const Description& before, Description& after);

}  // namespace tendril
