// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/evaluator.hpp"
#include "core/description/fields/walk.hpp"
#include "core/project/project.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {
namespace {

using description::FieldInfo, description::Formula, description::Measure, description::Number;

/// Takes the number at one path; remembers the paths of all others.
struct NumberFinder {
  std::string_view wanted;
  Evaluator& evaluator;
  std::optional<double> found;
  std::vector<std::string> paths;

  template <class T>
  void operator()(const T&, const FieldInfo&, const std::string&) {}
  void operator()(const Number& value, const FieldInfo&, const std::string& path) {
    paths.push_back(path);
    if (path == wanted) found = evaluator.number(value, path);
  }
  void operator()(const Formula& value, const FieldInfo&, const std::string& path) {
    if (value.text.empty()) (*this)(Number(value.value), {}, path);
  }
  void operator()(const Measure& value, const FieldInfo&, const std::string& path) {
    if (value.formula.empty() && !value.end) (*this)(value.start, {}, path);
  }
};

}  // namespace

std::optional<double> numberAt(const Description& project, std::string_view path, std::vector<Problem>& problems) {
  Evaluator evaluator(project, problems);
  NumberFinder finder{path, evaluator, {}, {}};
  description::walk(project, finder);
  if (finder.found) return finder.found;
  const std::string nearest = nearestName(path, finder.paths);
  problems.push_back(
      {.path = std::string(path),
       .message = "there is no number",
       .cure = nearest.empty() ? "name a field that holds one number" : "did you mean \"" + nearest + "\"?"});
  return std::nullopt;
}

}  // namespace tendril
