// SPDX-License-Identifier: BSD-3-Clause
// One form for several objects: what they have in common.
#include <algorithm>
#include <map>

#include "core/form/field_rows.hpp"

namespace tendril {
namespace {

bool isList(const FieldRow& row) {
  return row.kind == FieldKind::kList || row.kind == FieldKind::kMap;
}

/// The path from the object on: ".body.length".
std::string_view within(const FieldRow& row, std::string_view object) {
  return std::string_view(row.path).substr(std::min(object.size(), row.path.size()));
}

/// Path of the object whose rows these are; the one that was asked for may say it in another way ("links[2]").
std::string objectOf(const std::vector<FieldRow>& rows) {
  if (rows.empty()) return {};
  const std::string& first = rows.front().path;
  return first.substr(0, first.size() - std::min(first.size(), rows.front().key.size() + 1));
}

bool sameParts(const FieldRow& a, const FieldRow& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const FieldPart& x, const FieldPart& y) { return x.unit == y.unit; });
}

/// Whether one editor can show and change both rows: same kind, unit and entries, and what else it needs to agree.
bool fitTogether(const FieldRow& a, const FieldRow& b) {
  if (a.kind != b.kind || a.unit != b.unit || a.entry != b.entry) return false;
  if (isList(a)) return a.text == b.text;
  if (a.kind == FieldKind::kVector) return sameParts(a, b) && a.present == b.present;
  return true;
}

void mixParts(FieldRow& row, const FieldRow& other) {
  if (row.parts.size() != other.parts.size()) return row.parts.clear();  // a measure: even here, tapered there
  for (std::size_t i = 0; i < row.parts.size(); ++i) {
    FieldPart& part = row.parts[i];
    if (part.text == other.parts[i].text) continue;
    part.mixed = true;
    part.text.clear();
    part.expression.clear();
    part.value.reset();
  }
}

void mixValue(FieldRow& row, const FieldRow& other) {
  const bool group = row.kind == FieldKind::kGroup;
  row.mixed = row.mixed || row.text != other.text || row.present != other.present;
  row.present = group ? row.present && other.present : row.present || other.present;
  mixParts(row, other);
  if (!row.mixed) return;
  row.text.clear();
  row.expression.clear();
  row.value.reset();
  row.samples.clear();
}

void mix(FieldRow& row, const FieldRow& other) {
  mixValue(row, other);
  row.isDefault = row.isDefault && other.isDefault;
  row.active = row.active && other.active;
  row.required = row.required || other.required;
  row.optional = row.optional && other.optional;
  row.exclusive = row.exclusive || other.exclusive;
  row.minimum = std::max(row.minimum, other.minimum);
  row.maximum = std::min(row.maximum, other.maximum);
  if (row.defaultText != other.defaultText) row.defaultText.clear();
  if (row.origin != other.origin) row.origin.clear();
  std::erase_if(row.options, [&](const FieldOption& option) {
    return std::none_of(other.options.begin(), other.options.end(),
                        [&](const FieldOption& each) { return each.name == option.name; });
  });
}

/// Takes away what the other object has not, with all that stands below it.
void keepCommon(std::vector<FieldRow>& rows, std::string_view object, const std::vector<FieldRow>& others) {
  std::map<std::string_view, const FieldRow*> there;
  const std::string other = objectOf(others);
  for (const FieldRow& row : others) there[within(row, other)] = &row;
  std::vector<FieldRow> kept;
  int gone = 1000;  // level of the group that was left out
  for (FieldRow& row : rows) {
    if (row.level > gone) continue;
    gone = 1000;
    const auto match = there.find(within(row, object));
    const bool name = within(row, object) == ".name";
    if (name || match == there.end() || !fitTogether(row, *match->second)) {
      gone = row.level;
      continue;
    }
    mix(row, *match->second);
    kept.push_back(std::move(row));
  }
  rows = std::move(kept);
}

}  // namespace

std::vector<FieldRow> commonRows(const Description& description, const std::vector<std::string>& objectPaths,
                                 const Catalogue& catalogue) {
  if (objectPaths.empty()) return {};
  std::vector<FieldRow> rows = fieldRows(description, objectPaths.back(), catalogue);
  const std::string object = objectOf(rows);
  for (std::size_t i = 0; i + 1 < objectPaths.size(); ++i)
    keepCommon(rows, object, fieldRows(description, objectPaths[i], catalogue));
  return rows;
}

}  // namespace tendril
