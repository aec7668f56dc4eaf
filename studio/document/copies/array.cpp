// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/builder/parts/evaluator.hpp"
#include "core/math/se3.hpp"
#include "core/math/so3.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/copies/object_parts.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr int kMost = 1000;

}  // namespace

Edit array(const Description& description, ObjectId link, const Array& array) {
  return {"Array of “" + nameOf(description, {ItemKind::kLink, link}) + "”",
          [link, array](Description& changed, std::vector<Problem>& problems) {
            const desc::Link* root = objectOf(changed.links, link);
            if (!root) return noSuchLink(problems);
            if (array.count < 1 || array.count > kMost)
              return fail(problems, "links", "an array has 1 to 1000 copies", "change their number");
            const ObjectId parent = root->parent.id;
            Evaluator evaluator(changed, problems);
            const Pose first = evaluator.pose(root->pose, "links." + root->name + ".pose");
            Pose move;
            move.R = expSO3<double>(array.turn);
            move.p = array.step;
            const Description part = extract(changed, {{ItemKind::kLink, link}});
            Pose at = first;
            for (int i = 0; i < array.count; ++i) {
              at = move * at;
              Description copy = part;
              objectOf(copy.links, link)->pose = described(at);
              if (!insert(changed, std::move(copy), parent, problems)) return false;
            }
            return true;
          }};
}

}  // namespace tendril::edits
