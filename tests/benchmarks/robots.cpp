// SPDX-License-Identifier: BSD-3-Clause
#include "tests/benchmarks/robots.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/builder/build_model.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"

namespace tendril::benchmarks {
namespace {

const std::string kRoot = TENDRIL_SOURCE_DIR;

[[noreturn]] void giveUp(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

Robot build(const std::string& name, const ReadResult& project, const BuildOptions& given = {}) {
  BuildOptions options = given;
  options.directory = project.directory;
  std::vector<Problem> problems = project.problems;
  Robot robot{name, nullptr, {}, {}, {}, {}, {}};
  if (project.ok()) robot.model = buildModel(project.description, problems, options);
  if (!robot.model) giveUp(name + ": " + (problems.empty() ? "cannot be built" : problems.front().text()));
  robot.q = robot.model->q0, robot.v = robot.model->v0;
  robot.a = robot.tau = VecX::Zero(robot.model->nv);
  robot.u = VecX::Zero(robot.model->nu);
  return robot;
}

std::string fileOf(const std::string& example) {
  return kRoot + "/assets/examples/" + example + "/" + example + ".tendril.json";
}

void fill(VecX& target, const json::Node& state, const char* key) {
  const json::Node* node = state.find(key);
  if (!node || static_cast<Eigen::Index>(node->items.size()) != target.size()) return;
  for (Eigen::Index i = 0; i < target.size(); ++i) target[i] = node->items[static_cast<std::size_t>(i)].number;
}

}  // namespace

Robot goldenRobot(const std::string& name, const std::string& file) {
  std::stringstream text;
  text << std::ifstream(kRoot + "/tests/golden/" + file).rdbuf();
  std::vector<Problem> problems;
  const json::Node node = json::parse(text.str(), problems);
  if (!node.find("project")) giveUp(file + ": cannot be read");
  Robot robot = build(name, readProjectText(json::writeCompact(*node.find("project"))));
  const json::Node& state = *node.find("checks")->items.at(0).find("state");
  fill(robot.q, state, "q");
  fill(robot.v, state, "v");
  fill(robot.a, state, "a");
  fill(robot.tau, state, "tau");
  return robot;
}

Robot exampleRobot(const std::string& name, const std::string& integrator) {
  if (integrator.empty()) return exampleRobot(name, std::vector<std::pair<std::string, std::string>>{});
  return exampleRobot(name, std::vector<std::pair<std::string, std::string>>{{"simulation.integrator", integrator}});
}

Robot exampleRobot(const std::string& name, const std::vector<std::pair<std::string, std::string>>& changes,
                   bool live) {
  ReadResult project = readProject(fileOf(name));
  for (const auto& [path, value] : changes) setByPath(project.description, path, value, project.problems);
  return build(name, project, {.live = live});
}

Robot linkSideRobot(const std::string& name) {
  return build(name, readProject(fileOf(name)), {.controllers = false, .motors = false});
}

bool hasExample(const std::string& name) {
  return std::filesystem::exists(fileOf(name));
}

}  // namespace tendril::benchmarks
