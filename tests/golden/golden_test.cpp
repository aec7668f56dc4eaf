// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every golden case through the functions behind the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <test_paths.hpp>
#include "studio/cli/commands.hpp"
#include "tests/golden/compare.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::golden {
namespace {

using json::Node;
namespace fs = std::filesystem;

std::vector<std::string> caseFiles() {
  std::vector<std::string> files;
  const fs::path root = fs::path(TENDRIL_SOURCE_DIR) / "tests/golden";
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().extension() == ".json") files.push_back(fs::relative(entry.path(), root).generic_string());
  std::sort(files.begin(), files.end());
  return files;
}

Node readCase(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(fs::path(TENDRIL_SOURCE_DIR) / "tests/golden" / file).rdbuf();
  std::vector<Problem> problems;
  Node node = json::parse(text.str(), problems);
  EXPECT_TRUE(problems.empty()) << file << ": " << problems.front().text();
  return node;
}

struct Answer {
  int exit;
  Node out;
  std::string diagnostics;
};

/// One case in a folder of its own.
class Case {
 public:
  explicit Case(const std::string& file) : node_(readCase(file)), name(node_.find("name")->text) {
    folder_.write("case.tendril.json", json::writeCompact(*node_.find("project")));
    if (const Node* files = node_.find("files"))
      for (std::size_t i = 0; i < files->items.size(); ++i) folder_.write(files->keys[i], files->items[i].text);
    if (const Node* starts = node_.find("quaternions"))
      for (const Node& start : starts->items) quaternions.push_back(static_cast<int>(start.number));
  }

  const std::vector<Node>& checks() const { return node_.find("checks")->items; }

  /// The command of a check with this list of wanted quantities.
  Answer run(const Node& check, const std::vector<std::string>& want) const {
    const std::string command = check.find("command")->text;
    std::vector<std::string> arguments = {command, folder_.path("case.tendril.json"), "--json"};
    if (command == "dynamics") {
      arguments.insert(arguments.end(),
                       {"--state", folder_.write("state.json", json::writeCompact(stateWith(check, want)))});
    }
    const Node* state = check.find("state");
    if (command == "statics" && state && !state->items.empty()) {
      arguments.insert(arguments.end(), {"--inputs", folder_.write("inputs.json", json::writeCompact(*state))});
    }
    if (const Node* more = check.find("arguments"))
      for (const Node& argument : more->items)
        arguments.push_back(argument.is(Node::Kind::kString) ? argument.text : json::writeCompact(argument));
    std::ostringstream out, diagnostics;
    const int exit = cli::run(arguments, {out, diagnostics});
    std::vector<Problem> problems;
    return {exit, json::parse(out.str(), problems), diagnostics.str()};
  }

 private:
  static Node stateWith(const Node& check, const std::vector<std::string>& want) {
    Node state = check.find("state") ? *check.find("state") : Node::object();
    Node names = Node::array();
    for (const std::string& name : want) names.items.push_back(Node::ofText(name));
    if (Node* old = state.find("want")) {
      *old = std::move(names);
    } else {
      state.add("want", std::move(names));
    }
    return state;
  }

  Node node_;
  TemporaryFolder folder_;

 public:
  const std::string name;
  std::vector<int> quaternions;
};

std::vector<std::string> expectedKeys(const Node& check) {
  return check.find("expect")->keys;
}

void expectAgreement(const Case& robot, const Node& check, const std::vector<std::string>& keys) {
  const Answer answer = robot.run(check, keys);
  ASSERT_EQ(answer.exit, 0) << answer.diagnostics;
  for (const std::string& key : keys) {
    const Node* got = answer.out.find(key);
    ASSERT_NE(got, nullptr) << key << " is missing";
    const auto problems =
        compare(*got, *check.find("expect")->find(key), key, robot.quaternions, toleranceOf(check, key));
    for (const std::string& problem : problems) ADD_FAILURE() << problem;
  }
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, agrees) {
  const Case robot(GetParam());
  ASSERT_FALSE(robot.checks().empty());
  for (std::size_t i = 0; i < robot.checks().size(); ++i) {
    const Node& check = robot.checks()[i];
    const Node* note = check.find("note");
    SCOPED_TRACE("check " + std::to_string(i) + ", " + check.find("command")->text + (note ? ": " + note->text : ""));
    expectAgreement(robot, check, expectedKeys(check));
  }
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = fs::path(info.param).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(caseFiles()), testName);

Node nodeOf(const char* text) {
  std::vector<Problem> problems;
  return json::parse(text, problems);
}

std::size_t differences(const char* got, const char* want, const char* key = "x", Tolerance tolerance = {}) {
  return compare(nodeOf(got), nodeOf(want), key, {1}, tolerance).size();
}

TEST(GoldenCompare, seesWhatDiffers) {
  EXPECT_EQ(differences("[1, 2]", "[1, 2]"), 0u);
  EXPECT_EQ(differences("[1, 2.001]", "[1, 2]"), 1u);
  EXPECT_EQ(differences("[1, 2, 3]", "[1, 2]"), 1u);
  EXPECT_EQ(differences("[1, null]", "[1, 2]"), 1u);
  EXPECT_EQ(differences("[1, \"2\"]", "[1, 2]"), 1u);
  EXPECT_EQ(differences("3", "4"), 1u);
  EXPECT_EQ(differences("true", "false"), 1u);
  EXPECT_EQ(differences("{\"a\": 1}", "{\"a\": 1, \"b\": [2]}"), 1u);
  EXPECT_EQ(differences("[1]", "{\"a\": 1}"), 1u);
  EXPECT_EQ(differences("{\"a\": 1, \"c\": 7}", "{\"a\": 1}"), 0u);
}

TEST(GoldenCompare, scalesByTheLargestOfAList) {
  EXPECT_EQ(differences("[1000, 0.5e-7]", "[1000, 0]", "x", {1e-10, 0}), 0u);
  EXPECT_EQ(differences("[1000, 2e-7]", "[1000, 0]", "x", {1e-10, 0}), 1u);
  EXPECT_EQ(differences("[1000, 2e-7]", "[1000, 0]", "x", {1e-10, 1e-6}), 0u);
}

TEST(GoldenCompare, ignoresTheSignOfQuaternionsOnlyWhereTheyStand) {
  EXPECT_EQ(differences("[5, -1, 0, 0, 0]", "[5, 1, 0, 0, 0]", "q"), 0u);
  EXPECT_EQ(differences("[5, -1, 0, 0, 0]", "[5, 1, 0, 0, 0]", "v"), 1u);
  EXPECT_EQ(differences("{\"a\": {\"tip\": [1,2,3,-1,0,0,0]}}", "{\"a\": {\"tip\": [1,2,3,1,0,0,0]}}", "poses"), 0u);
  EXPECT_EQ(differences("{\"a\": {\"tip\": [1,2,4,-1,0,0,0]}}", "{\"a\": {\"tip\": [1,2,3,1,0,0,0]}}", "poses"), 1u);
}

}  // namespace
}  // namespace tendril::golden
