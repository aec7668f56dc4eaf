// SPDX-License-Identifier: BSD-3-Clause
// JSON tree → description, driven by describe(). Internal to core/project.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/description/fields/field.hpp"
#include "core/description/fields/problem.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::project {

using description::FieldInfo;
using json::Node;

class ObjectReader;

/// Reads values and collects problems; a value with a problem keeps what it had.
class ValueReader {
 public:
  explicit ValueReader(std::vector<Problem>& problems, const Catalogue& catalogue = Catalogue::ofProcess())
      : problems_(problems), catalogue_(catalogue) {}

  /// Reports at the current path.
  void problem(const Node& node, std::string message, std::string cure);
  /// "a number expected, not text".
  void wrongKind(const Node& node, std::string_view expected, std::string cure = "");
  /// A field that has no meaning beside the others: an error, or a warning where it does no harm.
  void unused(const Node& node, const FieldInfo& info);
  /// Unknown key of an object; returns the nearest known one, or an empty text.
  std::string unknownKey(const Node& value, const std::string& key, std::span<const std::string_view> known);
  /// A name that this version does not know; with `plugins` one of them could.
  void unknownName(const Node& node, std::string_view key, std::string_view name,
                   std::span<const std::string_view> known, bool plugins = false);
  FieldPath& path() { return path_; }
  /// What the values may name.
  const Catalogue& catalogue() const { return catalogue_; }

  bool read(bool& value, const Node& node, const FieldInfo& info);
  bool read(int& value, const Node& node, const FieldInfo& info);
  bool read(std::string& value, const Node& node, const FieldInfo& info);
  bool read(description::Number& value, const Node& node, const FieldInfo& info);
  bool read(description::Formula& value, const Node& node, const FieldInfo& info);
  bool read(description::Measure& value, const Node& node, const FieldInfo& info);
  bool read(description::RawJson& value, const Node& node, const FieldInfo& info);
  bool read(description::Attachment& value, const Node& node, const FieldInfo& info);

  template <description::ObjectKind kKind>
  bool read(description::Reference<kKind>& value, const Node& node, const FieldInfo& info) {
    value.id = 0;
    return read(value.name, node, info);
  }

  template <description::NamedEnum E>
  bool read(E& value, const Node& node, const FieldInfo& info) {
    std::string name;
    if (!read(name, node, {})) return false;
    const auto names = enumNames(value);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != name) continue;
      value = description::enumValue<E>(i);
      return true;
    }
    unknownName(node, info.key, name, names);
    return false;
  }

  template <class T>
  bool read(std::optional<T>& value, const Node& node, const FieldInfo& info) {
    if (node.is(Node::Kind::kNull) && !description::Described<T>) {
      value.reset();
      return true;
    }
    T inner{};
    if (!read(inner, node, info)) return false;
    value = std::move(inner);
    return true;
  }

  template <class T, std::size_t N>
  bool read(std::array<T, N>& value, const Node& node, const FieldInfo& info) {
    if (!node.is(Node::Kind::kArray) || node.items.size() != N) {
      wrongKind(node, "a list of " + std::to_string(N));
      return false;
    }
    bool good = true;
    for (std::size_t i = 0; i < N; ++i) {
      const auto step = path_.index(i);
      good &= read(value[i], node.items[i], info);
    }
    return good;
  }

  template <class T>
  bool read(std::vector<T>& value, const Node& node, const FieldInfo& info) {
    if (!node.is(Node::Kind::kArray)) {
      wrongKind(node, "a list");
      return false;
    }
    value.clear();
    bool good = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto step = elementStep<T>(node.items[i], i);
      value.emplace_back();
      good &= read(value.back(), node.items[i], info);
    }
    return good;
  }

  template <class T>
  bool read(description::OneOrMany<T>& value, const Node& node, const FieldInfo& info) {
    value.list = node.is(Node::Kind::kArray);
    if (value.list) return read(value.values, node, info);
    value.values.assign(1, T{});
    return read(value.values.front(), node, info);
  }

  template <class A, class B>
  bool read(description::Either<A, B>& value, const Node& node, const FieldInfo& info) {
    const bool name = node.is(Node::Kind::kString) && !node.text.starts_with('=');
    if (description::NamedEnum<B> ? name : node.is(Node::Kind::kObject))
      return read(value.value.template emplace<B>(), node, info);
    return read(value.value.template emplace<A>(), node, info);
  }

  template <class T>
  bool read(description::NamedMap<T>& value, const Node& node, const FieldInfo& info) {
    if (!isObject(node)) return false;
    value.items.clear();
    bool good = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto step = path_.key(node.keys[i]);
      value.items.emplace_back();
      good &= read(value.items.back(), node.items[i], info);
      value.items.back().name = node.keys[i];
    }
    return good;
  }

  template <class K, class T>
  bool read(description::OrderedMap<K, T>& value, const Node& node, const FieldInfo& info) {
    if (!isObject(node)) return false;
    value.entries.clear();
    bool good = true;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const auto step = path_.key(node.keys[i]);
      value.entries.emplace_back(K(node.keys[i]), T{});
      good &= read(value.entries.back().second, node.items[i], info);
    }
    return good;
  }

  /// One of several types, told apart by the tag in the object.
  template <class... Ts>
  bool read(std::variant<Ts...>& value, const Node& node, const FieldInfo&);
  template <description::Described T>
  bool read(T& value, const Node& node, const FieldInfo&);

  bool isObject(const Node& node) {
    if (node.is(Node::Kind::kObject)) return true;
    wrongKind(node, "an object");
    return false;
  }

  /// Step to an element of a list: by its name where it has one.
  template <class T>
  FieldPath::Step elementStep(const Node& element, std::size_t i) {
    if constexpr (description::Object<T>) {
      const Node* name = element.find("name");
      if (name && name->is(Node::Kind::kString) && !name->text.empty()) return path_.key(name->text);
    }
    return path_.index(i);
  }

 private:
  std::vector<Problem>& problems_;
  const Catalogue& catalogue_;
  FieldPath path_;
};

/// Visitor that reads the fields of one object.
class ObjectReader {
 public:
  ObjectReader(ValueReader& reader, const Node& node) : reader_(reader), node_(node) {}

  template <class F>
  void field(F& value, const FieldInfo& info) {
    known_.push_back(info.key);
    const Node* found = node_.find(info.key);
    if (!found) {
      if (info.required && info.when) missing_.push_back(info);
      return;
    }
    const auto step = reader_.path().key(info.key);
    if (!info.when) {
      if (!broken_) reader_.unused(*found, info);
      good_ &= info.harmless;
      return;
    }
    read_.push_back(info.key);
    if (!reader_.read(value, *found, info)) {
      good_ = false;
      if constexpr (description::NamedEnum<F>) broken_ = true;  // what else may stand here depends on it
    }
  }

  template <class... Ts>
  void choice(std::variant<Ts...>& value, const FieldInfo& info) {
    known_.push_back(info.key);
    const std::array<std::string_view, sizeof...(Ts)> names = {Ts::kType...};
    const Node* tag = node_.find(info.key);
    if (!tag && info.required) {
      missing(info);
      broken_ = true;
      return;
    }
    if (tag && !chooseAlternative(value, *tag, info, names)) {
      good_ = false;
      broken_ = true;
      return;
    }
    std::visit([&](auto& alternative) { alternative.describe(alternative, *this); }, value);
  }

  void later(std::string_view key, std::string_view what) {
    known_.push_back(key);
    const Node* found = node_.find(key);
    if (!found || (found->items.empty() && (found->is(Node::Kind::kArray) || found->is(Node::Kind::kObject)))) return;
    const auto step = reader_.path().key(key);
    reader_.problem(*found, std::string(what) + " are not available in this version", "remove it");
    good_ = false;
  }

  /// What one field needs, or whether it means anything, may depend on one that was read after it.
  void judge(std::span<const FieldInfo> now) {
    for (const FieldInfo& info : now) {
      if (!(info.required && info.when))
        std::erase_if(missing_, [&](const FieldInfo& other) { return other.key == info.key; });
      if (info.when || broken_ || std::find(read_.begin(), read_.end(), info.key) == read_.end()) continue;
      const auto step = reader_.path().key(info.key);
      reader_.unused(*node_.find(info.key), info);
      good_ &= info.harmless;
    }
  }

  /// After all fields: keys that nobody asked for, and what is missing. A misspelled key is one problem, not two.
  bool finish() {
    if (broken_) return false;
    for (std::size_t i = 0; i < node_.keys.size(); ++i) {
      if (std::find(known_.begin(), known_.end(), node_.keys[i]) != known_.end()) continue;
      const std::string meant = reader_.unknownKey(node_.items[i], node_.keys[i], known_);
      std::erase_if(missing_, [&](const FieldInfo& info) { return info.key == meant; });
      good_ = false;
    }
    for (const FieldInfo& info : missing_) missing(info);
    return good_;
  }

 private:
  void missing(const FieldInfo& info) {
    const auto step = reader_.path().key(info.key);
    reader_.problem(node_, "is missing", "add it: " + std::string(info.meaning));
    good_ = false;
  }

  template <class... Ts>
  bool chooseAlternative(std::variant<Ts...>& value, const Node& tag, const FieldInfo& info,
                         std::span<const std::string_view> names) {
    if (!tag.is(Node::Kind::kString)) {
      const auto step = reader_.path().key(info.key);
      reader_.wrongKind(tag, "text");
      return false;
    }
    const bool found = ((Ts::kType == tag.text && (emplaceNew<Ts>(value), true)) || ...);
    if (!found) reader_.unknownName(tag, info.key, tag.text, names);
    return found;
  }
  template <class A, class Variant>
  static void emplaceNew(Variant& value) {
    if (!std::holds_alternative<A>(value)) value.template emplace<A>();
  }

  ValueReader& reader_;
  const Node& node_;
  std::vector<std::string_view> known_, read_;
  std::vector<FieldInfo> missing_;
  bool good_ = true;
  bool broken_ = false;  ///< the kind of object is not known: its keys cannot be judged
};

/// Collects what the fields of an object say beside the other values that it has now.
class FieldsNow {
 public:
  template <class F>
  void field(const F&, const FieldInfo& info) {
    fields.push_back(info);
  }
  template <class... Ts>
  void choice(const std::variant<Ts...>& value, const FieldInfo& info) {
    field(value, info);
    std::visit([&](const auto& alternative) { alternative.describe(alternative, *this); }, value);
  }
  void later(std::string_view, std::string_view) {}

  std::vector<FieldInfo> fields;
};

template <class... Ts>
bool ValueReader::read(std::variant<Ts...>& value, const Node& node, const FieldInfo&) {
  if (!isObject(node)) return false;
  ObjectReader object(*this, node);
  const FieldInfo type{.key = "type", .meaning = "what kind it is", .required = true};
  object.choice(value, type);
  FieldsNow now;
  now.choice(value, type);
  object.judge(now.fields);
  return object.finish();
}

template <description::Described T>
bool ValueReader::read(T& value, const Node& node, const FieldInfo&) {
  if (!isObject(node)) return false;
  ObjectReader object(*this, node);
  value.describe(value, object);
  FieldsNow now;
  std::as_const(value).describe(std::as_const(value), now);
  object.judge(now.fields);
  return object.finish();
}

}  // namespace tendril::project
