// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop/loop.hpp"

#include <cmath>

namespace tendril {
namespace {

constexpr double kParallel = 1e-6;  // what is left of an axis of the frame that a joint frees

/// Directions of space orthogonal to the unit vectors `free`, those of the frame first.
std::vector<Vec3> complement(const std::vector<Vec3>& free) {
  std::vector<Vec3> taken = free, out;
  for (int i = 0; i < 3; ++i) {
    Vec3 left = Vec3::Unit(i);
    for (const Vec3& direction : taken) left -= direction * direction.dot(left);
    if (left.norm() < kParallel || out.size() + free.size() == 3) continue;
    left.normalize();
    taken.push_back(left);
    out.push_back(left);
  }
  return out;
}

void append(std::vector<ConstraintRow>& rows, const std::vector<Vec3>& directions, bool angular) {
  for (const Vec3& direction : directions) {
    ConstraintRow row;
    row.direction.setZero();
    row.direction.segment<3>(angular ? 0 : 3) = direction;
    row.direction.cwiseAbs().maxCoeff(&row.component);
    rows.push_back(row);
  }
}

}  // namespace

std::vector<ConstraintRow> constraintRows(const Joint& joint) {
  const std::vector<Vec3> all = complement({}), across = complement({joint.axis});
  std::vector<ConstraintRow> rows;
  switch (joint.type) {
    case JointType::kFixed:
      append(rows, all, true), append(rows, all, false);
      break;
    case JointType::kRevolute:
      append(rows, across, true), append(rows, all, false);
      break;
    case JointType::kPrismatic:
      append(rows, all, true), append(rows, across, false);
      break;
    case JointType::kHelical: {
      append(rows, across, true), append(rows, across, false), append(rows, {joint.axis}, false);
      rows.back().direction.head<3>() = -joint.pitch * joint.axis;
      rows.back().direction.normalize();
      break;
    }
    case JointType::kCylindrical:
      append(rows, across, true), append(rows, across, false);
      break;
    case JointType::kUniversal:
      append(rows, {joint.axis.cross(joint.axis2)}, true), append(rows, all, false);
      rows.front().turning = true;
      break;
    case JointType::kPlanar:
      append(rows, {Vec3::UnitX(), Vec3::UnitY()}, true), append(rows, {Vec3::UnitZ()}, false);
      break;
    case JointType::kSpherical:
      append(rows, all, false);
      break;
    case JointType::kFree:
      break;
  }
  return rows;
}

std::string_view constraintRowName(const ConstraintRow& row) {
  constexpr std::array<std::string_view, 6> kNames = {"wx", "wy", "wz", "vx", "vy", "vz"};
  return kNames[static_cast<std::size_t>(row.component)];
}

Vec6 rowDirection(const Joint& joint, const ConstraintRow& row, const Mat3& Rba) {
  if (!row.turning) return row.direction;
  Vec6 out = Vec6::Zero();
  out.head<3>() = joint.axis.cross(Rba * joint.axis2);
  return out;
}

}  // namespace tendril
