// SPDX-License-Identifier: GPL-3.0-or-later
// Everything an object holds as one string of bytes: two objects are equal if their fingerprints are. PrescribedJoint
// by describe(); values that have no meaning beside the others count too, because undoing must bring them back.
#pragma once

#include <cstring>
#include <string>

#include "core/description/description.hpp"

namespace tendril {

class Fingerprint {
 public:
  using FieldInfo = description::FieldInfo;

  template <class T>
  static std::string of(const T& value) {
    Fingerprint fingerprint;
    fingerprint.add(value);
    return std::move(fingerprint.out_);
  }

  // As a visitor.
  template <class F>
  void field(const F& value, const FieldInfo&) {
    add(value);
  }
  template <class... Ts>
  void choice(const std::variant<Ts...>& value, const FieldInfo&) {
    add(value);
  }
  void later(std::string_view, std::string_view) {}

 private:
  template <class T>
  void bytes(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    out_.append(raw, sizeof(T));
  }

  void add(bool value) { bytes(value); }
  void add(int value) { bytes(value); }
  void add(const std::string& value) {
    bytes(value.size());
    out_ += value;
  }
  void add(const description::Number& value) {
    add(value.expression);
    if (value.expression.empty()) bytes(value.value);  // else it is what the expression gave last
  }
  void add(const description::Formula& value) {
    add(value.text);
    if (value.text.empty()) bytes(value.value);
  }
  void add(const description::Measure& value) {
    add(value.start);
    add(value.end);
    add(value.formula);
  }
  void add(const description::RawJson& value) { add(value.text); }
  void add(const description::Attachment& value) {
    bytes(value.place);
    add(value.station);
    for (const description::Number& coordinate : value.point) add(coordinate);
  }
  template <description::ObjectKind kKind>
  void add(const description::Reference<kKind>& value) {
    bytes(value.id);
    add(value.name);
  }
  template <description::NamedEnum E>
  void add(E value) {
    bytes(value);
  }
  template <class T>
  void add(const std::optional<T>& value) {
    add(value.has_value());
    if (value) add(*value);
  }
  template <class T, std::size_t N>
  void add(const std::array<T, N>& value) {
    for (const T& element : value) add(element);
  }
  template <class T>
  void add(const std::vector<T>& value) {
    bytes(value.size());
    for (const T& element : value) add(element);
  }
  template <class T>
  void add(const description::OneOrMany<T>& value) {
    add(value.list);
    add(value.values);
  }
  template <class A, class B>
  void add(const description::Either<A, B>& value) {
    add(value.value);
  }
  template <class T>
  void add(const description::NamedMap<T>& value) {
    add(value.items);
  }
  template <class K, class T>
  void add(const description::OrderedMap<K, T>& value) {
    bytes(value.entries.size());
    for (const auto& [key, item] : value.entries) {
      add(key);
      add(item);
    }
  }
  template <class... Ts>
  void add(const std::variant<Ts...>& value) {
    bytes(value.index());
    std::visit([this](const auto& alternative) { this->add(alternative); }, value);
  }
  template <description::Described T>
  void add(const T& value) {
    if constexpr (description::Object<T>) {
      bytes(value.id);
      add(value.name);
    }
    T::describe(value, *this);
  }

  std::string out_;
};

}  // namespace tendril
