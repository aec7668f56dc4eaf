// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/joint.hpp"

#include <array>
#include <cmath>

#include "core/math/so3.hpp"

namespace tendril {
namespace {

struct JointTraits {
  std::string_view name;
  int positions, velocities;
};

/// By JointType. The one table of joint types.
constexpr std::array<JointTraits, 9> kTraits{{{"fixed", 0, 0},
                                              {"revolute", 1, 1},
                                              {"prismatic", 1, 1},
                                              {"helical", 1, 1},
                                              {"cylindrical", 2, 2},
                                              {"universal", 2, 2},
                                              {"planar", 3, 3},
                                              {"spherical", 4, 3},
                                              {"free", 7, 6}}};

const JointTraits& traits(JointType type) {
  return kTraits[static_cast<size_t>(type)];
}

Vec6 angular(const Vec3& a) {
  return (Vec6() << a, Vec3::Zero()).finished();
}
Vec6 linear(const Vec3& a) {
  return (Vec6() << Vec3::Zero(), a).finished();
}

/// Axis-dependent parts of the two joints whose S moves: columns and their first and second derivative with respect to
/// the one coordinate that turns them.
struct MovingColumns {
  int count = 0;       ///< how many columns move (universal 1, planar 2)
  int coordinate = 0;  ///< which coordinate turns them
  Vec6 s[2], ds[2], dds[2];
};

MovingColumns movingColumns(const Joint& joint, const double* q) {
  MovingColumns m;
  if (joint.type == JointType::kUniversal) {
    m.count = 1, m.coordinate = 1;
    const Vec3 u = expSO3<double>(joint.axis2 * -q[1]) * joint.axis;
    m.s[0] = angular(u);
    m.ds[0] = angular(-joint.axis2.cross(u));
    m.dds[0] = angular(joint.axis2.cross(joint.axis2.cross(u)));
  } else if (joint.type == JointType::kPlanar) {
    m.count = 2, m.coordinate = 2;
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    const Vec3 e[2] = {Vec3(c, -s, 0), Vec3(s, c, 0)};
    for (int i = 0; i < 2; ++i) {
      m.s[i] = linear(e[i]);
      m.ds[i] = linear(-Vec3::UnitZ().cross(e[i]));
      m.dds[i] = -m.s[i];
    }
  }
  return m;
}

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

bool hasQuaternion(JointType type) {
  return type == JointType::kSpherical || type == JointType::kFree;
}

Vec3 rotationVector(const Joint& joint, const double* q) {
  const double* w = q + (joint.type == JointType::kFree ? 3 : 0);
  return logQuaternion<double>(Vec4(w[0], w[1], w[2], w[3]));
}

}  // namespace

int jointPositions(JointType type) {
  return traits(type).positions;
}
int jointVelocities(JointType type) {
  return traits(type).velocities;
}
std::string_view jointName(JointType type) {
  return traits(type).name;
}
bool jointSubspaceVaries(JointType type) {
  return type == JointType::kUniversal || type == JointType::kPlanar;
}

void neutralJoint(JointType type, double* q) {
  for (int i = 0; i < jointPositions(type); ++i) q[i] = 0;
  if (type == JointType::kSpherical) q[0] = 1;
  if (type == JointType::kFree) q[3] = 1;
}

void jointMotion(const Joint& joint, const double* q, Pose& X, JointColumns& S) {
  S.setZero(6, jointVelocities(joint.type));
  X = Pose();
  const Vec3& a = joint.axis;
  switch (joint.type) {
    case JointType::kFixed:
      break;
    case JointType::kRevolute:
      X.R = expSO3<double>(a * q[0]);
      S.col(0) = angular(a);
      break;
    case JointType::kPrismatic:
      X.p = a * q[0];
      S.col(0) = linear(a);
      break;
    case JointType::kHelical:
      X.R = expSO3<double>(a * q[0]);
      X.p = a * (joint.pitch * q[0]);
      S.col(0) << a, a * joint.pitch;
      break;
    case JointType::kCylindrical:
      X.R = expSO3<double>(a * q[0]);
      X.p = a * q[1];
      S.col(0) = angular(a);
      S.col(1) = linear(a);
      break;
    case JointType::kUniversal:
      X.R = expSO3<double>(a * q[0]) * expSO3<double>(joint.axis2 * q[1]);
      S.col(0) = movingColumns(joint, q).s[0];
      S.col(1) = angular(joint.axis2);
      break;
    case JointType::kPlanar: {
      const MovingColumns m = movingColumns(joint, q);
      X.R = expSO3<double>(Vec3(0, 0, q[2]));
      X.p = Vec3(q[0], q[1], 0);
      S.col(0) = m.s[0];
      S.col(1) = m.s[1];
      S.col(2) = angular(Vec3::UnitZ());
      break;
    }
    case JointType::kSpherical:
      X.R = rotationFromQuaternion<double>(Vec4(q[0], q[1], q[2], q[3]));
      S.topRows<3>().setIdentity();
      break;
    case JointType::kFree:
      X.R = rotationFromQuaternion<double>(Vec4(q[3], q[4], q[5], q[6]));
      X.p = Vec3(q[0], q[1], q[2]);
      S.setIdentity();
      break;
  }
}

void jointVariation(const Joint& joint, const double* q, const double* v, const double* a, JointVariation& out) {
  const int n = jointVelocities(joint.type);
  out.bias.setZero();
  for (JointColumns* m : {&out.dSv, &out.dSa, &out.dBias, &out.dBiasRate}) m->setZero(6, n);
  const MovingColumns m = movingColumns(joint, q);
  for (int i = 0; i < m.count; ++i) {
    const int k = m.coordinate;
    out.bias += m.ds[i] * (v[k] * v[i]);
    out.dSv.col(k) += m.ds[i] * v[i];
    out.dSa.col(k) += m.ds[i] * a[i];
    out.dBias.col(k) += m.dds[i] * (v[k] * v[i]);
    out.dBiasRate.col(k) += m.ds[i] * v[i];
    out.dBiasRate.col(i) += m.ds[i] * v[k];
  }
}

void jointForceVariation(const Joint& joint, const double* q, const Vec6& F, JointSquare& G) {
  const int n = jointVelocities(joint.type);
  G.setZero(n, n);
  const MovingColumns m = movingColumns(joint, q);
  for (int i = 0; i < m.count; ++i) G(i, m.coordinate) = m.ds[i].dot(F);
}

double jointElasticEnergy(const Joint& joint, const double* q) {
  const int n = jointVelocities(joint.type);
  double sum = 0;
  if (!hasQuaternion(joint.type)) {
    for (int i = 0; i < n; ++i) {
      const double d = beyondStop(joint, i, q[i]);
      sum += 0.5 * at(joint.stiffness, i) * q[i] * q[i] + 0.5 * joint.stopStiffness * d * d;
    }
    return sum;
  }
  if (!joint.stiffness.size()) return 0;
  const Vec3 w = rotationVector(joint, q);
  sum = 0.5 * joint.stiffness.head<3>().dot(w.cwiseAbs2());
  if (joint.type == JointType::kFree) sum += 0.5 * joint.stiffness.tail<3>().dot(Vec3(q[0], q[1], q[2]).cwiseAbs2());
  return sum;
}

void addJointElasticForce(const Joint& joint, const double* q, VecXMut force) {
  const int n = jointVelocities(joint.type);
  if (!hasQuaternion(joint.type)) {
    for (int i = 0; i < n; ++i)
      force[i] += at(joint.stiffness, i) * q[i] + joint.stopStiffness * beyondStop(joint, i, q[i]);
    return;
  }
  if (!joint.stiffness.size()) return;
  const Vec3 w = rotationVector(joint, q), k = joint.stiffness.head<3>();
  force.head<3>() += rightJacobianInverseSO3<double>(w).transpose() * k.cwiseProduct(w);
  if (joint.type == JointType::kFree) {
    const Mat3 R = rotationFromQuaternion<double>(Vec4(q[3], q[4], q[5], q[6]));
    force.tail<3>() += R.transpose() * joint.stiffness.tail<3>().cwiseProduct(Vec3(q[0], q[1], q[2]));
  }
}

void addJointStiffness(const Joint& joint, const double* q, MatXMut stiffness) {
  const int n = jointVelocities(joint.type);
  if (!hasQuaternion(joint.type)) {
    for (int i = 0; i < n; ++i) {
      stiffness(i, i) += at(joint.stiffness, i);
      if (beyondStop(joint, i, q[i]) != 0) stiffness(i, i) += joint.stopStiffness;
    }
    return;
  }
  if (!joint.stiffness.size()) return;
  const Vec3 w = rotationVector(joint, q), k = joint.stiffness.head<3>(), torque = k.cwiseProduct(w);
  const Mat3 inverse = rightJacobianInverseSO3<double>(w);
  const Mat3 gradient =
      inverse.transpose() * k.asDiagonal() + rightJacobianInverseTransposeDerivative<double>(w, torque);
  stiffness.topLeftCorner<3, 3>() += gradient * inverse;
  if (joint.type == JointType::kFree) {
    const Mat3 R = rotationFromQuaternion<double>(Vec4(q[3], q[4], q[5], q[6]));
    const Vec3 kp = joint.stiffness.tail<3>();
    const Vec3 f = R.transpose() * kp.cwiseProduct(Vec3(q[0], q[1], q[2]));
    stiffness.bottomLeftCorner<3, 3>() += skew<double>(f);  // the axes of B turn under the force
    stiffness.bottomRightCorner<3, 3>() += R.transpose() * kp.asDiagonal() * R;
  }
}

void addJointDampingForce(const Joint& joint, const double* q, const double* v, VecXMut force) {
  const int n = jointVelocities(joint.type);
  for (int i = 0; i < n; ++i) {
    force[i] += (at(joint.damping, i) + at(joint.driveFriction, i)) * v[i];
    if (!hasQuaternion(joint.type) && beyondStop(joint, i, q[i]) != 0) force[i] += joint.stopDamping * v[i];
  }
}

void addJointDampingDerivative(const Joint& joint, const double* q, MatXMut damping) {
  const int n = jointVelocities(joint.type);
  for (int i = 0; i < n; ++i) {
    damping(i, i) += at(joint.damping, i) + at(joint.driveFriction, i);
    if (!hasQuaternion(joint.type) && beyondStop(joint, i, q[i]) != 0) damping(i, i) += joint.stopDamping;
  }
}

}  // namespace tendril
