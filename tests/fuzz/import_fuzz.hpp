// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/import/robot_import.hpp"

namespace tendril {

/// Ends the program if a reader of other programs' robots breaks a promise on these bytes: there is a robot or a
/// reason, and what is read can be written and read again. `file`: a place to write them, whose ending says which
/// reader.
inline void checkImport(const std::string& bytes, const std::filesystem::path& file) {
  const auto demand = [](bool holds, const char* what) {
    if (holds) return;
    std::cerr << what << '\n';
    std::abort();
  };
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
  const ImportedRobot robot = importRobot(file);
  for (const Problem& problem : robot.problems) demand(!problem.message.empty(), "a problem says nothing");
  if (!robot.ok()) return;
  std::vector<Problem> problems;
  const auto model = buildModel(robot.description, problems, {.directory = file.parent_path()});
  demand(model != nullptr || hasErrors(problems), "no model and no reason");
  if (model) demand(readProjectText(projectText(robot.description)).ok(), "what was written cannot be read");
}

}  // namespace tendril
