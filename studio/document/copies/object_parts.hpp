// SPDX-License-Identifier: GPL-3.0-or-later
// Objects as a small project, which can be changed before it is put in again.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// The objects with what they need and what belongs to them alone; links with what hangs on them.
Description extract(const Description& whole, const std::vector<ItemRef>& items);
/// A part as it was copied. Empty, with the reason, where the text holds none.
std::optional<Description> readPart(std::string_view text, std::vector<Problem>& problems);
/// Adds the objects of a part under new names where theirs are taken; links whose parent is not among them hang on
/// `parent`. Materials of bodies, parameters and computed signals that are the same here are shared; others come under
/// new names, with all that mentions them. False where there is no object.
bool insert(Description& target, Description part, ObjectId parent, std::vector<Problem>& problems);

}  // namespace tendril::edits
