// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "studio/document/copies/copies.hpp"
#include "studio/document/items.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

/// An object of another project.
ItemRef itemElsewhere(Drawing& d) {
  const ItemKind kind = d.dice.oneOf(kItemKinds);
  return {kind, withList(Drawing::otherProject(), kind, [&](const auto& objects) {
            return objects.empty() ? ObjectId{0} : d.dice.oneOf(objects).id;
          })};
}

/// What is copied here, what was copied before, what comes from another project, or what is no copy at all.
Edit pasted(Drawing& d) {
  switch (d.dice.below(8)) {
    case 0:
    case 1:
    case 2:
      d.kept.clipboard = edits::copy(d.now(), d.items());
      break;
    case 3:
    case 4:
      d.kept.clipboard = edits::copy(Drawing::otherProject(), {itemElsewhere(d), itemElsewhere(d)});
      break;
    case 5:
      return edits::paste(d.dice.oneIn(2) ? "letters" : "{}", d.linkOrWorld());
    default:
      break;
  }
  return edits::paste(d.kept.clipboard, d.linkOrWorld());
}

edits::Array rowOrRing(Drawing& d) {
  return {.count = static_cast<int>(d.dice.below(4)), .step = d.place(0.2), .turn = d.place(1)};
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"duplicate", [](Drawing& d) { return edits::duplicate(d.now(), d.items()); }},
    {"repeat",
     [](Drawing& d) { return edits::repeat(d.now(), d.link(), static_cast<int>(d.dice.below(4)) - d.dice.oneIn(8)); }},
    {"mirror", [](Drawing& d) { return edits::mirror(d.now(), d.link(), static_cast<int>(d.dice.below(3))); }},
    {"array", [](Drawing& d) { return edits::array(d.now(), d.link(), rowOrRing(d)); }},
    {"paste", pasted},
    {"addProject",
     [](Drawing& d) {
       return edits::addProject(d.dice.oneIn(4) ? d.now() : Drawing::otherProject(), d.linkOrWorld());
     }},
});

}  // namespace

std::span<const EditKind> kindsOfCopies() {
  return kKinds;
}

}  // namespace tendril
