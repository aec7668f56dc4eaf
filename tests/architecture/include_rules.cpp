// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/include_rules.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

namespace tendril::architecture {
namespace {

using std::string;
using std::string_view;

constexpr int kLineLimit = 500;

/// A folder, the folders it may include, separated by spaces, and what else it may use. The longest match counts.
struct Layer {
  string_view folder, mayInclude;
  bool vtk, qt;
};

constexpr std::array kLayers = {
    Layer{"core/math", "core/math", false, false},
    Layer{"core/model", "core/math core/model plugins/sdk", false, false},
    Layer{"core/dynamics", "core/math core/model core/dynamics", false, false},
    Layer{"core/solvers", "core/math core/model core/dynamics core/solvers", false, false},
    Layer{"core/session", "core/math core/model core/dynamics core/solvers core/session", false, false},
    Layer{"core/project", "core/math core/model core/project", false, false},
    Layer{"core", "", false, false},
    Layer{"render", "core render", true, false},
    Layer{"widgets", "core render widgets", true, true},
    Layer{"studio/document", "core studio/document", false, false},
    Layer{"studio/figure", "core studio/figure", false, false},
    Layer{"studio/mesher", "core studio/mesher", false, false},
    Layer{"studio/cli", "core render studio/figure studio/mesher studio/cli", false, false},
    Layer{"studio", "core render widgets studio", true, true},
    Layer{"plugins/sdk", "plugins/sdk", false, false},
    Layer{"plugins", "core plugins", false, false},
    Layer{"tests/core", "core plugins/sdk tests", false, false},
    Layer{"tests/plugins", "plugins/sdk tests/plugins", false, false},
    Layer{"tests/render", "core render tests", true, false},
    Layer{"tests/benchmarks", "core render studio/cli tests", false, false},
    Layer{"tests", "core render widgets studio plugins tests", true, true},
};

bool isInside(string_view path, string_view folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

const Layer* layerOf(string_view path) {
  const Layer* best = nullptr;
  for (const Layer& layer : kLayers)
    if (isInside(path, layer.folder) && (!best || layer.folder.size() > best->folder.size())) best = &layer;
  return best;
}

bool isAllowed(const Layer& layer, string_view include) {
  std::istringstream folders{string(layer.mayInclude)};
  for (string folder; folders >> folder;)
    if (isInside(include, folder)) return true;
  return false;
}

bool isHeader(string_view path) {
  return path.ends_with(".hpp") || path.ends_with(".h");
}

bool startsWithAny(string_view text, std::initializer_list<string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](string_view p) { return text.starts_with(p); });
}

bool isQt(string_view include) {
  const bool upper = include.size() > 1 && include[0] == 'Q' && include[1] >= 'A' && include[1] <= 'Z';
  return upper || startsWithAny(include, {"Qt", "qcustomplot"});
}

bool isVtk(string_view include) {
  return startsWithAny(include, {"vtk"});
}
bool isSlow(string_view include) {
  return startsWithAny(include, {"nlohmann/", "CLI/", "spdlog/"});
}
bool isAssimp(string_view include) {
  return startsWithAny(include, {"assimp/"});
}

struct Include {
  string name;
  bool quoted;
  int line;
};

std::vector<string> linesOf(string_view text) {
  std::istringstream stream{string(text)};
  std::vector<string> lines;
  for (string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<Include> includesOf(const std::vector<string>& lines) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  std::vector<Include> found;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (std::regex_search(lines[i], match, pattern))
      found.push_back({match[2], match[1] == "\"", static_cast<int>(i) + 1});
  }
  return found;
}

/// What is wrong with one include of a file in `layer`, or nothing.
string problemOf(const Layer& layer, string_view path, const Include& include) {
  const string_view name = include.name;
  if (isQt(name) && !layer.qt) return "Qt may not be used in " + string(layer.folder);
  if (isVtk(name) && !layer.vtk) return "VTK may not be used in " + string(layer.folder);
  if (isSlow(name) && isHeader(path)) return "include " + include.name + " in a .cpp, it is slow to compile";
  if (isAssimp(name) && !layer.folder.starts_with("core")) return "Assimp is for the mesh reader in core";
  if (isAssimp(name) && isHeader(path)) return "include Assimp in the .cpp of the mesh reader only";
  if (isQt(name) || isVtk(name) || isSlow(name) || isAssimp(name)) return {};
  const bool ours = layerOf(name) != nullptr;
  if (include.quoted && !ours && !name.ends_with(".moc"))
    return "write \"" + include.name + "\" from the root of the repository, or in <> if it is not ours";
  if (ours && !isAllowed(layer, name))
    return string(layer.folder) + " may include only " + string(layer.mayInclude) + ", not " + include.name;
  return {};
}

/// The licence of a folder; tests of the window link GPL folders and say so.
bool hasLicence(string_view path, const std::vector<string>& lines) {
  const size_t first = !lines.empty() && lines[0].starts_with("#!") ? 1 : 0;
  if (lines.size() <= first) return false;
  const auto says = [&](string_view licence) {
    return lines[first].find("SPDX-License-Identifier: " + string(licence)) != string::npos;
  };
  const bool gpl = isInside(path, "widgets") || isInside(path, "studio");
  if (isInside(path, "tests") && says("GPL-3.0-or-later")) return true;
  return says(gpl ? "GPL-3.0-or-later" : "BSD-3-Clause");
}

}  // namespace

bool isSource(string_view path) {
  return path.ends_with(".cpp") || path.ends_with(".hpp") || path.ends_with(".h") || path.ends_with(".sh");
}

std::vector<string> checkSource(string_view path, string_view text) {
  const std::vector<string> lines = linesOf(text);
  std::vector<string> problems;
  const auto report = [&](int line, const string& what) {
    problems.push_back(string(path) + ":" + std::to_string(line) + ": " + what);
  };
  if (!hasLicence(path, lines)) report(1, "the licence line (SPDX-License-Identifier) of this folder is missing");
  if (lines.size() >= kLineLimit)
    report(kLineLimit, "a file has fewer than " + std::to_string(kLineLimit) + " lines; split it");
  const Layer* layer = layerOf(path);
  if (!layer) {
    report(1, "no rule knows this folder; add it to kLayers");
    return problems;
  }
  if (path.ends_with(".sh")) return problems;
  for (const Include& include : includesOf(lines))
    if (const string what = problemOf(*layer, path, include); !what.empty()) report(include.line, what);
  for (size_t i = 0; i < lines.size(); ++i)
    for (const char* word : {"TO"
                             "DO",
                             "FIX"
                             "ME"})
      if (lines[i].find(word) != string::npos) report(static_cast<int>(i) + 1, string(word) + ": finish it");
  return problems;
}

std::vector<string> checkTogether(const std::vector<std::pair<string, string>>& pathsAndTexts) {
  std::vector<string> users;
  for (const auto& [path, text] : pathsAndTexts) {
    const auto includes = includesOf(linesOf(text));
    if (std::any_of(includes.begin(), includes.end(), [](const Include& i) { return isAssimp(i.name); }))
      users.push_back(path);
  }
  if (users.size() < 2) return {};
  for (string& user : users) user += ": Assimp is included in more than one file; use the mesh reader";
  return users;
}

}  // namespace tendril::architecture
