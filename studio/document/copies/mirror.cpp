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

/// What sits on a face has the axes of that face, whose mirror image is another one.
bool sitsOnFaces(const Description& part, std::vector<Problem>& problems) {
  const auto refused = [&](const desc::Attachment& at, const std::string& path) {
    return at.place == desc::Attachment::Place::kPoint &&
           !fail(problems, path + ".at", "is a point of a surface, which is not mirrored",
                 "mirror the rest, and drag another one onto the other side");
  };
  for (const desc::Link& link : part.links)
    if (refused(link.at, "links." + link.name)) return true;
  for (const desc::Load& load : part.loads)
    if (const auto* wrench = std::get_if<desc::PointWrench>(&load.type))
      if (refused(wrench->at, "loads." + load.name)) return true;
  for (const desc::Loop& loop : part.loops)
    if (refused(loop.a.at, "loops." + loop.name + ".a") || refused(loop.b.at, "loops." + loop.name + ".b")) return true;
  return false;
}

bool mirrorPart(Description& part, ObjectId root, int normal, std::vector<Problem>& problems) {
  if (sitsOnFaces(part, problems)) return false;
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
