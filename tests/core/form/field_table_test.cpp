// SPDX-License-Identifier: BSD-3-Clause
// project-format.md: its table of fields is that of the declarations. Projects that pages show load.
// TENDRIL_WRITE_TABLES=1 in the environment writes the table into the page instead of comparing.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <tuple>

#include <test_paths.hpp>

#include "core/builder/build_model.hpp"
#include "core/form/field_rows.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

const std::string kPage = TENDRIL_SOURCE_DIR "/core/project/project-format.md";
const std::string kBegin = "<!-- fields: begin -->\n", kEnd = "<!-- fields: end -->\n";

std::string textOf(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// What stands between two marks; both must be there.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin), to = text.find(end, from);
  if (from == std::string::npos || to == std::string::npos) throw std::runtime_error("a page has lost " + begin);
  return text.substr(from + begin.size(), to - from - begin.size());
}

/// The table one level of headings deeper, as a part of the page.
std::string tableOfPage() {
  std::istringstream lines(fieldTable());
  std::string out = "\n";
  for (std::string line; std::getline(lines, line);) out += (line.starts_with("## ") ? "#" + line : line) + "\n";
  return out;
}

/// The page with another table.
std::string withTable(std::string text, const std::string& table) {
  const std::size_t from = text.find(kBegin) + kBegin.size();
  return text.replace(from, text.find(kEnd) - from, table);
}

TEST(FieldTable, ofThePageIsThatOfTheDeclarations) {
  const std::string text = textOf(kPage), shown = between(text, kBegin, kEnd), wanted = tableOfPage();
  if (std::getenv("TENDRIL_WRITE_TABLES")) {
    std::ofstream(kPage) << withTable(text, wanted);
    return;
  }
  EXPECT_TRUE(shown == wanted) << "fields have changed. Write the table again with TENDRIL_WRITE_TABLES=1 test_project "
                                  "--gtest_filter='FieldTable.*', and tell in the page what the new field means.";
}

TEST(FieldTable, isReplacedAsAWhole) {
  EXPECT_EQ(withTable("a\n" + kBegin + "old\n" + kEnd + "b\n", "new\n"), "a\n" + kBegin + "new\n" + kEnd + "b\n");
}

TEST(FieldTable, theProjectsOfPagesLoad) {
  const std::string guide = TENDRIL_SOURCE_DIR "/assets/guide/modelling.md";
  for (const auto& [page, begin, links] : {std::tuple(kPage, "```jsonc\n", 4u), std::tuple(guide, "```json\n", 1u)}) {
    const ReadResult read = readProjectText(between(textOf(page), begin, "```\n"));
    for (const Problem& problem : read.problems) ADD_FAILURE() << page << ": " << problem.text();
    EXPECT_EQ(read.description.links.size(), links) << page;
  }
}

/// The controllers that the guide shows, in the robot that it shows.
TEST(FieldTable, theControllersOfTheGuideServeItsRobot) {
  const std::string guide = textOf(TENDRIL_SOURCE_DIR "/assets/guide/modelling.md"), mark = "```jsonc\n";
  std::vector<std::string> names;
  for (std::size_t at = guide.find(mark); at != std::string::npos; at = guide.find(mark, at + 1)) {
    std::string robot = between(guide, "```json\n", "```\n");
    const std::string controllers = between(guide.substr(at), mark, "```\n");
    const std::size_t from = robot.find("  \"controllers\""), to = robot.find('\n', from);
    ASSERT_NE(to, std::string::npos);
    robot.replace(from, to - from, controllers);
    ReadResult read = readProjectText(robot);
    EXPECT_TRUE(buildModel(read.description, read.problems));
    for (const Problem& problem : read.problems) ADD_FAILURE() << problem.text();
    for (const description::Controller& controller : read.description.controllers) names.push_back(controller.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"bend", "moves"}));
}

}  // namespace
}  // namespace tendril
