// SPDX-License-Identifier: BSD-3-Clause
// Whether what a link is to be drawn by can be drawn.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/description/fields/problem.hpp"
#include "core/description/fields/visual.hpp"

namespace tendril {

/// What keeps the mesh of a visual from being drawn, as a warning at `path`.mesh: a robot moves without its picture.
/// Nothing where it can be drawn, or is no mesh. `directory`: where relative names start. A file that has not changed
/// is read once.
std::optional<Problem> pictureProblem(const description::Visual& visual, const std::filesystem::path& directory,
                                      const std::string& path);

}  // namespace tendril
