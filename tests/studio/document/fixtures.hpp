// SPDX-License-Identifier: GPL-3.0-or-later
// Projects to edit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "studio/document/document.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {

/// Every example that comes with the program.
std::vector<std::filesystem::path> exampleFiles();

/// Opens a file as the studio does; fails the test if it has errors.
Document openDocument(const std::filesystem::path& file);

/// A base, a rod "arm" on it with two tendons, a motor, a load, signals, a variant, provenance and a computed signal.
Document smallDocument();

/// Messages of problems, one per line.
std::string textOf(const std::vector<Problem>& problems);

/// Runs an edit; true if it was accepted, else the test log says why not.
bool apply(Document& document, const Edit& edit);

}  // namespace tendril
