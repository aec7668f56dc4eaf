// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "studio/import/parts/xml_file.hpp"

namespace tendril {

/// Puts the files that <include> names in its place. False with an error where one cannot be had.
bool spliceIncludes(XmlFile& xml, const std::filesystem::path& file);
/// Writes what elements have from their classes of <default> into the elements themselves.
void applyDefaults(const pugi::xml_node& mujoco);

}  // namespace tendril
