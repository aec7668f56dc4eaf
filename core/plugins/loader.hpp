// SPDX-License-Identifier: BSD-3-Clause
// Plugins: shared libraries that add to a catalogue (plugins/README.md). Loading one runs its code inside this
// process: only what somebody asked for may be loaded. Exceptions and wrong numbers are caught; a plugin that writes
// where it must not, or never returns, cannot be.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/catalogue/catalogue.hpp"

namespace tendril {

/// What became of a file.
struct PluginReport {
  std::filesystem::path file;
  std::string name, version, author, description;
  std::vector<CatalogueEntry> offers;
  std::vector<std::string> problems;  ///< each says where, what, and what to do; empty: it is loaded

  bool loaded() const { return problems.empty(); }
};

/// Loads a plugin and checks all that it offers: names that are new, functions that answer, finite numbers, derivatives
/// that agree with differences, primitives that keep volumes, laws that rest at rest. With one problem nothing of it is
/// added. A file that is loaded already is not loaded again: its report is the same, and what it offers is added to the
/// catalogue if it is not there. One at a time; others wait.
PluginReport loadPlugin(const std::filesystem::path& file, Catalogue& catalogue = Catalogue::ofProcess());

/// The shared libraries of a folder by name; empty if there is no such folder.
std::vector<std::filesystem::path> pluginFiles(const std::filesystem::path& folder);

/// Of this process, in the order of loading.
std::vector<PluginReport> loadedPlugins();

}  // namespace tendril
