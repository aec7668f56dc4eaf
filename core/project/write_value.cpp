// SPDX-License-Identifier: BSD-3-Clause
#include "core/project/write_value.hpp"

#include <algorithm>

namespace tendril::project {

ValueWriter::Result ValueWriter::write(const description::Number& value, const Node*) const {
  if (value.expression.empty()) return Node::ofNumber(value.value);
  return Node::ofText('=' + value.expression);
}

ValueWriter::Result ValueWriter::write(const description::Formula& value, const Node*) const {
  if (value.text.empty()) return Node::ofNumber(value.value);
  return Node::ofText(value.text);
}

ValueWriter::Result ValueWriter::write(const description::Measure& value, const Node*) const {
  if (!value.formula.empty()) return Node::ofText(value.formula);
  if (!value.end) return write(value.start, nullptr);
  return write(description::Number2{value.start, *value.end}, nullptr);
}

ValueWriter::Result ValueWriter::write(const description::RawJson& value, const Node*) const {
  if (value.text.empty()) return std::nullopt;
  return rawNode(value);
}

ValueWriter::Result ValueWriter::write(const description::Attachment& value, const Node*) const {
  using Place = description::Attachment::Place;
  if (value.place == Place::kStation) return write(value.station, nullptr);
  if (value.place == Place::kPoint) return write(value.point, nullptr);
  return Node::ofText(value.place == Place::kTip ? "tip" : "base");
}

Node rawNode(const description::RawJson& value) {
  std::vector<Problem> problems;
  return json::parse(value.text, problems);
}

Node inOrderOf(Node node, const Node& like) {
  std::vector<std::size_t> order;
  for (const std::string& key : like.keys) {
    const auto found = std::find(node.keys.begin(), node.keys.end(), key);
    if (found != node.keys.end()) order.push_back(static_cast<std::size_t>(found - node.keys.begin()));
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (std::find(order.begin(), order.end(), i) != order.end()) continue;
    auto place = i == 0 ? order.begin() : std::find(order.begin(), order.end(), i - 1) + 1;
    order.insert(place, i);
  }
  Node out = Node::object();
  out.line = node.line;
  for (const std::size_t i : order) out.add(std::move(node.keys[i]), std::move(node.items[i]));
  return out;
}

}  // namespace tendril::project
