// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/description/description.hpp"

namespace tendril {

/// As moveFilePaths, of the project itself and of what its variants put into fields of files. Variants that cannot be
/// applied keep their texts.
void moveAllFilePaths(Description& project, const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace tendril
