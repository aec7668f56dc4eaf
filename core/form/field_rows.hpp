// SPDX-License-Identifier: BSD-3-Clause
// The fields of one object of a project as a flat list: what a property form shows, a table of fields prints.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/description/description.hpp"

namespace tendril {

/// What kind of value a field holds, and so how it is edited.
enum class FieldKind {
  kGroup,        ///< heading of the rows after it with a higher level: an object of several fields
  kNumber,       ///< a number, or "=expression" of the named parameters
  kInteger,      ///< the same, whole
  kFormula,      ///< an expression of FieldRow::variables, or a number
  kMeasure,      ///< along a body: one number, [start, end] (two parts), or an expression of X
  kVector,       ///< numbers or formulas side by side, one part each
  kText,         ///< any text
  kColor,        ///< "#rrggbb", or empty
  kBoolean,      ///< true or false
  kEnumeration,  ///< one of the options
  kChoice,       ///< the same, but other fields of the object come and go with it
  kReference,    ///< name of an object, one of the options
  kAttachment,   ///< "tip", "base" or a number 0…1
  kList,         ///< heading of entries that can be added and removed; entries follow with a higher level
  kMap,          ///< the same with names: parameters, outputs of a controller
  kFile,         ///< path of a file, relative to the project
  kRaw,          ///< JSON that nobody looks into
};

/// One number, formula or end of a row that has several.
struct FieldPart {
  std::string path = {};   ///< as setByPath takes it
  std::string label = {};  ///< "x", "roll", "start", "κy"; may be empty
  std::string unit = {};   ///< SI
  std::string text = {};   ///< JSON
  std::string expression = {};
  std::optional<double> value = {};
  bool mixed = false;  ///< of several objects: it differs; text, expression and value are empty then

  bool operator==(const FieldPart&) const = default;
};

/// What one of the options is called in files, and what it is.
struct FieldOption {
  std::string name;
  std::string meaning;  ///< may be empty

  bool operator==(const FieldOption&) const = default;
};

/// One field: what is to be known of it and its value.
struct FieldRow {
  FieldKind kind = FieldKind::kNumber;
  std::string path;  ///< as setByPath takes it: "links.arm.body.section.radius"
  std::string key;   ///< last step of the path
  int level = 0;     ///< groups in which it stands

  std::string label;        ///< for people: "Young's modulus"
  std::string meaning;      ///< one line
  std::string symbol;       ///< "κy"
  std::string unit;         ///< SI; of this field as it is ("N·m/rad" at a revolute joint)
  std::string typical;      ///< usual values
  std::string source;       ///< where meaning or default come from: "[gvs] (1)"
  std::string guide;        ///< section of the guide about it: "formulas.md#joints"
  std::string origin;       ///< where this value comes from: the project's provenance of this field or what holds it
  bool originHere = false;  ///< the provenance is of this very field
  std::string condition;    ///< when it has a meaning, in words
  std::string variables;    ///< what a formula may use
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool exclusive = false;  ///< the bounds themselves are not allowed
  bool required = false;
  description::Depth depth = description::Depth::kEssential;  ///< of the field or of a group around it, the deeper

  bool active = true;        ///< false: has no meaning beside the other values (condition)
  bool optional = false;     ///< may be absent
  bool present = true;       ///< false: an optional that is absent; text is empty then
  bool entry = false;        ///< entry of a list or map: can be removed
  bool logarithmic = false;  ///< numbers whose power of ten is sought: gains
  bool isDefault = false;
  bool mixed = false;  ///< of several objects: it differs; text, expression, value and samples are empty then

  std::string text;         ///< the value as JSON; of an absent optional empty; of a group the chosen option, if any
  std::string defaultText;  ///< JSON; empty: no default, or absent by default
  std::string expression;   ///< of a number "=…", a formula or a measure: its text without "="; empty: a plain number
  std::optional<double> value;       ///< the number, also of an expression that has one value; none: it has none
  std::vector<FieldPart> parts;      ///< of kVector; of a kMeasure with two ends
  std::vector<double> samples;       ///< of a kMeasure: its values at 17 points from X = 0 to 1
  std::vector<FieldOption> options;  ///< of kEnumeration, kChoice, kReference, of a group that is one of several kinds
                                     ///< ("": none); names that a kMap or a kList of names may still take; where a
                                     ///< kAttachment, or a kVector that is one, may be instead

  bool operator==(const FieldRow&) const = default;
};

/// The rows of an object: "" (the project: name, description, gravity, parameters, signals, variants, provenance),
/// "simulation", "links.arm", "links[2].body", "materials.silicone", "actuators.tendon 1", "loads.push",
/// "controllers.pulls", "parameters". Paths of rows name objects by their names. Options are those of the catalogue.
/// Empty if there is no such object.
std::vector<FieldRow> fieldRows(const Description& description, std::string_view objectPath,
                                const Catalogue& catalogue = Catalogue::ofProcess());

/// The rows that several objects have in common, as rows of the last of them. Where values differ a row is mixed;
/// names, lists that differ, and what has another unit or another number of parts are left out. Paths as fieldRows
/// takes them.
std::vector<FieldRow> commonRows(const Description& description, const std::vector<std::string>& objectPaths,
                                 const Catalogue& catalogue = Catalogue::ofProcess());

/// It is a shape of a link: its picture or one that contacts touch.
bool isShape(const FieldRow& row);
/// JSON of a group with options after another one is chosen, sizes carried over where they mean the same; "null" where
/// the option is empty. Empty where the choice is the document's to make (bodies) or the option is unknown.
std::string withOption(const Description& description, const FieldRow& row, std::string_view option);
/// JSON of a list or map after one more entry with sensible values (a copy of the last one; of an empty list a value
/// that can be read). `name`: key of the new entry of a map, or the new entry of a list of names. Empty if the row is
/// neither list nor map.
std::string withEntry(const Description& description, const FieldRow& row, std::string_view name = {},
                      const Catalogue& catalogue = Catalogue::ofProcess());
/// JSON of a list or map without its entry `index`.
std::string withoutEntry(const FieldRow& row, std::size_t index);
/// JSON of a list with its entry `index` moved to `to`.
std::string withMovedEntry(const FieldRow& row, std::size_t index, std::size_t to);
/// JSON of a map with an entry under another name; what holds the old name is not changed.
std::string withRenamedEntry(const FieldRow& row, std::size_t index, std::string_view name);

/// Options of a row that says where something is attached, besides "tip" and "base": a share of a soft body's length,
/// and a point of the surface of a body of tetrahedra (a kVector).
inline constexpr std::string_view kPlaceAlong = "along", kPlaceOnSurface = "surface";
/// The link on which the place of such a row lies, by the row beside it that names the link; null for another row, and
/// for the world.
const description::Link* linkOfPlace(const Description& description, std::span<const FieldRow> rows,
                                     const FieldRow& place);

/// The named parameters with their values (NaN where one cannot be evaluated), in the order of the project.
std::vector<std::pair<std::string, double>> parameterValues(const Description& description);

/// The fields of one kind of object as it is at first, its own without those inside.
struct FieldSection {
  std::string title;    ///< "joint", "body `rod`"
  std::string meaning;  ///< one line
  std::vector<FieldRow> rows;
};
/// Every kind of object that a project can hold, each once, in the order of the declarations.
std::vector<FieldSection> fieldSections();
/// The same as a Markdown table of all fields, units, defaults, ranges and sources.
std::string fieldTable();

}  // namespace tendril
