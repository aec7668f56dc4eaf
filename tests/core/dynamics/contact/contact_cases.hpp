// SPDX-License-Identifier: BSD-3-Clause
// Random robots that touch something, and what must hold for each: derivatives against differences, forces against
// the stored energy.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "tests/core/dynamics/contact/contact_models.hpp"
#include "tests/core/dynamics/differences.hpp"

namespace tendril::tests {

constexpr double kRadius = 0.05, kDepth = 0.012;

/// With and without damping; without friction, with regularised friction, with one that sticks; the last two resist
/// turning, beside either friction.
constexpr int kLaws = 8;
inline ContactLaw lawOf(int variant) {
  ContactLaw law;
  law.stiffness = 2e4;
  if (variant % 2) law.damping = 0.4;
  if (variant >= 2) law.friction = 0.7, law.frictionSpeed = 0.3;
  if (variant == 4 || variant == 5 || variant == 7) law.stickStiffness = 3e4;
  if (variant >= 6) law.rollingFriction = 0.02, law.spinningFriction = 0.03;
  return law;
}

inline ModelSpec robot(Random& random, SoftBodies soft = SoftBodies::kRods) {
  return randomTree(random, {"robot",
                             {JointType::kFree, JointType::kRevolute, JointType::kUniversal, JointType::kSpherical,
                              JointType::kPlanar, JointType::kHelical},
                             false,
                             soft});
}

/// The world pose of a link's station in a configuration.
inline Pose poseOf(const ModelSpec& spec, const VecX& q, int link, int station) {
  const Model model(spec);
  Data data(model);
  kinematics(model, data, q, VecX::Zero(model.nv));
  const auto [frame, offset] = model.place(link, station);
  return worldPose(data, frame) * offset;
}

struct Case {
  std::unique_ptr<Model> model;
  VecX q, v, a;

  void check() const {
    Data data(*model);
    std::vector<ContactPoint> points;
    kinematics(*model, data, q, v);
    activeContacts(*model, data, points);
    ASSERT_FALSE(points.empty());
    expectDerivatives(data, v);
    if (model->anchorSize == 0) return;
    int compared = 0;
    for (const double displacement : {0.0, 1e-4, 3e-3})  // the spring holds; some slip; all slips
      for (const double speed : {0.02, 1.0}) {           // the damper is within the cone; at its edge
        SCOPED_TRACE("held " + std::to_string(displacement) + " m away, speed " + std::to_string(speed));
        anchor(data, displacement);
        compared += expectDerivatives(data, speed * v);
      }
    EXPECT_GT(compared, 0);
  }
  /// What touches is held where the robot is when it is moved a little.
  void anchor(Data& data, double displacement) const {
    Random random(5);
    VecX held = q;
    integrate(*model, q, displacement * randomVector(random, model->nv), held);
    data.anchors.setZero();
    kinematics(*model, data, held, VecX::Zero(model->nv));
    anchorContacts(*model, data);
  }
  /// Compares with differences. Where something sticks, only those that halving their step leaves as they are: what is
  /// hardly pressed comes to the edge of its cone within a step, and differences across the edge are no derivatives.
  /// How many were compared: 0…2.
  int expectDerivatives(Data& data, const VecX& v) const {
    inverseDynamicsDerivatives(*model, data, q, v, a);
    const MatX dq = data.dIDdq, dv = data.dIDdv;
    const VecX tau = data.tau;
    inverseDynamics(*model, data, q, v, a);
    EXPECT_LT(relativeError(tau, data.tau), 1e-12);
    const auto id = [&](const VecX& at, const VecX& rate) {
      inverseDynamics(*model, data, at, rate, a);
      return data.tau;
    };
    const bool sticks = model->anchorSize > 0;
    const auto byQ = [&](double h) {
      return differences(
          *model, q, [&](const VecX& at) { return id(at, v); }, h);
    };
    const auto byV = [&](double h) {
      return plainDifferences(
          v, [&](const VecX& rate) { return id(q, rate); }, h);
    };
    return expectEqual(dq, byQ, sticks ? 3e-6 : 1e-5, sticks) + expectEqual(dv, byV, 1e-4, sticks);
  }
  template <class Differences>
  static int expectEqual(const MatX& analytic, const Differences& differences, double step, bool doubt) {
    const MatX expected = differences(step);
    if (doubt && relativeError(differences(step / 2), expected) > 1e-8) return 0;
    EXPECT_LT(relativeError(analytic, expected), 2e-8);
    return 1;
  }
};

inline Case finish(ModelSpec spec, const VecX& q, Random& random) {
  Case out;
  out.model = std::make_unique<Model>(std::move(spec));
  out.q = q;
  out.v = randomVector(random, out.model->nv), out.a = randomVector(random, out.model->nv);
  return out;
}

/// The elastic force against the slope of the stored energy.
inline void expectPotential(const Case& x, double tolerance) {
  Data data(*x.model);
  const MatX slope = differences(
      *x.model, x.q,
      [&](const VecX& q) {
        kinematics(*x.model, data, q, x.v);
        return VecX::Constant(1, contactEnergy(*x.model, data));
      },
      1e-5);
  kinematics(*x.model, data, x.q, x.v);
  VecX elastic = VecX::Zero(x.model->nv), dissipative = elastic;
  addContactForces(*x.model, data, elastic, dissipative);
  EXPECT_LT(relativeError(VecX(-slope.transpose()), elastic), tolerance);
  EXPECT_EQ(dissipative.cwiseAbs().maxCoeff(), 0);
}

}  // namespace tendril::tests
