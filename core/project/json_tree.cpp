// SPDX-License-Identifier: BSD-3-Clause
#include "core/project/json_tree.hpp"

#include <algorithm>

namespace tendril::json {

Node Node::ofKind(Kind kind) {
  Node node;
  node.kind = kind;
  return node;
}
Node Node::ofBool(bool value) {
  Node node = ofKind(Kind::kBool);
  node.boolean = value;
  return node;
}
Node Node::ofNumber(double value) {
  Node node = ofKind(Kind::kNumber);
  node.number = value;
  return node;
}
Node Node::ofText(std::string value) {
  Node node = ofKind(Kind::kString);
  node.text = std::move(value);
  return node;
}

const Node* Node::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}
Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

void Node::add(std::string key, Node value) {
  keys.push_back(std::move(key));
  items.push_back(std::move(value));
}

bool Node::operator==(const Node& other) const {
  if (kind != other.kind || items.size() != other.items.size()) return false;
  switch (kind) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return boolean == other.boolean;
    case Kind::kNumber:
      return number == other.number;
    case Kind::kString:
      return text == other.text;
    case Kind::kArray:
      return items == other.items;
    case Kind::kObject:
      break;
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Node* value = other.find(keys[i]);
    if (!value || !(*value == items[i])) return false;
  }
  return true;
}

std::string_view kindName(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kBool:
      return "true or false";
    case Node::Kind::kNumber:
      return "a number";
    case Node::Kind::kString:
      return "text";
    case Node::Kind::kArray:
      return "a list";
    case Node::Kind::kObject:
      break;
  }
  return "an object";
}

}  // namespace tendril::json
