// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/variants/variant_files.hpp"

#include <charconv>
#include <map>
#include <string>
#include <type_traits>

#include "core/description/fields/walk.hpp"
#include "core/description/file_paths.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "studio/document/variants/variant_patch.hpp"

namespace tendril {
namespace {

using json::Node;

/// Paths of the fields that name files, with what they name.
std::map<std::string, std::string> filesOf(Description& description) {
  std::map<std::string, std::string> files;
  description::walk(description, [&](auto& value, const description::FieldInfo& info, const std::string& path) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>)
      if (info.file && !value.empty()) files[path] = value;
  });
  return files;
}

/// What a way like ".body.visual.mesh" or "[2].file" leads to; null: nothing.
Node* follow(Node& from, std::string_view way) {
  Node* node = &from;
  while (node && !way.empty()) {
    const bool index = way.front() == '[';
    const std::size_t end = index ? way.find(']') : way.find_first_of(".[", 1);
    const std::string_view step = way.substr(1, (end == std::string_view::npos ? way.size() : end) - 1);
    way.remove_prefix(end == std::string_view::npos ? way.size() : end + (index ? 1 : 0));
    if (!index) {
      node = node->is(Node::Kind::kObject) ? node->find(step) : nullptr;
      continue;
    }
    std::size_t at = 0;
    const auto read = std::from_chars(step.data(), step.data() + step.size(), at);
    node = read.ec == std::errc() && at < node->items.size() ? &node->items[at] : nullptr;
  }
  return node;
}

/// Changes of a variant that put other files into fields follow these.
void renameIn(VariantPatch& patch, const std::string& field, const std::string& file) {
  for (auto& [path, value] : patch.entries) {
    if (!field.starts_with(path)) continue;
    const std::string_view way = std::string_view(field).substr(path.size());
    if (!way.empty() && way.front() != '.' && way.front() != '[') continue;  // "arm" is no part of "arm 2"
    std::vector<Problem> ignored;
    Node node = json::parse(value.text, ignored);
    Node* text = follow(node, way);
    if (!text || !text->is(Node::Kind::kString)) continue;
    text->text = file;
    value.text = json::writeCompact(node);
  }
}

}  // namespace

void moveAllFilePaths(Description& project, const std::filesystem::path& from, const std::filesystem::path& to) {
  const Description before = project;
  moveFilePaths(project, from, to);
  for (auto& [name, patch] : project.variants.entries) {
    std::vector<Problem> problems;
    Description shown = before;
    if (!applyVariant(shown, name, problems)) continue;
    const std::map<std::string, std::string> was = filesOf(shown);
    moveFilePaths(shown, from, to);
    for (const auto& [field, file] : filesOf(shown))
      if (const auto old = was.find(field); old != was.end() && old->second != file) renameIn(patch, field, file);
  }
}

}  // namespace tendril
