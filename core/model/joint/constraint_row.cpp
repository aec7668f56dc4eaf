// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/constraint_row.hpp"

#include <cmath>

namespace tendril {
namespace {

constexpr double kParallel = 1e-6;  // what is left of a direction that others span

/// Appends what `candidate` adds to the span of `basis`, as a unit vector; false if nothing.
template <class V>
bool extend(std::vector<V>& basis, V candidate) {
  for (const V& direction : basis) candidate -= direction * direction.dot(candidate);
  if (candidate.norm() < kParallel) return false;
  basis.push_back(candidate.normalized());
  return true;
}

/// Of the linear part where it has one: the row of a screw is a force along its axis.
int nearestComponent(const Vec6& direction) {
  int component = 0;
  const bool linear = !direction.tail<3>().isZero(0);
  direction.segment<3>(linear ? 3 : 0).cwiseAbs().maxCoeff(&component);
  return linear ? 3 + component : component;
}

/// What couples advance and turn: the complement of what is spanned so far.
void appendCoupled(std::vector<ConstraintRow>& rows, const JointColumns& S) {
  std::vector<Vec6> basis;
  for (Eigen::Index k = 0; k < S.cols(); ++k) extend(basis, Vec6(S.col(k)));
  for (const ConstraintRow& row : rows) extend(basis, row.direction);
  std::vector<Vec6> candidates;
  for (Eigen::Index k = 0; k < S.cols(); ++k)  // along the axis of the turn
    candidates.push_back((Vec6() << Vec3::Zero(), S.col(k).head<3>()).finished());
  for (const int i : {3, 4, 5, 0, 1, 2}) candidates.push_back(Vec6::Unit(i));
  for (const Vec6& candidate : candidates) {
    if (basis.size() == 6) return;
    if (!extend(basis, candidate)) continue;
    ConstraintRow row;
    row.direction = basis.back();
    row.component = nearestComponent(row.direction);
    rows.push_back(row);
  }
}

}  // namespace

ConstraintRow perpendicularRow(const Vec3& axisB, const Vec3& axisA) {
  ConstraintRow row;
  row.direction << axisB.cross(axisA), Vec3::Zero();
  row.component = nearestComponent(row.direction);
  row.turning = true;
  row.axisA = axisA, row.axisB = axisB;
  return row;
}

std::vector<Vec3> complement(const std::vector<Vec3>& free) {
  std::vector<Vec3> basis = free;
  for (int i = 0; i < 3 && basis.size() < 3; ++i) extend(basis, Vec3(Vec3::Unit(i)));
  return {basis.begin() + static_cast<std::ptrdiff_t>(free.size()), basis.end()};
}

void appendRows(std::vector<ConstraintRow>& rows, const std::vector<Vec3>& directions, bool angular) {
  for (const Vec3& direction : directions) {
    ConstraintRow row;
    row.direction.setZero();
    row.direction.segment<3>(angular ? 0 : 3) = direction;
    row.component = nearestComponent(row.direction);
    rows.push_back(row);
  }
}

std::vector<ConstraintRow> complementRows(const JointColumns& S) {
  std::vector<Vec3> turns, slides;
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    extend(turns, Vec3(S.col(k).head<3>()));
    extend(slides, Vec3(S.col(k).tail<3>()));
  }
  std::vector<ConstraintRow> rows;
  appendRows(rows, complement(turns), true);
  appendRows(rows, complement(slides), false);
  appendCoupled(rows, S);
  return rows;
}

Vec6 rowDirection(const ConstraintRow& row, const Mat3& Rba) {
  if (!row.turning) return row.direction;
  Vec6 out = Vec6::Zero();
  out.head<3>() = row.axisB.cross(Rba * row.axisA);
  return out;
}

bool rowsHoldEverywhere(const Joint& joint, const std::vector<ConstraintRow>& rows) {
  constexpr double kHeld = 1e-9;
  VecX q = joint.type->neutral();
  for (Eigen::Index k = 0; k < q.size(); ++k) q[k] += 0.3 + 0.1 * static_cast<double>(k);  // anywhere
  for (const int start : joint.type->quaternions()) q.segment<4>(start).normalize();
  Pose X;
  JointColumns S;
  jointMotion(joint, q.data(), X, S);
  for (const ConstraintRow& row : rows)
    for (Eigen::Index k = 0; k < S.cols(); ++k)
      if (std::abs(rowDirection(row, X.R).dot(transformTwist<double>(X, Vec6(S.col(k))))) > kHeld) return false;
  return true;
}

}  // namespace tendril
