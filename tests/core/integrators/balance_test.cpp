// SPDX-License-Identifier: BSD-3-Clause
// The power of what acts on a robot, from what an evaluation left behind, against the forces evaluated alone.
#include "core/integrators/balance.hpp"

#include <gtest/gtest.h>

#include "core/dynamics/contact/contacts.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

void addForces(ModelSpec& spec, int last) {
  spec.loads.push_back(
      {"push", last, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kBody, [](double t) {
         return Vec6(Vec6(1, -2, 0.5, 3, 1, -1) * std::cos(t));
       })});
  for (const bool driven : {false, true}) {
    const Tendon::Segment segment{{0, Vec3(0.05, 0.1, 0.2)}, {last, Vec3(-0.1, 0.02, 0.1)}};
    const auto spool = driven ? std::optional<Spool>({.stiffness = 3, .damping = 0.7, .pretension = 2}) : std::nullopt;
    spec.actuators.push_back([segment, spool](const Model&) {
      return std::make_unique<Tendon>("cable", std::vector<Tendon::BodyPiece>(), std::vector{segment}, false, spool);
    });
  }
  ContactSpec contact;
  contact.name = "floor";
  contact.law = {.stiffness = 500, .damping = 0.8, .friction = 0.4, .rollingFriction = 0.02, .spinningFriction = 0.03};
  contact.linkA = last;
  BallSpec ball;
  ball.link = last;
  ball.radius = 50;  // reaches the ground wherever the link is
  contact.ballsA = {ball};
  contact.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  spec.contacts.push_back(contact);
}

class Power : public ::testing::TestWithParam<SoftBodies> {};

TEST_P(Power, IsThatOfTheForcesAfterEveryEvaluation) {
  Random random(7);
  const TreePlan plan{
      "", {JointType::kFree, JointType::kRevolute, JointType::kSpherical, JointType::kHelical}, true, GetParam(), true};
  ModelSpec spec = randomTree(random, plan);
  addForces(spec, static_cast<int>(plan.types.size()) - 1);
  const Model model(std::move(spec));
  Data data(model), other(model);
  const VecX q = randomConfiguration(random, model, 0.5), v = randomVector(random, model.nv),
             a = randomVector(random, model.nv), tau = randomVector(random, model.nv),
             u = VecX::Constant(model.nu, 1.5);
  const Inputs inputs{.t = 0.3, .u = &u, .tau = &tau};

  PowerForces forces;
  forces.resize(model);
  kinematics(model, other, q, v);
  forces.evaluate(model, other, q, v, inputs);
  ASSERT_GT(contactEnergy(model, other), 0);
  const double in = forces.in.dot(v), dissipated = forces.dissipative.dot(v);
  ASSERT_GT(dissipated, 0);
  const double scale = std::abs(in) + std::abs(dissipated);
  const auto check = [&](const char* after) {
    const PowerFlow flow = powerFlow(model, data, inputs);
    EXPECT_NEAR(flow.in, in, 1e-12 * scale) << after;
    EXPECT_NEAR(flow.dissipated, dissipated, 1e-12 * scale) << after;
  };
  residual(model, data, q, v, a, inputs);
  check("residual");
  forwardDynamics(model, data, q, v, inputs);
  check("forwardDynamics");
  residualDerivatives(model, data, q, v, a, inputs);
  check("residualDerivatives");
}

INSTANTIATE_TEST_SUITE_P(Trees, Power,
                         ::testing::Values(SoftBodies::kNone, SoftBodies::kRods, SoftBodies::kArcs,
                                           SoftBodies::kVolumes, SoftBodies::kFields, SoftBodies::kAll));

}  // namespace
}  // namespace tendril
