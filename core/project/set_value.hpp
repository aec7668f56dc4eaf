// SPDX-License-Identifier: BSD-3-Clause
// Goes down a path of a description and reads a JSON value into the field there. Internal to core/project.
#pragma once

#include <charconv>
#include <utility>

#include "core/project/read_value.hpp"

namespace tendril::project {

/// "links.arm.joint.axis[0]" → links, arm, joint, axis, [0].
std::vector<std::string> pathSteps(std::string_view path);

/// Fills the texts of a new object that name what only plugins offer: they begin with the first one that there is.
class FirstOffers {
 public:
  explicit FirstOffers(const Catalogue& catalogue) : catalogue_(catalogue) {}

  template <class F>
  void field(F& value, const FieldInfo& info) {
    if constexpr (std::is_same_v<F, std::string>) {
      if (!info.offers || !value.empty()) return;
      if (const auto names = catalogue_.names(*info.offers); !names.empty()) value = names.front();
    }
  }
  template <class... Ts>
  void choice(std::variant<Ts...>& value, const FieldInfo&) {
    std::visit([&](auto& alternative) { alternative.describe(alternative, *this); }, value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  const Catalogue& catalogue_;
};

class PathSetter {
 public:
  /// Sets what `steps` lead to. Problems go to the reader.
  PathSetter(ValueReader& reader, std::vector<std::string> steps, const Node& value)
      : reader_(reader), steps_(std::move(steps)), node_(value) {}

  /// The value under the remaining steps.
  template <class T>
  bool set(T& value, const FieldInfo& info) {
    if (at_ == steps_.size()) return setWhole(value, info);
    return descend(value, info);
  }

  /// What the value does not give has its default; an object with a name stays the one it is.
  template <class T>
  bool setWhole(T& value, const FieldInfo& info) {
    if constexpr (description::Described<T> && !description::Object<T>) {
      T fresh{};
      if (!reader_.read(fresh, node_, info)) return false;
      value = std::move(fresh);
      return true;
    } else {
      return reader_.read(value, node_, info);
    }
  }

  // As a visitor: the field that the next step names.
  template <class F>
  void field(F& value, const FieldInfo& info) {
    if (done_) return;
    known_.push_back(info.key);
    if (steps_[at_] != info.key) return;
    done_ = true;
    const auto step = reader_.path().key(info.key);
    if (!info.when) {
      good_ = fail("has no meaning here (" + std::string(info.condition) + ")");
      return;
    }
    good_ = inside([&] { return set(value, info); });
  }
  template <class... Ts>
  void choice(std::variant<Ts...>& value, const FieldInfo& info) {
    if (done_) return;
    known_.push_back(info.key);
    if (steps_[at_] == info.key) {
      done_ = true;
      good_ = at_ + 1 == steps_.size() ? setTag(value, info) : fail("has no fields of its own");
      return;
    }
    std::visit([&](auto& alternative) { alternative.describe(alternative, *this); }, value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  /// Runs with one step more taken.
  template <class F>
  bool inside(F&& run) {
    ++at_;
    const bool good = run();
    --at_;
    return good;
  }
  bool fail(std::string message, std::string cure = "") {
    reader_.problem(node_, std::move(message), std::move(cure));
    return false;
  }
  bool unknownStep(std::span<const std::string_view> known) {
    reader_.unknownKey(node_, steps_[at_], known);
    return false;
  }

  /// The steps that are left, as they stand in the path.
  std::string remainingPath() const {
    std::string path;
    for (std::size_t i = at_; i < steps_.size(); ++i)
      path += (path.empty() || steps_[i].starts_with('[') ? "" : ".") + steps_[i];
    return path;
  }
  /// All steps that are left name this element.
  template <class T>
  bool setLast(T& item, const FieldInfo& info) {
    const std::size_t at = std::exchange(at_, steps_.size() - 1);
    const bool good = setElement(item, info);
    at_ = at;
    return good;
  }

  template <class Visit>
  bool visitFields(Visit&& visit) {
    const auto outer = std::move(known_);
    known_.clear();
    done_ = false;
    visit();
    const bool good = done_ ? good_ : unknownStep(known_);
    done_ = true;
    known_ = outer;
    return good;
  }

  template <class T>
  bool descend(T& value, const FieldInfo&) {
    if constexpr (description::Described<T>) {
      return visitFields([&] { value.describe(value, *this); });
    } else {
      return fail("has no fields of its own", "set it as a whole");
    }
  }
  template <class... Ts>
  bool descend(std::variant<Ts...>& value, const FieldInfo&) {
    return visitFields([&] { choice(value, {.key = "type"}); });
  }
  template <class T>
  bool descend(std::optional<T>& value, const FieldInfo& info) {
    const bool absent = !value;
    if (absent) value.emplace();
    const bool good = descend(*value, info);
    if (absent && !good) value.reset();
    return good;
  }
  template <class A, class B>
  bool descend(description::Either<A, B>& value, const FieldInfo& info) {
    return std::visit([&](auto& alternative) { return descend(alternative, info); }, value.value);
  }
  template <class T>
  bool descend(description::OneOrMany<T>& value, const FieldInfo& info) {
    return descend(value.values, info);
  }
  template <class T>
  bool descend(std::vector<T>& list, const FieldInfo& info) {
    std::vector<std::string_view> names;
    if constexpr (description::Object<T>) {
      for (T& element : list) {
        if (element.name == steps_[at_]) return setElement(element, info);
        names.push_back(element.name);
      }
    }
    return setIndexed(list, info, names);
  }
  template <class T, std::size_t N>
  bool descend(std::array<T, N>& list, const FieldInfo& info) {
    return setIndexed(list, info, {});
  }
  bool descend(description::Attachment& at, const FieldInfo& info) {
    if (at.place != description::Attachment::Place::kPoint)
      return fail("is no point of a surface", "set it as a whole");
    return setIndexed(at.point, pointInfoOf(info), {});
  }
  bool descend(description::Measure& measure, const FieldInfo& info) {
    if (!measure.formula.empty()) return fail("is an expression", "set it as a whole");
    description::Number2 ends = {measure.start, measure.end.value_or(measure.start)};
    if (!setIndexed(ends, info, {})) return false;
    measure.start = ends[0];
    measure.end = ends[1];
    return true;
  }
  template <class T>
  bool descend(description::NamedMap<T>& map, const FieldInfo& info) {
    std::vector<std::string_view> names;
    for (T& item : map.items) {
      if (item.name == steps_[at_]) return setElement(item, info);
      names.push_back(item.name);
    }
    return unknownStep(names);
  }
  template <class K, class T>
  bool descend(description::OrderedMap<K, T>& map, const FieldInfo& info) {
    if constexpr (std::is_same_v<K, std::string>) {  // keys of variants and provenance are paths themselves
      const std::string rest = remainingPath();
      for (auto& entry : map.entries)
        if (entry.first == rest) return setLast(entry.second, info);
    }
    std::vector<std::string_view> names;
    for (auto& entry : map.entries) {
      const K& key = entry.first;
      T& item = entry.second;
      std::string_view name;
      if constexpr (requires { key.name; }) {
        name = key.name;
      } else {
        name = key;
      }
      if (name == steps_[at_]) return setElement(item, info);
      names.push_back(name);
    }
    return unknownStep(names);
  }

  template <class T>
  bool setElement(T& element, const FieldInfo& info) {
    const auto step = reader_.path().key(steps_[at_]);
    return inside([&] { return set(element, info); });
  }
  template <class List>
  bool setIndexed(List& list, const FieldInfo& info, std::span<const std::string_view> names) {
    std::size_t index = 0;
    std::string_view text = steps_[at_];
    if (text.size() > 2 && text.front() == '[') text = text.substr(1, text.size() - 2);
    const auto end = std::from_chars(text.data(), text.data() + text.size(), index);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
      return names.empty() ? fail("is a list of " + std::to_string(list.size()), "name an element as [0]")
                           : unknownStep(names);
    }
    if (index >= list.size()) return fail("has only " + std::to_string(list.size()) + " elements, from [0]");
    const auto step = reader_.path().index(index);
    return inside([&] { return set(list[index], info); });
  }

  template <class... Ts>
  bool setTag(std::variant<Ts...>& value, const FieldInfo& info) {
    const std::array<std::string_view, sizeof...(Ts)> names = {Ts::kType...};
    std::string tag;
    if (!reader_.read(tag, node_, {})) return false;
    const bool found = ((Ts::kType == tag && (emplaceNew<Ts>(value), true)) || ...);
    if (!found) reader_.unknownName(node_, info.key, tag, names);
    return found;
  }
  /// The kind that it is already keeps its fields.
  template <class A, class Variant>
  void emplaceNew(Variant& value) {
    if (std::holds_alternative<A>(value)) return;
    FirstOffers offers(reader_.catalogue());
    A& made = value.template emplace<A>();
    made.describe(made, offers);
  }

  ValueReader& reader_;
  std::vector<std::string> steps_;
  const Node& node_;
  std::size_t at_ = 0;
  std::vector<std::string_view> known_;
  bool done_ = false;
  bool good_ = false;
};

}  // namespace tendril::project
