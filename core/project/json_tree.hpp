// SPDX-License-Identifier: BSD-3-Clause
// JSON text as a tree that keeps the order of keys and the lines of values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/fields/problem.hpp"

namespace tendril::json {

struct Node {
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Node> items;        ///< elements of a list, values of an object
  std::vector<std::string> keys;  ///< of an object, one per item
  int line = 0;                   ///< in the text, from 1; 0 if it comes from none

  static Node ofBool(bool value);
  static Node ofNumber(double value);
  static Node ofText(std::string value);
  static Node array() { return ofKind(Kind::kArray); }
  static Node object() { return ofKind(Kind::kObject); }
  static Node ofKind(Kind kind);

  bool is(Kind other) const { return kind == other; }
  /// Value of a key of an object; null if there is none.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  void add(std::string key, Node value);
  /// Same value; lines and the order of keys do not count.
  bool operator==(const Node& other) const;
};

/// "a number", "text", "a list", … for messages.
std::string_view kindName(Node::Kind kind);

/// What a text may ask of us before we refuse it.
struct Limits {
  std::size_t bytes = std::size_t{32} << 20;
  std::size_t values = 1'000'000;
  int depth = 64;
};

/// Parses JSON with // and /* */ comments. Problems: what stops the parser (one), and every key that stands twice (the
/// first one counts). Returns null on failure. Never throws anything but std::bad_alloc.
Node parse(std::string_view text, std::vector<Problem>& problems, const Limits& limits = {});

/// JSON text, two blanks per level; what fits in 120 columns stands on one line. Numbers are the shortest text that
/// reads back to the same double.
std::string write(const Node& node);
/// On one line, without blanks.
std::string writeCompact(const Node& node);

}  // namespace tendril::json
