// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/json_values.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <cstdio>

#include "studio/cli/io/errors.hpp"

namespace tendril::cli {
namespace {

using json::Node;

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%13.6g", value);
  return text;
}

bool isListOf(const Node& node, Node::Kind kind) {
  if (!node.is(Node::Kind::kArray)) return false;
  for (const Node& item : node.items)
    if (!item.is(kind)) return false;
  return true;
}

std::string row(const Node& list) {
  std::string out;
  for (const Node& item : list.items) out += digits(item.number);
  return out;
}

void append(std::string& out, const Node& node, const std::string& indent);

void appendMember(std::string& out, const std::string& name, const Node& value, const std::string& indent) {
  if (value.is(Node::Kind::kNumber)) {
    out += indent + name + ' ' + digits(value.number) + '\n';
  } else if (value.is(Node::Kind::kString)) {
    out += indent + name + "  " + value.text + '\n';
  } else if (value.is(Node::Kind::kBool)) {
    out += indent + name + (value.boolean ? "  yes" : "  no") + '\n';
  } else {
    out += indent + name + '\n';
    append(out, value, indent + "  ");
  }
}

void append(std::string& out, const Node& node, const std::string& indent) {
  if (node.is(Node::Kind::kObject)) {
    for (std::size_t i = 0; i < node.items.size(); ++i) appendMember(out, node.keys[i], node.items[i], indent);
  } else if (isListOf(node, Node::Kind::kNumber)) {
    out += indent + (node.items.empty() ? "  (none)" : row(node)) + '\n';
  } else if (node.is(Node::Kind::kArray)) {
    const bool plain = isListOf(node, Node::Kind::kArray);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (!plain && node.items[i].is(Node::Kind::kObject)) out += indent + '[' + std::to_string(i) + "]\n";
      append(out, node.items[i], plain ? indent : indent + "  ");
    }
  } else if (node.is(Node::Kind::kString)) {
    out += indent + node.text + '\n';
  } else if (node.is(Node::Kind::kNumber)) {
    out += indent + digits(node.number) + '\n';
  }
}

}  // namespace

Node poseNode(const Pose& pose) {
  Eigen::Quaterniond q(pose.R);
  q.normalize();
  Eigen::Vector4d wxyz(q.w(), q.x(), q.y(), q.z());
  for (const double entry : wxyz) {
    if (entry == 0) continue;
    if (entry < 0) wxyz = -wxyz;
    break;
  }
  VecX values(7);
  values << pose.p, wxyz;
  return listNode(values, "a pose");
}

Node objectOf(std::initializer_list<std::pair<std::string, double>> entries) {
  Node object = Node::object();
  for (const auto& [key, value] : entries) object.add(key, Node::ofNumber(value));
  return object;
}

VecX toVector(const Node& node, std::string_view what) {
  if (!isListOf(node, Node::Kind::kNumber))
    throw Error(ExitCode::kBadFile, std::string(what) + " must be a list of numbers");
  VecX values(static_cast<Eigen::Index>(node.items.size()));
  for (std::size_t i = 0; i < node.items.size(); ++i) values[static_cast<Eigen::Index>(i)] = node.items[i].number;
  if (!values.allFinite()) throw Error(ExitCode::kBadFile, std::string(what) + " holds a number that is not finite");
  return values;
}

std::string readable(const Node& node) {
  std::string out;
  append(out, node, "");
  return out;
}

}  // namespace tendril::cli
