// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "core/description/description.hpp"

namespace tendril {

/// Rewrites the files that a description names relative to the folder `from` so that they are the same relative to
/// `to`. Whole paths stay. Paths that go up far to come back become whole.
void moveFilePaths(Description& description, const std::filesystem::path& from, const std::filesystem::path& to);

/// Names files that a description gives by their whole paths as a project in `directory` does; see filePathIn().
void shortenFilePaths(Description& description, const std::filesystem::path& directory);

/// A file as a project in `directory` names it: relative if it lies in that folder or near it, else whole.
std::string filePathIn(const std::filesystem::path& directory, const std::filesystem::path& file);

}  // namespace tendril
