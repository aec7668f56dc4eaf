// SPDX-License-Identifier: BSD-3-Clause
#include <exception>

#include "core/description/references.hpp"
#include "core/project/project.hpp"
#include "core/project/set_value.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril::project {

std::vector<std::string> pathSteps(std::string_view path) {
  std::vector<std::string> steps(1);
  for (const char c : path) {
    if (c == '.') {
      steps.emplace_back();
    } else if (c == '[') {
      steps.emplace_back("[");
    } else {
      steps.back() += c;
    }
  }
  return steps;
}

}  // namespace tendril::project

namespace tendril {
namespace {

/// The value as JSON, or as text where it is none: `circle`, `=2*r`.
json::Node valueNode(std::string_view text) {
  std::vector<Problem> notJson;
  json::Node node = json::parse(text, notJson);
  if (hasErrors(notJson)) node = json::Node::ofText(std::string(text));
  return node;
}

bool setNode(Description& description, std::string_view path, const json::Node& value, std::vector<Problem>& problems,
             const Catalogue& catalogue) {
  std::vector<Problem> found;
  project::ValueReader reader(found, catalogue);
  project::PathSetter setter(reader, project::pathSteps(path), value);
  const bool good = setter.set(description, {});
  if (good) {
    assignIds(description);
    std::vector<Problem> unresolved;  // whoever builds the model reports them
    resolveReferences(description, unresolved);
  }
  for (Problem& problem : found) {
    problem.line = 0;  // of the value's own text
    problems.push_back(std::move(problem));
  }
  return good && !hasErrors(found);
}

}  // namespace

bool setByPath(Description& description, std::string_view path, std::string_view value, std::vector<Problem>& problems,
               const Catalogue& catalogue) {
  try {
    Description changed = description;
    if (!setNode(changed, path, valueNode(value), problems, catalogue)) return false;
    description = std::move(changed);
    return true;
  } catch (const std::exception& error) {
    problems.push_back({.path = std::string(path), .message = error.what(), .cure = ""});
    return false;
  }
}

bool applyVariant(Description& description, std::string_view name, std::vector<Problem>& problems,
                  const Catalogue& catalogue) {
  std::vector<std::string> names;
  for (const auto& [variant, changes] : description.variants.entries) {
    names.push_back(variant);
    if (variant != name) continue;
    Description changed = description;
    for (const auto& [path, value] : changes.entries)
      if (!setByPath(changed, path, value.text, problems, catalogue)) return false;
    description = std::move(changed);
    return true;
  }
  const std::string nearest = nearestName(name, names);
  problems.push_back({.path = "variants",
                      .message = "unknown variant \"" + std::string(name) + "\"",
                      .cure = nearest.empty() ? "" : "did you mean \"" + nearest + "\"?"});
  return false;
}

}  // namespace tendril
