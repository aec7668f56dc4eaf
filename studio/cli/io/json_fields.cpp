// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/json_fields.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text/nearest_name.hpp"
#include "studio/cli/io/errors.hpp"

namespace tendril::cli {

using json::Node;

void bad(const std::string& message) {
  throw Error(ExitCode::kBadFile, message);
}

std::string textOfFile(const std::string& file) {
  std::ostringstream text;
  std::ifstream stream(file);
  if (stream) text << stream.rdbuf();
  if (!stream || std::filesystem::is_directory(file)) bad(file + ": cannot be read");
  return text.str();
}

void checkKeys(const Node& object, std::span<const std::string> known, const std::string& where) {
  if (!object.is(Node::Kind::kObject)) bad(where + " must be an object");
  for (const std::string& key : object.keys) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    bad(where + ": unknown key '" + key + "'" + didYouMean(key, known));
  }
}

std::string textOf(const Node& object, const char* key, const std::string& fallback, const std::string& where) {
  const Node* node = object.find(key);
  if (!node) return fallback;
  if (!node->is(Node::Kind::kString)) bad(where + "." + key + " must be text");
  return node->text;
}

namespace {

description::Number3 pointOf(const Node& list, const std::string& what) {
  description::Number3 point;
  bool good = list.items.size() == point.size();
  for (std::size_t i = 0; good && i < point.size(); ++i) {
    good = list.items[i].is(Node::Kind::kNumber);
    point[i] = list.items[i].number;
  }
  if (!good) bad(what + " must be a point [x, y, z] in m");
  return point;
}

}  // namespace

description::Attachment attachmentOf(const Node& object, const std::string& where) {
  using description::Attachment;
  const Node* at = object.find("at");
  if (!at || (at->is(Node::Kind::kString) && at->text == "tip")) return {};
  if (at->is(Node::Kind::kString) && at->text == "base") return {Attachment::Place::kBase, {}};
  if (at->is(Node::Kind::kArray)) return {Attachment::Place::kPoint, {}, pointOf(*at, where + ".at")};
  if (!at->is(Node::Kind::kNumber) || !(at->number >= 0 && at->number <= 1))
    bad(where + ".at must be \"tip\", \"base\" or a number from 0 to 1; on a volume also a point [x, y, z] in m");
  return {Attachment::Place::kStation, at->number};
}

description::Formula formulaOf(const Node& node, const std::string& what) {
  description::Formula formula;
  if (node.is(Node::Kind::kNumber)) {
    formula.value = node.number;
  } else if (node.is(Node::Kind::kString)) {
    formula.text = node.text;
  } else {
    bad(what + " must be a number or an expression of t");
  }
  return formula;
}

}  // namespace tendril::cli
