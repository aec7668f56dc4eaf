// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/joint_kind.hpp"

#include <algorithm>

#include "core/model/joint/constraint_row.hpp"

namespace tendril {
namespace {

constexpr double kNothing = 1e-12;  // of an axis

/// Appends what `direction` adds to the first `count` columns.
void extend(Mat3& axes, int& count, Vec3 direction) {
  for (int k = 0; k < count; ++k) direction -= axes.col(k) * axes.col(k).dot(direction);
  if (count < 3 && direction.norm() > kNothing) axes.col(count++) = direction.normalized();
}

JointColumns neutralColumns(const Joint& joint) {
  Pose X;
  JointColumns S;
  jointMotion(joint, joint.type->neutral().data(), X, S);
  return S;
}

}  // namespace

std::span<const JointType> JointType::all() {
  static const std::array kAll = {kFixed,     kRevolute, kPrismatic, kHelical, kCylindrical,
                                  kUniversal, kPlanar,   kSpherical, kFree};
  return kAll;
}

bool JointKind::isVector() const {
  return std::ranges::all_of(manifold(), &ManifoldBlock::isVector);
}

bool JointKind::isFree() const {
  return manifold().size() == 1 && manifold()[0].kind == ManifoldBlock::Kind::kSE3;
}

std::vector<int> JointKind::quaternions() const {
  std::vector<int> out;
  int at = 0;
  for (ManifoldBlock block : manifold()) {
    block.q = at;
    if (!block.isVector()) out.push_back(block.quaternion());
    at += block.positions();
  }
  return out;
}

VecX JointKind::neutral() const {
  VecX q = VecX::Zero(positions());
  for (const int start : quaternions()) q[start] = 1;
  return q;
}

std::vector<ConstraintRow> JointKind::constraintRows(const Joint& joint) const {
  return complementRows(neutralColumns(joint));
}

void jointVariation(const Joint& joint, const double* q, const double* v, const double* a, JointVariation& out) {
  const int n = joint.type->velocities();
  out.bias.setZero();
  for (JointColumns* m : {&out.dSv, &out.dSa, &out.dBias, &out.dBiasRate}) m->setZero(6, n);
  SubspaceDerivatives d;
  joint.type->subspaceDerivatives(joint, q, d);
  for (int t = 0; t < d.firstCount; ++t) {
    const auto& [i, k, dS] = d.first[static_cast<std::size_t>(t)];
    out.bias += dS * (v[k] * v[i]);
    out.dSv.col(k) += dS * v[i];
    out.dSa.col(k) += dS * a[i];
    out.dBiasRate.col(k) += dS * v[i];
    out.dBiasRate.col(i) += dS * v[k];
  }
  for (int t = 0; t < d.secondCount; ++t) {
    const auto& [i, k, l, ddS] = d.second[static_cast<std::size_t>(t)];
    out.dBias.col(l) += ddS * (v[k] * v[i]);
  }
}

void jointForceVariation(const Joint& joint, const double* q, const Vec6& F, JointSquare& G) {
  const int n = joint.type->velocities();
  G.setZero(n, n);
  SubspaceDerivatives d;
  joint.type->subspaceDerivatives(joint, q, d);
  for (int t = 0; t < d.firstCount; ++t) {
    const auto& [i, k, dS] = d.first[static_cast<std::size_t>(t)];
    G(i, k) += dS.dot(F);
  }
}

JointFreedom::JointFreedom(const Joint& joint) {
  const JointColumns S = neutralColumns(joint);
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    const Vec3 turn = S.col(k).head<3>(), slide = S.col(k).tail<3>();
    if (turn.isZero(kNothing)) {
      extend(slideAxes, slides, slide);
      continue;
    }
    extend(turnAxes, turns, turn);
    if (slide.isZero(kNothing)) continue;
    screw = true;
    pitch = slide.dot(turn) / turn.squaredNorm();
  }
}

}  // namespace tendril
