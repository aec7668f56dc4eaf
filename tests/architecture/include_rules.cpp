// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/include_rules.hpp"

#include <algorithm>
#include <functional>
#include <regex>
#include <sstream>

#include "tests/architecture/layers.hpp"

namespace tendril::architecture {
namespace {

using std::string;
using std::string_view;

constexpr int kLineLimit = 500;
constexpr int kFileLimit = 30;

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
  const string_view target = layerOf(include)->folder;
  if (target == layer.folder) return true;
  std::istringstream folders{string(layer.mayInclude)};
  for (string folder; folders >> folder;)
    if (folder.ends_with("/*") ? isInside(target, string_view(folder).substr(0, folder.size() - 2)) : target == folder)
      return true;
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
  const bool meshes = layer.folder.starts_with("core") || layer.folder == "studio/export" || layer.folder == "tests";
  if (isAssimp(name) && !meshes) return "Assimp is for the mesh reader in core and the writer in studio/export";
  if (isAssimp(name) && isHeader(path)) return "include Assimp in the .cpp of the mesh reader or writer only";
  if (isQt(name) || isVtk(name) || isSlow(name) || isAssimp(name)) return {};
  const bool ours = layerOf(name) != nullptr;
  if (include.quoted && !ours && !name.ends_with(".moc"))
    return "write \"" + include.name + "\" from the root of the repository, or in <> if it is not ours";
  if (ours && !isAllowed(layer, name))
    return string(layer.folder) + " may include only itself and " + string(layer.mayInclude) + ", not " + include.name;
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

namespace {

/// What sources of a folder (of all, where it is empty) do not say, except one file. Spelled in pieces, so that this
/// file may be read, too.
struct ForbiddenWord {
  const char *word, *instead, *folder, *except;
};
constexpr ForbiddenWord kForbiddenWords[] = {
    {"TO"
     "DO",
     "finish it", "", ""},
    {"FIX"
     "ME",
     "finish it", "", ""},
    {"Temp"
     "Dir()",
     "tests run side by side: use TemporaryFolder", "tests", ""},
    {"temp_directory"
     "_path",
     "tests run side by side: use TemporaryFolder", "tests", "tests/support/temporary_folder.hpp"},
};

/// What a line that silences clang-tidy or clang-format lacks; empty: it says why, as in "NOLINT(check): reason", or on
/// the line above "clang-format off", behind which clang-format 14 permits nothing. Spelled in pieces, too.
string silencedWithoutReason(const std::vector<string>& lines, size_t line) {
  static const string word =
      "NO"
      "LINT";
  static const std::regex reasoned(word + "(NEXTLINE|BEGIN)?\\([a-z0-9,. -]+\\): .+");
  const string& text = lines[line];
  const size_t at = text.find(word);
  const bool silences = at != string::npos && text.compare(at + word.size(), 3, "END") != 0;
  if (silences && !std::regex_search(text, reasoned))
    return "name the check that is silenced, and why: NO"
           "LINT(check): reason";
  static const string off =
      "// clang-format "
      "off";
  if (text.find(off) != string::npos && (line == 0 || lines[line - 1].find("//") == string::npos))
    return "say in a comment on the line above why the format is off";
  return {};
}

}  // namespace

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
    if (const string what = silencedWithoutReason(lines, i); !what.empty()) report(static_cast<int>(i) + 1, what);
  for (size_t i = 0; i < lines.size(); ++i)
    for (const auto& [word, instead, folder, except] : kForbiddenWords)
      if (path.starts_with(folder) && path != except && lines[i].find(word) != string::npos)
        report(static_cast<int>(i) + 1, string(word) + ": " + instead);
  return problems;
}

std::vector<string> checkTogether(const std::vector<std::pair<string, string>>& pathsAndTexts) {
  std::vector<string> problems;
  for (const string_view part : {"core", "studio"}) {
    std::vector<string> users;
    for (const auto& [path, text] : pathsAndTexts) {
      const auto includes = includesOf(linesOf(text));
      const bool uses =
          std::any_of(includes.begin(), includes.end(), [](const Include& i) { return isAssimp(i.name); });
      if (uses && isInside(path, part)) users.push_back(path);
    }
    if (users.size() < 2) continue;
    for (const string& user : users)
      problems.push_back(user + ": Assimp is included in more than one file; use the mesh reader or writer");
  }
  return problems;
}

std::vector<string> crowdedFolders(const std::vector<string>& paths) {
  struct Folder {
    int files = 0;
    std::map<string, int> words;  // what names begin with
  };
  std::map<string, Folder> folders;
  for (const string& path : paths) {
    const size_t slash = path.rfind('/');
    const string name = path.substr(slash + 1);
    if (name == "README.md") continue;
    Folder& folder = folders[path.substr(0, slash)];
    ++folder.files, ++folder.words[name.substr(0, name.find_first_of("_."))];
  }
  std::vector<string> problems;
  for (const auto& [path, folder] : folders) {
    if (folder.files <= kFileLimit) continue;
    const auto most = std::max_element(folder.words.begin(), folder.words.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    problems.push_back(path + " has " + std::to_string(folder.files) + " files; at most " + std::to_string(kFileLimit) +
                       " are taken in at a glance: give those of one subject a folder of their own (" +
                       std::to_string(most->second) + " begin with \"" + most->first + "\")");
  }
  return problems;
}

FolderGraph folderGraph(const std::vector<std::pair<string, string>>& pathsAndTexts) {
  FolderGraph graph;
  for (const auto& [path, text] : pathsAndTexts) {
    const string from = path.substr(0, path.rfind('/'));
    std::set<string>& targets = graph[from];
    for (const Include& include : includesOf(linesOf(text))) {
      const string to = include.name.substr(0, std::min(include.name.size(), include.name.rfind('/')));
      if (include.quoted && to != from && layerOf(include.name)) targets.insert(to);
    }
  }
  return graph;
}

std::vector<string> cycleIn(const FolderGraph& graph) {
  std::set<string> done;
  std::vector<string> way;
  const std::function<bool(const string&)> visit = [&](const string& folder) {
    if (const auto open = std::find(way.begin(), way.end(), folder); open != way.end()) {
      way.erase(way.begin(), open);
      way.push_back(folder);
      return true;
    }
    if (!done.insert(folder).second) return false;
    way.push_back(folder);
    if (const auto found = graph.find(folder); found != graph.end())
      for (const string& next : found->second)
        if (visit(next)) return true;
    way.pop_back();
    return false;
  };
  for (const auto& [folder, targets] : graph)
    if (visit(folder)) return way;
  return {};
}

}  // namespace tendril::architecture
