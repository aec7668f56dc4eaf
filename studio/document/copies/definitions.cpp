// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/copies/definitions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/description/fields/walk.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/mentions.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

const std::string& definitionOf(const std::string& text) {
  return text;
}
std::string definitionOf(const desc::Number& number) {
  return number.expression.empty() ? numberText(number.value) : '=' + number.expression;
}

template <class Map>
auto entryNamed(Map& map, std::string_view name) {
  return std::find_if(map.entries.begin(), map.entries.end(), [&](const auto& entry) { return entry.first == name; });
}
template <class Map>
bool hasEntry(const Map& map, std::string_view name) {
  return entryNamed(map, name) != map.entries.end();
}
/// Formulas know parameters and computed signals by their names alone.
bool isDefined(const Description& description, std::string_view name) {
  return hasEntry(description.parameters, name) || hasEntry(description.signals, name);
}

/// Names that both have and that mean another thing in each: by their own texts, or by what these name.
template <class Map, class Uses>
std::vector<std::string> differing(const Map& part, const Map& target, const Uses& uses) {
  std::vector<std::string> out;
  const auto differs = [&](const auto& entry) {
    const auto other = entryNamed(target, entry.first);
    if (other == target.entries.end()) return false;
    const std::string text = definitionOf(entry.second);
    return definitionOf(other->second) != text ||
           std::ranges::any_of(out, [&](const std::string& name) { return uses(text, name); });
  };
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& entry : part.entries)
      if (std::ranges::find(out, entry.first) == out.end() && differs(entry)) out.push_back(entry.first), grown = true;
  }
  return out;
}

/// With the next number behind `gap` that neither has: "size_2", after that "size_3".
std::string freeDefinition(const std::string& wish, char gap, const Description& part, const Description& target) {
  const std::size_t end = wish.find_last_not_of("0123456789");
  const bool numbered = end != std::string::npos && end > 0 && end + 1 < wish.size() && wish[end] == gap;
  const std::string base = numbered ? wish.substr(0, end) : wish;
  for (int number = 2;; ++number) {
    std::string name = base + gap + std::to_string(number);
    if (!isDefined(part, name) && !isDefined(target, name)) return name;
  }
}

/// Renames what differs by rename(old, fresh), then hands over what the target lacks.
template <class Map, class Uses, class Rename>
Names takeEntries(Description& part, Description& target, Map Description::*list, char gap, const Uses& uses,
                  const Rename& rename) {
  Map &own = part.*list, &there = target.*list;
  std::vector<std::string> before;
  for (const auto& entry : own.entries) before.push_back(entry.first);
  for (const std::string& old : differing(own, there, uses)) {
    const std::string fresh = freeDefinition(old, gap, part, target);
    rename(old, fresh);
    entryNamed(own, old)->first = fresh;
  }
  Names came;
  for (std::size_t i = 0; i < own.entries.size(); ++i) {
    if (hasEntry(there, own.entries[i].first)) continue;
    came.emplace(before[i], own.entries[i].first);
    there.entries.push_back(own.entries[i]);
  }
  return came;
}

struct SignalFormulas {
  std::string_view from, to;

  template <class T>
  void operator()(T&, const desc::FieldInfo&, const std::string&) {}
  void operator()(desc::Formula& formula, const desc::FieldInfo& info, const std::string&) {
    if (info.signals) formula.text = renamedSignal(formula.text, from, to);
  }
};

}  // namespace

Names takeParameters(Description& part, Description& target) {
  return takeEntries(part, target, &Description::parameters, '_', usesName,
                     [&](const std::string& old, const std::string& fresh) {
                       renameInFormulas(part, old, fresh);
                       for (auto& signal : part.signals.entries) signal.second = renamedName(signal.second, old, fresh);
                     });
}

Names takeSignals(Description& part, Description& target) {
  return takeEntries(part, target, &Description::signals, ' ', usesSignal,
                     [&](const std::string& old, const std::string& fresh) {
                       for (auto& signal : part.signals.entries)
                         signal.second = renamedSignal(signal.second, old, fresh);
                       desc::walk(part, SignalFormulas{old, fresh});
                     });
}

}  // namespace tendril::edits
