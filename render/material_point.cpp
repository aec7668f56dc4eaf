// SPDX-License-Identifier: BSD-3-Clause
#include "render/material_point.hpp"

#include <algorithm>
#include <span>

#include "core/math/se3.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

/// Section frames of a soft link with their positions over the body, ascending.
struct Sections {
  std::span<const Pose> frames;
  std::vector<double> at;
};

Sections sectionsOf(const Snapshot& snapshot, int link) {
  const auto index = static_cast<std::size_t>(link);
  const auto first = static_cast<std::size_t>(snapshot.firstSection[index]);
  const auto end = static_cast<std::size_t>(snapshot.firstSection[index + 1]);
  Sections out{std::span(snapshot.sections).subspan(first, end - first), {}};
  if (const auto* rod = dynamic_cast<const Rod*>(snapshot.model->links[index].body.get()))
    for (const RodPoint& point : rod->points()) out.at.push_back(point.at);
  for (std::size_t i = out.at.size(); i < out.frames.size(); ++i)  // another kind of body: even spacing
    out.at.push_back(static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(out.frames.size(), 2) - 1));
  return out;
}

/// Between two frames by the twist that leads from one to the other.
Pose between(const Pose& a, const Pose& b, double share) {
  return a * expSE3<double>(Vec6(share * logSE3<double>(a.inverse() * b)));
}

/// Where the line through the frames' origins comes nearest to a point, as a position over the body.
double nearestPosition(const Sections& sections, const Vec3& world) {
  double best = HUGE_VAL, at = 0;
  for (std::size_t i = 0; i + 1 < sections.frames.size(); ++i) {
    const Vec3 from = sections.frames[i].p, along = sections.frames[i + 1].p - from;
    const double length = along.squaredNorm();
    const double share = length > 0 ? std::clamp((world - from).dot(along) / length, 0.0, 1.0) : 0;
    const double distance = (world - from - share * along).squaredNorm();
    if (distance >= best) continue;
    best = distance;
    at = sections.at[i] + share * (sections.at[i + 1] - sections.at[i]);
  }
  return std::clamp(at, 0.0, 1.0);
}

Pose sectionAt(const Sections& sections, double at) {
  for (std::size_t i = 0; i + 1 < sections.frames.size(); ++i) {
    const double from = sections.at[i], to = sections.at[i + 1];
    if (at > to) continue;
    return between(sections.frames[i], sections.frames[i + 1],
                   to > from ? std::clamp((at - from) / (to - from), 0.0, 1.0) : 0);
  }
  return sections.frames.back();
}

}  // namespace

MaterialPoint materialPointAt(const Snapshot& snapshot, int link, const Vec3& world) {
  MaterialPoint point{.link = link, .at = {}, .offset = {}};
  const Sections sections = sectionsOf(snapshot, link);
  if (!sections.frames.empty()) point.at = nearestPosition(sections, world);
  point.offset = frameOf(snapshot, point).inverse() * world;
  return point;
}

Pose frameOf(const Snapshot& snapshot, const MaterialPoint& point) {
  if (!point.at) return snapshot.linkPoses[static_cast<std::size_t>(point.link)];
  const Sections sections = sectionsOf(snapshot, point.link);
  return sections.frames.empty() ? snapshot.linkPoses[static_cast<std::size_t>(point.link)]
                                 : sectionAt(sections, *point.at);
}

}  // namespace tendril
