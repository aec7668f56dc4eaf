// SPDX-License-Identifier: BSD-3-Clause
// What pages and comments refer to exists: links and their anchors, pages and sections that comments cite, keys of
// papers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tendril::architecture {

/// A Markdown page: what others may refer to.
struct Page {
  std::string text;
  std::set<std::string> anchors;   ///< of its headings, as GitHub makes them: "4-derivatives"
  std::set<std::string> sections;  ///< numbers that headings begin with: "3", "3.1", "1B"
  std::set<std::string> repeated;  ///< those of several headings
};

/// Reads a page; blocks of code have no headings.
Page readPage(std::string text);

/// What can be referred to in the repository.
struct Library {
  std::map<std::string, Page> pages;  ///< by path from the root
  std::set<std::string> files;        ///< paths from the root of all files and folders
  std::set<std::string> keys;         ///< of papers, without brackets
};

/// Keys in the first column of the table of references: "| [gvs] | …".
std::set<std::string> keysOf(std::string_view references);

/// Problems of one page, "path:line: what": links to files or headings that do not exist, files and folders in `code`
/// that do not exist ("core/math/pose.hpp", "core/math/pose", "core/math" from the root), keys that nobody explains,
/// sections with the same number.
std::vector<std::string> checkPage(std::string_view path, const Library& library);

/// Problems of comments and texts of one source: pages and sections ("rods.md §4", "rods.md (48)") that do not exist,
/// names of pages that could be several, keys that nobody explains.
std::vector<std::string> checkCitations(std::string_view path, std::string_view text, const Library& library);

/// Problems of the commands in a page's blocks of code ("tendril info P --json"): commands and options that `program`,
/// the source that declares them as "info" and "--json", does not have.
std::vector<std::string> checkCommands(std::string_view path, std::string_view text, std::string_view program);

}  // namespace tendril::architecture
