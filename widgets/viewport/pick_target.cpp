// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/pick_target.hpp"

#include <algorithm>
#include <array>

namespace tendril {
namespace {

constexpr double kSameSpot = 4;  // px
constexpr std::array kDescent = {PickPart::kLink, PickPart::kJoint, PickPart::kBody, PickPart::kStation};

bool has(const Link& link, PickPart part) {
  if (part == PickPart::kJoint) return link.joint.type != JointType::kFixed;
  if (part == PickPart::kBody) return link.body || link.rigid.mass > 0 || !link.visuals.empty();
  return true;
}

/// The next part of a link, down (+1) or up (−1); the same part at the end of the way.
PickPart next(const Link& link, PickPart part, int direction) {
  auto place = static_cast<int>(std::find(kDescent.begin(), kDescent.end(), part) - kDescent.begin());
  for (place += direction; place >= 0 && place < static_cast<int>(kDescent.size()); place += direction)
    if (has(link, kDescent[static_cast<std::size_t>(place)])) return kDescent[static_cast<std::size_t>(place)];
  return part;
}

}  // namespace

PickTarget PickDescent::click(const Pick& pick, const QPointF& position, const Model& model, std::optional<double> at) {
  PickTarget target{.kind = pick.kind, .link = pick.link, .part = PickPart::kLink, .at = {}, .input = pick.input};
  const bool again = spot_ && (*spot_ - position).manhattanLength() <= kSameSpot && last_.kind == pick.kind &&
                     last_.link == pick.link && last_.input == pick.input;
  if (again && pick.link >= 0) target.part = next(model.links[static_cast<std::size_t>(pick.link)], last_.part, +1);
  if (target.part == PickPart::kStation) target.at = at;
  spot_ = position;
  last_ = target;
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
