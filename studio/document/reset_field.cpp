// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/reset_field.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/description/references.hpp"
#include "core/project/read_value.hpp"
#include "core/project/set_value.hpp"
#include "core/project/write_value.hpp"
#include "studio/document/identity.hpp"

namespace tendril {
namespace {

using json::Node;

constexpr std::string_view kProvenance = "provenance.";

/// The steps of a path; of the provenance the rest of the path is one key.
std::vector<std::string> stepsOf(std::string_view path) {
  if (path.starts_with(kProvenance)) return {"provenance", std::string(path.substr(kProvenance.size()))};
  return project::pathSteps(path);
}

/// Index of the child that a step names; the number of children if there is none.
std::size_t childAt(const Node& node, std::string_view step) {
  if (node.is(Node::Kind::kObject))
    return static_cast<std::size_t>(std::find(node.keys.begin(), node.keys.end(), step) - node.keys.begin());
  for (std::size_t i = 0; i < node.items.size(); ++i)
    if (const Node* name = node.items[i].find("name"); name && name->text == step) return i;
  if (step.starts_with('[') && step.ends_with(']')) step = step.substr(1, step.size() - 2);
  std::size_t index = node.items.size();
  const auto end = std::from_chars(step.data(), step.data() + step.size(), index);
  return end.ec == std::errc() && end.ptr == step.data() + step.size() ? std::min(index, node.items.size())
                                                                       : node.items.size();
}

/// True if something was there.
bool erase(Node& root, const std::vector<std::string>& steps) {
  Node* node = &root;
  for (std::size_t i = 0;; ++i) {
    const std::size_t child = childAt(*node, steps[i]);
    if (child >= node->items.size()) return false;
    if (i + 1 < steps.size()) {
      node = &node->items[child];
      continue;
    }
    node->items.erase(node->items.begin() + static_cast<std::ptrdiff_t>(child));
    if (!node->keys.empty()) node->keys.erase(node->keys.begin() + static_cast<std::ptrdiff_t>(child));
    return true;
  }
}

/// Takes over the fields that a path concerns: the object that it lies in, or the whole field of the description.
class Taker {
 public:
  Taker(Description& from, const std::vector<std::string>& steps) : steps_(steps) {
    Collector collector{fields_};
    Description::describe(from, collector);
  }

  template <class F>
  void field(F& value, const description::FieldInfo& info) {
    F& fresh = *static_cast<F*>(fields_[index_++]);
    if (info.key != steps_.front()) return;
    if constexpr (requires { value.items; })
      takeObject(value.items, fresh.items);
    else
      takeObject(value, fresh);
  }
  void later(std::string_view, std::string_view) {}

 private:
  struct Collector {
    std::vector<void*>& fields;
    template <class F>
    void field(F& value, const description::FieldInfo&) {
      fields.push_back(&value);
    }
    void later(std::string_view, std::string_view) {}
  };

  template <class F>
  void takeObject(F& value, F& fresh) {
    value = std::move(fresh);
  }
  template <description::Object T>
  void takeObject(std::vector<T>& value, std::vector<T>& fresh) {
    if (value.size() != fresh.size()) {
      value = std::move(fresh);
      return;
    }
    for (std::size_t i = 0; i < value.size(); ++i)
      if (steps_.size() < 2 || value[i].name == steps_[1] || steps_[1] == '[' + std::to_string(i) + ']')
        value[i] = std::move(fresh[i]);
  }

  const std::vector<std::string>& steps_;
  std::vector<void*> fields_;
  std::size_t index_ = 0;
};

}  // namespace

bool resetByPath(Description& description, std::string_view path, std::vector<Problem>& problems) {
  const std::vector<std::string> steps = stepsOf(path);
  Node root = project::leanNode(description, nullptr);
  if (!erase(root, steps)) return true;
  Description fresh;
  std::vector<Problem> found;
  project::ValueReader(found).read(fresh, root, {});
  if (hasErrors(found)) {
    for (Problem& problem : found) problem.line = 0;
    problems.insert(problems.end(), found.begin(), found.end());
    return false;
  }
  keepIdsOfNames(description, fresh);
  Taker taker(fresh, steps);
  Description::describe(description, taker);
  std::vector<Problem> unresolved;  // the checks find them again
  assignIds(description);
  resolveReferences(description, unresolved);
  return true;
}

}  // namespace tendril
