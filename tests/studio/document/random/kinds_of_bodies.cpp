// SPDX-License-Identifier: GPL-3.0-or-later
// Rods by their strains, volumes by their primitives.
#include <array>

#include "core/catalogue/catalogue.hpp"
#include "studio/document/edits/geometry/primitive_edits.hpp"
#include "studio/document/edits/geometry/strain_edits.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

constexpr std::array kFormulas = {"X", "X*(1-X)", "1/L", "X^2", "sin(pi*X)", "size*X", "nothing*X", "1/(", " ", "0"};

std::string offered(Drawing& d, OfferKind kind) {
  return d.dice.oneIn(10) ? "letters" : std::string(d.dice.oneOf(Catalogue::ofProcess().names(kind)));
}

template <class Presets>
std::string_view presetOf(Drawing& d, const Presets& presets) {
  return d.dice.oneIn(10) ? "letters" : d.dice.oneOf(presets).name;
}

ObjectId rod(Drawing& d) {
  return d.linkWith("rod");
}
ObjectId volume(Drawing& d) {
  return d.linkWith("primitives");
}
std::size_t upTo(Drawing& d, std::size_t most) {
  return d.dice.below(most + 1);
}

edits::StrainPlace strain(Drawing& d) {
  return {.link = rod(d), .division = d.dice.oneIn(3) ? upTo(d, 2) : 0, .strain = upTo(d, 6)};
}

std::vector<std::string> functions(Drawing& d) {
  std::vector<std::string> out;
  for (std::size_t i = upTo(d, 3); i > 0; --i) out.emplace_back(d.dice.oneOf(kFormulas));
  return out;
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"setStrainPreset",
     [](Drawing& d) { return edits::setStrainPreset(d.now(), rod(d), presetOf(d, edits::strainPresets())); }},
    {"switchStrain", [](Drawing& d) { return edits::switchStrain(d.now(), strain(d), d.dice.oneIn(2)); }},
    {"setStrainBasis",
     [](Drawing& d) { return edits::setStrainBasis(d.now(), strain(d), offered(d, OfferKind::kStrainBasis)); }},
    {"setStrainFunctions", [](Drawing& d) { return edits::setStrainFunctions(d.now(), strain(d), functions(d)); }},
    {"setPrimitivePreset",
     [](Drawing& d) { return edits::setPrimitivePreset(d.now(), volume(d), presetOf(d, edits::primitivePresets())); }},
    {"setPrimitiveFamily",
     [](Drawing& d) {
       return edits::setPrimitiveFamily(d.now(), volume(d),
                                        d.dice.oneOf(std::array{"backbone", "composed", "letters"}));
     }},
    {"addPrimitive",
     [](Drawing& d) { return edits::addPrimitive(d.now(), volume(d), offered(d, OfferKind::kPrimitive)); }},
    {"removePrimitive", [](Drawing& d) { return edits::removePrimitive(d.now(), volume(d), upTo(d, 3)); }},
    {"movePrimitive", [](Drawing& d) { return edits::movePrimitive(d.now(), volume(d), upTo(d, 3), upTo(d, 5)); }},
    {"setPrimitiveType",
     [](Drawing& d) {
       return edits::setPrimitiveType(d.now(), volume(d), upTo(d, 3), offered(d, OfferKind::kPrimitive));
     }},
    {"setMode",
     [](Drawing& d) { return edits::setMode(d.now(), volume(d), upTo(d, 3), upTo(d, 2), d.dice.oneOf(kFormulas)); }},
    {"removeMode", [](Drawing& d) { return edits::removeMode(d.now(), volume(d), upTo(d, 3), upTo(d, 2)); }},
});

}  // namespace

std::span<const EditKind> kindsOfBodies() {
  return kKinds;
}

}  // namespace tendril
