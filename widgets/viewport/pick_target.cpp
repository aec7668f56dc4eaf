// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/pick_target.hpp"

#include <algorithm>
#include <array>

namespace tendril {
namespace {

constexpr std::array kDescent = {PickPart::kLink, PickPart::kJoint, PickPart::kBody, PickPart::kStation};

bool has(const Link& link, PickPart part) {
  if (part == PickPart::kJoint) return link.nvJoint > 0;
  if (part == PickPart::kBody) return link.body || link.rigid.mass > 0;
  return true;
}

/// The next part of a link, down (+1) or up (−1); the same part at the end of the way.
PickPart next(const Link& link, PickPart part, int direction) {
  auto place = static_cast<int>(std::find(kDescent.begin(), kDescent.end(), part) - kDescent.begin());
  for (place += direction; place >= 0 && place < static_cast<int>(kDescent.size()); place += direction)
    if (has(link, kDescent[static_cast<std::size_t>(place)])) return kDescent[static_cast<std::size_t>(place)];
  return part;
}

/// What was picked, not yet a part of it.
PickTarget wholeOf(const Pick& pick) {
  return {.kind = pick.kind,
          .link = pick.link,
          .part = PickPart::kLink,
          .at = {},
          .input = pick.input,
          .loop = pick.loop,
          .contact = pick.contact};
}

}  // namespace

PickTarget PickDescent::click(const Pick& pick, std::span<const SceneSelection> selected, const Model& model,
                              std::optional<double> at) {
  PickTarget target = wholeOf(pick);
  if (pick.link < 0 || pick.link >= static_cast<int>(model.links.size())) return target;
  const bool again = selected.size() == 1 && selected[0].link == pick.link;
  if (again) target.part = next(model.links[static_cast<std::size_t>(pick.link)], selected[0].part, +1);
  if (target.part == PickPart::kStation) target.at = at;
  return target;
}

PickTarget PickDescent::toggle(const Pick& pick, std::span<const SceneSelection> selected) {
  PickTarget target = wholeOf(pick);
  for (const SceneSelection& s : selected)
    if (pick.link >= 0 && s.link == pick.link) target.part = s.part, target.at = s.at;
  return target;
}

PickTarget PickDescent::above(const PickTarget& target, const Model& model) {
  if (target.link < 0 || target.part == PickPart::kLink || target.link >= static_cast<int>(model.links.size()))
    return {};
  PickTarget up = target;
  up.part = next(model.links[static_cast<std::size_t>(target.link)], target.part, -1);
  up.at.reset();
  return up;
}

}  // namespace tendril
