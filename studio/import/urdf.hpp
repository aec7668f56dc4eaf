// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/import/parts/xml_file.hpp"
#include "studio/import/robot_import.hpp"

namespace tendril {

/// Reads <robot>. What is wrong or not understood goes to the problems of `xml`.
void readUrdf(XmlFile& xml, const std::filesystem::path& file, const ImportOptions& options, Description& description);

}  // namespace tendril
