// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/fields/section_fields.hpp"

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

/// Displacement, curvature and stretch: the fields that need no forces, only the frames of the sections.
void fillGeometry(SurfaceField field, std::span<const Pose> now, std::span<const Pose> rest, std::span<double> out) {
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

bool isOfState(SurfaceField field) {
  return field >= SurfaceField::kTorsion && field <= SurfaceField::kLineEnergy;
}

/// The length of two numbers of which either may not be known.
double lengthOfKnown(double a, double b) {
  if (std::isnan(a)) return std::abs(b);
  return std::isnan(b) ? std::abs(a) : std::hypot(a, b);
}

double stateField(SurfaceField field, const SectionResponse& state) {
  const Vec6 &strain = state.strain, &wrench = state.wrench;
  switch (field) {
    case SurfaceField::kTorsion:
      return strain[0];
    case SurfaceField::kBendingY:
      return strain[1];
    case SurfaceField::kBendingZ:
      return strain[2];
    case SurfaceField::kExtension:
      return strain[3] - 1;
    case SurfaceField::kShear:
      return std::hypot(strain[4], strain[5]);
    case SurfaceField::kAxialForce:
      return wrench[3];
    case SurfaceField::kShearForce:
      return lengthOfKnown(wrench[4], wrench[5]);
    case SurfaceField::kTorque:
      return wrench[0];
    case SurfaceField::kBendingMoment:
      return lengthOfKnown(wrench[1], wrench[2]);
    case SurfaceField::kMomentY:
      return wrench[1];
    case SurfaceField::kMomentZ:
      return wrench[2];
    case SurfaceField::kLineEnergy:
      return state.energy;
    default:
      return kNan;
  }
}

void fillStates(SurfaceField field, const SectionLine& line, std::span<double> out) {
  thread_local std::vector<SectionResponse> states;
  states.resize(out.size());
  if (!line.body.sectionStates(line.q, states)) return std::fill(out.begin(), out.end(), kNan);
  std::ranges::transform(states, out.begin(), [field](const SectionResponse& s) { return stateField(field, s); });
}

/// Adds a force to the two sections beside the place of the line that is nearest to a point, in shares that keep it
/// there.
void spread(std::span<const Pose> line, const Vec3& point, double force, std::span<double> out) {
  std::size_t best = 0;
  double share = 0, nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec3 e = line[i + 1].p - line[i].p;
    const double t = e.isZero(0) ? 0 : std::clamp((point - line[i].p).dot(e) / e.squaredNorm(), 0.0, 1.0);
    const double away = (line[i].p + t * e - point).squaredNorm();
    if (away < nearest) nearest = away, best = i, share = t;
  }
  out[best] += (1 - share) * force, out[best + 1] += share * force;
}

/// Forces at sections over the lengths that these stand for. Where two divisions meet, two sections are one place.
void divideByLengths(std::span<const Pose> rest, std::span<double> out) {
  const double least = kSamePlace * lengthOf(rest);
  const auto step = [&rest](std::size_t i) { return (rest[i + 1].p - rest[i].p).norm(); };
  for (std::size_t first = 0; first < out.size();) {
    std::size_t last = first;
    while (last + 1 < out.size() && step(last) <= least) ++last;
    double force = 0, length = first > 0 ? step(first - 1) / 2 : 0;
    if (last + 1 < out.size()) length += step(last) / 2;
    for (std::size_t i = first; i <= last; ++i) force += out[i];
    for (std::size_t i = first; i <= last; ++i) out[i] = length > 0 ? force / length : kNan;
    first = last + 1;
  }
}

void fillContactLoad(const SectionLine& line, std::span<double> out) {
  if (out.size() < 2) return std::fill(out.begin(), out.end(), kNan);
  std::fill(out.begin(), out.end(), 0);
  for (const ContactPoint& touch : line.touch)
    for (const int link : {touch.linkA, touch.linkB})
      if (link == line.link) spread(line.now, line.base.inverse() * touch.point, touch.normalForce, out);
  divideByLengths(line.rest, out);
}

}  // namespace

std::vector<std::vector<Pose>> restSections(const Model& model) {
  Data data(model);
  kinematics(model, data, model.undeformed(), VecX::Zero(model.nv));
  tendril::sections(model, data);
  std::vector<std::vector<Pose>> out(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].body) out[i] = data.bodies[i]->sections;
  return out;
}

const std::vector<std::vector<Pose>>& restSections(const std::shared_ptr<const Model>& model) {
  thread_local RestOfModel kept;
  if (kept.model.lock() == model) return kept.sections;
  kept.sections = restSections(*model);
  kept.model = model;
  return kept.sections;
}

void sectionField(SurfaceField field, const SectionLine& line, std::span<double> out) {
  if (isOfState(field)) return fillStates(field, line, out);
  if (field == SurfaceField::kContactLoad) return fillContactLoad(line, out);
  fillGeometry(field, line.now, line.rest, out);
}

}  // namespace tendril
