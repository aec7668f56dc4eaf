// SPDX-License-Identifier: BSD-3-Clause
// The rules of the architecture, read off the sources: who may include what, licence lines, length of files.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tendril::architecture {

/// Problems of one source file, each "path:line: what, and what to do"; empty if it keeps all rules. `path` is relative
/// to the root of the repository and decides which rules hold; `text` is the whole file.
std::vector<std::string> checkSource(std::string_view path, std::string_view text);

/// Problems that only show over many files: more than one file that includes Assimp.
std::vector<std::string> checkTogether(const std::vector<std::pair<std::string, std::string>>& pathsAndTexts);

/// Folders with more files than a person takes in at a glance, the README not counted: each with the words that most of
/// its names begin with, where it can be cut.
std::vector<std::string> crowdedFolders(const std::vector<std::string>& paths);

/// The folders that each folder includes, itself left out.
using FolderGraph = std::map<std::string, std::set<std::string>>;
FolderGraph folderGraph(const std::vector<std::pair<std::string, std::string>>& pathsAndTexts);

/// The folders of one cycle, the first one again at the end; empty if there is none.
std::vector<std::string> cycleIn(const FolderGraph& graph);

/// True for files that the rules are about: C++ sources and headers, shell scripts.
bool isSource(std::string_view path);

}  // namespace tendril::architecture
