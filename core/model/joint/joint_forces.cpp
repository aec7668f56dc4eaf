// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/joint_forces.hpp"

#include "core/math/jet.hpp"
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

double at(const VecX& values, int i) {
  return values.size() ? values[i] : 0.0;
}

/// How far a coordinate is beyond its soft stop (signed), 0 inside.
template <class T>
T beyondStop(const Joint& joint, int i, const T& q) {
  if (!joint.lower.size()) return T(0.0);
  if (q < T(joint.lower[i])) return q - joint.lower[i];
  if (q > T(joint.upper[i])) return q - joint.upper[i];
  return T(0.0);
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
template <class T>
struct Turned {
  Turned(const Joint& joint, const ManifoldBlock& block, const T* q)
      : stiffness(joint.stiffness.segment<3>(block.v).template cast<T>()),
        isPose(block.kind == ManifoldBlock::Kind::kSE3) {
    quaternion = Eigen::Map<const Vec4T<T>>(q + block.quaternion());
    w = logQuaternion<T>(quaternion);
    if (!isPose) return;
    p = Eigen::Map<const Vec3T<T>>(q + block.q);
    stiffnessP = joint.stiffness.segment<3>(block.v + 3).template cast<T>();
  }
  Vec4T<T> quaternion;
  Vec3T<T> w, stiffness, p = Vec3T<T>::Zero(), stiffnessP = Vec3T<T>::Zero();
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
      const Turned<double> t(joint, block, q);
      sum += 0.5 * t.stiffness.dot(t.w.cwiseAbs2()) + 0.5 * t.stiffnessP.dot(t.p.cwiseAbs2());
    }
  });
  return sum;
}

template <class T>
void addJointElasticForce(const Joint& joint, const T* q, std::type_identity_t<Eigen::Ref<VecXT<T>>> force) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    if (block.isVector()) {
      for (int i = block.v, k = block.q; i < block.v + block.size; ++i, ++k)
        force[i] += q[k] * at(joint.stiffness, i) + beyondStop(joint, i, q[k]) * joint.stopStiffness;
      return;
    }
    if (!joint.stiffness.size()) return;
    const Turned<T> t(joint, block, q);
    const Vec3T<T> torque = t.stiffness.cwiseProduct(t.w);
    force.template segment<3>(block.v) += rightJacobianInverseSO3<T>(t.w).transpose() * torque;
    if (!t.isPose) return;
    const Mat3T<T> R = rotationFromQuaternion<T>(t.quaternion);
    const Vec3T<T> pull = t.stiffnessP.cwiseProduct(t.p);
    force.template segment<3>(block.v + 3) += R.transpose() * pull;
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
    const Turned<double> t(joint, block, q);
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

template <class T>
void addJointDampingForce(const Joint& joint, const T* q, const T* v,
                          std::type_identity_t<Eigen::Ref<VecXT<T>>> force) {
  forEachBlock(joint, [&](const ManifoldBlock& block) {
    for (int i = block.v, k = block.q; i < block.v + block.size; ++i, ++k) {
      force[i] += v[i] * (at(joint.damping, i) + at(joint.driveFriction, i));
      if (block.isVector() && beyondStop(joint, i, plainValue(q[k])) != 0) force[i] += v[i] * joint.stopDamping;
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

template void addJointElasticForce(const Joint&, const double*, VecXMut);
template void addJointElasticForce(const Joint&, const Jet<3>*, Eigen::Ref<VecXT<Jet<3>>>);
template void addJointElasticForce(const Joint&, const Jet<7>*, Eigen::Ref<VecXT<Jet<7>>>);
template void addJointElasticForce(const Joint&, const Jet<11>*, Eigen::Ref<VecXT<Jet<11>>>);
template void addJointElasticForce(const Joint&, const Jet<15>*, Eigen::Ref<VecXT<Jet<15>>>);
template void addJointDampingForce(const Joint&, const double*, const double*, VecXMut);
template void addJointDampingForce(const Joint&, const Jet<3>*, const Jet<3>*, Eigen::Ref<VecXT<Jet<3>>>);
template void addJointDampingForce(const Joint&, const Jet<7>*, const Jet<7>*, Eigen::Ref<VecXT<Jet<7>>>);
template void addJointDampingForce(const Joint&, const Jet<11>*, const Jet<11>*, Eigen::Ref<VecXT<Jet<11>>>);
template void addJointDampingForce(const Joint&, const Jet<15>*, const Jet<15>*, Eigen::Ref<VecXT<Jet<15>>>);

}  // namespace tendril
