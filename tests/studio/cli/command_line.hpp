// SPDX-License-Identifier: GPL-3.0-or-later
// Calls the command line in-process, in a folder of its own.
#pragma once

#include <string>
#include <vector>

#include "core/project/json_tree.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::cli {

struct Outcome {
  int exit = -1;
  std::string out, diagnostics;
  json::Node json() const;  ///< out as JSON; null if it is none
};

/// Runs `tendril` with these arguments.
Outcome tendril(const std::vector<std::string>& arguments);

/// Path of an example project.
std::string example(const std::string& name);
/// Names of all examples.
std::vector<std::string> examples();

}  // namespace tendril::cli
