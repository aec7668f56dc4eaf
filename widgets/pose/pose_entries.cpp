// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pose/pose_entries.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Geometry>

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Roll, pitch, yaw with R = Rz(yaw) Ry(pitch) Rx(roll).
Vec3 anglesOf(const Eigen::Quaterniond& quaternion) {
  const Mat3 R = quaternion.normalized().toRotationMatrix();
  const double pitch = std::asin(std::clamp(-R(2, 0), -1.0, 1.0));
  if (std::abs(R(2, 0)) > 1 - 1e-12) return {0, pitch, std::atan2(-R(0, 1), R(1, 1))};  // roll and yaw turn alike
  return {std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0))};
}

Eigen::Quaterniond quaternionOf(const Vec3& angles) {
  return Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
         Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
}

Eigen::Quaterniond quaternionAt(const VecX& q, int place) {
  return {q[place], q[place + 1], q[place + 2], q[place + 3]};
}

struct Named {
  const char* name;
  bool angle;
};

/// What the true coordinates of a joint are called, before its quaternion.
std::vector<Named> coordinatesOf(JointType type) {
  switch (type) {
    case JointType::kRevolute:
    case JointType::kHelical:
      return {{"angle", true}};
    case JointType::kPrismatic:
      return {{"travel", false}};
    case JointType::kCylindrical:
      return {{"angle", true}, {"travel", false}};
    case JointType::kUniversal:
      return {{"first angle", true}, {"second angle", true}};
    case JointType::kPlanar:
      return {{"x", false}, {"y", false}, {"angle", true}};
    case JointType::kFree:
      return {{"x", false}, {"y", false}, {"z", false}};
    case JointType::kFixed:
    case JointType::kSpherical:
      break;
  }
  return {};
}

void addJoint(const Link& link, std::vector<PoseEntry>& out) {
  const QString name = QString::fromStdString(link.name);
  int k = 0;
  for (const Named& named : coordinatesOf(link.joint.type)) {
    PoseEntry entry{.link = name, .name = named.name, .unit = named.angle ? "rad" : "m"};
    entry.lower = link.joint.lower.size() > k ? link.joint.lower[k] : -kInfinity;
    entry.upper = link.joint.upper.size() > k ? link.joint.upper[k] : kInfinity;
    entry.angle = named.angle;
    entry.q = link.qJoint + k++;
    out.push_back(entry);
  }
  if (link.joint.type != JointType::kSpherical && link.joint.type != JointType::kFree) return;
  static constexpr std::array<const char*, 3> kAngles = {"roll", "pitch", "yaw"};
  for (int axis = 0; axis < 3; ++axis) {
    const double reach = axis == 1 ? std::numbers::pi / 2 : std::numbers::pi;
    out.push_back({.link = name,
                   .name = kAngles[static_cast<std::size_t>(axis)],
                   .unit = "rad",
                   .lower = -reach,
                   .upper = reach,
                   .angle = true,
                   .q = link.qJoint + k,
                   .rotation = axis});
  }
}

void addBody(const Link& link, std::vector<PoseEntry>& out) {
  if (!link.body) return;
  for (int i = 0; i < link.nBody; ++i) {
    const QString name = QString::fromStdString(link.body->coordinateName(i));
    // Else a curvature (1/m), or what the texts of a volume's modes make of it: numbers without a unit, which find
    // room.
    const bool angle = name.contains("bending") && link.body->type() == "constant_curvature";
    out.push_back({.link = QString::fromStdString(link.name),
                   .name = name,
                   .unit = angle ? "rad" : "",
                   .lower = -kInfinity,
                   .upper = kInfinity,
                   .angle = angle,
                   .q = link.qBody + i});
  }
}

}  // namespace

double PoseEntry::value(const VecX& configuration) const {
  return rotation < 0 ? configuration[q] : anglesOf(quaternionAt(configuration, q))[rotation];
}

void PoseEntry::set(VecX& configuration, double value) const {
  if (rotation < 0) {
    configuration[q] = value;
    return;
  }
  Vec3 angles = anglesOf(quaternionAt(configuration, q));
  angles[rotation] = value;
  const Eigen::Quaterniond turned = quaternionOf(angles);
  configuration.segment<4>(q) << turned.w(), turned.x(), turned.y(), turned.z();
}

std::vector<PoseEntry> poseEntries(const Model& model) {
  std::vector<PoseEntry> entries;
  for (const Link& link : model.links) {
    addJoint(link, entries);
    addBody(link, entries);
  }
  return entries;
}

}  // namespace tendril
