// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of kind on the description itself, for edits of fields too.
#pragma once

#include <string_view>

#include "core/model/description/description.hpp"

namespace tendril::edits {

/// Makes what depends on the type of a link's joint agree with it: numbers of entries, limits, second axis, drive, the
/// signals of its motors.
void fitJoint(Description& description, description::Link& link);
/// Another shape of about the same size; false if there is no such type.
bool changeSection(description::Section& section, std::string_view type);
/// Another body of about the same size and mass (empty: none), and what is fastened to it as it can be carried; false
/// if there is no such type.
bool changeBody(Description& description, description::Link& link, std::string_view type);

}  // namespace tendril::edits
