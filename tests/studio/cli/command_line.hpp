// SPDX-License-Identifier: GPL-3.0-or-later
// Calls the command line in-process, in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/project/json_tree.hpp"

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

/// A folder that is removed in the end.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace tendril::cli
