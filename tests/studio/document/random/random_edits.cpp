// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/document/random/random_edits.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/tables/profile_table.hpp"
#include "studio/document/variants/variant_edits.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostObjects = 10;  // of a kind; copies of copies of trees would double without end
constexpr std::size_t kMostParameters = 8, kMostVariants = 4;

/// What a project has too many of goes.
std::optional<Edit> smaller(Drawing& d) {
  for (const ItemKind kind : kItemKinds)
    if (withList(d.now(), kind, [](const auto& objects) { return objects.size(); }) > kMostObjects)
      return edits::remove(d.now(), {{kind, d.any(kind)}});
  if (d.now().parameters.entries.size() > kMostParameters) return edits::removeParameter(d.parameter());
  if (d.base().variants.entries.size() > kMostVariants) return edits::removeVariant(d.variant());
  return std::nullopt;
}

Edit anyEdit(Drawing& d) {
  if (d.dice.oneIn(2))
    if (std::optional<Edit> edit = smaller(d)) return std::move(*edit);
  return d.dice.oneOf(editKinds()).draw(d);
}

/// What a command is given to, and where what it says goes.
struct Given {
  Drawing& from;
  Document& document;
  std::vector<Problem>& problems;
  std::string& last;  ///< what it did, for the log
};

std::string mergeKey(Drawing& d) {
  return d.dice.oneIn(4) ? "drag" : "";
}

bool setField(const Given& to) {
  const FieldSample sample = to.from.field();
  to.last = "set " + sample.path + " = " + sample.json;
  return to.document.setField(sample.path, sample.json, to.problems, mergeKey(to.from));
}

/// Entries of maps that are not yet there.
bool setNewEntry(const Given& to) {
  constexpr std::array kMaps = {"parameters.", "signals.", "provenance."};
  constexpr std::array kValues = {"0.01", "\"=2*size\"", "\"t\"", "\"measured\"", "\"nothing.x\"", "[]"};
  Dice& dice = to.from.dice;
  const std::string map = dice.oneOf(kMaps), json = dice.oneOf(kValues);
  const std::string path = map + (map == kMaps[2] ? to.from.field().path : "n" + std::to_string(dice.below(9)));
  to.last = "set new " + path + " = " + json;
  return to.document.setField(path, json, to.problems);
}

/// A profile of a table as the radius of a rod.
bool setProfile(const Given& to) {
  const description::Link* link = objectOf(to.from.now().links, to.from.linkWith("rod"));
  std::vector<double> radii;
  for (int i = 0; i < 4; ++i) radii.push_back(to.from.number(0.005, 0.02));
  const std::string path = "links." + (link ? link->name : "nobody") + ".body.section.radius";
  const std::string formula = profileFormula({0, 0.3, 0.6, 1}, radii).text;
  to.last = "set " + path + " = " + formula;
  return to.document.setField(path, '"' + formula + '"', to.problems);
}

bool setFields(const Given& to) {
  std::vector<std::pair<std::string, std::string>> values;
  to.last = "set fields";
  for (std::size_t i = 0; i <= to.from.dice.below(3); ++i) {
    const FieldSample sample = to.from.field();
    to.last += "; " + values.emplace_back(sample.path, sample.json).first + " = " + sample.json;
  }
  return to.document.setFields(values, to.problems, mergeKey(to.from));
}

bool resetField(const Given& to) {
  const std::string path = to.from.field().path;
  to.last = "reset " + path;
  return to.document.resetField(path, to.problems);
}

bool edit(const Given& to) {
  const Edit drawn = anyEdit(to.from);
  to.last = drawn.name;
  return to.document.edit(drawn, to.problems, mergeKey(to.from));
}

bool editBase(const Given& to) {
  const Edit drawn = anyEdit(to.from);
  to.last = "of the project itself: " + drawn.name;
  return to.document.editBase(drawn, to.problems, mergeKey(to.from));
}

bool showVariant(const Given& to) {
  const std::string name = to.from.dice.oneIn(2) ? "" : to.from.variant();
  to.last = "show variant “" + name + "”";
  return to.document.showVariant(name, to.problems);
}

/// Not where people look from: that is no step, and nothing undoes it.
bool setStudio(const Given& to) {
  constexpr std::array kKeys = {"poses", "notes", "figures", "length_unit"};
  constexpr std::array kValues = {"[{\"name\": \"bent\", \"q\": [0.1]}]", "\"mm\"", "", "[]", "letters", "{\"a\": 1}"};
  const std::string key = to.from.dice.oneOf(kKeys), json = to.from.dice.oneOf(kValues);
  to.last = "set studio." + key + " = " + json;
  return to.document.setStudio(key, json, to.problems);
}

bool undo(const Given& to) {
  to.last = "undo";
  for (std::size_t i = to.from.dice.below(4); i > 0; --i) to.document.undo();
  return true;
}

bool redo(const Given& to) {
  to.last = "redo";
  for (std::size_t i = to.from.dice.below(3); i > 0; --i) to.document.redo();
  return true;
}

bool commit(const Given& to) {
  to.last = "commit";
  to.document.commit();
  return true;
}

struct Command {
  std::string_view function;  ///< of Document
  std::size_t share;          ///< how often it is given, beside the others
  bool (*give)(const Given& to);
};

constexpr auto kCommands = std::to_array<Command>({
    {"setField", 14, setField},
    {"setField", 1, setNewEntry},
    {"setField", 1, setProfile},
    {"setFields", 1, setFields},
    {"resetField", 2, resetField},
    {"edit", 20, edit},
    {"editBase", 1, editBase},
    {"showVariant", 2, showVariant},
    {"setStudio", 1, setStudio},
    {"undo", 4, undo},
    {"redo", 4, redo},
    {"commit", 1, commit},
});

const Command& anyCommand(Dice& dice) {
  static const std::vector<const Command*> all = [] {
    std::vector<const Command*> out;
    for (const Command& command : kCommands) out.insert(out.end(), command.share, &command);
    return out;
  }();
  return *dice.oneOf(all);
}

}  // namespace

int randomEdits(int usual) {
  const char* wanted = std::getenv("TENDRIL_RANDOM_EDITS");
  return wanted ? std::atoi(wanted) : usual;
}

Edit RandomEdits::structural(const Document& document) {
  Drawing from(document, dice_, kept_);
  return anyEdit(from);
}

bool RandomEdits::step(Document& document, std::vector<Problem>& problems) {
  Drawing from(document, dice_, kept_);
  const Command& command = anyCommand(dice_);
  const bool accepted = command.give({from, document, problems, last_});
  Count& count = counts_[command.function];
  ++count.tried, count.accepted += accepted;
  return accepted;
}

}  // namespace tendril
