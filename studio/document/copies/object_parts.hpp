// SPDX-License-Identifier: GPL-3.0-or-later
// Objects as a small project, which can be changed before it is put in again.
#pragma once

#include <vector>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// The objects with what they need and what belongs to them alone; links with what hangs on them.
Description extract(const Description& whole, const std::vector<ItemRef>& items);
/// Adds the objects of a part under new names where theirs are taken; links whose parent is not among them hang on
/// `parent`. False where there is none.
bool insert(Description& target, Description part, ObjectId parent, std::vector<Problem>& problems);

}  // namespace tendril::edits
