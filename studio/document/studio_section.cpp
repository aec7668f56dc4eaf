// SPDX-License-Identifier: GPL-3.0-or-later
// The section `studio` of a project: one JSON object whose entries belong to different parts of the window.
#include <algorithm>
#include <array>

#include "core/project/json_tree.hpp"
#include "studio/document/change.hpp"

namespace tendril {
namespace {

using json::Node;

Node parsed(const std::string& text) {
  std::vector<Problem> problems;
  return text.empty() ? Node::object() : json::parse(text, problems);
}

}  // namespace

bool Document::isViewKey(std::string_view key) {
  constexpr std::array<std::string_view, 7> kKeys = {"camera", "deformation", "layout",   "overlays",
                                                     "plots",  "view",        "workspace"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

std::string studioContent(const std::string& studio) {
  const Node node = parsed(studio);
  if (!node.is(Node::Kind::kObject)) return studio;
  Node content = Node::object();
  for (std::size_t i = 0; i < node.keys.size(); ++i)
    if (!Document::isViewKey(node.keys[i])) content.add(node.keys[i], node.items[i]);
  return content.keys.empty() ? std::string() : json::writeCompact(content);
}

std::string withViewOf(const std::string& content, const std::string& current) {
  const Node wanted = parsed(content), now = parsed(current);
  if (!wanted.is(Node::Kind::kObject) || !now.is(Node::Kind::kObject)) return content;
  Node out = Node::object();
  for (std::size_t i = 0; i < wanted.keys.size(); ++i) {
    const std::string& key = wanted.keys[i];
    if (!Document::isViewKey(key)) {
      out.add(key, wanted.items[i]);
    } else if (const Node* value = now.find(key)) {
      out.add(key, *value);
    }
  }
  for (std::size_t i = 0; i < now.keys.size(); ++i)
    if (Document::isViewKey(now.keys[i]) && !out.find(now.keys[i])) out.add(now.keys[i], now.items[i]);
  if (out.keys.empty() && wanted.keys.empty()) return content;
  return json::writeCompact(out);
}

std::string Document::studio(std::string_view key) const {
  const Node node = parsed(current_.studio.text);
  const Node* value = node.find(key);
  return value ? json::writeCompact(*value) : std::string();
}

bool Document::setStudio(std::string_view key, std::string_view text, std::vector<Problem>& problems) {
  Node value;
  if (!text.empty()) {
    std::vector<Problem> found;
    value = json::parse(text, found);
    if (hasErrors(found)) {
      problems.push_back({.path = "studio." + std::string(key), .message = "is no JSON", .cure = ""});
      return false;
    }
  }
  const auto set = [&](Description& description, std::vector<Problem>&) {
    Node node = parsed(description.studio.text);
    if (!node.is(Node::Kind::kObject)) node = Node::object();
    Node out = Node::object();
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const bool here = node.keys[i] == key;
      if (!here || !text.empty()) out.add(node.keys[i], here ? value : node.items[i]);
    }
    if (!text.empty() && !node.find(key)) out.add(std::string(key), value);
    description.studio.text = out.keys.empty() ? std::string() : json::writeCompact(out);
    return true;
  };
  if (!isViewKey(key)) return edit("Change " + std::string(key), set, problems);
  const std::string before = current_.studio.text;
  set(current_, problems);
  if (shown_) shown_->studio = current_.studio;
  if (current_.studio.text != before) ++revision_;
  return true;
}

}  // namespace tendril
