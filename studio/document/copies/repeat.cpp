// SPDX-License-Identifier: GPL-3.0-or-later
// Longer chains.
#include "core/project/repeat_link.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {

Edit repeat(const Description& description, ObjectId link, int count) {
  return {"Repeat “" + nameOf(description, {ItemKind::kLink, link}) + "” " + std::to_string(count) + " times",
          [link, count](Description& changed, std::vector<Problem>& problems) {
            const description::Link* target = objectOf(changed.links, link);
            if (target) return repeatLink(changed, std::string(target->name), count, problems);
            problems.push_back(
                {.path = "links", .message = "there is no such link any more", .cure = "select another one"});
            return false;
          }};
}

}  // namespace tendril::edits
