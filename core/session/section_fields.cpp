// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/section_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/se3.hpp"
#include "core/model/data.hpp"
#include "core/model/kinematics.hpp"

namespace tendril {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSamePlace = 1e-9;  // of the line's length: where two divisions meet

struct RestOfModel {
  std::weak_ptr<const Model> model;
  std::vector<std::vector<Pose>> sections;
};

double lengthOf(std::span<const Pose> frames) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < frames.size(); ++i) length += (frames[i + 1].p - frames[i].p).norm();
  return length;
}

/// From one frame to the next with a constant twist; NaN for what is no field of a piece of line.
double pieceField(SurfaceField field, std::span<const Pose> now, std::span<const Pose> rest, std::size_t i) {
  const auto step = [i](std::span<const Pose> frames) { return logSE3<double>(frames[i].inverse() * frames[i + 1]); };
  const Vec6 twist = step(now);
  const Vec3 w = twist.head<3>(), v = twist.tail<3>();
  if (field == SurfaceField::kCurvature) return w.cross(v).norm() / v.squaredNorm();
  if (field == SurfaceField::kStretch) return v.norm() / step(rest).tail<3>().norm();
  return kNan;
}

}  // namespace

const std::vector<std::vector<Pose>>& restSections(const std::shared_ptr<const Model>& model) {
  thread_local RestOfModel kept;
  if (kept.model.lock() == model) return kept.sections;
  Data data(*model);
  kinematics(*model, data, model->undeformed(), VecX::Zero(model->nv));
  tendril::sections(*model, data);
  kept.sections.assign(model->links.size(), {});
  for (std::size_t i = 0; i < model->links.size(); ++i)
    if (model->links[i].body) kept.sections[i] = data.bodies[i]->sections;
  kept.model = model;
  return kept.sections;
}

void sectionField(SurfaceField field, std::span<const Pose> now, std::span<const Pose> rest, std::span<double> out) {
  if (field == SurfaceField::kDisplacement) {
    for (std::size_t i = 0; i < now.size(); ++i) out[i] = (now[i].p - rest[i].p).norm();
    return;
  }
  const double least = kSamePlace * lengthOf(rest);
  std::fill(out.begin(), out.end(), kNan);
  double before = kNan;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool piece = i + 1 < now.size() && (rest[i + 1].p - rest[i].p).norm() > least;
    const double after = piece ? pieceField(field, now, rest, i) : kNan;
    out[i] = std::isnan(before) ? after : std::isnan(after) ? before : (before + after) / 2;
    before = after;
  }
}

}  // namespace tendril
