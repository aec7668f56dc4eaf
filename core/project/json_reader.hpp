// SPDX-License-Identifier: BSD-3-Clause
// Objects of JSON that people write by hand, read key by key: one kind of error for all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/project/json_tree.hpp"
#include "core/text/nearest_name.hpp"
#include "core/text/number_text.hpp"

namespace tendril::json {

/// Throws std::invalid_argument "place: what is wrong".
[[noreturn]] inline void wrong(const std::string& place, const std::string& what) {
  throw std::invalid_argument(place + ": " + what);
}

/// The keys of an object, each read once; finish() refuses what was not asked for. Every function leaves its value
/// where the key is absent, and throws std::invalid_argument that names the place where the value is of no use.
class ObjectReader {
 public:
  static constexpr double kAny = std::numeric_limits<double>::infinity();

  /// `object` outlives this. `where`: its place in the file, such as "studio.figures[0]"; empty: keys stand alone.
  ObjectReader(const Node& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is(Node::Kind::kObject)) wrong(where_.empty() ? "it" : where_, "must be an object {…}");
  }
  ~ObjectReader() = default;
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  /// Place of a key.
  std::string at(std::string_view key) const {
    return where_.empty() ? std::string(key) : where_ + '.' + std::string(key);
  }
  /// The keys that were asked for, in their order.
  const std::vector<std::string>& known() const { return known_; }

  /// Null where there is none.
  const Node* take(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    return object_.find(key);
  }
  const Node* take(std::string_view key, Node::Kind kind) {
    const Node* node = take(key);
    if (node && !node->is(kind)) wrong(at(key), "must be " + std::string(kindName(kind)));
    return node;
  }

  void text(std::string_view key, std::string& out) {
    if (const Node* node = take(key, Node::Kind::kString)) out = node->text;
  }
  void flag(std::string_view key, bool& out) {
    if (const Node* node = take(key, Node::Kind::kBool)) out = node->boolean;
  }
  /// `out`: double or std::optional<double>.
  template <class Number>
  void number(std::string_view key, Number& out, double low = -kAny, double high = kAny) {
    if (const Node* node = take(key)) out = numberIn(*node, key, low, high);
  }
  /// A whole number.
  void count(std::string_view key, int& out, int low, int high) {
    const Node* node = take(key);
    if (!node) return;
    const double value = numberIn(*node, key, low, high);
    if (value != std::floor(value)) wrong(at(key), "must be a whole number");
    out = static_cast<int>(value);
  }
  /// A list of numbers, of `size` where that is not 0; `needs` says so for people.
  void numbers(std::string_view key, std::vector<double>& out, std::size_t size = 0,
               const std::string& needs = "a list of numbers") {
    const Node* node = take(key);
    if (!node) return;
    if (!node->is(Node::Kind::kArray) || (size > 0 && node->items.size() != size)) wrong(at(key), "must be " + needs);
    out.clear();
    for (const Node& item : node->items) {
      if (!item.is(Node::Kind::kNumber)) wrong(at(key), "must be " + needs);
      out.push_back(item.number);
    }
  }
  void texts(std::string_view key, std::vector<std::string>& out) {
    const Node* node = take(key);
    if (!node) return;
    if (!node->is(Node::Kind::kArray)) wrong(at(key), "must be a list of texts");
    out.clear();
    for (const Node& item : node->items) out.push_back(textIn(item, key));
  }
  /// One text, or a list of texts or of objects with a "name".
  void names(std::string_view key, std::vector<std::string>& out) {
    const Node* node = take(key);
    if (!node) return;
    if (!node->is(Node::Kind::kString) && !node->is(Node::Kind::kArray)) wrong(at(key), "must be a list of texts");
    out.clear();
    if (node->is(Node::Kind::kString)) out.push_back(node->text);
    for (const Node& item : node->items) {
      const Node* name = item.is(Node::Kind::kObject) ? item.find("name") : &item;
      out.push_back(textIn(name ? *name : item, key));
    }
  }
  /// Calls `read(item, place)` for each item of a list.
  template <class Read>
  void list(std::string_view key, const Read& read) {
    const Node* node = take(key, Node::Kind::kArray);
    for (std::size_t i = 0; node && i < node->items.size(); ++i)
      read(node->items[i], at(key) + '[' + std::to_string(i) + ']');
  }
  /// Refuses keys that were not asked for.
  void finish() const {
    for (const std::string& key : object_.keys)
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        wrong(where_.empty() ? "it" : where_, "has no field \"" + key + "\"" + didYouMean(key, known_));
  }

 private:
  double numberIn(const Node& node, std::string_view key, double low, double high) const {
    if (node.is(Node::Kind::kNumber) && node.number >= low && node.number <= high) return node.number;
    const bool bounded = low > -kAny || high < kAny;
    wrong(at(key), "must be a number" + (bounded ? " from " + numberText(low) + " to " + numberText(high) : ""));
  }
  std::string textIn(const Node& node, std::string_view key) const {
    if (!node.is(Node::Kind::kString)) wrong(at(key), "must be a list of texts");
    return node.text;
  }

  const Node& object_;
  std::string where_;
  std::vector<std::string> known_;
};

}  // namespace tendril::json
