// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/variants/variant_rows.hpp"

#include <algorithm>
#include <utility>

#include "core/builder/checks/check.hpp"
#include "core/form/field_rows.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "core/text/units.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/variants/variant_patch.hpp"

namespace tendril {
namespace {

/// The object whose rows hold the field at a path: "links.arm", "parameters", "" for what is of the project.
std::string ownerOf(const Description& description, std::string_view path) {
  if (const auto item = edits::itemAt(description, path)) return edits::pathOf(description, *item);
  const std::string_view first = path.substr(0, path.find_first_of(".["));
  return first == "simulation" || first == "parameters" ? std::string(first) : std::string();
}

std::string numberOr(const std::string& expression, const std::optional<double>& value, const std::string& unit,
                     const std::string& json) {
  if (!expression.empty()) return '=' + expression;
  if (value) return fieldQuantity(*value, unit);
  std::vector<Problem> problems;
  const json::Node node = json::parse(json, problems);
  return node.is(json::Node::Kind::kString) ? node.text : json;
}

std::string textOf(const FieldRow& row) {
  if (!row.present) return "none";
  if (row.parts.empty()) return numberOr(row.expression, row.value, row.unit, row.text);
  std::string text;
  for (const FieldPart& part : row.parts)
    text += (text.empty() ? "" : ", ") + numberOr(part.expression, part.value, part.unit, part.text);
  return text;
}

/// What a field is called and what it holds; empty texts where there is none.
struct Field {
  std::string label, text;
};

Field fieldAt(const Description& description, const std::string& given) {
  const std::string path = namedPath(description, given), owner = ownerOf(description, path);
  for (const FieldRow& row : fieldRows(description, owner)) {
    if (row.path == path) return {row.label, textOf(row)};
    for (const FieldPart& part : row.parts)
      if (part.path == path)
        return {row.label + (part.label.empty() ? "" : ' ' + part.label),
                numberOr(part.expression, part.value, part.unit, part.text)};
  }
  return {};
}

std::string labelOf(const Description& description, const std::string& path, const std::string& field) {
  const auto item = edits::itemAt(description, namedPath(description, path));
  if (field.empty()) return path;
  return item ? field + " of “" + edits::nameOf(description, *item) + "”" : field;
}

std::string sentenceOf(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (problem.isError()) return problem.message + (problem.cure.empty() ? "" : "; " + problem.cure);
  return {};
}

}  // namespace

std::vector<VariantChangeRow> variantChangeRows(const Description& project, std::string_view variant) {
  std::vector<VariantChangeRow> rows;
  const VariantPatch* patch = patchOf(project, variant);
  if (!patch) return rows;
  Description changed = project;
  for (const auto& [path, value] : patch->entries) {
    const Field before = fieldAt(project, path);
    VariantChangeRow row{path, labelOf(project, path, before.label), before.text, value.text, {}};
    std::vector<Problem> problems;
    if (!setByPath(changed, path, value.text, problems)) {
      row.problem = sentenceOf(problems);
    } else if (const Field after = fieldAt(changed, path); !after.text.empty()) {
      row.after = after.text;
      if (before.label.empty()) row.label = labelOf(changed, path, after.label);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string variantFailure(const Description& project, std::string_view variant,
                           const std::filesystem::path& directory) {
  Description changed = project;
  std::vector<Problem> problems;
  if (!variant.empty() && !applyVariant(changed, variant, problems)) {
    const auto error = std::ranges::find_if(problems, &Problem::isError);
    return error == problems.end() ? "it cannot be made" : error->path + ": " + sentenceOf(problems);
  }
  problems = checkDescription(changed, {.directory = directory});
  const auto error = std::ranges::find_if(problems, &Problem::isError);
  return error == problems.end() ? std::string() : error->path + ": " + sentenceOf({*error});
}

}  // namespace tendril
