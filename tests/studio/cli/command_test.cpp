// SPDX-License-Identifier: GPL-3.0-or-later
// The commands on good projects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/math/types.hpp"
#include "studio/cli/io/table.hpp"
#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using testing::HasSubstr;

class Examples : public testing::TestWithParam<std::string> {};

TEST_P(Examples, areDescribed) {
  const Outcome text = tendril({"info", example(GetParam())});
  EXPECT_EQ(text.exit, 0) << text.diagnostics;
  EXPECT_THAT(text.out, HasSubstr("degrees of freedom"));
  const Node json = tendril({"info", example(GetParam()), "--json"}).json();
  ASSERT_NE(json.find("degrees_of_freedom"), nullptr);
  EXPECT_EQ(json.find("coordinates")->items.size(), json.find("degrees_of_freedom")->number);
}

TEST_P(Examples, areVerified) {
  if (kSanitized && std::string(GetParam()).starts_with("helicoid-"))
    GTEST_SKIP() << "its bodies are those of trimmed-helicoid-passive";
  const Outcome outcome = tendril({"verify", example(GetParam()), "--states", kSanitized ? "1" : "2"});
  EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.diagnostics;
}

TEST_P(Examples, sayWhereTheirNumbersComeFrom) {
  std::ifstream file(example(GetParam()));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<Problem> problems;
  const Node project = json::parse(text, problems);
  const Node* provenance = project.find("provenance");
  ASSERT_NE(provenance, nullptr);
  ASSERT_FALSE(provenance->items.empty());
  for (const Node& source : provenance->items)
    EXPECT_TRUE(source.text.starts_with("paper") || source.text.starts_with("our proposal")) << source.text;
}

/// The example, with meshes as coarse as they can be: thousands of tetrahedra take minutes and show no more.
struct Coarse {
  std::string project;
  bool meshed = false;      ///< it is a copy
  bool linearized = false;  ///< its law asks for the motion of every tetrahedron several times per step: run briefly
};

/// A volume under partial feedback linearization.
bool isLinearized(const std::string& text) {
  return text.find("partial_feedback_linearization") != std::string::npos &&
         text.find("trimmed_helicoid") != std::string::npos;
}

Coarse coarse(const std::string& name, const TemporaryFolder& folder) {
  std::stringstream text;
  text << std::ifstream(example(name)).rdbuf();
  std::string less = std::regex_replace(text.str(), std::regex(R"("tetrahedra": \d+)"), R"("tetrahedra": 60)");
  const bool linearized = isLinearized(less);
  if (linearized) less = std::regex_replace(less, std::regex(R"("quadrature": 4)"), R"("quadrature": 1)");
  if (less == text.str()) return {example(name)};
  return {folder.write(name + ".tendril.json", less), true, linearized};
}

/// s
std::string longRun(const Coarse& trial) {
  if (trial.linearized) return kSanitized ? "0.02" : "1";
  return kSanitized ? "0.2" : "10";
}

TEST_P(Examples, runLong) {
  const TemporaryFolder folder;
  const Coarse trial = coarse(GetParam(), folder);
  const Outcome outcome = tendril({"simulate", trial.project, "--duration", longRun(trial), "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node result = outcome.json();
  EXPECT_NEAR(result.find("final")->find("t")->number, std::stod(longRun(trial)), 1e-9);
  EXPECT_LT(std::abs(result.find("balance")->number), 1);  // %
  for (const Node& speed : result.find("final")->find("v")->items) EXPECT_LT(std::abs(speed.number), 1e3);
}

/// q and v at the end.
VecX motionOf(const Coarse& trial, const std::vector<std::string>& settings) {
  const std::string duration = trial.meshed ? "0.02" : "0.3";
  std::vector<std::string> arguments = {"simulate", trial.project, "--duration", duration, "--json"};
  for (const std::string& setting : settings) {
    arguments.emplace_back("--set");
    arguments.push_back("simulation." + setting);
  }
  const Outcome outcome = tendril(arguments);
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  std::vector<double> values;
  const Node answer = outcome.json();
  for (const char* key : {"q", "v"})
    for (const Node& value : answer.find("final")->find(key)->items) values.push_back(value.number);
  return Eigen::Map<const VecX>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::string projectTextOf(const std::string& project) {
  std::ifstream file(project);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The longest of 0.5 ms and an eighth of the project's own step that the comparison takes: where a controller or a
/// contact makes a project choose a short one, longer ones are not of second order yet.
double longestStep(const std::string& project) {
  const std::string all = projectTextOf(project);
  std::smatch step;
  return std::regex_search(all, step, std::regex(R"("step": ([0-9.e-]+))")) ? std::min(5e-4, std::stod(step[1]) / 8)
                                                                            : 2.5e-4;
}

TEST_P(Examples, moveAlikeByBdf) {
  if (kSanitized) GTEST_SKIP() << "both ways are watched in runLong and runLongByBdf; shorter ones cannot be compared";
  const TemporaryFolder folder;
  const Coarse trial = coarse(GetParam(), folder);
  if (trial.linearized)
    GTEST_SKIP() << "a coarse mesh does not rest where the example begins, and its fast modes settle within "
                    "microseconds, in which no fixed step here is of second order";
  const std::string alpha = "integrator=generalized_alpha", exactly = "newton_tolerance=1e-12";
  const double step = longestStep(trial.project);
  const auto by = [&](double h) {
    std::ostringstream setting;
    setting << "step=" << h;
    return motionOf(trial, {alpha, exactly, setting.str()});
  };
  const VecX rough = by(step), fine = by(step / 2);
  // Angles of motors behind springs are large beside the motion that their errors make in 0.3 s.
  const bool motors = projectTextOf(trial.project).find("\"motor_inertia\"") != std::string::npos;
  const VecX bdf =
      motionOf(trial, {"integrator=bdf", motors ? "rtol=1e-11" : "rtol=1e-9", motors ? "atol=1e-14" : "atol=1e-12"});
  const VecX exact = fine + (fine - rough) / 3;  // generalized_alpha is of second order
  EXPECT_LT((bdf - exact).norm(), 0.05 * (fine - exact).norm() + 1e-7 * exact.norm());
}

TEST_P(Examples, runLongByBdf) {
  const TemporaryFolder folder;
  const Coarse trial = coarse(GetParam(), folder);
  const Outcome outcome =
      tendril({"simulate", trial.project, "--duration", longRun(trial), "--integrator", "bdf", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_LT(std::abs(outcome.json().find("balance")->number), 5);  // %, at rtol 1e-3
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(examples()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Dynamics, answersWhatIsWanted) {
  const Node answer =
      tendril({"dynamics", example("soft-manipulator"), "--want", "energy,actuation_coordinates", "--json"}).json();
  ASSERT_EQ(answer.keys, (std::vector<std::string>{"energy", "actuation_coordinates"}));
  EXPECT_EQ(answer.items[1].items.size(), 5u);
  EXPECT_NEAR(answer.items[1].items[0].number, 0, 1e-12);  // y = 0 at q = 0
}

TEST(Dynamics, answersAtManyStates) {
  const TemporaryFolder folder;
  const std::string states = folder.write("s.json", R"({"want": ["energy"], "states": [{}, {"want": ["momentum"]}]})");
  const Node answer = tendril({"dynamics", example("soft-manipulator"), "--state", states, "--json"}).json();
  ASSERT_EQ(answer.items.size(), 2u);
  EXPECT_NE(answer.items[0].find("energy"), nullptr);
  EXPECT_NE(answer.items[1].find("momentum"), nullptr);
}

TEST(Dynamics, addsWrenchesOfTheState) {
  const TemporaryFolder folder;
  const std::string state = folder.write("s.json", R"({"want": ["external_force"],
      "wrenches": [{"link": "arm", "at": 1, "frame": "world", "wrench": [0, 0, 0, 0, 0, "2-1"]}]})");
  const Outcome outcome = tendril({"dynamics", example("soft-manipulator"), "--state", state, "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
  const Node answer = outcome.json();
  double largest = 0;
  for (const Node& force : answer.items[0].items) largest = std::max(largest, std::abs(force.number));
  EXPECT_GT(largest, 0.1);
}

TEST(Simulate, writesWhatDynamicsReads) {
  const TemporaryFolder folder;
  const std::string run = folder.path("run.csv");
  const Outcome simulated =
      tendril({"simulate", example("floating-star"), "--duration", "0.1", "--every", "0.02", "--out", run, "--json"});
  ASSERT_EQ(simulated.exit, 0) << simulated.diagnostics;
  const Table table = readTable(run);
  EXPECT_EQ(table.rows.size(), 6u);
  const Node answer =
      tendril({"dynamics", example("floating-star"), "--states", run, "--want", "momentum", "--json"}).json();
  ASSERT_EQ(answer.items.size(), 6u);
  for (int i = 0; i < 6; ++i)  // nothing outside pushes it
    EXPECT_NEAR(answer.items[0].items[0].items[i].number, answer.items[5].items[0].items[i].number, 1e-5);
}

TEST(Simulate, isRepeatable) {
  const std::vector<std::string> arguments = {"simulate", example("soft-manipulator"), "--duration", "0.05", "--json"};
  const Node a = tendril(arguments).json(), b = tendril(arguments).json();
  EXPECT_TRUE(*a.find("final") == *b.find("final"));
}

TEST(Set, changesFields) {
  const auto weight = [](const std::string& setting) {
    const Outcome outcome =
        tendril({"dynamics", example("spinning-pendulum"), "--set", setting, "--want", "energy", "--json"});
    EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
    return outcome.json().items[0].find("gravity")->number;
  };
  EXPECT_NEAR(weight("gravity[2]=-1"), weight("gravity=[0,0,-9.81]") / 9.81, 1e-12);
}

}  // namespace
}  // namespace tendril::cli
