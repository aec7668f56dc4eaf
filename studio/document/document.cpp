// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/document.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include "core/builder/checks/check.hpp"
#include "core/description/references.hpp"
#include "core/project/project.hpp"
#include "studio/document/change.hpp"
#include "studio/document/identity.hpp"
#include "studio/document/initial_shape.hpp"
#include "studio/document/mentions.hpp"
#include "studio/document/shape_mass.hpp"

namespace tendril {
namespace {

bool same(const Problem& a, const Problem& b) {
  return a.path == b.path && a.message == b.message;
}

/// Errors that were not there before.
std::vector<Problem> newErrors(const std::vector<Problem>& found, const std::vector<Problem>& before) {
  std::vector<Problem> errors;
  for (const Problem& problem : found) {
    const bool known = std::any_of(before.begin(), before.end(), [&](const Problem& p) { return same(p, problem); });
    if (problem.isError() && !known) errors.push_back(problem);
  }
  return errors;
}

}  // namespace

struct Document::Step {
  std::string name;
  Change change;
  /// The section `studio` where it changed with the rest: view state is in no change.
  std::optional<std::string> studioBefore = {}, studioAfter = {};
};

Document::Document() : Document(Description(), {}, {}) {}

Document::Document(Description description, std::string like, std::filesystem::path directory)
    : current_(std::move(description)), like_(std::move(like)), directory_(std::move(directory)) {
  std::vector<Problem> unresolved;  // check() finds them again
  giveUniqueIds(current_);
  resolveReferences(current_, unresolved);
  check();
}

Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

std::string Document::text() const {
  return projectText(current_, like_);
}

void Document::check() {
  problems_ = checkDescription(current_, {.directory = directory_});
}

bool Document::edit(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey) {
  wentToBase_ = false;
  if (shown_)
    if (const std::optional<bool> done = editShown(edit, problems, mergeKey)) return *done;
  return editBase(edit, problems, mergeKey);
}

bool Document::editBase(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey) {
  try {
    Description changed = current_;
    std::vector<Problem> found;
    if (!edit.apply(changed, found) || hasErrors(found)) {
      problems.insert(problems.end(), found.begin(), found.end());
      return false;
    }
    return accept(std::move(changed), edit.name, problems, mergeKey);
  } catch (const std::exception& error) {
    problems.push_back({.path = "", .message = error.what(), .cure = "nothing was changed"});
    return false;
  }
}

bool Document::edit(std::string name, std::function<bool(Description&, std::vector<Problem>&)> apply,
                    std::vector<Problem>& problems, std::string_view mergeKey) {
  return edit(Edit{.name = std::move(name), .apply = std::move(apply)}, problems, mergeKey);
}

std::vector<Problem> Document::checkChanged(const Description& before, const std::vector<Problem>& known,
                                            Description& changed, std::vector<Problem>& errors) const {
  std::vector<Problem> unresolved;  // the checks find them again
  changed.lastId = std::max(changed.lastId, before.lastId);
  keepIdsOfNames(before, changed);
  giveUniqueIds(changed);
  resolveReferences(changed, unresolved);
  keepInitialShapes(before, changed);
  keepDensities(before, changed, directory_);
  std::vector<Problem> found = checkDescription(changed, {.directory = directory_});
  for (Problem& error : newErrors(found, known)) errors.push_back(std::move(error));
  if (changed.version != before.version || changed.format != before.format)
    errors.push_back({.path = changed.version != before.version ? "version" : "format",
                      .message = "says how the file is written and is not to be edited",
                      .cure = ""});
  return found;
}

bool Document::accept(Description changed, const std::string& name, std::vector<Problem>& problems,
                      std::string_view mergeKey) {
  std::vector<Problem> errors;
  std::vector<Problem> found = checkChanged(current_, problems_, changed, errors);
  std::optional<Shown> shown;
  if (errors.empty()) shown = shownOf(current_, changed, errors);
  if (!errors.empty()) {
    problems.insert(problems.end(), errors.begin(), errors.end());
    return false;
  }
  record(std::move(changed), name, mergeKey);
  problems_ = std::move(found);
  showAgain(std::move(shown));
  return true;
}

void Document::record(Description changed, const std::string& name, std::string_view mergeKey) {
  const Renames renames = renamedObjects(current_, changed);
  changed.studio.text = withPlotsRenamed(changed.studio.text, renames);
  if (changed.studio.text == "{}" && current_.studio.text.empty()) changed.studio.text.clear();  // the same to a reader
  Change change = Change::between(current_, changed);
  const bool viewOnly = change.empty();
  if (viewOnly && current_.studio.text == changed.studio.text) return;
  ++revision_;
  touched_ = change.items();
  if (viewOnly) {
    current_ = std::move(changed);
    return;
  }
  const bool merges = !mergeKey.empty() && mergeStart_ && mergeKey == mergeKey_;
  if (!merges) {
    commit();
    forgetRedo();
    if (!mergeKey.empty()) {
      mergeStart_ = std::make_unique<Description>(current_);
      mergeKey_ = mergeKey;
    }
  } else {
    change = Change::between(*mergeStart_, changed);
    if (mergeHasStep_) {
      steps_.pop_back();
      --position_;
    }
  }
  mergeHasStep_ = !change.empty();
  if (mergeHasStep_) {
    steps_.push_back(std::make_unique<Step>(Step{name, std::move(change)}));
    const Description& start = merges ? *mergeStart_ : current_;
    if (start.studio.text != changed.studio.text) {
      steps_.back()->studioBefore = start.studio.text;
      steps_.back()->studioAfter = changed.studio.text;
    }
    ++position_;
  }
  current_ = std::move(changed);
}

void Document::forgetRedo() {
  steps_.resize(position_);
  if (saved_ > static_cast<std::ptrdiff_t>(position_)) saved_ = -1;
}

void Document::commit() {
  mergeStart_.reset();
  mergeKey_.clear();
  mergeHasStep_ = false;
}

std::vector<std::string> Document::stepNames() const {
  std::vector<std::string> names;
  for (const auto& step : steps_) names.push_back(step->name);
  return names;
}

std::string Document::undoName() const {
  return canUndo() ? steps_[position_ - 1]->name : std::string();
}

std::string Document::redoName() const {
  return canRedo() ? steps_[position_]->name : std::string();
}

bool Document::undo() {
  commit();
  if (!canUndo()) return false;
  --position_;
  follow(*steps_[position_], false);
  return true;
}

bool Document::redo() {
  commit();
  if (!canRedo()) return false;
  follow(*steps_[position_], true);
  ++position_;
  return true;
}

void Document::follow(const Step& step, bool forth) {
  const Description before = current_;
  step.change.apply(current_, forth ? Direction::kForth : Direction::kBack);
  // Plots follow the names; where nobody has touched them since, they are exactly what they were.
  const auto& [left, reached] =
      forth ? std::tie(step.studioBefore, step.studioAfter) : std::tie(step.studioAfter, step.studioBefore);
  if (left && before.studio.text == *left)
    current_.studio.text = *reached;
  else
    current_.studio.text = withPlotsRenamed(current_.studio.text, renamedObjects(before, current_));
  touched_ = step.change.items();
  ++revision_;
  check();
  wentToBase_ = false;
  std::vector<Problem> errors;  // with any the project itself is shown
  std::optional<Shown> shown = shownOf(before, current_, errors);
  showAgain(errors.empty() ? std::move(shown) : std::nullopt);
}

bool Document::isDirty() const {
  return saved_ != static_cast<std::ptrdiff_t>(position_);
}

void Document::markSaved() {
  commit();
  saved_ = static_cast<std::ptrdiff_t>(position_);
}

void Document::markUnsaved() {
  saved_ = -1;
}

}  // namespace tendril
