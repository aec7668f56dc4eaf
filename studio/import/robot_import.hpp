// SPDX-License-Identifier: GPL-3.0-or-later
// Robots in files of other programs, as projects.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

struct ImportOptions {
  bool floating = false;            ///< the first link moves freely; else it is fixed to the world
  std::filesystem::path directory;  ///< where relative paths of the project will start; empty: the file's folder
};

struct ImportedRobot {
  Description description;  ///< to be used only without errors
  /// Errors: why the robot cannot be had. Warnings: everything that is not understood, by name, with what was done
  /// instead.
  std::vector<Problem> problems;

  bool ok() const { return !hasErrors(problems); }
};

/// What importRobot() reads, by the end of the file's name: "urdf", "xml" (URDF or MJCF), "mjcf".
bool isImportable(const std::filesystem::path& file);

/// Reads a robot. Never throws for what a file may contain.
ImportedRobot importRobot(const std::filesystem::path& file, const ImportOptions& options = {});

}  // namespace tendril
