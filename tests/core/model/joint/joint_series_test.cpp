// SPDX-License-Identifier: BSD-3-Clause
// Joints on series of time, the program's own and one that it does not have: their series obey Ẋ = X [S v] and sum to
// what the joint gives at later times.
#include "core/model/joint/joint_series.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/math/jet.hpp"
#include "core/model/joint/joint_forces.hpp"
#include "tests/core/model/joint/ball_in_slot.hpp"

namespace tendril::tests {
namespace {

template <int K>
double sum(const Jet<K>& x, double t) {
  double out = 0;
  for (int k = K; k >= 0; --k) out = out * t + x[k];
  return out;
}

class JointSeries : public ::testing::TestWithParam<JointType> {
 protected:
  JointSeries() {
    joint.type = GetParam();
    joint.axis = Vec3(number(), number(), number()).normalized();
    joint.axis2 = joint.axis.cross(Vec3(number(), number(), number())).normalized();
    joint.pitch = 0.07;
    nv = joint.type->velocities();
    joint.stiffness.resize(nv), joint.damping.resize(nv);
    for (int i = 0; i < nv; ++i) joint.stiffness[i] = 2 + number(), joint.damping[i] = 2 + number();
    start = joint.type->neutral();
    for (double& entry : start) entry += 0.5 * number();
    for (const int at : joint.type->quaternions()) start.segment<4>(at).normalize();
  }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }

  template <int K>
  void check() {
    std::array<Jet<K>, 6> v;
    std::array<Jet<K>, 12> q;
    for (int i = 0; i < nv; ++i)
      for (int k = 0; k <= K; ++k) v[static_cast<std::size_t>(i)][k] = number();
    jointPositions<K>(joint, start.data(), v.data(), q.data());
    PoseT<Jet<K>> X;
    JointColumnsT<Jet<K>> S;
    jointMotion(joint, q.data(), X, S);
    checkStart<K>(X, S);
    checkRate<K>(X, S, v);
    checkQuaternions<K>(q);
    if (K == 15) checkLater<K>(q, v, X, S);
  }
  template <int K>
  void checkStart(const PoseT<Jet<K>>& X, const JointColumnsT<Jet<K>>& S) {
    Pose X0;
    JointColumns S0;
    jointMotion(joint, start.data(), X0, S0);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(X.R.data()[i][0], X0.R.data()[i], 1e-15);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(X.p[i][0], X0.p[i], 1e-15);
    for (Eigen::Index i = 0; i < S0.size(); ++i) EXPECT_NEAR(S.data()[i][0], S0.data()[i], 1e-15);
  }
  template <int K>
  void checkRate(const PoseT<Jet<K>>& X, const JointColumnsT<Jet<K>>& S, const std::array<Jet<K>, 6>& v) {
    Vec6T<Jet<K>> twist = Vec6T<Jet<K>>::Zero();
    for (int j = 0; j < nv; ++j) twist += Vec6T<Jet<K>>(S.col(j)) * v[static_cast<std::size_t>(j)];
    const Mat3T<Jet<K>> turning = X.R * skew<Jet<K>>(Vec3T<Jet<K>>(twist.template head<3>()));
    const Vec3T<Jet<K>> moving = X.R * twist.template tail<3>();
    for (int k = 0; k < K; ++k) {
      double scale = 1;
      for (int i = 0; i < 9; ++i) scale = std::max(scale, std::abs(turning.data()[i][k]));
      for (int i = 0; i < 9; ++i)
        EXPECT_NEAR((k + 1) * X.R.data()[i][k + 1], turning.data()[i][k], 1e-13 * scale) << "coefficient " << k;
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR((k + 1) * X.p[i][k + 1], moving[i][k], 1e-13 * scale) << "coefficient " << k;
    }
  }
  template <int K>
  void checkQuaternions(const std::array<Jet<K>, 12>& q) {
    for (const int at : joint.type->quaternions()) {
      Jet<K> square(-1.0);
      for (int i = at; i < at + 4; ++i) square += q[static_cast<std::size_t>(i)] * q[static_cast<std::size_t>(i)];
      for (int k = 0; k <= K; ++k) EXPECT_NEAR(square[k], 0, 1e-13);
    }
  }
  /// The joint itself, and its springs and dampers, at a later time.
  template <int K>
  void checkLater(const std::array<Jet<K>, 12>& q, const std::array<Jet<K>, 6>& v, const PoseT<Jet<K>>& X,
                  const JointColumnsT<Jet<K>>& S) {
    const double t = 0.05;
    VecX later(start.size()), speed(nv), force = VecX::Zero(nv);
    for (Eigen::Index i = 0; i < later.size(); ++i) later[i] = sum(q[static_cast<std::size_t>(i)], t);
    for (int i = 0; i < nv; ++i) speed[i] = sum(v[static_cast<std::size_t>(i)], t);
    Pose X1;
    JointColumns S1;
    jointMotion(joint, later.data(), X1, S1);
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(sum(X.R.data()[i], t), X1.R.data()[i], 1e-13);
    for (Eigen::Index i = 0; i < S1.size(); ++i) EXPECT_NEAR(sum(S.data()[i], t), S1.data()[i], 1e-13);
    addJointElasticForce(joint, later.data(), force);
    addJointDampingForce(joint, later.data(), speed.data(), force);
    VecXT<Jet<K>> series = VecXT<Jet<K>>::Zero(nv);
    addJointElasticForce(joint, q.data(), series);
    addJointDampingForce(joint, q.data(), v.data(), series);
    for (int i = 0; i < nv; ++i) EXPECT_NEAR(sum(series[i], t), force[i], 1e-12);
  }

  std::mt19937 random{7};
  Joint joint;
  VecX start;
  int nv = 0;
};

TEST_P(JointSeries, ObeyTheirVelocities) {
  check<3>();
  check<7>();
  check<11>();
  check<15>();
}

/// Near the identity, where logarithms of rotations are sums of powers.
TEST_P(JointSeries, ObeyThemFromNeutral) {
  start = joint.type->neutral();
  check<15>();
  for (const double small : {1e-9, 0.02, 0.09, 0.11}) {
    start = joint.type->neutral();
    for (double& entry : start) entry += small * number();
    for (const int at : joint.type->quaternions()) start.segment<4>(at).normalize();
    check<15>();
  }
}

INSTANTIATE_TEST_SUITE_P(All, JointSeries, ::testing::ValuesIn(allJoints()),
                         [](const auto& info) { return std::string(info.param->name()); });

}  // namespace
}  // namespace tendril::tests
