// SPDX-License-Identifier: GPL-3.0-or-later
// Small robots, each with one peculiarity of files that people have (patterns/): all open, or say exactly why not. What
// is expected of each stands in its own first comment: links and degrees of freedom, notes that must be there, or the
// error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <test_paths.hpp>
#include "tests/studio/import/imported.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> patterns() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(TENDRIL_SOURCE_DIR "/tests/studio/import/patterns"))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

/// What is told of a file: texts of its notes or of its error, numbers of its links and freedom (−1: none is told).
struct Expected {
  std::vector<std::string> notes;
  std::string error;
  int links = -1, freedom = -1;
};

Expected expectedOf(const fs::path& file) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::smatch comment;
  Expected out;
  if (!std::regex_search(text, comment, std::regex("<!-- expect: (.*) -->"))) return out;
  const std::string line = comment[1];
  static const std::regex kWord(R"re((\w+)=("([^"]*)"|\d+))re");
  for (auto word = std::sregex_iterator(line.begin(), line.end(), kWord); word != std::sregex_iterator(); ++word) {
    const std::string key = (*word)[1], value = (*word)[2], quoted = (*word)[3];
    if (key == "note") out.notes.push_back(quoted);
    if (key == "error") out.error = quoted;
    if (key == "links") out.links = std::stoi(value);
    if (key == "dof") out.freedom = std::stoi(value);
  }
  return out;
}

class Patterns : public testing::TestWithParam<fs::path> {};

TEST_P(Patterns, OpenOrSayWhyNot) {
  const Expected expected = expectedOf(GetParam());
  const ImportedRobot robot = importRobot(GetParam());
  std::string all;
  for (const std::string& text : texts(robot)) all += text + '\n';
  for (const Problem& problem : robot.problems) {
    EXPECT_FALSE(problem.message.empty());
    EXPECT_TRUE(problem.isError() || !problem.cure.empty()) << "what was done instead? " << problem.text();
  }
  if (!expected.error.empty()) {
    EXPECT_FALSE(robot.ok());
    EXPECT_THAT(all, testing::HasSubstr(expected.error));
    return;
  }
  ASSERT_TRUE(robot.ok()) << all;
  for (const std::string& note : expected.notes) EXPECT_THAT(all, testing::HasSubstr(note));
  EXPECT_EQ(robot.problems.size(), expected.notes.size()) << all;
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  EXPECT_EQ(static_cast<int>(robot.description.links.size()), expected.links);
  EXPECT_EQ(model->nv, expected.freedom);
}

INSTANTIATE_TEST_SUITE_P(All, Patterns, testing::ValuesIn(patterns()), [](const auto& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name + '_' + info.param.extension().string().substr(1);
});

TEST(PatternFiles, AreThirtyAndEachSaysWhatIsExpected) {
  EXPECT_GE(patterns().size(), 30u);
  for (const fs::path& file : patterns()) {
    const Expected expected = expectedOf(file);
    EXPECT_TRUE(!expected.error.empty() || (expected.links >= 0 && expected.freedom >= 0)) << file;
  }
}

}  // namespace
}  // namespace tendril
