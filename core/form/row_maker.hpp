// SPDX-License-Identifier: BSD-3-Clause
// Visitor of describe() that makes rows. Internal to core/project.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/builder/parts/evaluator.hpp"
#include "core/form/field_rows.hpp"
#include "core/form/row_parts.hpp"
#include "core/project/write_value.hpp"

namespace tendril::project {

/// Number of samples of a measure.
inline constexpr int kMeasureSamples = 17;

class RowMaker {
 public:
  RowMaker(const Description& description, const Catalogue& catalogue, std::vector<FieldRow>& rows)
      : description_(description), catalogue_(catalogue), evaluator_(description, problems_), rows_(rows) {}

  FieldPath& path() { return path_; }
  /// Only these fields of the outermost object; empty: all.
  void restrict(std::vector<std::string_view> keys) { only_ = std::move(keys); }
  /// The section of the guide about what holds the outermost object.
  void setGuide(std::string_view guide) { state_.guide = guide; }

  /// The fields of an object.
  template <class T>
  void fields(const T& object) {
    const State outer = state_;
    state_.defaults = &defaultNode<T>();
    state_.guide = description::guideOf<T>(state_.guide);
    if constexpr (std::is_same_v<T, description::Joint>) state_.joint = object.type;
    if constexpr (std::is_same_v<T, description::Link>) link_ = object.id;
    state_.shapes = std::is_same_v<T, description::Visual>;
    T::describe(object, *this);
    state_ = outer;
  }

  template <class F>
  void field(const F& value, const FieldInfo& info) {
    if (!only_.empty() && state_.level == 0 && std::find(only_.begin(), only_.end(), info.key) == only_.end()) return;
    if (state_.shapes && isMissingShape(value, info.key)) return;
    const auto step = path_.key(info.key);
    const State outer = enter(info);
    if constexpr (std::is_same_v<F, description::Number>)
      if (info.key == "length") length_ = evaluator_.number(value, path_.text());
    show(value, Spec{.info = info, .standard = state_.defaults ? state_.defaults->find(info.key) : nullptr});
    state_ = outer;
  }

  template <class... Ts>
  void choice(const std::variant<Ts...>& value, const FieldInfo& info) {
    {
      const auto step = path_.key(info.key);
      const State outer = enter(info);
      if (sizeof...(Ts) == 1) state_.depth = std::max(state_.depth, description::Depth::kAll);
      FieldRow& row = add(FieldKind::kChoice, Spec{.info = info});
      row.options = {FieldOption{std::string(Ts::kType), std::string(Ts::kMeaning)}...};
      row.text = quoted(std::visit([]<class A>(const A&) { return A::kType; }, value));
      row.isDefault = info.required || value.index() == 0;
      if (!info.required) row.defaultText = quoted(std::variant_alternative_t<0, std::variant<Ts...>>::kType);
      state_ = outer;
    }
    std::visit([this](const auto& alternative) { this->alternativeFields(alternative); }, value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  struct State {
    const Node* defaults = nullptr;  ///< of the object that is being visited
    int level = 0;
    description::Depth depth = description::Depth::kEssential;
    bool active = true;
    bool shapes = false;  ///< in a visual: only the shape that is given
    JointType joint = JointType::kFixed;
    std::string_view guide = {};  ///< section of the guide about the object or the field
  };
  struct Spec {
    const FieldInfo& info;
    const Node* standard = nullptr;  ///< the default
    std::string label = {};          ///< instead of the field's
    bool entry = false;
    bool optional = false;
    bool present = true;
  };

  State enter(const FieldInfo& info) {
    const State outer = state_;
    state_.depth = std::max(state_.depth, info.depth);
    state_.active = state_.active && info.when;
    if (!info.guide.empty()) state_.guide = info.guide;
    return outer;
  }
  template <class F>
  static bool isMissingShape(const F& value, std::string_view key) {
    if (key == "pose") return false;
    if constexpr (requires { value.has_value(); }) return !value.has_value();
    if constexpr (std::is_same_v<F, std::string>) return value.empty();
    return false;
  }

  /// A row with all that the field's information says.
  FieldRow& add(FieldKind kind, const Spec& spec);
  template <class T>
  FieldRow& addValue(FieldKind kind, const T& value, const Spec& spec) {
    FieldRow& row = add(kind, spec);
    const std::optional<Node> node = ValueWriter(true).write(value, nullptr);
    const bool present = node && spec.present;
    const bool lean = kind == FieldKind::kList || kind == FieldKind::kMap;  // objects in them say only what they must
    if (present) row.text = json::writeCompact(lean ? *ValueWriter(false).write(value, nullptr) : *node);
    if (!spec.entry) {
      row.isDefault = spec.standard ? present && *node == *spec.standard : !present;
      if (spec.standard && !spec.info.required) row.defaultText = json::writeCompact(*spec.standard);
    }
    return row;
  }
  void setNumber(FieldRow& row, const description::Number& value);
  void setFormula(FieldRow& row, const description::Formula& value);
  FieldPart part(const description::Number& value);
  FieldPart part(const description::Formula& value);
  FieldPart part(const std::optional<description::Number>& value);
  std::optional<double> numberOf(const description::Number& value);
  std::optional<double> numberOf(const description::Formula& value);
  static std::string quoted(std::string_view text) { return json::writeCompact(Node::ofText(std::string(text))); }
  void sample(FieldRow& row, const description::Measure& value);
  void addReferences(FieldRow& row, description::ObjectKind kind, bool world);
  /// The link that is visited and what hangs on it: parents that would make a circle.
  void removeOffspring(FieldRow& row) const;

  // ---- one overload per kind of value
  void show(bool value, const Spec& spec) { addValue(FieldKind::kBoolean, value, spec); }
  void show(int value, const Spec& spec) { addValue(FieldKind::kInteger, value, spec).value = value; }
  void show(const std::string& value, const Spec& spec);
  void show(const description::Number& value, const Spec& spec);
  void show(const description::Formula& value, const Spec& spec);
  void show(const description::Measure& value, const Spec& spec);
  void show(const description::Attachment& value, const Spec& spec);
  void show(const description::RawJson& value, const Spec& spec) { addValue(FieldKind::kRaw, value, spec); }

  template <description::NamedEnum E>
  void show(E value, const Spec& spec) {
    const bool joint = std::is_same_v<E, JointType>;
    FieldRow& row = addValue(joint ? FieldKind::kChoice : FieldKind::kEnumeration, value, spec);
    for (const std::string_view name : enumNames(value)) row.options.push_back({std::string(name), ""});
  }
  template <description::ObjectKind kKind>
  void show(const description::Reference<kKind>& value, const Spec& spec) {
    FieldRow& row = addValue(FieldKind::kReference, value, spec);
    addReferences(row, kKind, spec.info.world);
    if (link_ != 0 && spec.info.key == "parent") removeOffspring(row);
  }
  template <class A, class B>
  void show(const description::Either<A, B>& value, const Spec& spec) {
    std::visit([&](const auto& alternative) { show(alternative, spec); }, value.value);
  }
  template <class T>
  void show(const std::optional<T>& value, Spec spec) {
    spec.optional = true;
    spec.present = value.has_value();
    if (value) return show(*value, spec);
    show(T{}, spec);
  }

  // ---- objects
  template <description::Described T>
  void show(const T& value, const Spec& spec) {
    FieldRow& row = add(FieldKind::kGroup, spec);
    row.isDefault = !spec.optional || !spec.present;
    row.guide = description::guideOf<T>(row.guide);
    if constexpr (std::is_same_v<T, description::Visual>) setShapes(row, value, spec);
    if (!spec.present || !state_.active) return;
    const Nested nested(*this);
    fields(value);
  }
  template <class... Ts>
  void show(const std::variant<Ts...>& value, const Spec& spec) {
    FieldRow& row = add(FieldKind::kGroup, spec);
    row.isDefault = !spec.present;
    if (spec.optional) row.options.push_back({"", "none"});
    (row.options.push_back({std::string(Ts::kType), std::string(Ts::kMeaning)}), ...);
    if (!spec.present || !state_.active) return;
    row.text = std::visit([]<class A>(const A&) { return std::string(A::kType); }, value);
    row.guide = std::visit([&]<class A>(const A&) { return description::guideOf<A>(row.guide); }, value);
    const Nested nested(*this);
    std::visit([this](const auto& alternative) { this->alternativeFields(alternative); }, value);
  }
  template <class A>
  void alternativeFields(const A& alternative) {
    fields(alternative);
  }
  static void setShapes(FieldRow& row, const description::Visual& value, const Spec& spec);

  // ---- several values
  template <class T>
  static constexpr bool kIsPart = std::is_same_v<T, description::Number> || std::is_same_v<T, description::Formula> ||
                                  std::is_same_v<T, std::optional<description::Number>>;

  template <class T, std::size_t N>
  void show(const std::array<T, N>& value, const Spec& spec) {
    if constexpr (kIsPart<T>) {
      addParts(addValue(FieldKind::kVector, value, spec), std::span<const T>(value), spec);
    } else {
      showEach(value, spec);
    }
  }
  template <class T>
  void show(const description::OneOrMany<T>& value, const Spec& spec) {
    if (!value.list && value.values.size() == 1) return show(value.values.front(), spec);
    addParts(addValue(FieldKind::kVector, value, spec), std::span<const T>(value.values), spec);
  }
  /// A matrix: one number, a diagonal, or a row of numbers each.
  void show(const description::OneOrMany<description::OneOrMany<description::Number>>& value, const Spec& spec) {
    const std::size_t first = rows_.size();
    showMatrix(value, spec);
    for (std::size_t i = first; i < rows_.size(); ++i) rows_[i].logarithmic = true;
  }
  void showMatrix(const description::OneOrMany<description::OneOrMany<description::Number>>& value, const Spec& spec) {
    if (!value.list && value.values.size() == 1) return show(value.values.front(), spec);
    std::vector<description::Number> diagonal;
    for (const auto& row : value.values) {
      if (row.list) return showEach(value.values, spec);
      diagonal.push_back(row.values.front());
    }
    addParts(addValue(FieldKind::kVector, value, spec), std::span<const description::Number>(diagonal), spec);
  }
  void show(const std::vector<description::Number>& value, Spec spec) {
    spec.optional = true;
    spec.present = !value.empty();
    const std::vector<description::Number> rest =
        value.empty() ? restCoordinates(state_.joint, spec.info.key) : std::vector<description::Number>{};
    FieldRow& row = addValue(FieldKind::kVector, value, spec);
    row.isDefault = value.empty();
    row.defaultText.clear();
    addParts(row, std::span<const description::Number>(value.empty() ? rest : value), spec);
  }
  template <class T>
  void addParts(FieldRow& row, std::span<const T> values, const Spec& spec) {
    const std::vector<std::string> units = partUnits(spec.info.unit, state_.joint, spec.info.key, values.size());
    const std::vector<std::string_view> labels = partLabels(spec.info.key, values.size(), state_.joint);
    std::vector<FieldPart> parts;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto step = path_.index(i);
      FieldPart each = part(values[i]);
      each.label = i < labels.size() ? std::string(labels[i]) : values.size() == 1 ? "" : std::to_string(i + 1);
      each.unit = units[i];
      parts.push_back(std::move(each));
    }
    row.parts = std::move(parts);
  }

  template <class T>
  void show(const std::vector<T>& list, const Spec& spec) {
    showEach(list, spec);
  }
  /// Names: the list offers those that it does not have yet.
  template <description::ObjectKind kKind>
  void show(const std::vector<description::Reference<kKind>>& list, const Spec& spec) {
    const std::size_t heading = rows_.size();
    showEach(list, spec);
    if (heading < rows_.size()) offerOthers(rows_[heading], list, spec);
  }
  template <description::ObjectKind kKind>
  void offerOthers(FieldRow& heading, const std::vector<description::Reference<kKind>>& list, const Spec& spec) {
    addReferences(heading, kKind, spec.info.world);
    std::erase_if(heading.options, [&](const FieldOption& option) {
      return std::any_of(list.begin(), list.end(), [&](const auto& each) { return each.name == option.name; });
    });
  }
  template <class List>
  void showEach(const List& list, const Spec& spec) {
    addValue(FieldKind::kList, list, spec);
    if (!state_.active) return;
    const Nested nested(*this);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto step = path_.index(i);
      show(list[i], Spec{.info = spec.info, .label = entryLabel(list[i], i, spec.info), .entry = true});
    }
  }
  /// What tells an object from the others of its list: its type, the link that it is on, else "Ball 2"; of a number
  /// its place.
  template <class T>
  static std::string entryLabel(const T& entry, std::size_t place, const FieldInfo& list) {
    std::string number = std::to_string(place + 1);
    if constexpr (requires { std::string(entry.type); }) {
      if (!entry.type.empty()) return entry.type;
    } else if constexpr (requires { std::string(entry.link.name); }) {
      if (!entry.link.name.empty()) return entry.link.name;
    }
    if constexpr (!description::Described<T>) return number;
    return rowLabel({.key = singular(list.key)}) + ' ' + number;
  }
  template <class K, class T>
  void show(const description::OrderedMap<K, T>& map, const Spec& spec) {
    std::vector<std::string> taken;
    for (const auto& entry : map.entries) taken.push_back(keyName(entry.first));
    FieldRow& row = addValue(FieldKind::kMap, map, spec);
    if constexpr (std::is_same_v<K, description::ActuatorRef>) addFree(row, description_.actuators, taken);
    if constexpr (std::is_same_v<K, description::LinkRef> || std::is_same_v<K, description::BodyRef>)
      addFree(row, description_.links, taken);
    if constexpr (std::is_same_v<K, description::BodyRef>) addFree(row, description_.objects, taken);
    for (const std::string_view option : catalogue_.options(spec.info))
      if (std::find(taken.begin(), taken.end(), option) == taken.end())
        row.options.push_back({std::string(option), ""});
    const Nested nested(*this);
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
      const auto step = path_.key(taken[i]);
      show(map.entries[i].second, Spec{.info = spec.info, .label = taken[i], .entry = true});
    }
  }
  template <class T>
  void show(const description::NamedMap<T>& map, const Spec& spec) {
    addValue(FieldKind::kMap, map, spec);
  }
  static const std::string& keyName(const std::string& key) { return key; }
  template <description::ObjectKind kKind>
  static const std::string& keyName(const description::Reference<kKind>& key) {
    return key.name;
  }
  /// Objects that are not in the map yet, as options.
  template <class T>
  static void addFree(FieldRow& row, const std::vector<T>& objects, const std::vector<std::string>& taken) {
    for (const T& object : objects)
      if (std::find(taken.begin(), taken.end(), object.name) == taken.end()) row.options.push_back({object.name, ""});
  }

  /// One level deeper for its lifetime.
  class Nested {
   public:
    explicit Nested(RowMaker& maker) : maker_(maker) { ++maker_.state_.level; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    ~Nested() { --maker_.state_.level; }

   private:
    RowMaker& maker_;
  };

  const Description& description_;
  const Catalogue& catalogue_;
  std::vector<Problem> problems_;
  Evaluator evaluator_;
  std::vector<FieldRow>& rows_;
  std::vector<std::string_view> only_;
  FieldPath path_;
  State state_;
  description::ObjectId link_ = 0;  ///< that is being visited, 0: none
  double length_ = 1;               ///< of the body that is being visited, for expressions along it
};

}  // namespace tendril::project
