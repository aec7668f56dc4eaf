// SPDX-License-Identifier: BSD-3-Clause
// A telescope is a link that slides on a link: the engine gives both the same dynamics, though of the one it knows only
// Body.
#include "tests/core/model/body/telescope.hpp"

#include <gtest/gtest.h>

#include "tests/core/dynamics/random_models.hpp"

namespace tendril::tests {
namespace {

/// A rigid arm, the telescope, and a rigid link at its end; as a body of its own, or as two links.
ModelSpec arm(const TelescopeSpec& telescope, bool asLinks) {
  Random random{3};
  ModelSpec spec;
  spec.gravity = {1, -2, -9.81};
  spec.links.push_back(randomLink(random, 0, kWorld, JointType::kFree));
  LinkSpec carrier = randomLink(random, 1, 0, JointType::kUniversal),
           hand = randomLink(random, 2, 1, JointType::kSpherical);
  if (!asLinks) {
    carrier.body = makeTelescope(telescope);
    spec.links.push_back(carrier);
    spec.links.push_back(hand);
    return spec;
  }
  carrier.rigid = telescope.base;
  carrier.rigidTip = Pose{Mat3::Identity(), telescope.length * Vec3::UnitX()};
  spec.links.push_back(carrier);
  LinkSpec slider;
  slider.id = 9, slider.name = "slider", slider.parent = 1;
  slider.joint.type = JointType::kPrismatic, slider.joint.axis = Vec3::UnitX();
  slider.joint.stiffness = VecX::Constant(1, telescope.stiffness);
  slider.joint.damping = VecX::Constant(1, telescope.damping);
  slider.rigid = telescope.load;
  spec.links.push_back(slider);
  hand.parent = 2;
  spec.links.push_back(hand);
  return spec;
}

TEST(Telescope, MovesAsTheTwoLinksThatItIs) {
  Random random{8};
  const TelescopeSpec telescope{0.37, randomInertia(random), randomInertia(random), 12, 0.4};
  const Model body(arm(telescope, false)), links(arm(telescope, true));
  ASSERT_EQ(body.nv, links.nv);
  ASSERT_EQ(body.nq, links.nq);
  Data a(body), b(links);
  for (int trial = 0; trial < 20; ++trial) {
    const VecX q = randomConfiguration(random, body), v = randomVector(random, body.nv, 2);
    const VecX tau = randomVector(random, body.nv, 3);
    Inputs inputs;
    inputs.tau = &tau;
    forwardDynamics(body, a, q, v, inputs);
    forwardDynamics(links, b, q, v, inputs);
    EXPECT_LE(relativeError(a.acceleration, b.acceleration), 1e-12);
    inverseDynamicsDerivatives(body, a, q, v, tau, inputs);
    inverseDynamicsDerivatives(links, b, q, v, tau, inputs);
    EXPECT_LE(relativeError(a.dIDdq, b.dIDdq), 1e-12);
    EXPECT_LE(relativeError(a.dIDdv, b.dIDdv), 1e-12);
    EXPECT_LE(relativeError(a.massMatrix, b.massMatrix), 1e-12);
  }
}

}  // namespace
}  // namespace tendril::tests
