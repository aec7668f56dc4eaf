// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/import/parts/xml_file.hpp"
#include "studio/import/robot_import.hpp"

namespace tendril {

/// Reads <sdf> with libsdformat: models, nested and included ones, their links and joints; joints that close circles
/// become loops. What is wrong or not understood goes to the notes of `xml`.
void readSdf(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description);

}  // namespace tendril
