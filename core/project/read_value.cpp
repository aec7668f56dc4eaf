// SPDX-License-Identifier: BSD-3-Clause
#include "core/project/read_value.hpp"

#include "core/text/nearest_name.hpp"

namespace tendril::project {
namespace {

constexpr std::size_t kMaxProblems = 200;

std::string join(std::span<const std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

/// A text as a message may show it.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return '"' + std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "…\"" : "\"");
}

}  // namespace

void ValueReader::problem(const Node& node, std::string message, std::string cure) {
  if (problems_.size() > kMaxProblems) return;
  if (problems_.size() == kMaxProblems) {
    problems_.push_back({.path = "", .message = "more problems than can be listed", .cure = "mend these first"});
    return;
  }
  problems_.push_back(
      {.path = path_.text(), .message = std::move(message), .cure = std::move(cure), .line = node.line});
}

void ValueReader::wrongKind(const Node& node, std::string_view expected, std::string cure) {
  std::string found(kindName(node.kind));
  if (node.is(Node::Kind::kArray)) found += " of " + std::to_string(node.items.size());
  if (node.is(Node::Kind::kString)) found += ' ' + shown(node.text);
  problem(node, "must be " + std::string(expected) + ", not " + found, std::move(cure));
}

void ValueReader::unused(const Node& node, const FieldInfo& info) {
  problem(node, "has no meaning here (" + std::string(info.condition) + ")", "remove it");
  if (info.harmless) problems_.back().severity = Problem::Severity::kWarning;
}

std::string ValueReader::unknownKey(const Node& value, const std::string& key,
                                    std::span<const std::string_view> known) {
  const auto step = path_.key(key);
  const std::string nearest = nearestName(key, known);
  problem(value, "unknown key", nearest.empty() ? "known here: " + join(known) : "did you mean \"" + nearest + "\"?");
  return nearest;
}

void ValueReader::unknownName(const Node& node, std::string_view key, std::string_view name,
                              std::span<const std::string_view> known, bool plugins) {
  std::string cure = "known: " + (known.empty() ? "none" : join(known));
  if (plugins) cure += "; a plugin that adds it may not be loaded";
  const std::string nearest = nearestName(name, known);
  if (!nearest.empty()) cure = "did you mean \"" + nearest + "\"? " + cure;
  problem(node, std::string(key) + ' ' + shown(name) + " is not available in this version", std::move(cure));
}

bool ValueReader::read(bool& value, const Node& node, const FieldInfo&) {
  if (!node.is(Node::Kind::kBool)) {
    wrongKind(node, "true or false");
    return false;
  }
  value = node.boolean;
  return true;
}

bool ValueReader::read(int& value, const Node& node, const FieldInfo&) {
  if (!node.is(Node::Kind::kNumber) || node.number != std::floor(node.number) || std::abs(node.number) > 2e9) {
    wrongKind(node, "a whole number");
    return false;
  }
  value = static_cast<int>(node.number);
  return true;
}

bool ValueReader::read(std::string& value, const Node& node, const FieldInfo& info) {
  if (!node.is(Node::Kind::kString)) {
    wrongKind(node, "text");
    return false;
  }
  const std::span<const std::string_view> options = catalogue_.options(info);
  const bool plugins = info.offers.has_value();
  bool allowed = options.empty() && !plugins;
  for (const std::string_view option : options) allowed |= option == node.text;
  if (!allowed) {
    unknownName(node, info.key, node.text, options, plugins);
    return false;
  }
  value = node.text;
  return true;
}

bool ValueReader::read(description::Number& value, const Node& node, const FieldInfo&) {
  if (node.is(Node::Kind::kNumber)) {
    value = node.number;
    return true;
  }
  if (!node.is(Node::Kind::kString) || node.text.size() < 2 || node.text.front() != '=') {
    wrongKind(node, "a number or \"=expression\"",
              node.is(Node::Kind::kString) ? "write numbers without quotes, expressions with a leading =" : "");
    return false;
  }
  value = description::Number();
  value.expression = node.text.substr(1);
  return true;
}

bool ValueReader::read(description::Formula& value, const Node& node, const FieldInfo&) {
  if (node.is(Node::Kind::kNumber)) {
    value = node.number;
    return true;
  }
  if (!node.is(Node::Kind::kString) || node.text.empty()) {
    wrongKind(node, "a number or an expression");
    return false;
  }
  value = description::Formula();
  value.text = node.text;
  return true;
}

bool ValueReader::read(description::Measure& value, const Node& node, const FieldInfo& info) {
  description::Measure measure;
  if (node.is(Node::Kind::kArray)) {
    description::Number2 ends;
    if (!read(ends, node, info)) return false;
    measure.start = ends[0];
    measure.end = ends[1];
  } else if (node.is(Node::Kind::kString) && !node.text.empty() && node.text.front() != '=') {
    measure.formula = node.text;
  } else if (node.is(Node::Kind::kNumber) || (node.is(Node::Kind::kString) && node.text.size() > 1)) {
    if (!read(measure.start, node, info)) return false;
  } else {
    wrongKind(node, "a number, [start, end] or an expression of X");
    return false;
  }
  value = std::move(measure);
  return true;
}

bool ValueReader::read(description::RawJson& value, const Node& node, const FieldInfo&) {
  value.text = json::writeCompact(node);
  return true;
}

bool ValueReader::read(description::Attachment& value, const Node& node, const FieldInfo& info) {
  using Place = description::Attachment::Place;
  value = description::Attachment();
  if (node.is(Node::Kind::kString) && (node.text == "tip" || node.text == "base")) {
    value.place = node.text == "tip" ? Place::kTip : Place::kBase;
    return true;
  }
  if (node.is(Node::Kind::kArray)) {
    value.place = Place::kPoint;
    return read(value.point, node, pointInfoOf(info));
  }
  const bool expression = node.is(Node::Kind::kString) && node.text.size() > 1 && node.text.front() == '=';
  if (!node.is(Node::Kind::kNumber) && !expression) {
    wrongKind(node, "\"tip\", \"base\" or a number from 0 to 1; on a volume also a point [x, y, z]");
    return false;
  }
  value.place = Place::kStation;
  return read(value.station, node, info);
}

}  // namespace tendril::project
