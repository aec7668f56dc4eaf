// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/primitive_edits.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "core/catalogue/catalogue.hpp"
#include "core/description/bodies/volume.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;
using Numbers = std::vector<desc::Number>;

/// Null, with a problem, if there is none.
desc::VolumeBody* volumeOf(Description& description, ObjectId link, std::vector<Problem>& problems) {
  desc::Link* found = objectOf(description.links, link);
  auto* body = found && found->body ? std::get_if<desc::VolumeBody>(&*found->body) : nullptr;
  if (!body) fail(problems, "links", "this link has no soft volume any more", "select a link with one");
  return body;
}

bool isKnown(std::string_view type) {
  const auto names = Catalogue::ofProcess().names(OfferKind::kPrimitive);
  return std::find(names.begin(), names.end(), type) != names.end();
}

desc::Formula formulaOf(const std::string& text) {
  desc::Formula formula;
  formula.text = text;
  return formula;
}

/// A primitive with what the project starts it with.
struct Card {
  desc::Primitive primitive;
  Numbers q0, v0;  ///< one per mode, or none
};
using Cards = std::vector<Card>;

/// The part of initial values that belongs to `count` modes from `first` on; none if they are not one per mode.
Numbers part(const Numbers& values, std::size_t first, std::size_t count, int size) {
  if (static_cast<int>(values.size()) != size) return {};
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

Cards cardsOf(const desc::VolumeBody& body) {
  Cards cards;
  std::size_t first = 0;
  for (const desc::Primitive& primitive : body.primitives) {
    const std::size_t count = primitive.modes.size();
    cards.push_back({primitive, part(body.q0, first, count, body.size()), part(body.v0, first, count, body.size())});
    first += count;
  }
  return cards;
}

/// All values of a kind, with zeros for modes that are new; none if none was given.
Numbers joined(const Cards& cards, Numbers Card::*values) {
  Numbers out;
  bool any = false;
  for (const Card& card : cards) {
    Numbers own = card.*values;
    any |= !own.empty();
    own.resize(card.primitive.modes.size());
    out.insert(out.end(), own.begin(), own.end());
  }
  return any ? out : Numbers();
}

void put(const Cards& cards, desc::VolumeBody& body) {
  body.q0 = joined(cards, &Card::q0);
  body.v0 = joined(cards, &Card::v0);
  body.primitives.clear();
  for (const Card& card : cards) body.primitives.push_back(card.primitive);
}

using Change = std::function<bool(Cards& cards, std::vector<Problem>& problems)>;

/// An edit of the stack of a link's volume.
Edit stackEdit(const Description& description, ObjectId link, const std::string& what, Change change) {
  return {what + " of “" + nameOf(description, {ItemKind::kLink, link}) + "”",
          [link, change = std::move(change)](Description& changed, std::vector<Problem>& problems) {
            desc::VolumeBody* body = volumeOf(changed, link, problems);
            if (!body) return false;
            Cards cards = cardsOf(*body);
            if (!change(cards, problems)) return false;
            put(cards, *body);
            return true;
          }};
}

/// An edit of one primitive of it.
Edit cardEdit(const Description& description, ObjectId link, std::size_t index, const std::string& what,
              std::function<bool(Cards& cards, std::vector<Problem>& problems)> change) {
  return stackEdit(
      description, link, what, [index, change = std::move(change)](Cards& cards, std::vector<Problem>& problems) {
        if (index < cards.size()) return change(cards, problems);
        return fail(problems, "links", "there is no primitive " + std::to_string(index + 1), "choose another one");
      });
}

void eraseAt(Numbers& values, std::size_t index) {
  if (index < values.size()) values.erase(values.begin() + static_cast<std::ptrdiff_t>(index));
}

bool addTo(Cards& cards, const std::string& type, const std::vector<std::string>& modes,
           std::vector<Problem>& problems) {
  Card card;
  if (!isKnown(type)) return fail(problems, "links", "there is no primitive “" + type + "”", "choose one of the list");
  card.primitive.type = type;
  for (const std::string& mode : modes) card.primitive.modes.push_back(formulaOf(mode));
  cards.push_back(std::move(card));
  return true;
}

// ---- presets

struct Step {
  std::string_view type;
  std::vector<std::string> modes;
};

struct Recipe {
  PrimitivePreset preset;
  std::vector<Step> steps;
  std::optional<desc::PrimitiveFamily> family = {};
};

const std::vector<Recipe>& recipes() {
  static const std::vector<std::string> kAffine = {"1/L", "x/L"};
  static const std::vector<Recipe> all = {
      {{"Table 4: soft arm", "Stretch, bending that varies along the arm, torsion and shear: 8 coordinates ([kane])"},
       {{"stretch", {"X*(1-X)"}},
        {"bending_y", kAffine},
        {"bending_z", kAffine},
        {"torsion", {"X"}},
        {"shear_y", {"X"}},
        {"shear_z", {"X"}}},
       desc::PrimitiveFamily::kBackbone},
      {{"Table 4, composed", "The same as maps one after another: twist and shear are 1/L ([kane], Xu and Chirikjian)"},
       {{"stretch", {"X*(1-X)"}},
        {"torsion", {"1/L"}},
        {"shear_y", {"1/L"}},
        {"shear_z", {"1/L"}},
        {"bending_z", kAffine},
        {"bending_y", kAffine}},
       desc::PrimitiveFamily::kComposed},
      {{"Table 5: gripper", "Stretch and a source that grow with X²: 2 coordinates; needs a mesh with a bore ([kane])"},
       {{"stretch", {"X^2"}}, {"source", {"X^2"}}},
       desc::PrimitiveFamily::kBackbone},
      {{"Constant curvature", "One bending about y and one about z, the same all along: 2 coordinates"},
       {{"bending_y", {"1/L"}}, {"bending_z", {"1/L"}}}},
      {{"Constant curvature, stretch", "The same with elongation in metres: 3 coordinates"},
       {{"bending_y", {"1/L"}}, {"bending_z", {"1/L"}}, {"stretch", {"1/L"}}}},
      {{"Planar", "Bending about z alone, in the plane of x and y"}, {{"bending_z", {"1/L"}}}},
  };
  return all;
}

}  // namespace

std::span<const PrimitivePreset> primitivePresets() {
  static const std::vector<PrimitivePreset> presets = [] {
    std::vector<PrimitivePreset> all;
    for (const Recipe& recipe : recipes()) all.push_back(recipe.preset);
    return all;
  }();
  return presets;
}

std::string usualMode(std::string_view type, std::size_t number) {
  if (type == "stretch") return number == 0 ? "X*(1-X)" : "X^" + std::to_string(number);
  if (type == "source") return number == 0 ? "X^2" : "X^" + std::to_string(number + 2);
  if (type.starts_with("bending"))
    return number == 0 ? "1/L" : number == 1 ? "X/L" : "X^" + std::to_string(number) + "/L";
  return number == 0 ? "X" : "X^" + std::to_string(number + 1);
}

Edit setPrimitivePreset(const Description& description, ObjectId link, std::string_view preset) {
  return {"Set primitives of “" + nameOf(description, {ItemKind::kLink, link}) + "” to “" + std::string(preset) + "”",
          [link, name = std::string(preset)](Description& changed, std::vector<Problem>& problems) {
            desc::VolumeBody* body = volumeOf(changed, link, problems);
            if (!body) return false;
            const auto recipe = std::find_if(recipes().begin(), recipes().end(),
                                             [&](const Recipe& each) { return each.preset.name == name; });
            if (recipe == recipes().end())
              return fail(problems, "links", "there is no preset “" + name + "”", "choose one of the list");
            Cards cards;
            for (const Step& step : recipe->steps)
              if (!addTo(cards, std::string(step.type), step.modes, problems)) return false;
            put(cards, *body);
            if (recipe->family) body->family = *recipe->family;
            return true;
          }};
}

Edit setPrimitiveFamily(const Description& description, ObjectId link, std::string_view family) {
  return {"Set family of primitives of “" + nameOf(description, {ItemKind::kLink, link}) + "”",
          [link, name = std::string(family)](Description& changed, std::vector<Problem>& problems) {
            desc::VolumeBody* body = volumeOf(changed, link, problems);
            if (!body) return false;
            const auto names = enumNames(desc::PrimitiveFamily());
            const auto found = std::find(names.begin(), names.end(), name);
            if (found == names.end())
              return fail(problems, "links", "there is no family “" + name + "”", "choose backbone or composed");
            body->family = static_cast<desc::PrimitiveFamily>(found - names.begin());
            return true;
          }};
}

Edit addPrimitive(const Description& description, ObjectId link, std::string type) {
  return stackEdit(description, link, "Add primitive", [type](Cards& cards, std::vector<Problem>& problems) {
    return addTo(cards, type, {usualMode(type, 0)}, problems);
  });
}

Edit removePrimitive(const Description& description, ObjectId link, std::size_t index) {
  return cardEdit(description, link, index, "Remove primitive", [index](Cards& cards, std::vector<Problem>& problems) {
    if (cards.size() < 2)
      return fail(problems, "links", "a soft volume needs a primitive", "give the link a rigid body, or none, instead");
    cards.erase(cards.begin() + static_cast<std::ptrdiff_t>(index));
    return true;
  });
}

Edit movePrimitive(const Description& description, ObjectId link, std::size_t index, std::size_t to) {
  return cardEdit(description, link, index, "Move primitive", [index, to](Cards& cards, std::vector<Problem>&) {
    const Card card = cards[index];
    cards.erase(cards.begin() + static_cast<std::ptrdiff_t>(index));
    cards.insert(cards.begin() + static_cast<std::ptrdiff_t>(std::min(to, cards.size())), card);
    return true;
  });
}

Edit setPrimitiveType(const Description& description, ObjectId link, std::size_t index, std::string type) {
  return cardEdit(description, link, index, "Set kind of primitive",
                  [index, type](Cards& cards, std::vector<Problem>& problems) {
                    if (!isKnown(type))
                      return fail(problems, "links", "there is no primitive “" + type + "”", "choose one of the list");
                    cards[index].primitive.type = type;
                    return true;
                  });
}

Edit setMode(const Description& description, ObjectId link, std::size_t index, std::size_t mode, std::string text) {
  return cardEdit(description, link, index, "Set mode", [=](Cards& cards, std::vector<Problem>& problems) {
    std::vector<desc::Formula>& modes = cards[index].primitive.modes;
    if (mode > modes.size()) return fail(problems, "links", "there is no such mode any more", "choose another one");
    if (text.find_first_not_of(' ') == std::string::npos)
      return fail(problems, "links", "a mode needs a function", "type a function of X, such as X*(1-X)");
    if (mode < modes.size())
      modes[mode] = formulaOf(text);
    else
      modes.push_back(formulaOf(text));
    return true;
  });
}

Edit removeMode(const Description& description, ObjectId link, std::size_t index, std::size_t mode) {
  return cardEdit(description, link, index, "Remove mode", [=](Cards& cards, std::vector<Problem>& problems) {
    Card& card = cards[index];
    if (mode >= card.primitive.modes.size())
      return fail(problems, "links", "there is no such mode any more", "choose another one");
    if (card.primitive.modes.size() > 1) {
      card.primitive.modes.erase(card.primitive.modes.begin() + static_cast<std::ptrdiff_t>(mode));
      eraseAt(card.q0, mode), eraseAt(card.v0, mode);
      return true;
    }
    if (cards.size() < 2)
      return fail(problems, "links", "a soft volume needs a mode", "give the link a rigid body, or none, instead");
    cards.erase(cards.begin() + static_cast<std::ptrdiff_t>(index));
    return true;
  });
}

}  // namespace tendril::edits
