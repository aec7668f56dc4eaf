// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/include_rules.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <regex>
#include <sstream>

namespace tendril::architecture {
namespace {

using std::string;
using std::string_view;

constexpr int kLineLimit = 500;
constexpr int kFileLimit = 30;

/// A folder, the layers it may include beside itself, separated by spaces ("core/*": all of core), and what else it may
/// use. The longest match counts.
struct Layer {
  string_view folder, mayInclude;
  bool vtk, qt;
};

constexpr std::array kLayers = {
    Layer{"core/math", "", false, false},
    Layer{"core/text", "core/math", false, false},
    Layer{"core/model/quadrature", "core/math", false, false},
    Layer{"core/model/plugin", "core/math plugins/sdk", false, false},
    Layer{"core/model/coordinates", "core/math", false, false},
    Layer{"core/model/joint", "core/math core/model/coordinates", false, false},
    Layer{"core/model/contact", "core/math", false, false},
    Layer{"core/model/loop", "core/math core/model/joint", false, false},
    Layer{"core/model/body", "core/math core/model/coordinates core/model/contact", false, false},
    Layer{"core/model/constant_curvature", "core/math core/model/body core/model/quadrature", false, false},
    Layer{"core/model/rod/basis", "core/math core/model/plugin core/model/quadrature", false, false},
    Layer{"core/model/rod", "core/math core/model/body core/model/quadrature core/model/rod/basis", false, false},
    Layer{"core/model/volume/mesh", "core/math", false, false},
    Layer{"core/model/volume/mesh/files", "core/model/volume/mesh", false, false},
    Layer{"core/model/volume/mesh/surface", "core/model/volume/mesh", false, false},
    Layer{"core/model/volume/mesh/recipes", "core/math core/model/volume/mesh core/model/volume/mesh/surface", false,
          false},
    Layer{"core/model/volume/map", "core/math core/text core/model/plugin core/model/quadrature plugins/sdk", false,
          false},
    Layer{"core/model/volume/fem", "core/math core/model/volume/map core/model/volume/mesh", false, false},
    Layer{"core/model/volume",
          "core/math core/model/body core/model/contact core/model/plugin core/model/quadrature core/model/volume/map "
          "core/model/volume/mesh",
          false, false},
    // What all bodies have in common: it knows none of them.
    Layer{"core/model",
          "core/math core/model/body core/model/contact core/model/coordinates core/model/joint core/model/loop", false,
          false},
    Layer{"core/dynamics/contact", "core/model", false, false},
    Layer{"core/dynamics", "core/math core/model core/model/joint core/dynamics/contact", false, false},
    Layer{"core/dynamics/mass", "core/model", false, false},
    Layer{"core/dynamics/fields", "core/math core/model core/model/body core/model/contact core/dynamics/contact",
          false, false},
    Layer{"core/dynamics/hybrid", "core/dynamics", false, false},
    Layer{"core/dynamics/time_derivatives",
          "core/math core/text core/model core/model/body core/model/joint core/dynamics", false, false},
    Layer{"core/constraints",
          "core/math core/text core/model core/model/body core/model/joint core/dynamics core/dynamics/contact", false,
          false},
    Layer{"core/integrators",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/constraints", false,
          false},
    Layer{"core/integrators/dense_output",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/constraints "
          "core/integrators",
          false, false},
    Layer{"core/equilibria",
          "core/math core/text core/model core/model/joint core/dynamics core/dynamics/contact core/dynamics/hybrid "
          "core/constraints core/integrators",
          false, false},
    Layer{"core/inverse_kinematics", "core/math core/model core/model/joint core/dynamics core/constraints", false,
          false},
    Layer{"core/control/reference", "core/math core/text", false, false},
    Layer{"core/control",
          "core/math core/text core/control/reference core/model core/dynamics core/dynamics/hybrid core/constraints "
          "core/integrators core/equilibria core/signals",
          false, false},
    Layer{"core/control/drives", "core/control core/control/reference core/model core/dynamics/time_derivatives", false,
          false},
    Layer{"core/control/linear", "core/math core/text core/dynamics core/equilibria", false, false},
    Layer{"core/control/controllers",
          "core/math core/text core/control core/control/linear core/control/reference core/model core/model/plugin "
          "core/dynamics core/dynamics/hybrid",
          false, false},
    Layer{"core/control/inverse_statics",
          "core/math core/control core/control/reference core/model core/model/body core/model/contact core/dynamics "
          "core/constraints core/equilibria",
          false, false},
    Layer{"core/signals",
          "core/math core/text core/model core/model/joint core/model/body core/model/contact core/dynamics "
          "core/dynamics/contact core/dynamics/fields",
          false, false},
    Layer{"core/session/engine", "core/math core/model", false, false},
    Layer{"core/session/recording",
          "core/math core/text core/model core/model/body core/dynamics core/constraints core/signals", false, false},
    Layer{"core/session",
          "core/math core/text core/model core/model/body core/model/contact core/dynamics core/dynamics/contact "
          "core/dynamics/fields core/dynamics/mass core/dynamics/time_derivatives "
          "core/constraints core/integrators core/integrators/dense_output core/equilibria core/control "
          "core/control/inverse_statics core/signals core/session/engine core/session/recording",
          false, false},
    Layer{"core/session/live",
          "core/model core/dynamics core/constraints core/integrators core/equilibria core/inverse_kinematics "
          "core/control core/session core/session/engine core/session/recording",
          false, false},
    Layer{"core/description/fields", "", false, false},
    Layer{"core/description/bodies", "core/model/rod/basis core/description/fields", false, false},
    Layer{"core/description", "core/text core/model/joint core/description/fields core/description/bodies", false,
          false},
    Layer{"core/catalogue",
          "core/description core/description/* core/model/plugin core/model/rod/basis core/model/volume/map", false,
          false},
    Layer{"core/plugins",
          "core/math core/text core/catalogue core/description core/description/* core/model/plugin plugins/sdk", false,
          false},
    Layer{
        "core/builder/parts",
        "core/math core/text core/description core/description/* core/catalogue core/model/joint core/model/quadrature "
        "core/model/rod/basis core/model/volume core/model/volume/mesh",
        false, false},
    Layer{"core/builder/checks",
          "core/math core/text core/description core/description/* core/catalogue core/builder/parts core/signals "
          "core/model "
          "core/model/body "
          "core/model/joint core/model/rod core/model/volume core/model/volume/map",
          false, false},
    Layer{"core/builder",
          "core/math core/description core/description/* core/builder/parts core/builder/checks core/model "
          "core/model/plugin",
          false, false},
    Layer{"core/builder/bodies",
          "core/text core/description core/description/* core/builder core/builder/parts core/model/*", false, false},
    Layer{"core/builder/forces",
          "core/math core/description core/description/* core/builder core/builder/bodies core/builder/parts "
          "core/model core/model/body "
          "core/model/contact core/model/rod core/model/volume",
          false, false},
    Layer{"core/builder/controllers",
          "core/math core/text core/description core/description/* core/builder core/builder/parts core/control "
          "core/control/drives "
          "core/control/controllers "
          "core/control/reference core/signals core/model",
          false, false},
    Layer{"core/project",
          "core/math core/text core/description core/description/* core/catalogue core/builder core/builder/*", false,
          false},
    Layer{"core/form",
          "core/math core/text core/description core/description/* core/catalogue core/builder core/builder/* "
          "core/project "
          "core/model/joint",
          false, false},
    Layer{"core/plots", "core/text core/project core/signals core/session/recording", false, false},
    Layer{"core", "", false, false},
    // Of bodies it knows what all of them give, and no concrete one.
    Layer{"render", "core/math core/text core/model/contact", true, false},
    Layer{"render/shapes",
          "core/math core/model core/model/body core/model/contact core/model/joint core/session render", true, false},
    Layer{"render/ground", "render render/shapes", true, false},
    Layer{"render/fields", "core/math core/text core/model/body core/session render render/ground render/shapes", true,
          false},
    Layer{"render/glyphs", "core/text core/session render render/ground render/shapes", true, false},
    Layer{"render/scene",
          "core/math core/text core/dynamics/fields core/model/body core/session core/signals render render/fields "
          "render/glyphs render/ground render/shapes",
          true, false},
    Layer{"render/output", "core/session render render/fields render/ground render/scene", true, false},
    Layer{"widgets/plots/canvas", "core/* widgets", true, true},
    Layer{"widgets/plots/signals", "core/* widgets", true, true},
    Layer{"widgets", "core/* render render/* widgets/*", true, true},
    Layer{"studio/document", "core/*", false, false},
    Layer{"studio/document/controllers", "core/* studio/document", false, false},
    Layer{"studio/document/edits", "core/* studio/document studio/document/controllers", false, false},
    Layer{"studio/document/copies", "core/* studio/document studio/document/edits", false, false},
    Layer{"studio/export", "core/*", false, false},
    Layer{"studio/export/shapes", "core/* render render/* studio/export", true, false},
    Layer{"studio/document/variants", "core/* studio/document studio/document/edits", false, false},
    Layer{"studio/composer", "core/* render render/* studio/figure", false, false},
    Layer{"studio/figure", "core/*", false, false},
    Layer{"studio/film", "core/* render render/* studio/figure", false, false},
    Layer{"studio/import", "core/* studio/import/parts studio/import/sorosim", false, false},
    Layer{"studio/import/parts", "core/*", false, false},
    Layer{"studio/import/sorosim", "core/* studio/import/parts", false, false},
    Layer{"studio/inverse", "core/* studio/mesher", false, false},
    Layer{"studio/linear", "core/*", false, false},
    Layer{"studio/recording", "core/* studio/linear", false, false},
    Layer{"studio/mesher", "core/*", false, false},
    Layer{"studio/runs", "core/* studio/document studio/document/controllers studio/document/variants studio/mesher",
          false, false},
    Layer{"studio/cli/io", "core/* studio/inverse studio/linear studio/mesher studio/recording", false, false},
    Layer{"studio/cli/quantities", "core/* studio/cli/io", false, false},
    Layer{"studio/cli",
          "core/* studio/export studio/export/* studio/figure studio/import studio/inverse studio/mesher "
          "studio/recording studio/runs studio/cli/io studio/cli/quantities",
          false, false},
    Layer{"studio/cli/pictures",
          "core/* render render/* studio/composer studio/figure studio/film studio/cli studio/cli/*", false, false},
    Layer{"studio/cli/equilibria", "core/* studio/export studio/linear studio/cli studio/cli/io studio/cli/quantities",
          false, false},
    Layer{"studio/app/project",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/import studio/mesher "
          "studio/recording",
          false, true},
    Layer{"studio/app/layouts", "widgets widgets/*", false, true},
    Layer{"studio/app/context",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/app/project "
          "studio/app/layouts",
          false, true},
    Layer{"studio/app/parts",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/app/project "
          "studio/app/layouts studio/app/context",
          false, true},
    Layer{"studio/app/view",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/app/project "
          "studio/app/layouts studio/app/context",
          false, true},
    Layer{"studio/app/panels",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/figure studio/inverse "
          "studio/linear studio/recording studio/runs studio/app/project studio/app/layouts studio/app/context "
          "studio/app/parts studio/app/view",
          false, true},
    Layer{"studio/app/actions",
          "core/* render render/* widgets widgets/* studio/document studio/document/* studio/export studio/app/project "
          "studio/app/layouts studio/app/context studio/app/view",
          false, true},
    Layer{"studio/app/actions/recording",
          "core/* widgets widgets/* studio/document studio/export studio/export/* studio/recording studio/app/project "
          "studio/app/context",
          false, true},
    Layer{"studio/app/actions/exchange",
          "core/* widgets widgets/* studio/document studio/document/* studio/export studio/export/* studio/import "
          "studio/recording studio/app/project studio/app/context",
          false, true},
    Layer{"studio/app",
          "core/* render render/* widgets widgets/* studio studio/document studio/document/* studio/figure "
          "studio/import studio/inverse studio/linear studio/mesher studio/runs studio/app/project studio/app/layouts "
          "studio/app/context studio/app/parts studio/app/view studio/app/panels studio/app/actions "
          "studio/app/actions/*",
          true, true},
    Layer{"studio", "core/* render render/* widgets widgets/* studio/*", true, true},
    Layer{"plugins/sdk", "", false, false},
    Layer{"plugins", "core/* plugins/sdk", false, false},
    Layer{"tests/core", "core/* plugins/sdk tests tests/*", false, false},
    Layer{"tests/plugins", "plugins/sdk", false, false},
    Layer{"tests/render", "core/* render render/* tests tests/*", true, false},
    Layer{"tests/benchmarks", "core/* render render/* studio/cli tests tests/*", false, false},
    Layer{"tests", "core/* render render/* widgets widgets/* studio studio/* plugins/* tests/*", true, true},
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
