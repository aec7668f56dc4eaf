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

PoseEntry entryOf(const QString& link, const CoordinateInfo& info, int q) {
  const std::string_view name = info.label.empty() ? std::string_view(info.name) : info.label;
  PoseEntry entry;
  entry.link = link;
  entry.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  entry.unit = QString::fromUtf8(info.unit().data(), static_cast<qsizetype>(info.unit().size()));
  entry.lower = -kInfinity, entry.upper = kInfinity;
  entry.q = q;
  return entry;
}

/// Of a unit quaternion people set roll, pitch and yaw.
void addAngles(const QString& link, int quaternion, std::vector<PoseEntry>& out) {
  static constexpr std::array<const char*, 3> kAngles = {"roll", "pitch", "yaw"};
  for (int axis = 0; axis < 3; ++axis) {
    const double reach = axis == 1 ? std::numbers::pi / 2 : std::numbers::pi;
    out.push_back({.link = link,
                   .name = kAngles[static_cast<std::size_t>(axis)],
                   .unit = "rad",
                   .lower = -reach,
                   .upper = reach,
                   .q = quaternion,
                   .rotation = axis});
  }
}

void addJoint(const Link& link, std::vector<PoseEntry>& out) {
  const QString name = QString::fromStdString(link.name);
  const std::span<const CoordinateInfo> infos = link.joint.type->positionInfo();
  for (int k = 0; k < link.nqJoint; ++k) {
    const CoordinateInfo& info = infos[static_cast<std::size_t>(k)];
    if (info.quantity == Quantity::kQuaternion) continue;
    PoseEntry entry = entryOf(name, info, link.qJoint + k);
    entry.lower = link.joint.lower.size() > k ? link.joint.lower[k] : -kInfinity;
    entry.upper = link.joint.upper.size() > k ? link.joint.upper[k] : kInfinity;
    out.push_back(entry);
  }
  for (const int start : link.joint.type->quaternions()) addAngles(name, link.qJoint + start, out);
}

void addBody(const Link& link, std::vector<PoseEntry>& out) {
  if (!link.body) return;
  for (int i = 0; i < link.nBody; ++i)
    out.push_back(entryOf(QString::fromStdString(link.name), link.body->coordinateInfo(i), link.qBody + i));
}

}  // namespace

double PoseEntry::value(const VecX& configuration) const {
  return rotation < 0 ? configuration[q] : anglesOf(quaternionAt(configuration, q))[rotation];
}

void PoseEntry::set(VecX& configuration, double value) const {
  if (rotation < 0) {
    for (const int motor : motors) configuration[motor] += value - configuration[q];
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
  for (const Link& link : model.robotLinks()) {
    addJoint(link, entries);
    addBody(link, entries);
  }
  for (const DriveSpring& spring : model.driveSprings)
    for (PoseEntry& entry : entries)
      if (entry.q == spring.jointQ) entry.motors.push_back(spring.motorQ);
  return entries;
}

}  // namespace tendril
