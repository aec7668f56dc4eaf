// SPDX-License-Identifier: BSD-3-Clause
// A project's text made into a model, with what was said of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"

namespace tendril::test {

struct BuiltProject {
  Description description;
  std::shared_ptr<const Model> model;  ///< null: it has errors
  std::vector<Problem> problems;

  /// What is said at one path, a line each.
  std::string at(const std::string& path) const {
    std::string out;
    for (const Problem& problem : problems)
      if (problem.path == path) out += problem.text() + "\n";
    return out;
  }
  std::string text() const {
    std::string out;
    for (const Problem& problem : problems) out += problem.path + ": " + problem.text() + "\n";
    return out;
  }
};

inline BuiltProject buildProject(const std::string& text) {
  const ReadResult result = readProjectText(text);
  BuiltProject built{result.description, nullptr, result.problems};
  if (!hasErrors(built.problems)) built.model = buildModel(result.description, built.problems, {});
  return built;
}

}  // namespace tendril::test
