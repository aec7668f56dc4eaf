// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "studio/document/variants/variant_edits.hpp"
#include "studio/document/variants/variant_patch.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

std::string newVariant(Drawing& d) {
  return d.dice.oneIn(2) ? edits::freeVariantName(d.base(), "soft") : d.newName();
}

std::vector<std::pair<std::string, std::string>> changes(Drawing& d) {
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t i = 0; i <= d.dice.below(2); ++i) {
    const FieldSample field = d.field();
    out.emplace_back(field.path, field.json);
  }
  return out;
}

Edit takenOut(Drawing& d) {
  const std::string name = d.variant();
  const VariantPatch* patch = patchOf(d.base(), name);
  const bool known = patch && !patch->entries.empty() && !d.dice.oneIn(6);
  return edits::removeVariantChange(name, known ? d.dice.oneOf(patch->entries).first : "links.nobody");
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"addVariant", [](Drawing& d) { return edits::addVariant(newVariant(d)); }},
    {"duplicateVariant", [](Drawing& d) { return edits::duplicateVariant(d.variant(), newVariant(d)); }},
    {"renameVariant",
     [](Drawing& d) { return edits::renameVariant(d.variant(), d.dice.oneIn(6) ? d.variant() : newVariant(d)); }},
    {"removeVariant", [](Drawing& d) { return edits::removeVariant(d.variant()); }},
    {"keepInVariant",
     [](Drawing& d) { return edits::keepInVariant(d.dice.oneIn(4) ? newVariant(d) : d.variant(), changes(d)); }},
    {"removeVariantChange", takenOut},
});

}  // namespace

std::span<const EditKind> kindsOfVariants() {
  return kKinds;
}

}  // namespace tendril
