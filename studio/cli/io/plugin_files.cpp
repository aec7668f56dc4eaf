// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/plugin_files.hpp"

#include <cstdlib>
#include <ostream>
#include <sstream>

#include "core/plugins/loader.hpp"
#include "studio/cli/io/errors.hpp"

namespace tendril::cli {
namespace {

/// "file: problem", a line each.
std::string problemText(const PluginReport& report) {
  std::string out;
  for (const std::string& problem : report.problems)
    out += (out.empty() ? "" : "\n  ") + report.file.string() + ": " + problem;
  return out;
}

}  // namespace

void loadPlugins(const std::vector<std::string>& files, std::ostream& diagnostics) {
  const char* folders = std::getenv("TENDRIL_PLUGINS");
  std::istringstream list(folders ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');)
    for (const std::filesystem::path& file : pluginFiles(folder))
      if (const PluginReport report = loadPlugin(file); !report.loaded())
        diagnostics << "tendril: left out: " << problemText(report) << '\n';
  for (const std::string& file : files)
    if (const PluginReport report = loadPlugin(file); !report.loaded())
      throw Error(ExitCode::kBadFile, "--plugin: " + problemText(report));
}

}  // namespace tendril::cli
