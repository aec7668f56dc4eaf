// SPDX-License-Identifier: BSD-3-Clause
#include "core/form/field_rows.hpp"

#include <charconv>

#include "core/description/bodies.hpp"
#include "core/form/row_maker.hpp"
#include "core/project/set_value.hpp"

namespace tendril {
namespace {

using description::Depth;
using project::RowMaker;

/// Index of the object that a step names: by its name, or as "[2]"; the size where there is none.
template <class T>
std::size_t indexOfStep(const std::vector<T>& objects, std::string_view step) {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].name == step) return i;
  if (step.size() < 3 || step.front() != '[' || step.back() != ']') return objects.size();
  std::size_t index = objects.size();
  std::from_chars(step.data() + 1, step.data() + step.size() - 1, index);
  return std::min(index, objects.size());
}

/// The rows of an object in a list, whose normal path comes back; empty if there is none.
template <class T>
std::string objectRows(RowMaker& maker, std::string_view list, const std::vector<T>& objects, std::string_view step) {
  const std::size_t index = indexOfStep(objects, step);
  if (index == objects.size()) return {};
  const T& object = objects[index];
  const auto outer = maker.path().key(list);
  const auto place = [&] { return object.name.empty() ? maker.path().index(index) : maker.path().key(object.name); };
  const auto inner = place();
  if constexpr (std::is_same_v<T, description::Material>)  // its name is the key of the map
    maker.field(object.name, {.key = "name", .meaning = "Unique name", .required = true, .guide = T::kGuide});
  maker.fields(object);
  return maker.path().text();
}

std::string ownRows(const Description& d, RowMaker& maker, std::span<const std::string> steps) {
  const std::string& kind = steps[0];
  if (kind == "parameters") {
    maker.restrict({"parameters"});
    maker.fields(d);
    return "parameters";
  }
  if (kind == "simulation") {
    const auto step = maker.path().key(kind);
    maker.fields(d.simulation);
    return kind;
  }
  if (steps.size() < 2) return {};
  if (kind == "links") return objectRows(maker, kind, d.links, steps[1]);
  if (kind == "materials") return objectRows(maker, kind, d.materials.items, steps[1]);
  if (kind == "actuators") return objectRows(maker, kind, d.actuators, steps[1]);
  if (kind == "loads") return objectRows(maker, kind, d.loads, steps[1]);
  if (kind == "controllers") return objectRows(maker, kind, d.controllers, steps[1]);
  if (kind == "loops") return objectRows(maker, kind, d.loops, steps[1]);
  if (kind == "objects") return objectRows(maker, kind, d.objects, steps[1]);
  return {};
}

/// Only the rows at or under a path; levels count from there.
void keepUnder(std::vector<FieldRow>& rows, std::string_view path) {
  std::erase_if(rows, [&](const FieldRow& row) {
    const bool begins = std::string_view(row.path).starts_with(path);
    return !begins || (row.path.size() > path.size() && row.path[path.size()] != '.' && row.path[path.size()] != '[');
  });
  int least = rows.empty() ? 0 : rows.front().level;
  for (FieldRow& row : rows) row.level -= least;
}

void offerPlaces(const Description& description, std::vector<FieldRow>& rows) {
  for (FieldRow& row : rows) {
    const description::Link* link = linkOfPlace(description, rows, row);
    if (!link || !link->body) continue;
    if (description::isSoft(*link)) row.options.push_back({std::string(kPlaceAlong), "a station along the body"});
    if (description::tetrahedraOf(*link->body))
      row.options.push_back({std::string(kPlaceOnSurface), "a point of its surface"});
  }
}

}  // namespace

const description::Link* linkOfPlace(const Description& description, std::span<const FieldRow> rows,
                                     const FieldRow& place) {
  if (place.kind != FieldKind::kAttachment && (place.kind != FieldKind::kVector || place.options.empty()))
    return nullptr;
  const std::string beside = place.path.substr(0, place.path.find_last_of('.') + 1);
  for (const FieldRow& row : rows)
    if (row.kind == FieldKind::kReference && (row.path == beside + "link" || row.path == beside + "parent"))
      for (const description::Link& link : description.links)
        if (row.text == '"' + link.name + '"') return &link;
  return nullptr;
}

std::vector<FieldRow> fieldRows(const Description& description, std::string_view objectPath,
                                const Catalogue& catalogue) {
  std::vector<FieldRow> rows;
  RowMaker maker(description, catalogue, rows);
  if (objectPath.empty()) {
    maker.restrict({"name", "description", "gravity", "parameters", "signals", "variants", "provenance"});
    maker.fields(description);
    for (FieldRow& row : rows)  // not what one begins with
      if (row.path.starts_with("variants") || row.path.starts_with("provenance"))
        row.depth = std::max(row.depth, Depth::kAll);
    return rows;
  }
  const std::vector<std::string> steps = project::pathSteps(objectPath);
  std::string found = ownRows(description, maker, steps);
  if (found.empty()) return {};
  offerPlaces(description, rows);
  const std::size_t own = steps[0] == "parameters" || steps[0] == "simulation" ? 1 : 2;
  for (std::size_t i = own; i < steps.size(); ++i) found += (steps[i].starts_with('[') ? "" : ".") + steps[i];
  if (steps.size() > own) keepUnder(rows, found);
  return rows;
}

std::vector<std::pair<std::string, double>> parameterValues(const Description& description) {
  std::vector<Problem> problems;
  Evaluator evaluator(description, problems);
  std::vector<std::pair<std::string, double>> values;
  for (const auto& [name, number] : description.parameters.entries)
    values.emplace_back(name, evaluator.number(number, name));
  return values;
}

}  // namespace tendril
