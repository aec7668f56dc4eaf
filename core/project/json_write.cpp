// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "core/project/json_tree.hpp"
#include "core/text/number_text.hpp"

namespace tendril::json {
namespace {

constexpr std::size_t kColumns = 120;

void appendEscaped(std::string& out, unsigned char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u00";
  out += kHex[c >> 4];
  out += kHex[c & 15];
}

/// Length of the valid UTF-8 sequence at `at`, or 0.
std::size_t utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : (first & 0xF0) == 0xE0        ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  const unsigned second = byte(at + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

void appendText(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t length = utf8Length(text, i);
    if (length == 0) {
      out += "\xEF\xBF\xBD";  // not UTF-8: the file must stay readable
      ++i;
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\', out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      appendEscaped(out, static_cast<unsigned char>(c));
    } else {
      out.append(text, i, length);
    }
    i += length;
  }
  out += '"';
}

void appendScalar(std::string& out, const Node& node) {
  switch (node.kind) {
    case Node::Kind::kBool:
      out += node.boolean ? "true" : "false";
      break;
    case Node::Kind::kNumber:
      out += std::isfinite(node.number) ? numberText(node.number) : "null";  // JSON has no other word for it
      break;
    case Node::Kind::kString:
      appendText(out, node.text);
      break;
    default:
      out += "null";
  }
}

bool isContainer(const Node& node) {
  return node.is(Node::Kind::kArray) || node.is(Node::Kind::kObject);
}

/// On one line; with blanks for people, without for machines.
void appendLine(std::string& out, const Node& node, bool blanks) {
  if (!isContainer(node)) return appendScalar(out, node);
  const bool object = node.is(Node::Kind::kObject);
  const bool padded = blanks && object && !node.items.empty();
  out += object ? '{' : '[';
  if (padded) out += ' ';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i > 0) out += blanks ? ", " : ",";
    if (object) {
      appendText(out, node.keys[i]);
      out += blanks ? ": " : ":";
    }
    appendLine(out, node.items[i], blanks);
  }
  if (padded) out += ' ';
  out += object ? '}' : ']';
}

void appendPretty(std::string& out, const Node& node, std::size_t level, std::size_t used) {
  std::string line;
  if (level > 0 || !isContainer(node)) appendLine(line, node, true);
  const bool fits = level > 0 && level * 2 + used + line.size() < kColumns;
  if (fits || !isContainer(node) || node.items.empty()) {
    if (line.empty()) appendLine(line, node, true);
    out += line;
    return;
  }
  const bool object = node.is(Node::Kind::kObject);
  const std::string indent(2 * (level + 1), ' ');
  out += object ? "{\n" : "[\n";
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    out += indent;
    const std::size_t start = out.size();
    if (object) {
      appendText(out, node.keys[i]);
      out += ": ";
    }
    appendPretty(out, node.items[i], level + 1, out.size() - start);
    out += i + 1 < node.items.size() ? ",\n" : "\n";
  }
  out += std::string(2 * level, ' ');
  out += object ? '}' : ']';
}

}  // namespace

std::string write(const Node& node) {
  std::string out;
  appendPretty(out, node, 0, 0);
  out += '\n';
  return out;
}

std::string writeCompact(const Node& node) {
  std::string out;
  appendLine(out, node, false);
  return out;
}

}  // namespace tendril::json
