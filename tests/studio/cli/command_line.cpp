// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/cli/command_line.hpp"

#include <algorithm>
#include <sstream>

#include <test_paths.hpp>
#include "studio/cli/commands.hpp"

namespace tendril::cli {

namespace fs = std::filesystem;

json::Node Outcome::json() const {
  std::vector<Problem> problems;
  return json::parse(out, problems);
}

Outcome tendril(const std::vector<std::string>& arguments) {
  std::ostringstream out, diagnostics;
  const int exit = run(arguments, {out, diagnostics});
  return {exit, out.str(), diagnostics.str()};
}

std::string example(const std::string& name) {
  return std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json";
}

std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(std::string(TENDRIL_SOURCE_DIR) + "/assets/examples"))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tendril::cli
