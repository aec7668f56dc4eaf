// SPDX-License-Identifier: BSD-3-Clause
#include "core/form/row_maker.hpp"

namespace tendril::project {
namespace {

/// The provenance of a field or of what holds it: the longest path that begins its path.
std::string originOf(const Description& description, std::string_view path) {
  std::size_t longest = 0;
  std::string origin;
  for (const auto& [place, text] : description.provenance.entries) {
    if (place.size() <= longest || place.size() > path.size() || path.substr(0, place.size()) != place) continue;
    if (place.size() < path.size() && path[place.size()] != '.' && path[place.size()] != '[') continue;
    longest = place.size();
    origin = text;
  }
  return origin;
}

template <class T>
void addNames(FieldRow& row, const std::vector<T>& objects) {
  for (const T& object : objects) row.options.push_back({object.name, ""});
}

}  // namespace

FieldRow& RowMaker::add(FieldKind kind, const Spec& spec) {
  const FieldInfo& info = spec.info;
  FieldRow& row = rows_.emplace_back();
  row.kind = kind;
  row.path = path_.text();
  row.key = row.path.substr(std::min(row.path.find_last_of(".[") + 1, row.path.size()));
  if (!row.key.empty() && row.key.back() == ']') row.key.pop_back();
  row.level = state_.level;
  row.label = spec.label.empty() ? rowLabel(info) : spec.label;
  row.meaning = info.meaning;
  row.symbol = spec.entry ? "" : info.symbol;
  row.unit = jointUnit(info.unit, state_.joint);
  row.typical = info.typical;
  row.source = info.source;
  row.guide = state_.guide;
  row.origin = originOf(description_, row.path);
  row.originHere = std::any_of(description_.provenance.entries.begin(), description_.provenance.entries.end(),
                               [&](const auto& entry) { return entry.first == row.path; });
  row.condition = info.condition;
  row.variables = info.variables;
  if (info.signals) row.variables += ", signals such as arm.q[0] or arm.tip.x";
  row.minimum = info.minimum;
  row.maximum = info.maximum;
  row.exclusive = info.exclusive;
  row.required = info.required;
  row.depth = state_.depth;
  row.active = state_.active;
  row.optional = spec.optional;
  row.present = spec.present;
  row.entry = spec.entry;
  return row;
}

std::optional<double> RowMaker::numberOf(const description::Number& value) {
  if (value.expression.empty()) return value.value;
  const double number = evaluator_.number(value, path_.text());
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> RowMaker::numberOf(const description::Formula& value) {
  if (value.text.empty()) return value.value;
  const std::size_t before = problems_.size();
  const Expression expression = evaluator_.formula(value, {}, path_.text());
  if (problems_.size() != before || !expression.isConstant()) return std::nullopt;
  const double number = expression.evaluate(std::span<const double>());
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

FieldPart RowMaker::part(const description::Number& value) {
  FieldPart part{.path = path_.text(), .expression = value.expression, .value = numberOf(value)};
  part.text = json::writeCompact(*ValueWriter(true).write(value, nullptr));
  return part;
}

FieldPart RowMaker::part(const description::Formula& value) {
  FieldPart part{.path = path_.text(), .expression = value.text, .value = numberOf(value)};
  part.text = json::writeCompact(*ValueWriter(true).write(value, nullptr));
  return part;
}

FieldPart RowMaker::part(const std::optional<description::Number>& value) {
  if (value) return part(*value);
  return {.path = path_.text(), .text = "null"};
}

void RowMaker::show(const std::string& value, const Spec& spec) {
  const std::string_view key = spec.info.key;
  const std::span<const std::string_view> options = catalogue_.options(spec.info);
  const FieldKind kind = !options.empty() || spec.info.offers ? FieldKind::kEnumeration
                         : key == "color"                     ? FieldKind::kColor
                         : spec.info.file                     ? FieldKind::kFile
                                                              : FieldKind::kText;
  FieldRow& row = addValue(kind, value, spec);
  for (const std::string_view option : options) row.options.push_back({std::string(option), ""});
}

void RowMaker::show(const description::Number& value, const Spec& spec) {
  FieldRow& row = addValue(spec.info.integer ? FieldKind::kInteger : FieldKind::kNumber, value, spec);
  if (!spec.present) return;
  row.expression = value.expression;
  row.value = numberOf(value);
}

void RowMaker::show(const description::Formula& value, const Spec& spec) {
  FieldRow& row = addValue(FieldKind::kFormula, value, spec);
  if (!spec.present) return;
  row.expression = value.text;
  row.value = numberOf(value);
}

void RowMaker::show(const description::Measure& value, const Spec& spec) {
  FieldRow& row = addValue(FieldKind::kMeasure, value, spec);
  if (!spec.present) return;
  row.expression = value.formula.empty() ? value.end ? "" : value.start.expression : value.formula;
  if (value.formula.empty()) row.value = value.end ? std::nullopt : numberOf(value.start);
  if (value.formula.empty() && value.end) {
    const std::array<description::Number, 2> ends = {value.start, *value.end};
    addParts(row, std::span<const description::Number>(ends), spec);
    row.parts[0].label = "base";
    row.parts[1].label = "tip";
  }
  sample(row, value);
}

void RowMaker::sample(FieldRow& row, const description::Measure& value) {
  const std::size_t before = problems_.size();
  const Curve curve = evaluator_.measure(value, length_, row.path);
  if (problems_.size() != before) return;
  for (int i = 0; i < kMeasureSamples; ++i) row.samples.push_back(curve.value(double(i) / (kMeasureSamples - 1)));
}

void RowMaker::show(const description::Attachment& value, const Spec& spec) {
  const std::vector<FieldOption> ends = {{"tip", "tip frame"}, {"base", "base frame"}};
  if (value.place == description::Attachment::Place::kPoint) {
    const FieldInfo info = pointInfoOf(spec.info);
    Spec point{.info = info, .standard = spec.standard, .label = spec.label};
    show(value.point, point);
    rows_.back().options = ends;
    return;
  }
  FieldRow& row = addValue(FieldKind::kAttachment, value, spec);
  row.options = ends;
  if (value.place != description::Attachment::Place::kStation) return;
  row.expression = value.station.expression;
  row.value = numberOf(value.station);
}

void RowMaker::addReferences(FieldRow& row, description::ObjectKind kind, bool world) {
  using description::ObjectKind;
  if (kind == ObjectKind::kMaterial) return addNames(row, description_.materials.items);
  if (kind == ObjectKind::kActuator) return addNames(row, description_.actuators);
  if (world) row.options.push_back({std::string(description::kWorldName), "the ground"});
  addNames(row, description_.links);
  if (kind == ObjectKind::kBody) addNames(row, description_.objects);
}

void RowMaker::removeOffspring(FieldRow& row) const {
  std::vector<description::ObjectId> family = {link_};
  for (const description::Link& link : description_.links) {  // parents stand before their children
    const bool hangs = std::find(family.begin(), family.end(), link.parent.id) != family.end();
    if (hangs) family.push_back(link.id);
    if (hangs || link.id == link_)
      std::erase_if(row.options, [&](const FieldOption& option) { return option.name == link.name; });
  }
}

void RowMaker::setShapes(FieldRow& row, const description::Visual& value, const Spec& spec) {
  if (spec.optional) row.options.push_back({"", "none"});
  for (const std::string_view shape : {"mesh", "box", "cylinder", "sphere", "capsule"})
    row.options.push_back({std::string(shape), ""});
  if (!spec.present) return;
  row.text = value.box        ? "box"
             : value.cylinder ? "cylinder"
             : value.sphere   ? "sphere"
             : value.capsule  ? "capsule"
                              : "mesh";
}

}  // namespace tendril::project
