// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/random/drawing.hpp"

namespace tendril {
namespace {

constexpr std::array kBodies = {"", "rigid", "rod", "constant_curvature", "primitives", "fem", "expression", "jelly"};

/// The text of JSON that is a text.
std::string unquoted(const std::string& json) {
  return json.size() >= 2 && json.front() == '"' ? json.substr(1, json.size() - 2) : json;
}

Edit type(Drawing& d) {
  const FieldSample kind = d.kind();
  return edits::setType(kind.path, unquoted(kind.json));
}

constexpr auto kKinds = std::to_array<EditKind>({
    {"remove", [](Drawing& d) { return edits::remove(d.now(), d.items()); }},
    {"removeParameter", [](Drawing& d) { return edits::removeParameter(d.parameter()); }},
    {"rename", [](Drawing& d) { return edits::rename(d.now(), d.item(), d.newName()); }},
    {"renameParameter",
     [](Drawing& d) {
       const bool known = d.dice.oneIn(6);
       return edits::renameParameter(d.parameter(), known ? d.parameter() : "p" + std::to_string(d.kept.names++));
     }},
    {"reparent", [](Drawing& d) { return edits::reparent(d.now(), d.link(), d.linkOrWorld(), d.attachment()); }},
    {"move", [](Drawing& d) { return edits::move(d.now(), d.item(), d.dice.below(10)); }},
    {"setType", type},
    {"setBody", [](Drawing& d) { return edits::setBody(d.now(), d.link(), d.dice.oneOf(kBodies)); }},
});

}  // namespace

std::span<const EditKind> kindsThatChange() {
  return kKinds;
}

}  // namespace tendril
