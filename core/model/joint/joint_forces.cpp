// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/joint_forces.hpp"

#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

double at(const VecX& values, int i) {
  return values.size() ? values[i] : 0.0;
}

/// How far a coordinate is beyond its soft stop (signed), 0 inside.
double beyondStop(const Joint& joint, int i, double q) {
  if (!joint.lower.size()) return 0;
  if (q < joint.lower[i]) return q - joint.lower[i];
  if (q > joint.upper[i]) return q - joint.upper[i];
  return 0;
}

/// Calls visit(block) with the places in the joint's own q and v.
template <class Visit>
void forEachBlock(const Joint& joint, Visit visit) {
  int q = 0, v = 0;
  for (ManifoldBlock block : joint.type->manifold()) {
    block.q = q, block.v = v;
    visit(block);
    q += block.positions(), v += block.size;
  }
}

/// A rotation with a spring: its logarithm, and the pose's position where it has one.
struct Turned {
  Turned(const Joint& joint, const ManifoldBlock& block, const double* q)
      : stiffness(joint.stiffness.segment<3>(block.v)), isPose(block.kind == ManifoldBlock::Kind::kSE3) {
    quaternion = Eigen::Map<const Vec4>(q + block.quaternion());
    w = logQuaternion<double>(quaternion);
    if (!isPose) return;
    p = Eigen::Map<const Vec3>(q + block.q);
    stiffnessP = joint.stiffness.segment<3>(block.v + 3);
  }
  Vec4 quaternion;
  Vec3 w, stiffness, p = Vec3::Zero(), stiffnessP = Vec3::Zero();
  bool isPose;
};

}  // namespace

double jointElasticEnergy(const Joint& joint, const double* q) {
  double sum = 0;
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    if (block.isVector()) {
      for (int k = 0; k < block.size; ++k) {
        const double x = q[block.q + k], d = beyondStop(joint, block.v + k, x);
        sum += 0.5 * at(joint.stiffness, block.v + k) * x * x + 0.5 * joint.stopStiffness * d * d;
      }
    } else if (joint.stiffness.size()) {
      const Turned t(joint, block, q);
      sum += 0.5 * t.stiffness.dot(t.w.cwiseAbs2()) + 0.5 * t.stiffnessP.dot(t.p.cwiseAbs2());
    }
  });
  return sum;
}

void addJointElasticForce(const Joint& joint, const double* q, VecXMut force) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    if (block.isVector()) {
      for (int i = block.v, k = block.q; i < block.v + block.size; ++i, ++k)
        force[i] += at(joint.stiffness, i) * q[k] + joint.stopStiffness * beyondStop(joint, i, q[k]);
      return;
    }
    if (!joint.stiffness.size()) return;
    const Turned t(joint, block, q);
    force.segment<3>(block.v) += rightJacobianInverseSO3<double>(t.w).transpose() * t.stiffness.cwiseProduct(t.w);
    if (!t.isPose) return;
    const Mat3 R = rotationFromQuaternion<double>(t.quaternion);
    force.segment<3>(block.v + 3) += R.transpose() * t.stiffnessP.cwiseProduct(t.p);
  });
}

void addJointStiffness(const Joint& joint, const double* q, MatXMut stiffness) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    const int v = block.v;
    if (block.isVector()) {
      for (int i = v, k = block.q; i < v + block.size; ++i, ++k) {
        stiffness(i, i) += at(joint.stiffness, i);
        if (beyondStop(joint, i, q[k]) != 0) stiffness(i, i) += joint.stopStiffness;
      }
      return;
    }
    if (!joint.stiffness.size()) return;
    const Turned t(joint, block, q);
    const Vec3 torque = t.stiffness.cwiseProduct(t.w);
    const Mat3 inverse = rightJacobianInverseSO3<double>(t.w);
    const Mat3 gradient =
        inverse.transpose() * t.stiffness.asDiagonal() + rightJacobianInverseTransposeDerivative<double>(t.w, torque);
    stiffness.block<3, 3>(v, v) += gradient * inverse;
    if (!t.isPose) return;
    const Mat3 R = rotationFromQuaternion<double>(t.quaternion);
    const Vec3 f = R.transpose() * t.stiffnessP.cwiseProduct(t.p);
    stiffness.block<3, 3>(v + 3, v) += skew<double>(f);  // the axes of B turn under the force
    stiffness.block<3, 3>(v + 3, v + 3) += R.transpose() * t.stiffnessP.asDiagonal() * R;
  });
}

void addJointDampingForce(const Joint& joint, const double* q, const double* v, VecXMut force) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    for (int i = block.v, k = block.q; i < block.v + block.size; ++i, ++k) {
      force[i] += (at(joint.damping, i) + at(joint.driveFriction, i)) * v[i];
      if (block.isVector() && beyondStop(joint, i, q[k]) != 0) force[i] += joint.stopDamping * v[i];
    }
  });
}

void addJointDampingDerivative(const Joint& joint, const double* q, MatXMut damping) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    for (int i = block.v, k = block.q; i < block.v + block.size; ++i, ++k) {
      damping(i, i) += at(joint.damping, i) + at(joint.driveFriction, i);
      if (block.isVector() && beyondStop(joint, i, q[k]) != 0) damping(i, i) += joint.stopDamping;
    }
  });
}

}  // namespace tendril
