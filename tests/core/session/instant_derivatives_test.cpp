// SPDX-License-Identifier: BSD-3-Clause
// Derivatives by time at an instant, against where the robot goes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/dynamics.hpp"
#include "core/session/instant_derivatives.hpp"
#include "tests/core/dynamics/motor_models.hpp"

namespace tendril::tests {
namespace {

using ::testing::HasSubstr;

const std::vector<JointType> kJoints = {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                        JointType::kPrismatic, JointType::kUniversal};

RunInstant instantOf(const Model& model, Random& random) {
  RunInstant out;
  out.t = 0.3;
  out.q = randomConfiguration(random, model, 0.3), out.v = randomVector(random, model.nv, 0.6);
  out.u = VecX::Zero(model.nu), out.gravity = model.gravity;
  return out;
}

/// v after a time h by steps of the classical method of order four on (q, v), inputs as the signals say.
VecX velocityAfter(const Model& model, const RunInstant& from, double h) {
  constexpr int kSteps = 200;
  Data data(model);
  VecX q = from.q, v = from.v, u = from.u, moved(model.nq);
  const double dt = h / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double t = from.t + i * dt;
    const auto rate = [&](double at, const VecX& p, const VecX& s) {
      for (const InputSignal& signal : model.signals) u[signal.input] = signal.value(at);
      forwardDynamics(model, data, p, s, {.t = at, .u = model.nu ? &u : nullptr});
      return VecX(data.acceleration);
    };
    const auto at = [&](const VecX& way) {
      integrate(model, q, way, moved);
      return moved;
    };
    // A Runge–Kutta–Nyström step in exponential coordinates is of order four for vectors, two for rotations: short
    // steps.
    const VecX a = rate(t, q, v), b = rate(t + dt / 2, at(dt / 2 * v), v + dt / 2 * a),
               c = rate(t + dt / 2, at(dt / 2 * (v + dt / 2 * a)), v + dt / 2 * b),
               d = rate(t + dt, at(dt * (v + dt / 2 * b)), v + dt * c);
    q = at(dt * v + dt * dt / 6 * (a + b + c));
    v += dt / 6 * (a + 2 * b + 2 * c + d);
  }
  return v;
}

void expectTaylor(const Model& model, const RunInstant& instant, double h, double bound) {
  constexpr int kOrder = 6;
  const InstantDerivatives found = instantDerivatives(model, instant, kOrder);
  ASSERT_EQ(found.failure, "");
  VecX series = VecX::Zero(model.nv);
  double factor = 1;
  for (int k = 0; k <= kOrder + 1; ++k) {
    series += factor * found.velocity.col(k);
    factor *= h / (k + 1);
  }
  const VecX reached = velocityAfter(model, instant, h);
  EXPECT_LT((series - reached).cwiseAbs().maxCoeff(), bound);
  EXPECT_GT((found.velocity.col(0) - reached).cwiseAbs().maxCoeff(), 100 * bound) << "it moves";
}

TEST(InstantDerivatives, SayWhereTheRobotGoes) {
  Random random(5);
  const Model model(randomTree(random, {"dry", kJoints, false}));
  RunInstant instant = instantOf(model, random);
  expectTaylor(model, instant, 0.02, 1e-5);
}

TEST(InstantDerivatives, AlsoThroughMotorsBehindSprings) {
  Random random(6);
  ModelSpec spec =
      randomTree(random, {"dry", {JointType::kRevolute, JointType::kPrismatic, JointType::kRevolute}, true});
  addMotors(spec, random, true);
  appendMotors(spec);
  const Model model(std::move(spec));
  expectTaylor(model, instantOf(model, random), 1e-3, 1e-8);
}

/// A motor whose torque is a formula of time.
TEST(InstantDerivatives, InputsMoveAsTheirFormulasSay) {
  Random random(7);
  ModelSpec spec = randomTree(random, {"dry", {JointType::kRevolute, JointType::kRevolute}, true});
  spec.actuators.clear();
  spec.actuators.push_back([](const Model& m) { return std::make_unique<JointActuator>("motor", m, 1); });
  spec.signals = [](const Model&) {
    InputSignal signal;
    signal.input = 0;
    signal.value = [](double t) { return 3 * std::sin(20 * t); };
    signal.derivatives = [](double t, int order, double* out) {
      for (int k = 0; k <= order; ++k) out[k] = 3 * std::pow(20, k) * std::sin(20 * t + k * M_PI / 2);
    };
    return std::vector<InputSignal>{signal};
  };
  const Model model(std::move(spec));
  RunInstant instant = instantOf(model, random);
  instant.u[0] = 3 * std::sin(20 * instant.t);
  expectTaylor(model, instant, 0.02, 1e-5);
  EXPECT_FALSE(instantDerivatives(model, instant, 2).held);
  instant.u[0] = 1;  // by hand
  const InstantDerivatives held = instantDerivatives(model, instant, 2);
  EXPECT_TRUE(held.held);
  EXPECT_EQ(held.force(1, 0), 1);
  EXPECT_EQ(held.force(1, 1), 0);
}

/// A rope to the world that pulls: its direction moves with the robot.
TEST(InstantDerivatives, TakeRopesAlongAndSayWhyThereAreNone) {
  Random random(8);
  ModelSpec spec = randomTree(random, {"dry", {JointType::kRevolute, JointType::kRevolute}, true});
  spec.actuators.push_back([](const Model&) {
    std::vector<Tendon::Segment> way;
    way.push_back({{-1, Vec3(1, 0, 0)}, {1, Vec3(0, 0.1, 0)}});
    return std::make_unique<Tendon>("rope", std::vector<Tendon::BodyPiece>{}, std::move(way), true);
  });
  const Model model(std::move(spec));
  RunInstant instant = instantOf(model, random);
  instant.u[model.nu - 1] = 20;
  expectTaylor(model, instant, 0.02, 1e-6);
  const MatX pulled = instantDerivatives(model, instant, 3).velocity;
  instant.u.setZero();
  EXPECT_GT((pulled - instantDerivatives(model, instant, 3).velocity).norm(), 0.1);
  instant.gravity.x() += 1;
  EXPECT_THAT(instantDerivatives(model, instant, 3).failure, HasSubstr("gravity"));
}

}  // namespace
}  // namespace tendril::tests
