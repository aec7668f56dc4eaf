// SPDX-License-Identifier: BSD-3-Clause
// A project of two links with motors, to put controllers in.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/builder/build_model.hpp"
#include "core/control/controlled_integrator.hpp"
#include "core/project/project.hpp"

namespace tendril::tests {

/// Two links with motors, and controllers.
inline std::string arm(const std::string& controllers, const std::string& simulation = R"("step": 0.001)",
                       const std::string& more = "") {
  return R"({"format": "tendril", "version": 1, "parameters": {"k": 30}, "links": [
    {"name": "upper", "parent": "world", "joint": {"type": "revolute", "axis": [0,1,0], "q0": [0.3]},
     "body": {"type": "rigid", "mass": 1, "com": [0.1,0,0], "inertia": [0.01,0.01,0.01,0,0,0], "tip": {"position": [0.2,0,0]}}},
    {"name": "lower", "parent": "upper", "joint": {"type": "revolute", "axis": [0,1,0]},
     "body": {"type": "rigid", "mass": 0.5, "com": [0.1,0,0], "inertia": [0.01,0.01,0.01,0,0,0]}}],
   "actuators": [{"name": "m1", "type": "joint", "link": "upper"}, {"name": "m2", "type": "joint", "link": "lower"}],
   "controllers": [)" +
         controllers + R"(], "simulation": {)" + simulation + "}" + more + "}";
}

inline std::vector<Problem> problemsOf(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  if (hasErrors(problems)) return problems;
  const auto model = buildModel(result.description, problems);
  EXPECT_EQ(model == nullptr, hasErrors(problems));
  return problems;
}

inline std::shared_ptr<const Model> build(const std::string& text) {
  const ReadResult result = readProjectText(text);
  std::vector<Problem> problems = result.problems;
  auto model = buildModel(result.description, problems);
  for (const Problem& problem : problems) ADD_FAILURE() << problem.text();
  return model;
}

/// The state after a run, with what its controllers remember.
inline State run(const std::shared_ptr<const Model>& model, double duration) {
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  StepResult bad = integrator->reset(*model, data, state, inputs);
  const double h = model->simulation.step;
  for (int i = 0; i < std::lround(duration / h) && !bad; ++i) bad = integrator->step(*model, data, state, h, inputs);
  EXPECT_FALSE(bad) << bad->message();
  return state;
}

/// A text of controllers, and what is to be said of it where.
struct Bad {
  std::string controllers, path, says;
};

/// Every one is told at its field, in the project that `text` makes of it.
template <class Text>
void expectTold(const std::vector<Bad>& all, Text text) {
  for (const Bad& bad : all) {
    const std::vector<Problem> problems = problemsOf(text(bad.controllers));
    const bool found = std::any_of(problems.begin(), problems.end(), [&](const Problem& problem) {
      return problem.path == bad.path && problem.text().find(bad.says) != std::string::npos;
    });
    std::string said;
    for (const Problem& problem : problems) said += problem.path + ": " + problem.text() + "\n";
    EXPECT_TRUE(found) << bad.controllers << "\nsays\n" << said;
  }
}
inline void expectTold(const std::vector<Bad>& all) {
  expectTold(all, [](const std::string& controllers) { return arm(controllers); });
}

}  // namespace tendril::tests
