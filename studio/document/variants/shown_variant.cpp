// SPDX-License-Identifier: GPL-3.0-or-later
// The document while a variant is shown: edits of fields become changes of the variant.
#include <algorithm>
#include <exception>

#include "core/builder/checks/check.hpp"
#include "core/project/project.hpp"
#include "studio/document/document.hpp"
#include "studio/document/mentions.hpp"
#include "studio/document/variants/variant_patch.hpp"

namespace tendril {
namespace {

/// The name that the variant has afterwards: another one at its place is the same variant, renamed. Empty: it has gone.
std::string followed(const std::string& name, const Description& before, const Description& after) {
  if (patchOf(after, name)) return name;
  const auto &old = before.variants.entries, &now = after.variants.entries;
  if (old.size() != now.size()) return {};
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old[i].first == name && !patchOf(before, now[i].first)) return now[i].first;
  return {};
}

}  // namespace

/// The variant that is shown as it is afterwards; empty: it has gone. Errors: it cannot be made any more.
std::optional<Document::Shown> Document::shownOf(const Description& before, const Description& after,
                                                 std::vector<Problem>& errors) const {
  if (!shown_) return {};
  Shown shown{followed(variant_, before, after), std::make_unique<Description>(after), {}};
  if (shown.name.empty()) return {};
  const auto refuse = [&](const std::vector<Problem>& found) {
    for (const Problem& problem : found) {
      if (!problem.isError()) continue;
      errors.push_back(problem);
      errors.back().message += " (in the variant “" + shown.name + "”)";
    }
  };
  std::vector<Problem> found;
  if (!applyVariant(*shown.description, shown.name, found)) {
    refuse(found);
    return {};
  }
  shown.problems = checkDescription(*shown.description, {.directory = directory_});
  std::erase_if(found = shown.problems, [&](const Problem& problem) {
    return std::ranges::any_of(shownProblems_, [&](const Problem& known) {
      return known.path == problem.path && known.message == problem.message;
    });
  });
  if (hasErrors(found)) {
    refuse(found);
    return {};
  }
  return shown;
}

void Document::showAgain(std::optional<Shown> shown) {
  variant_ = shown ? std::move(shown->name) : std::string();
  shown_ = shown ? std::move(shown->description) : nullptr;
  shownProblems_ = shown ? std::move(shown->problems) : std::vector<Problem>();
}

bool Document::showVariant(std::string_view name, std::vector<Problem>& problems) {
  commit();
  Shown shown{std::string(name), std::make_unique<Description>(current_), {}};
  if (!name.empty()) {
    if (!applyVariant(*shown.description, name, problems)) return false;
    shown.problems = checkDescription(*shown.description, {.directory = directory_});
    if (hasErrors(shown.problems) && !hasErrors(problems_)) {
      problems.insert(problems.end(), shown.problems.begin(), shown.problems.end());
      return false;
    }
  }
  wentToBase_ = false;
  touched_.clear();
  showAgain(name.empty() ? std::nullopt : std::optional(std::move(shown)));
  return true;
}

/// Empty: the changes of the variant cannot say what the edit does.
std::optional<bool> Document::editShown(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey) {
  Description changed = *shown_;
  std::vector<Problem> found;
  try {
    if (!edit.apply(changed, found) || hasErrors(found)) {
      problems.insert(problems.end(), found.begin(), found.end());
      return false;
    }
  } catch (const std::exception& error) {
    problems.push_back({.path = "", .message = error.what(), .cure = "nothing was changed"});
    return false;
  }
  std::vector<Problem> errors;
  checkChanged(*shown_, shownProblems_, changed, errors);
  const FieldDifference difference = differenceBetween(*shown_, changed, like_);
  wentToBase_ = difference.structure;
  if (difference.structure || difference.project) return {};
  if (!errors.empty()) {
    problems.insert(problems.end(), errors.begin(), errors.end());
    return false;
  }
  if (difference.values.empty()) return true;
  Description next = current_;
  VariantPatch& patch = *patchOf(next, variant_);
  std::vector<std::string> paths;
  for (const auto& [path, json] : difference.values) setChange(patch, paths.emplace_back(path), json);
  dropIdle(patch, paths, current_, projectText(*shown_, like_));
  Description trial = next;
  if (!applyVariant(trial, variant_, found) || hasErrors(found) || !differenceBetween(trial, changed, like_).same()) {
    wentToBase_ = true;
    return {};
  }
  return accept(std::move(next), edit.name + " in “" + variant_ + "”", problems, mergeKey);
}

/// Empty: the variant says nothing of this field.
std::optional<bool> Document::resetShown(std::string_view path, std::vector<Problem>& problems) {
  const auto isInside = [&](const auto& entry) { return liesIn(entry.first, path); };
  const VariantPatch& patch = *patchOf(current_, variant_);
  if (std::ranges::none_of(patch.entries, isInside)) return {};
  wentToBase_ = false;
  Description next = current_;
  std::erase_if(patchOf(next, variant_)->entries, isInside);
  return accept(std::move(next), "Take “" + std::string(path) + "” out of “" + variant_ + "”", problems, {});
}

}  // namespace tendril
