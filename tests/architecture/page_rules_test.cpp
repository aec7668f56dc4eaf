// SPDX-License-Identifier: BSD-3-Clause
// Links of pages, and pages, sections and papers that comments cite, exist: proved on the whole repository.
#include "tests/architecture/page_rules.hpp"
#include <test_paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/architecture/include_rules.hpp"

namespace tendril::architecture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
namespace fs = std::filesystem;

constexpr auto kReferences = "assets/guide/references.md";

std::string contentsOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Everything of the repository but what is built and what tools keep.
Library repository() {
  const fs::path root = TENDRIL_SOURCE_DIR;
  Library library;
  for (auto at = fs::recursive_directory_iterator(root); at != fs::recursive_directory_iterator(); ++at) {
    const std::string path = fs::relative(at->path(), root).generic_string();
    const bool hidden = at->path().filename().string().starts_with('.');  // other tests write caches meanwhile
    if (hidden || (at.depth() == 0 && path.starts_with("build"))) {
      if (at->is_directory()) at.disable_recursion_pending();
      continue;
    }
    library.files.insert(path);
    if (path.ends_with(".md")) library.pages.emplace(path, readPage(contentsOf(at->path())));
  }
  if (const auto page = library.pages.find(kReferences); page != library.pages.end())
    library.keys = keysOf(page->second.text);
  return library;
}

const Library& theRepository() {
  static const Library library = repository();
  return library;
}

std::string allOf(const std::vector<std::string>& problems) {
  std::string text;
  for (const std::string& problem : problems) text += problem + "\n";
  return text;
}

TEST(PageRules, theReferencesExplainTheFivePapers) {
  EXPECT_THAT(theRepository().keys, UnorderedElementsAre("gvs", "higher", "kane", "lie", "vsa"));
}

TEST(PageRules, everyLinkOfEveryPageLeadsSomewhere) {
  ASSERT_GT(theRepository().pages.size(), 30u) << "the pages were not found";
  for (const auto& [path, page] : theRepository().pages) {
    EXPECT_EQ(allOf(checkPage(path, theRepository())), "");
    EXPECT_EQ(allOf(checkCitations(path, page.text, theRepository())), "");
  }
}

TEST(PageRules, everyCommandOfEveryPageExists) {
  const std::string program = contentsOf(fs::path(TENDRIL_SOURCE_DIR) / "studio/cli/run.cpp");
  ASSERT_FALSE(program.empty());
  for (const auto& [path, page] : theRepository().pages) EXPECT_EQ(allOf(checkCommands(path, page.text, program)), "");
}

TEST(PageRules, everyPageSectionAndPaperThatSourcesCiteExists) {
  int read = 0;
  for (const std::string& path : theRepository().files) {
    // These two cite what does not exist, to prove that it is found.
    if (!isSource(path) || path.starts_with("tests/architecture/page_rules")) continue;
    ++read;
    EXPECT_EQ(allOf(checkCitations(path, contentsOf(fs::path(TENDRIL_SOURCE_DIR) / path), theRepository())), "");
  }
  EXPECT_GT(read, 500) << "the sources were not found";
}

/// Addresses as sources have them, "formulas.md#joints": F1 leads there.
TEST(PageRules, everySectionOfTheGuideThatSourcesNameExists) {
  static const std::regex address(R"re("([a-z-]+\.md)(?:#([a-z0-9-]+))?")re");
  std::set<std::string> named, missing;
  for (const std::string& path : theRepository().files) {
    if (!isSource(path) || path.starts_with("tests/")) continue;
    const std::string text = contentsOf(fs::path(TENDRIL_SOURCE_DIR) / path);
    for (std::sregex_iterator at(text.begin(), text.end(), address), end; at != end; ++at) {
      const std::string page = "assets/guide/" + (*at)[1].str(), anchor = (*at)[2];
      const auto found = theRepository().pages.find(page);
      const bool exists =
          found != theRepository().pages.end() && (anchor.empty() || found->second.anchors.contains(anchor));
      (exists ? named : missing).insert(path + ": " + at->str());
    }
  }
  EXPECT_THAT(missing, IsEmpty());
  EXPECT_GT(named.size(), 100u);
}

TEST(PageRules, everyExampleHasItsPictures) {
  const fs::path assets = fs::path(TENDRIL_SOURCE_DIR) / "assets";
  int examples = 0;
  for (const auto& entry : fs::directory_iterator(assets / "examples")) {
    if (!entry.is_directory()) continue;
    ++examples;
    for (const char* theme : {"light", "dark"}) {
      const std::string name = entry.path().filename().string() + '-' + theme + ".jpg";
      EXPECT_TRUE(fs::exists(assets / "thumbnails" / name)) << "assets/thumbnails/make.sh makes " << name;
    }
  }
  EXPECT_GT(examples, 20);
}

Library sample() {
  Library library;
  library.files = {"a", "a/one.md", "a/pic.png", "b", "b/two.md", "b/README.md", "core", "core/kept.hpp", "README.md"};
  library.pages["a/one.md"] = readPage("# One\n## 1. First part\n### 1.2 Its `second`, O(N)\n### 1B. Other\n(20a)\n");
  library.pages["b/two.md"] = readPage("# Two\n```\n# no heading\n```\n");
  library.pages["b/README.md"] = library.pages["README.md"] = readPage("# Read\n");
  library.keys = {"gvs"};
  return library;
}

/// Problems of a page a/three.md with this line.
std::vector<std::string> problemsOf(const std::string& line) {
  Library library = sample();
  library.files.insert("a/three.md");
  library.pages["a/three.md"] = readPage("# Three\n" + line + "\n");
  return checkPage("a/three.md", library);
}

TEST(PageRules, readHeadings) {
  const Page page = sample().pages["a/one.md"];
  EXPECT_THAT(page.anchors, UnorderedElementsAre("one", "1-first-part", "12-its-second-on", "1b-other"));
  EXPECT_THAT(page.sections, UnorderedElementsAre("1", "1.2", "1B"));
  EXPECT_THAT(sample().pages["b/two.md"].anchors, UnorderedElementsAre("two"));
}

TEST(PageRules, permitGoodLinks) {
  for (const char* line :
       {"[a](one.md)", "![p](pic.png)", "[b](../b/two.md#two)", "[c](#three)", "[d](one.md#12-its-second-on)",
        "[folder](../b)", "[root](..) and [web](https://example.org/x#y)", "`[code](nowhere.md)`", "    [code](no.md)"})
    EXPECT_THAT(problemsOf(line), IsEmpty()) << line;
}

TEST(PageRules, reportBadLinks) {
  EXPECT_THAT(problemsOf("[a](nowhere.md)"), ElementsAre("a/three.md:2: the link nowhere.md leads to no file"));
  EXPECT_THAT(problemsOf("[a](two.md)"), ElementsAre(HasSubstr("no file")));
  EXPECT_THAT(problemsOf("[a](one.md) [b](one.md#2-second)"),
              ElementsAre(HasSubstr("one.md#2-second leads to no heading")));
  EXPECT_THAT(problemsOf("[a](#four)"), ElementsAre(HasSubstr("no heading")));
  EXPECT_THAT(problemsOf("[a](pic.png#x)"), ElementsAre(HasSubstr("no heading")));
  EXPECT_THAT(problemsOf("[a](../../etc/passwd)"), ElementsAre(HasSubstr("out of the repository")));
  EXPECT_THAT(problemsOf("![a](gone.png)"), ElementsAre(HasSubstr("no file")));
  EXPECT_THAT(problemsOf("as [lie] says"), ElementsAre(HasSubstr("[lie]")));
  for (const char* name : {"core/gone.hpp", "core/gone", "core/gone/", "core/kep", "core/kept.cpp"})
    EXPECT_THAT(problemsOf("see `" + std::string(name) + "`"), ElementsAre(HasSubstr("no file or folder core/")))
        << name;
  for (const char* name : {"core/kept.hpp", "core/kept", "core/", "core"})
    EXPECT_THAT(problemsOf("see `" + std::string(name) + "`"), IsEmpty()) << name;
}

TEST(PageRules, reportSectionsWithTheSameNumber) {
  EXPECT_THAT(problemsOf("## 1. One\n## 2. Two\n### 2. Again"),
              ElementsAre("a/three.md: two sections have the number 2"));
  EXPECT_THAT(problemsOf("## 1. One\n### 1.1 Part\n## 2. Two\n### 2.1 Part"), IsEmpty());
}

TEST(PageRules, permitGoodCitations) {
  for (const char* line : {"// one.md §1", "// see a/one.md §1.2, §1B and two.md", "// one.md (20a), README.md",
                           "// [gvs] (12), v[i] = w[lies] (but)", "// one.md §1 (20a)"})
    EXPECT_THAT(checkCitations("x.cpp", line, sample()), IsEmpty()) << line;
}

TEST(PageRules, reportBadCitations) {
  const auto problems = [](const std::string& text, Library library = sample()) {
    return checkCitations("x.cpp", "\n" + text, library);
  };
  EXPECT_THAT(problems("// three.md §1"), ElementsAre("x.cpp:2: there is no page three.md"));
  EXPECT_THAT(problems("// b/one.md"), ElementsAre(HasSubstr("no page b/one.md")));
  EXPECT_THAT(problems("// one.md §2"), ElementsAre(HasSubstr("one.md has no section 2")));
  EXPECT_THAT(problems("// one.md §1, §1C"), ElementsAre(HasSubstr("no section 1C")));
  EXPECT_THAT(problems("// one.md §1–3"), ElementsAre(HasSubstr("no section 3")));
  EXPECT_THAT(problems("// one.md (20a), (21)"), ElementsAre(HasSubstr("no equation (21)")));
  EXPECT_THAT(problems("{.source = \"[kane] §3\"}"), ElementsAre(HasSubstr("[kane]")));
  EXPECT_THAT(problems("// [kin] Table 2"), ElementsAre(HasSubstr("[kin]")));
  Library twice = sample();
  twice.pages["b/one.md"] = readPage("");
  EXPECT_THAT(problems("// one.md", twice), ElementsAre(HasSubstr("several pages")));
}

TEST(PageRules, reportUnknownCommands) {
  const std::string program = R"(add_subcommand("info"); add_option("--set"); add_flag("--json"))";
  const auto problems = [&](const std::string& text) { return checkCommands("a.md", text, program); };
  EXPECT_THAT(problems("```sh\ntendril info P --set a=b --json\ntendril stands P\n```\ntendril stands\n"),
              ElementsAre("a.md:3: tendril knows no stands"));
  EXPECT_THAT(problems("    tendril info P --sett a=b\n"), ElementsAre(HasSubstr("--sett")));
}

TEST(PageRules, readKeys) {
  EXPECT_THAT(keysOf("| key | paper |\n|---|---|\n| [gvs] | A |\n| [lie] | B |\n[vsa] elsewhere\n"),
              UnorderedElementsAre("gvs", "lie"));
}

}  // namespace
}  // namespace tendril::architecture
