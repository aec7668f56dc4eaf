// SPDX-License-Identifier: BSD-3-Clause
// Visits every value of a description with its field's information and its path.
#pragma once

#include "core/description/fields/field.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril::description {

/// Calls leaf(value, info, path) for every value that is not made of others: numbers, formulas, measures, texts,
/// enumerations, references, attachments, raw JSON; and leaf(object, info, path) for every Described object before its
/// fields. Fields that have no meaning (`when` false) are skipped. Works on const and mutable descriptions.
template <class Leaf>
class Walker {
 public:
  explicit Walker(Leaf& leaf) : leaf_(leaf) {}

  template <class T>
  void field(T& value, const FieldInfo& info) {
    if (!info.when) return;
    const auto step = path_.key(info.key);
    visit(value, info);
  }
  template <class Variant>
  void choice(Variant& value, const FieldInfo& info) {
    visitAlternative(value, info);
  }
  void later(std::string_view, std::string_view) {}

  /// A Described object, from the root of the path.
  template <class T>
  void object(T& value, const FieldInfo& info = {}) {
    leaf_(value, info, path_.text());
    value.describe(value, *this);
  }

 private:
  template <class T>
  void visit(T& value, const FieldInfo& info) {
    if constexpr (Described<T>) {
      object(value, info);
    } else {
      visitValue(value, info);
    }
  }
  template <class T>
  void visitValue(T& value, const FieldInfo& info) {
    leaf_(value, info, path_.text());
  }

  template <class T>
  void visitValue(std::optional<T>& value, const FieldInfo& info) {
    visitOptional(value, info);
  }
  template <class T>
  void visitValue(const std::optional<T>& value, const FieldInfo& info) {
    visitOptional(value, info);
  }
  template <class O>
  void visitOptional(O& value, const FieldInfo& info) {
    if (value) visit(*value, info);
  }

  template <class T>
  void visitValue(std::vector<T>& value, const FieldInfo& info) {
    visitList(value, info);
  }
  template <class T>
  void visitValue(const std::vector<T>& value, const FieldInfo& info) {
    visitList(value, info);
  }
  template <class T, std::size_t N>
  void visitValue(std::array<T, N>& value, const FieldInfo& info) {
    visitList(value, info);
  }
  template <class T, std::size_t N>
  void visitValue(const std::array<T, N>& value, const FieldInfo& info) {
    visitList(value, info);
  }
  template <class List>
  void visitList(List& list, const FieldInfo& info) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto step = elementStep(list[i], i);
      visit(list[i], info);
    }
  }
  template <class T>
  FieldPath::Step elementStep(const T& element, std::size_t i) {
    if constexpr (Object<T>) {
      if (!element.name.empty()) return path_.key(element.name);
    }
    return path_.index(i);
  }

  template <class T>
  void visitValue(OneOrMany<T>& value, const FieldInfo& info) {
    visitOneOrMany(value, info);
  }
  template <class T>
  void visitValue(const OneOrMany<T>& value, const FieldInfo& info) {
    visitOneOrMany(value, info);
  }
  template <class O>
  void visitOneOrMany(O& value, const FieldInfo& info) {
    if (value.list || value.values.size() != 1) return visitList(value.values, info);
    visit(value.values.front(), info);
  }

  template <class A, class B>
  void visitValue(Either<A, B>& value, const FieldInfo& info) {
    visitEither(value, info);
  }
  template <class A, class B>
  void visitValue(const Either<A, B>& value, const FieldInfo& info) {
    visitEither(value, info);
  }
  template <class E>
  void visitEither(E& either, const FieldInfo& info) {
    std::visit([&](auto& value) { visit(value, info); }, either.value);
  }

  template <class... Ts>
  void visitValue(std::variant<Ts...>& value, const FieldInfo& info) {
    visitAlternative(value, info);
  }
  template <class... Ts>
  void visitValue(const std::variant<Ts...>& value, const FieldInfo& info) {
    visitAlternative(value, info);
  }
  template <class Variant>
  void visitAlternative(Variant& value, const FieldInfo& info) {
    std::visit([&](auto& alternative) { object(alternative, info); }, value);
  }

  template <class T>
  void visitValue(NamedMap<T>& value, const FieldInfo& info) {
    visitNamed(value, info);
  }
  template <class T>
  void visitValue(const NamedMap<T>& value, const FieldInfo& info) {
    visitNamed(value, info);
  }
  template <class Map>
  void visitNamed(Map& map, const FieldInfo& info) {
    for (auto& item : map.items) {
      const auto step = path_.key(item.name);
      visit(item, info);
    }
  }

  template <class K, class T>
  void visitValue(OrderedMap<K, T>& value, const FieldInfo& info) {
    visitMap(value, info);
  }
  template <class K, class T>
  void visitValue(const OrderedMap<K, T>& value, const FieldInfo& info) {
    visitMap(value, info);
  }
  template <class Map>
  void visitMap(Map& map, const FieldInfo& info) {
    for (auto& entry : map.entries) {
      auto& key = entry.first;
      auto& item = entry.second;
      const auto step = path_.key(keyName(key));
      if constexpr (requires { key.id; }) visit(key, info);
      visit(item, info);
    }
  }
  static std::string_view keyName(const std::string& key) { return key; }
  template <ObjectKind kKind>
  static std::string_view keyName(const Reference<kKind>& key) {
    return key.name;
  }

  Leaf& leaf_;
  FieldPath path_;
};

/// Walks a Described object: leaf(value, info, path).
template <class T, class Leaf>
void walk(T& root, Leaf&& leaf) {
  Walker<std::remove_reference_t<Leaf>>(leaf).object(root);
}

}  // namespace tendril::description
