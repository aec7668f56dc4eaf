// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/mentions.hpp"

#include <cctype>
#include <functional>

#include "core/model/description/walk.hpp"
#include "core/model/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

namespace desc = description;

bool isNameCharacter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || c == '_';
}

/// One piece of a formula: a name (quoted or not), or one other character.
struct Token {
  std::string_view text;  ///< as it stands there
  std::string_view name;  ///< without quotes; empty: no name
  bool quoted = false;
  bool afterDot = false, beforeDot = false;
};

/// Length of the name at the start of `text`, 0 if there is none. Numbers such as 1e3 are taken as a whole too.
std::size_t wordLength(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && isNameCharacter(text[length])) ++length;
  return length;
}

/// Calls visit(token) for every piece of the text, in order.
template <class Visit>
void forTokens(std::string_view text, Visit&& visit) {
  bool afterDot = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    Token token{.text = rest.substr(0, 1), .name = {}, .afterDot = afterDot};
    if (const std::size_t end = rest.find('\'', 1); rest.front() == '\'' && end != std::string_view::npos) {
      token.text = rest.substr(0, end + 1);
      token.name = rest.substr(1, end - 1);
      token.quoted = true;
    } else if (const std::size_t length = wordLength(rest); length > 0) {
      token.text = rest.substr(0, length);
      if (!std::isdigit(static_cast<unsigned char>(rest.front()))) token.name = token.text;
    }
    at += token.text.size();
    token.beforeDot = at < text.size() && text[at] == '.';
    afterDot = token.text == ".";
    visit(token);
  }
}

std::string replaced(std::string_view text, const std::function<bool(const Token&)>& isMeant,
                     const std::string& replacement) {
  std::string out;
  forTokens(text, [&](const Token& token) {
    if (isMeant(token))
      out += replacement;
    else
      out += token.text;
  });
  return out;
}

bool uses(std::string_view text, const std::function<bool(const Token&)>& isMeant) {
  bool found = false;
  forTokens(text, [&](const Token& token) { found = found || isMeant(token); });
  return found;
}

auto parameter(std::string_view name) {
  return
      [name](const Token& token) { return token.name == name && !token.quoted && !token.afterDot && !token.beforeDot; };
}
auto object(std::string_view name) {
  return [name](const Token& token) { return token.name == name && !token.afterDot && token.beforeDot; };
}

/// Hands every formula of named parameters to a function: text, whether it is one whose variables hide the name.
template <class F>
class FormulaVisitor {
 public:
  FormulaVisitor(std::string_view name, F& apply) : name_(name), apply_(apply) {}

  template <class T>
  void operator()(T&, const desc::FieldInfo&, const std::string&) {}
  template <class T>
  requires std::is_same_v<std::remove_const_t<T>, desc::Number>
  void operator()(T& value, const desc::FieldInfo&, const std::string& path) {
    if (!value.expression.empty()) apply_(value.expression, path);
  }
  template <class T>
  requires std::is_same_v<std::remove_const_t<T>, desc::Formula>
  void operator()(T& value, const desc::FieldInfo& info, const std::string& path) {
    if (!value.text.empty() && !isHidden(info)) apply_(value.text, path);
  }
  template <class T>
  requires std::is_same_v<std::remove_const_t<T>, desc::Measure>
  void operator()(T& value, const desc::FieldInfo& info, const std::string& path) {
    if (!value.formula.empty() && !isHidden(info)) apply_(value.formula, path);
    (*this)(value.start, info, path);
    if (value.end) (*this)(*value.end, info, path);
  }
  template <class T>
  requires std::is_same_v<std::remove_const_t<T>, desc::Attachment>
  void operator()(T& value, const desc::FieldInfo& info, const std::string& path) {
    (*this)(value.station, info, path);
  }

 private:
  bool isHidden(const desc::FieldInfo& info) const { return uses(info.variables, parameter(name_)); }

  std::string_view name_;
  F& apply_;
};

template <class D, class F>
void forFormulas(D& description, std::string_view name, F apply) {
  FormulaVisitor<F> visitor(name, apply);
  desc::walk(description, visitor);
}

}  // namespace

bool liesIn(std::string_view path, std::string_view object) {
  if (!path.starts_with(object)) return false;
  return path.size() == object.size() || path[object.size()] == '.' || path[object.size()] == '[';
}

std::string movedPath(const std::string& path, std::string_view from, std::string_view to) {
  if (!liesIn(path, from)) return path;
  return std::string(to) + path.substr(from.size());
}

std::string renamedName(std::string_view formula, std::string_view from, std::string_view to) {
  return replaced(formula, parameter(from), std::string(to));
}
bool usesName(std::string_view formula, std::string_view name) {
  return uses(formula, parameter(name));
}

std::string renamedObject(std::string_view signal, std::string_view from, std::string_view to) {
  return replaced(signal, object(from), signalPart(to));
}
bool usesObject(std::string_view signal, std::string_view name) {
  return uses(signal, object(name));
}

void renameInFormulas(Description& description, std::string_view from, std::string_view to) {
  forFormulas(description, from,
              [&](std::string& formula, const std::string&) { formula = renamedName(formula, from, to); });
}

std::vector<std::string> usersOfParameter(const Description& description, std::string_view name) {
  std::vector<std::string> users;
  forFormulas(description, name, [&](const std::string& formula, const std::string& path) {
    if (usesName(formula, name)) users.push_back(path);
  });
  return users;
}

}  // namespace tendril
