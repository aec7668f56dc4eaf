// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "studio/document/copies/copies.hpp"
#include "studio/document/copies/mirror_parts.hpp"
#include "studio/document/copies/mirror_values.hpp"
#include "studio/document/copies/object_parts.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

bool mirrorPart(Description& part, ObjectId root, int normal, std::vector<Problem>& problems) {
  for (desc::Link& link : part.links) {
    if (link.id == root)
      mirrorPose(link.pose, normal);
    else
      mirrorPose(link.pose);
    if (!mirrorLink(part, link, problems)) return false;
  }
  for (desc::Load& load : part.loads) mirrorLoad(load);
  return std::ranges::all_of(part.actuators,
                             [&](desc::Actuator& each) { return mirrorActuator(part, each, problems); }) &&
         std::ranges::all_of(part.loops, [&](desc::Loop& each) { return mirrorLoop(each, problems); });
}

}  // namespace

Edit mirror(const Description& description, ObjectId link, int normal) {
  return {"Mirror “" + nameOf(description, {ItemKind::kLink, link}) + "”",
          [link, normal](Description& changed, std::vector<Problem>& problems) {
            const desc::Link* root = objectOf(changed.links, link);
            if (!root) return noSuchLink(problems);
            const ObjectId parent = root->parent.id;
            Description part = extract(changed, {{ItemKind::kLink, link}});
            return mirrorPart(part, link, normal, problems) && insert(changed, std::move(part), parent, problems);
          }};
}

}  // namespace tendril::edits
