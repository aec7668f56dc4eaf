// SPDX-License-Identifier: BSD-3-Clause
// The space of configurations: vectors, unit quaternions and poses.
#include "core/dynamics/dynamics.hpp"
#include "core/math/se3.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

bool isGroup(JointType type) {
  return type == JointType::kSpherical || type == JointType::kFree;
}

void integrateGroup(JointType type, const double* q, const double* delta, double* out) {
  const Eigen::Map<const Vec3> angular(delta);
  if (type == JointType::kSpherical) {
    const Vec4 turned = quaternionProduct<double>(Vec4(q[0], q[1], q[2], q[3]), expQuaternion<double>(Vec3(angular)));
    Eigen::Map<Vec4>{out} = turned.normalized();
    return;
  }
  const Eigen::Map<const Vec6> twist(delta);
  const Vec4 quaternion(q[3], q[4], q[5], q[6]);
  const Pose step = expSE3<double>(Vec6(twist));
  const Vec3 p = Vec3(q[0], q[1], q[2]) + rotationFromQuaternion<double>(quaternion) * step.p;
  const Vec4 turned = quaternionProduct<double>(quaternion, expQuaternion<double>(Vec3(angular)));
  Eigen::Map<Vec3>{out} = p;
  Eigen::Map<Vec4>{out + 3} = turned.normalized();
}

void differenceGroup(JointType type, const double* q0, const double* q1, double* delta) {
  const int offset = type == JointType::kFree ? 3 : 0;
  const Vec4 a(q0[offset], q0[offset + 1], q0[offset + 2], q0[offset + 3]);
  const Vec4 b(q1[offset], q1[offset + 1], q1[offset + 2], q1[offset + 3]);
  const Vec3 w = logQuaternion<double>(quaternionProduct<double>(quaternionConjugate<double>(a), b));
  Eigen::Map<Vec3> angular(delta);
  angular = w;
  if (type == JointType::kSpherical) return;
  const Vec3 moved(q1[0] - q0[0], q1[1] - q0[1], q1[2] - q0[2]);
  // exp([w; v]) has translation Jl(w) v
  Eigen::Map<Vec3>(delta + 3) =
      leftJacobianInverseSO3<double>(w) * (rotationFromQuaternion<double>(a).transpose() * moved);
}

}  // namespace

void integrate(const Model& model, const VecXRef& q, const VecXRef& delta, VecXMut out) {
  for (const Link& link : model.links) {
    if (isGroup(link.joint.type)) {
      integrateGroup(link.joint.type, q.data() + link.qJoint, delta.data() + link.vJoint, out.data() + link.qJoint);
    } else {
      out.segment(link.qJoint, link.nqJoint) =
          q.segment(link.qJoint, link.nqJoint) + delta.segment(link.vJoint, link.nvJoint);
    }
    out.segment(link.qBody, link.nBody) = q.segment(link.qBody, link.nBody) + delta.segment(link.vBody, link.nBody);
  }
}

void difference(const Model& model, const VecXRef& q0, const VecXRef& q1, VecXMut delta) {
  for (const Link& link : model.links) {
    if (isGroup(link.joint.type)) {
      differenceGroup(link.joint.type, q0.data() + link.qJoint, q1.data() + link.qJoint, delta.data() + link.vJoint);
    } else {
      delta.segment(link.vJoint, link.nvJoint) =
          q1.segment(link.qJoint, link.nqJoint) - q0.segment(link.qJoint, link.nqJoint);
    }
    delta.segment(link.vBody, link.nBody) = q1.segment(link.qBody, link.nBody) - q0.segment(link.qBody, link.nBody);
  }
}

void multiplyByTangent(const Model& model, const VecXRef& delta, MatXMut matrix) {
  for (const Link& link : model.links) {
    if (link.joint.type == JointType::kSpherical) {
      const Mat3 T = rightJacobianSO3<double>(Vec3(delta.segment<3>(link.vJoint)));
      for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
        const Eigen::RowVector3d row = matrix.block<1, 3>(r, link.vJoint);
        matrix.block<1, 3>(r, link.vJoint) = row * T;
      }
    } else if (link.joint.type == JointType::kFree) {
      const Mat6 T = rightTangentSE3<double>(Vec6(delta.segment<6>(link.vJoint)));
      for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
        const Eigen::Matrix<double, 1, 6> row = matrix.block<1, 6>(r, link.vJoint);
        matrix.block<1, 6>(r, link.vJoint) = row * T;
      }
    }
  }
}

void normalize(const Model& model, VecXMut q) {
  for (int start : model.quaternions) q.segment<4>(start).normalize();
}

}  // namespace tendril
