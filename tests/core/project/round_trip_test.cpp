// SPDX-License-Identifier: BSD-3-Clause
// Reading and writing: nothing is lost, nothing is invented, the order of keys stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/description/references.hpp"
#include "core/project/json_tree.hpp"
#include "tests/core/project/project_text.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using json::Node;
using testing::HasSubstr;
namespace fs = std::filesystem;

std::string allOf(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += "  " + problem.text() + '\n';
  return out;
}

Node parse(const std::string& text) {
  std::vector<Problem> problems;
  Node node = json::parse(text, problems);
  EXPECT_TRUE(problems.empty()) << allOf(problems);
  return node;
}

std::string slurp(const fs::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::string> keysOf(const Node& node) {
  std::vector<std::string> keys = node.keys;
  for (const Node& item : node.items) {
    const std::vector<std::string> inner = keysOf(item);
    keys.insert(keys.end(), inner.begin(), inner.end());
  }
  return keys;
}

TEST(RoundTrip, exampleKeepsEveryValueAndTheOrderOfKeys) {
  const ReadResult result = readProjectText(test::kHybrid);
  ASSERT_TRUE(result.problems.empty()) << allOf(result.problems);
  const Node before = parse(test::kHybrid), after = parse(projectText(result.description, result.text));
  EXPECT_TRUE(before == after) << json::write(after);
  EXPECT_EQ(keysOf(before), keysOf(after));
}

TEST(RoundTrip, withoutThePreviousTextDefaultsAreLeftOut) {
  const ReadResult result = readProjectText(test::kHybrid);
  const std::string text = projectText(result.description);
  EXPECT_THAT(text, testing::Not(HasSubstr("gravity")));
  EXPECT_THAT(text, testing::Not(HasSubstr("poisson")));
  EXPECT_THAT(text, testing::Not(HasSubstr("\"parent\": \"world\"")));
  EXPECT_THAT(text, HasSubstr("\"type\": \"revolute\""));
  const ReadResult again = readProjectText(text);
  ASSERT_TRUE(again.problems.empty()) << allOf(again.problems);
  EXPECT_EQ(projectText(again.description), text);
  EXPECT_TRUE(parse(projectText(again.description, test::kHybrid)) == parse(test::kHybrid));
}

/// What a case brings along, in a folder of its own.
struct Files {
  explicit Files(const Node& given) {
    if (const Node* files = given.find("files"))
      for (std::size_t i = 0; i < files->items.size(); ++i) folder.write(files->keys[i], files->items[i].text);
  }
  TemporaryFolder folder;
};

TEST(RoundTrip, goldenProjects) {
  int served = 0, later = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TENDRIL_SOURCE_DIR) / "tests/golden")) {
    if (entry.path().extension() != ".json") continue;
    const Node file = parse(slurp(entry.path()));
    const Node* project = file.find("project");
    if (!project) continue;
    SCOPED_TRACE(entry.path().filename());
    const std::string text = json::write(*project);
    const ReadResult result = readProjectText(text);
    if (!result.ok()) {
      for (const Problem& problem : result.problems) EXPECT_THAT(problem.message, HasSubstr("not available"));
      ++later;
      continue;
    }
    EXPECT_FALSE(hasErrors(result.problems)) << allOf(result.problems);
    const Node written = parse(projectText(result.description, text));
    EXPECT_TRUE(written == *project);
    EXPECT_EQ(keysOf(written), keysOf(*project));
    const Files files(file);
    std::vector<Problem> problems;
    const auto model = buildModel(result.description, problems, {.directory = files.folder.path()});
    ASSERT_TRUE(model) << allOf(problems);
    EXPECT_EQ(model->robotLinks().size(), result.description.links.size());
    ++served;
  }
  EXPECT_GE(served, 27);
  EXPECT_GE(served + later, 29);
}

TEST(RoundTrip, numbersKeepEveryBit) {
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789012345678.0, 1e22}) {
    Description description;
    description.gravity = {value, 1.0, 2.0};  // not the default
    const ReadResult result = readProjectText(projectText(description));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(result.description.gravity[0].value), std::bit_cast<std::uint64_t>(value));
  }
}

TEST(RoundTrip, newKeysFollowTheirNeighbours) {
  ReadResult result = readProjectText(R"({"version": 1, "simulation": {"step": 0.001, "duration": 3},
    "format": "tendril", "links": [{"joint": {"q0": [1], "type": "revolute"}, "name": "a"}]})");
  ASSERT_TRUE(result.ok());
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(result.description, "links.a.joint.damping", "2", problems));
  ASSERT_TRUE(setByPath(result.description, "name", "x", problems));
  const Node written = parse(projectText(result.description, result.text));
  EXPECT_THAT(written.keys, testing::ElementsAre("version", "name", "simulation", "format", "links"));
  EXPECT_THAT(written.find("simulation")->keys, testing::ElementsAre("step", "duration"));
  EXPECT_THAT(written.find("links")->items[0].find("joint")->keys, testing::ElementsAre("q0", "type", "damping"));
}

TEST(RoundTrip, renamingALinkRenamesItsReferences) {
  ReadResult result = readProjectText(test::kHybrid);
  result.description.links[2].name = "soft arm";
  std::vector<Problem> problems;
  resolveReferences(result.description, problems);
  EXPECT_TRUE(problems.empty());
  const std::string text = projectText(result.description, result.text);
  const ReadResult again = readProjectText(text);
  EXPECT_TRUE(again.ok()) << allOf(again.problems);
  EXPECT_EQ(std::get<description::PointWrench>(again.description.loads[0].type).link.name, "soft arm");
}

TEST(RoundTrip, textOfAnyKindSurvives) {
  Description description;
  description.description = "a \"quote\", a \\, a tab\t, a break\n, \x01 and \xC3\xA9 \xF0\x9F\xA4\x96";
  EXPECT_EQ(readProjectText(projectText(description)).description.description, description.description);
  description.description = "broken \xC3 text \xED\xA0\x80";
  EXPECT_TRUE(readProjectText(projectText(description)).ok());
}

class Folder : public testing::Test {
 protected:
  TemporaryFolder folder_;
  const fs::path& path = folder_.path();
};

using Write = Folder;

TEST_F(Write, replacesTheFileInOneStepAndKeepsItsRights) {
  const fs::path file = path / "a.tendril.json";
  std::ofstream(file) << test::kHybrid;
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  ReadResult result = readProject(file);
  result.description.name = "new";
  EXPECT_FALSE(writeProject(result.description, file));
  EXPECT_EQ(readProject(file).description.name, "new");
  EXPECT_EQ(keysOf(parse(slurp(file))), keysOf(parse(test::kHybrid)));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::distance(fs::directory_iterator(path), fs::directory_iterator()), 1);  // no temporary file stays
}

TEST_F(Write, throughALinkChangesItsTarget) {
  const fs::path file = path / "a.tendril.json", link = path / "link.tendril.json";
  std::ofstream(file) << "old";
  fs::create_symlink(file, link);
  EXPECT_FALSE(writeFileAtomically(link, "new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(slurp(file), "new");
}

TEST_F(Write, failureLeavesTheOldFileAndSaysWhy) {
  const auto problem = writeFileAtomically(path / "no folder" / "a.json", "text");
  ASSERT_TRUE(problem);
  EXPECT_THAT(problem->text(), HasSubstr("no folder/a.json: No such file or directory; check that the folder exists"));
}

}  // namespace
}  // namespace tendril
