// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/mentions.hpp"

#include <algorithm>
#include <functional>

#include "core/description/bodies.hpp"
#include "core/description/fields/walk.hpp"
#include "core/project/json_tree.hpp"
#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

namespace desc = description;

using Token = NameToken;

std::string replaced(std::string_view text, const std::function<bool(const Token&)>& isMeant,
                     const std::string& replacement) {
  std::string out;
  for (const Token& token : nameTokens(text))
    if (isMeant(token))
      out += replacement;
    else
      out += token.text;
  return out;
}

bool uses(std::string_view text, const std::function<bool(const Token&)>& isMeant) {
  const std::vector<Token> tokens = nameTokens(text);
  return std::any_of(tokens.begin(), tokens.end(), isMeant);
}

auto parameter(std::string_view name) {
  return
      [name](const Token& token) { return token.name == name && !token.quoted && !token.afterDot && !token.beforeDot; };
}
auto object(std::string_view name) {
  return [name](const Token& token) { return token.name == name && !token.afterDot && token.beforeDot; };
}
/// Whether the i-th piece is a computed signal: a name alone, or with the component of a vector behind it.
bool isSignal(const std::vector<Token>& tokens, std::size_t i, std::string_view name) {
  const Token& token = tokens[i];
  if (token.name != name || token.afterDot) return false;
  if (!token.beforeDot) return true;
  const bool axis = i + 2 < tokens.size() && tokens[i + 2].text.size() == 1 && tokens[i + 2].text[0] >= 'x' &&
                    tokens[i + 2].text[0] <= 'z';
  return axis && !tokens[i + 2].beforeDot;
}

/// Hands every formula of named parameters to a function: text, whether it is one whose variables hide the name.
template <class F>
class FormulaVisitor {
 public:
  FormulaVisitor(std::string_view name, F& apply) : name_(name), apply_(apply) {}

  template <class T>
  void operator()(T&, const desc::FieldInfo&, const std::string&) {}
  template <class T>
  requires std::is_same_v<std::remove_const_t<T>, desc::ExpressionBody>
  void operator()(T& body, const desc::FieldInfo&, const std::string&) { coordinates_ = body.coordinates; }
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
    for (auto& coordinate : value.point) (*this)(coordinate, info, path);
  }

 private:
  bool isHidden(const desc::FieldInfo& info) const {
    if (info.variables.ends_with("coordinates") && std::ranges::find(coordinates_, name_) != coordinates_.end())
      return true;
    return uses(info.variables, parameter(name_));
  }

  std::string_view name_;
  F& apply_;
  std::vector<std::string> coordinates_;  ///< of the body by formulas that is visited
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

std::string renamedSignal(std::string_view formula, std::string_view from, std::string_view to) {
  const std::vector<Token> tokens = nameTokens(formula);
  std::string out;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    out += isSignal(tokens, i, from) ? signalPart(to) : std::string(tokens[i].text);
  return out;
}
bool usesSignal(std::string_view formula, std::string_view name) {
  const std::vector<Token> tokens = nameTokens(formula);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (isSignal(tokens, i, name)) return true;
  return false;
}

Renames renamedObjects(const Description& before, const Description& after) {
  Renames renames;
  const auto named = [](const auto& objects, const std::string& name) {
    return std::any_of(objects.begin(), objects.end(), [&](const auto& object) { return object.name == name; });
  };
  const auto shared = [&](const Description& d, const std::string& name) {
    return named(d.links, name) && named(d.actuators, name);
  };
  const auto compare = [&](const auto& old, const auto& objects) {
    for (const auto& object : objects)
      for (const auto& was : old)
        if (was.id == object.id && was.name != object.name && !shared(before, was.name) && !shared(after, object.name))
          renames.emplace_back(was.name, object.name);
  };
  compare(before.links, after.links);
  compare(before.actuators, after.actuators);
  return renames;
}

std::string withPlotsRenamed(const std::string& studio, const Renames& renames) {
  if (renames.empty() || studio.empty()) return studio;
  std::vector<Problem> problems;
  json::Node node = json::parse(studio, problems);
  bool changed = false;
  const auto rename = [&](json::Node& plot) {
    for (std::size_t k = 0; k < plot.keys.size() && plot.is(json::Node::Kind::kObject); ++k) {
      if (plot.keys[k] != "signals" && plot.keys[k] != "hidden" && plot.keys[k] != "references") continue;
      for (json::Node& signal : plot.items[k].items) {
        const std::string text = withObjectsRenamed(signal.text, renames);
        changed = changed || text != signal.text;
        signal.text = text;
      }
    }
  };
  for (std::size_t i = 0; i < node.keys.size() && node.is(json::Node::Kind::kObject); ++i)
    if (node.keys[i] == "plots")
      for (json::Node& plot : node.items[i].items) rename(plot);
  return changed ? json::writeCompact(node) : studio;
}

void renameInFormulas(Description& description, std::string_view from, std::string_view to) {
  forFormulas(description, from,
              [&](std::string& formula, const std::string&) { formula = renamedName(formula, from, to); });
}

namespace {

/// Renames an object in every formula of signals of the robot.
struct SignalRenamer {
  std::string_view from, to;

  template <class T>
  void operator()(T&, const desc::FieldInfo&, const std::string&) {}
  void operator()(desc::Formula& formula, const desc::FieldInfo& info, const std::string&) {
    if (info.signals) formula.text = renamedObject(formula.text, from, to);
  }
};

}  // namespace

void renameInSignals(Description& description, std::string_view from, std::string_view to) {
  for (auto& signal : description.signals.entries) signal.second = renamedObject(signal.second, from, to);
  SignalRenamer renamer{from, to};
  desc::walk(description, renamer);
}

namespace {

/// Calls change(text, key) for every text in a value, with the key that it stands at; true if one was changed.
template <class F>
bool changeTexts(json::Node& node, std::string_view key, const F& change) {
  bool changed = false;
  if (node.is(json::Node::Kind::kString)) changed = change(node.text, key);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    changed |= changeTexts(node.items[i], i < node.keys.size() ? std::string_view(node.keys[i]) : key, change);
  return changed;
}

/// The same for all values of all variants, each at its path.
template <class F>
void changeVariantTexts(Description& description, const F& change) {
  for (auto& variant : description.variants.entries)
    for (auto& [path, value] : variant.second.entries) {
      std::vector<Problem> problems;
      json::Node node = json::parse(value.text, problems);
      const std::string key = path.substr(path.rfind('.') + 1);
      if (changeTexts(node, key.substr(0, key.find('[')), change)) value.text = json::writeCompact(node);
    }
}

/// Formulas begin with "=", or are more than a name alone.
bool isFormulaOf(const std::string& text, std::string_view parameter) {
  return text != parameter && usesName(text.starts_with('=') ? text.substr(1) : text, parameter);
}

}  // namespace

void renameInVariantFormulas(Description& description, std::string_view from, std::string_view to) {
  changeVariantTexts(description, [&](std::string& text, std::string_view) {
    if (!isFormulaOf(text, from)) return false;
    text = text.starts_with('=') ? '=' + renamedName(text.substr(1), from, to) : renamedName(text, from, to);
    return true;
  });
}

void renameInVariants(Description& description, std::span<const std::string_view> keys, const std::string& from,
                      const std::string& to) {
  changeVariantTexts(description, [&](std::string& text, std::string_view key) {
    if (text != from || std::ranges::find(keys, key) == keys.end()) return false;
    text = to;
    return true;
  });
}

void forgetInVariants(Description& description, std::span<const std::string_view> keys, const std::string& name) {
  for (auto& variant : description.variants.entries)
    std::erase_if(variant.second.entries, [&](const auto& entry) {
      std::vector<Problem> problems;
      json::Node node = json::parse(entry.second.text, problems);
      const std::string last = entry.first.substr(entry.first.rfind('.') + 1);
      return changeTexts(node, last.substr(0, last.find('[')), [&](const std::string& text, std::string_view key) {
        return text == name && std::ranges::find(keys, key) != keys.end();
      });
    });
}

std::vector<std::string> usersOfParameter(const Description& description, std::string_view name) {
  std::vector<std::string> users;
  forFormulas(description, name, [&](const std::string& formula, const std::string& path) {
    if (usesName(formula, name)) users.push_back(path);
  });
  for (const auto& [variant, patch] : description.variants.entries)
    for (const auto& [path, value] : patch.entries) {
      std::vector<Problem> problems;
      json::Node node = json::parse(value.text, problems);
      if (changeTexts(node, {}, [&](const std::string& text, std::string_view) { return isFormulaOf(text, name); }))
        users.push_back(path + " in the variant “" + variant + "”");
    }
  return users;
}

}  // namespace tendril
