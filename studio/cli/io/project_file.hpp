// SPDX-License-Identifier: GPL-3.0-or-later
// From the project that a command names to a model.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "core/builder/checks/check.hpp"
#include "core/model/model.hpp"
#include "core/project/project.hpp"

namespace tendril::cli {

/// What every command takes: the file (a project, or a recording of a run, which holds the project that made it),
/// --variant, --set path=value, --repeat link=count (applied in this order).
struct ProjectOptions {
  std::filesystem::path file;
  std::string variant;
  std::vector<std::string> settings;
  std::vector<std::string> repeats;
};

/// A project that was read without errors.
struct Project {
  Description description;
  std::filesystem::path directory;  ///< relative paths in the description start here
  std::vector<Problem> told;        ///< warnings that the reader has shown
};

/// The file of the run that a command is to read: `run`, or the project's own file where that is a recording; empty:
/// none.
std::filesystem::path runFile(const ProjectOptions& options, const std::filesystem::path& run);

/// Reads the file and applies variant and settings. Warnings go to `diagnostics`; Error (bad file) with every problem.
Project readProjectFile(const ProjectOptions& options, std::ostream& diagnostics);

/// What a command computes with: the robot, or its link side alone, which leaves motors behind springs out.
enum class RobotPart { kAll, kLinkSide };

/// How to build it.
BuildOptions optionsFor(const Project& project, RobotPart part);

/// The model of a project. Warnings go to `diagnostics`; Error (bad file) with every problem.
std::shared_ptr<const Model> buildProject(const Project& project, std::ostream& diagnostics,
                                          RobotPart part = RobotPart::kAll);

}  // namespace tendril::cli
