// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/page_rules.hpp"

#include <filesystem>
#include <regex>
#include <sstream>

namespace tendril::architecture {
namespace {

using std::string;
using std::string_view;
namespace fs = std::filesystem;

std::vector<string> linesOf(string_view text) {
  std::istringstream stream{string(text)};
  std::vector<string> lines;
  for (string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

enum class Part { kProse, kCode };

/// Calls f(line, its number) for the prose of a page, or for its fenced and indented blocks of code.
template <class F>
void forEachLine(string_view text, Part part, F&& f) {
  const std::vector<string> lines = linesOf(text);
  bool fenced = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("```"))
      fenced = !fenced;
    else if ((fenced || lines[i].starts_with("    ")) == (part == Part::kCode))
      f(lines[i], static_cast<int>(i) + 1);
  }
}

/// Calls f(match) for everything in `text` that matches.
template <class F>
void forEachMatch(const string& text, const std::regex& pattern, F&& f) {
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) f(*at);
}

/// Without `code`.
string withoutCode(const string& line) {
  static const std::regex code("`[^`]*`");
  return std::regex_replace(line, code, "");
}

/// GitHub's anchor of a heading: small letters, digits, '-', '_' and what is not ASCII; blanks become '-'.
string anchorOf(string_view heading) {
  string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 'A' && byte <= 'Z')
      anchor += static_cast<char>(c - 'A' + 'a');
    else if (c == ' ')
      anchor += '-';
    else if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte >= 0x80 || c == '-' || c == '_')
      anchor += c;
  }
  return anchor;
}

string report(string_view path, int line, const string& what) {
  return string(path) + ":" + std::to_string(line) + ": " + what;
}

/// Keys of papers in a line that the library does not explain: what is followed by a place in a paper, and the known
/// ones everywhere. Other words in brackets are no keys.
void checkKeys(string_view path, const string& line, int number, const Library& library,
               std::vector<string>& problems) {
  static const std::regex pattern(R"(\[(?:([a-z]+)\] (?:§|Table|Alg|\([0-9])|(gvs|kane|lie|higher|vsa)\]))");
  forEachMatch(line, pattern, [&](const std::smatch& match) {
    const string key = match[1].matched ? match[1] : match[2];
    if (!library.keys.contains(key))
      problems.push_back(report(path, number, "the paper [" + key + "] is not among the references"));
  });
}

/// Where a link of a page leads to, from the root; empty: out of the repository.
string resolved(string_view page, const string& target) {
  const fs::path path = (fs::path(page).parent_path() / target).lexically_normal();
  string text = path.generic_string();
  if (text.starts_with("..")) return {};
  while (text.ends_with('/')) text.pop_back();
  return text;
}

string problemOfLink(string_view page, const string& link, const Library& library) {
  const std::size_t hash = link.find('#');
  const string file = link.substr(0, hash), anchor = hash == string::npos ? "" : link.substr(hash + 1);
  const string target = file.empty() ? string(page) : resolved(page, file);
  if (target.empty()) return "the link " + link + " leads out of the repository";
  if (target != "." && !library.files.contains(target)) return "the link " + link + " leads to no file";
  if (anchor.empty()) return {};
  const auto found = library.pages.find(target);
  if (found == library.pages.end() || !found->second.anchors.contains(anchor))
    return "the link " + link + " leads to no heading";
  return {};
}

/// Files and folders that a page names in `code`, from a folder at the root on; files also without their ending.
void checkFiles(string_view path, const string& line, int number, const Library& library,
                std::vector<string>& problems) {
  static const std::regex pattern(
      "`((?:core|render|widgets|studio|plugins|assets|tests)/[A-Za-z0-9_./-]*[A-Za-z0-9])/?`");
  forEachMatch(line, pattern, [&](const std::smatch& match) {
    const string name = match[1];
    const auto withEnding = library.files.lower_bound(name + ".");
    const bool isStem = withEnding != library.files.end() && withEnding->starts_with(name + ".");
    if (!isStem && !library.files.contains(name))
      problems.push_back(report(path, number, "there is no file or folder " + name));
  });
}

/// The pages that a name in a comment can mean: a path from the root, or the name of a file anywhere.
std::vector<const Page*> pagesNamed(const string& name, const Library& library) {
  std::vector<const Page*> found;
  for (const auto& [path, page] : library.pages)
    if (path == name || path.ends_with("/" + name)) found.push_back(&page);
  return found;
}

/// All matches in a text: "§2–4, §7–8" → 2, 4, 7, 8.
std::vector<string> allOf(const string& text, const std::regex& pattern) {
  std::vector<string> found;
  forEachMatch(text, pattern, [&](const std::smatch& match) { found.push_back(match.str()); });
  return found;
}

/// `match`: name of the page, sections, equations.
void checkCitation(string_view path, int line, const std::smatch& match, const Library& library,
                   std::vector<string>& problems) {
  static const std::regex section(R"([0-9]+(\.[0-9]+)?[A-Z]?)"), equation(R"(\([0-9]+[a-z]?\))");
  const string name = match[1].str().substr(match[1].str().find_first_not_of('/'));
  const auto problem = [&](const string& what) { problems.push_back(report(path, line, what)); };
  const std::vector<const Page*> pages = pagesNamed(name, library);
  if (pages.empty()) return problem("there is no page " + name);
  if (name.ends_with("README.md")) return;
  if (pages.size() > 1) return problem("several pages are called " + name);
  for (const string& number : allOf(match[2], section))
    if (!pages[0]->sections.contains(number)) problem(name + " has no section " + number);
  for (const string& number : allOf(match[3], equation))
    if (pages[0]->text.find(number) == string::npos) problem(name + " has no equation " + number);
}

}  // namespace

Page readPage(string text) {
  static const std::regex heading("^#+ +(.*?) *$"), number(R"(^([0-9]+(\.[0-9]+)?[A-Z]?)\.? .*)");
  Page page;
  forEachLine(text, Part::kProse, [&](const string& line, int) {
    std::smatch match;
    if (!std::regex_match(line, match, heading)) return;
    const string title = match[1];
    page.anchors.insert(anchorOf(title));
    if (std::regex_match(title, match, number) && !page.sections.insert(match[1]).second)
      page.repeated.insert(match[1]);
  });
  page.text = std::move(text);
  return page;
}

std::set<string> keysOf(string_view references) {
  static const std::regex row(R"(^\| \[([a-z]+)\] \|.*)");
  std::set<string> keys;
  for (const string& line : linesOf(references)) {
    std::smatch match;
    if (std::regex_match(line, match, row)) keys.insert(match[1]);
  }
  return keys;
}

std::vector<string> checkPage(string_view path, const Library& library) {
  static const std::regex pattern(R"(\]\(([^)\s]+)\))");
  std::vector<string> problems;
  const Page& page = library.pages.at(string(path));
  for (const string& number : page.repeated)
    problems.push_back(string(path) + ": two sections have the number " + number);
  forEachLine(page.text, Part::kProse, [&](const string& full, int number) {
    const string line = withoutCode(full);
    forEachMatch(line, pattern, [&](const std::smatch& match) {
      const string link = match[1];
      if (link.starts_with("https://") || link.starts_with("http://")) return;
      if (const string what = problemOfLink(path, link, library); !what.empty())
        problems.push_back(report(path, number, what));
    });
    checkFiles(path, full, number, library, problems);
    checkKeys(path, line, number, library, problems);
  });
  return problems;
}

std::vector<string> checkCitations(string_view path, string_view text, const Library& library) {
  static const std::regex pattern(
      "([A-Za-z0-9_/-]+\\.md)"
      "((?:,? (?:and )?§[0-9]+(?:\\.[0-9]+)?[A-Z]?(?:–[0-9]+)?)*)"
      "((?:,? \\([0-9]+[a-z]?\\))*)");
  std::vector<string> problems;
  const std::vector<string> lines = linesOf(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    forEachMatch(lines[i], pattern,
                 [&](const std::smatch& match) { checkCitation(path, number, match, library, problems); });
    checkKeys(path, lines[i], number, library, problems);
  }
  return problems;
}

std::vector<string> checkCommands(string_view path, string_view text, string_view program) {
  static const std::regex command("^ *tendril ([a-z]+)( .*)?$"), option(" (--[a-z-]+)");
  std::vector<string> problems;
  forEachLine(text, Part::kCode, [&](const string& line, int number) {
    std::smatch match;
    if (!std::regex_match(line, match, command)) return;
    const auto check = [&](const string& word) {
      if (program.find('"' + word + '"') == string_view::npos)
        problems.push_back(report(path, number, "tendril knows no " + word));
    };
    check(match[1]);
    forEachMatch(match[2], option, [&](const std::smatch& found) { check(found[1]); });
  });
  return problems;
}

}  // namespace tendril::architecture
