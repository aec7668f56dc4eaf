// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/material_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/dynamics/fields/field_probe.hpp"
#include "core/math/se3.hpp"
#include "core/math/triangle.hpp"
#include "core/model/body/face_frame.hpp"
#include "core/model/body/surface_carrier.hpp"

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
  if (!out.frames.empty()) out.at = sectionPositions(*snapshot.model->links[index].body, out.frames.size());
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

std::optional<Vec3> surfaceMaterialAt(const Snapshot& snapshot, int link, const Vec3& world) {
  const auto index = static_cast<std::size_t>(link);
  const SurfaceCarrier* carrier = surfaceCarrierOf(snapshot.model->links[index].body.get());
  if (!carrier || index + 1 >= snapshot.firstSurfacePoint.size()) return {};
  const SurfaceMesh& mesh = carrier->surface();
  const auto first = static_cast<std::size_t>(snapshot.firstSurfacePoint[index]);
  const std::span moved = std::span(snapshot.surfacePoints).subspan(first);
  if (moved.size() < mesh.vertices.size()) return {};
  double best = HUGE_VAL;
  std::optional<Vec3> found;
  for (const auto& triangle : mesh.triangles) {
    const auto [a, b, c] = std::array{static_cast<std::size_t>(triangle[0]), static_cast<std::size_t>(triangle[1]),
                                      static_cast<std::size_t>(triangle[2])};
    const Vec3 shares = nearestShares(world, moved[a], moved[b], moved[c]);
    const Vec3 nearest = shares[0] * moved[a] + shares[1] * moved[b] + shares[2] * moved[c];
    const double distance = (world - nearest).squaredNorm();
    if (!(distance < best)) continue;
    best = distance;
    found = shares[0] * mesh.vertices[a] + shares[1] * mesh.vertices[b] + shares[2] * mesh.vertices[c];
  }
  return found;
}

std::optional<Pose> surfaceFrameAt(const Snapshot& snapshot, int link, const Vec3& material) {
  const auto index = static_cast<std::size_t>(link);
  const SurfaceCarrier* carrier = surfaceCarrierOf(snapshot.model->links[index].body.get());
  if (!carrier || carrier->surface().triangles.empty()) return {};
  const FaceFrame face = faceFrameAt(carrier->surface(), material);
  std::array<Vec3, 3> corners;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto point = static_cast<std::size_t>(snapshot.firstSurfacePoint[index] + face.vertices[k]);
    if (point >= snapshot.surfacePoints.size()) return {};
    corners[k] = snapshot.surfacePoints[point];
  }
  return face.at(corners);
}

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
