// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/expression_names.hpp"

#include <algorithm>

#include "core/text/expression.hpp"

namespace tendril::expression {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::size_t plainLength(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && (isLetter(text[n]) || (n > 0 && isDigit(text[n])))) ++n;
  return n;
}

std::string quoted(std::string_view text) {
  std::string out(1, '\'');
  out += text;
  out += '\'';
  return out;
}

/// Appends one part without its indices; returns the bytes read.
std::size_t readPart(std::string_view text, std::size_t position, std::string& canonical) {
  const std::string_view rest = text.substr(position);
  if (rest.empty() || rest[0] != '\'') {
    const std::size_t n = plainLength(rest);
    if (n == 0) throw ExpressionError("a name is missing after '.'", position, rest.empty() ? 0 : 1);
    canonical += rest.substr(0, n);
    return n;
  }
  const std::size_t end = rest.find('\'', 1);
  if (end == std::string_view::npos) throw ExpressionError("the quote is not closed", position, rest.size());
  if (end == 1) throw ExpressionError("the name between the quotes is empty", position, 2);
  const std::string_view inside = rest.substr(1, end - 1);
  canonical += plainLength(inside) == inside.size() ? inside : rest.substr(0, end + 1);
  return end + 1;
}

/// Appends [digits] or [digits.digits]; returns the bytes read.
std::size_t readIndex(std::string_view text, std::size_t position, std::string& canonical) {
  const std::string_view rest = text.substr(position);
  std::size_t n = 1;
  while (n < rest.size() && isDigit(rest[n])) ++n;
  if (n > 1 && n + 1 < rest.size() && rest[n] == '.' && isDigit(rest[n + 1]))
    for (++n; n < rest.size() && isDigit(rest[n]);) ++n;
  if (n == 1 || n >= rest.size() || rest[n] != ']') {
    throw ExpressionError("expected a whole number and ']' after '['", position, std::min(n + 1, rest.size()));
  }
  canonical += rest.substr(0, n + 1);
  return n + 1;
}

}  // namespace

bool startsName(char c) {
  return isLetter(c) || c == '\'';
}

Name readName(std::string_view text, std::size_t position) {
  Name name;
  std::size_t at = position;
  for (;;) {
    at += readPart(text, at, name.canonical);
    while (at < text.size() && text[at] == '[') at += readIndex(text, at, name.canonical);
    if (at >= text.size() || text[at] != '.') break;
    name.canonical += '.';
    ++at;
  }
  name.length = at - position;
  return name;
}

bool sameName(std::string_view name, std::string_view canonical) {
  if (name == canonical) return true;
  // a quoted whole: 'my name' for the variable "my name"
  if (canonical.size() == name.size() + 2 && canonical.front() == '\'' && canonical.substr(1, name.size()) == name) {
    return true;
  }
  if (name.find('\'') == std::string_view::npos) return false;
  try {
    const Name read = readName(name, 0);
    return read.length == name.size() && read.canonical == canonical;
  } catch (const ExpressionError&) {
    return false;
  }
}

std::size_t characterLength(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > text.size()) return 1;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 1;
  }
  return length;
}

std::string printable(std::string_view text) {
  const std::size_t word = plainLength(text);
  if (word > 0) return quoted(shortened(std::string(text.substr(0, word))));
  const std::size_t length = characterLength(text);
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x20 || lead == 0x7F || (length == 1 && lead >= 0x80)) return "the byte " + std::to_string(lead);
  return text[0] == '\'' ? std::string("a quote") : quoted(text.substr(0, length));
}

std::string shortened(const std::string& name) {
  constexpr std::size_t kShown = 60;
  if (name.size() <= kShown) return name;
  std::size_t cut = kShown;
  while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80) --cut;  // not inside a character
  return name.substr(0, cut) + "…";
}

}  // namespace tendril::expression
