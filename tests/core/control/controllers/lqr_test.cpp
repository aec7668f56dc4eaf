// SPDX-License-Identifier: BSD-3-Clause
// Linear-quadratic regulators: equilibria that are not stable are held, with and without samples and delays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "core/control/control_loop.hpp"
#include "core/control/controllers/lqr.hpp"
#include "core/control/linear/zero_order_hold.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;
using ::testing::HasSubstr;

LqrSettings settingsFor(int nv, int m) {
  LqrSettings out;
  out.inputs = VecX::Zero(m);
  out.positionWeights = 30 * MatX::Identity(nv, nv), out.velocityWeights = 0.1 * MatX::Identity(nv, nv);
  out.stateWeights = MatX::Zero(2 * nv, 2 * nv), out.inputWeights = MatX::Identity(m, m);
  return out;
}

std::vector<int> allInputs(const Model& model) {
  std::vector<int> inputs(static_cast<std::size_t>(model.nu));
  for (int i = 0; i < model.nu; ++i) inputs[static_cast<std::size_t>(i)] = i;
  return inputs;
}

/// A pole that stands on a cart, pushed at the cart.
ModelSpec cartPoleSpec() {
  ModelSpec spec = pendulumSpec(0.6, -pi / 2);
  LinkSpec slide;
  slide.name = "cart", slide.id = 9;
  slide.joint.type = JointType::kPrismatic, slide.joint.axis = Vec3::UnitX();
  slide.rigid = {1.5, Vec3::Zero(), 0.01 * Mat3::Identity()};
  spec.links[0].parent = 0, spec.links[0].station = kBaseStation;
  spec.links.insert(spec.links.begin(), slide);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  return spec;
}

MakeController lqr(std::optional<double> period = {}, double delay = 0) {
  return [=](const Model& model) {
    auto made = makeLqr("lqr", allInputs(model), model, settingsFor(model.nv, model.nu));
    made->period = period, made->sensor.delay = delay;
    return made;
  };
}

State tilted(const std::shared_ptr<const Model>& model, double angle) {
  State start = initialState(*model);
  start.q[1] += angle;
  return start;
}

double away(const ControlledRun& run) {
  VecX delta(run.model->nv);
  difference(*run.model, run.model->q0, run.state.q, delta);
  return std::max(delta.cwiseAbs().maxCoeff(), run.state.v.cwiseAbs().maxCoeff());
}

TEST(Lqr, APoleFallsWithoutIt) {
  const auto model = withController(cartPoleSpec(), {}, "bdf", 0.01);
  ControlledRun run(model, tilted(model, 0.01));
  run.steps(150, 0.01);
  EXPECT_GT(away(run), 1);
}

class LqrOfEveryIntegrator : public ::testing::TestWithParam<const char*> {};

TEST_P(LqrOfEveryIntegrator, APoleStandsOnACart) {
  for (const auto& [period, delay] :
       std::vector<std::pair<std::optional<double>, double>>{{{}, 0}, {0.001, 0}, {0.02, 0}, {0.02, 0.05}}) {
    const auto model = withController(cartPoleSpec(), {lqr(period, delay)}, GetParam(), 0.005);
    ControlledRun run(model, tilted(model, 0.2));
    run.steps(3000, 0.005);
    ASSERT_FALSE(run.failure) << run.failure->message();
    EXPECT_LT(away(run), 1e-3) << period.value_or(0) << ' ' << delay;
  }
}

INSTANTIATE_TEST_SUITE_P(Lqr, LqrOfEveryIntegrator, ::testing::Values("generalized_alpha", "runge_kutta_4", "bdf"));

/// The linearised robot with its regulator has the poles of A − B K.
TEST(Lqr, ClosedLoopHasThePolesOfItsGains) {
  const auto model = withController(cartPoleSpec(), {lqr()}, "bdf", 0.01);
  const LqrDesign design = designLqr(*model, {0}, settingsFor(2, 1), 0);
  EXPECT_LE(design.residual, 1e-12);
  ControlLoop loop(model);
  ASSERT_TRUE(loop.hasContinuous());
  Data data(*model);
  data.feedback = &loop;
  OperatingPoint point;
  point.q = design.about.q;
  const LinearSystem closed = linearize(*model, data, point).system;
  EXPECT_LE(relativeError(closed.A, MatX(design.about.system.A - design.B * design.K)), 1e-12);
  EXPECT_TRUE(analysePoles(closed).stable);
}

/// With a delay the state at the instants of effect moves as without one: x ← (Phi − Gamma K) x.
TEST(Lqr, PredictsOverADelay) {
  const double h = 0.02;
  for (const double delay : {0.008, 0.02, 0.05}) {
    const auto model = withController(cartPoleSpec(), {lqr(h, delay)}, "bdf", 0.001);
    ControlledRun run(model, tilted(model, 1e-5));
    const LqrDesign design = designLqr(*model, {0}, settingsFor(2, 1), h);
    const MatX none = MatX::Zero(4, 4);
    const HeldSystem held = holdInputs(design.about.system.A, design.B, none, MatX::Zero(1, 1), h);
    const MatX step = held.Phi - held.Gamma * design.K;
    const auto x = [&] {
      VecX out(4);
      out << run.state.q - design.about.q, run.state.v;
      return out;
    };
    run.steps(static_cast<int>(std::lround((0.1 + delay) / 0.001)), 0.001);
    for (int k = 0; k < 40; ++k) {
      const VecX wanted = step * x();
      run.steps(static_cast<int>(std::lround(h / 0.001)), 0.001);
      EXPECT_LE((x() - wanted).norm(), 2e-4 * wanted.norm()) << delay << ' ' << k;
    }
  }
}

/// Random trees of all joints, driven throughout, held where they begin whatever they weigh.
std::shared_ptr<const Model> heldTree(unsigned seed) {
  Random random(seed);
  ModelSpec spec = randomTree(random, {"tree",
                                       {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                        JointType::kUniversal, JointType::kPlanar, JointType::kCylindrical}});
  spec.actuators.clear(), spec.signals = {}, spec.loads.clear();
  for (int i = 0; i < static_cast<int>(spec.links.size()); ++i) {
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
    spec.links[static_cast<std::size_t>(i)].jointV0.resize(0);
  }
  return withController(std::move(spec), {[](const Model& model) {
                          LqrSettings settings = settingsFor(model.nv, model.nu);
                          settings.initial = true;
                          settings.positionWeights *= 10;
                          return makeLqr("lqr", allInputs(model), model, settings);
                        }},
                        "bdf", 0.01);
}

TEST(Lqr, DerivativesMatchDifferences) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const auto model = heldTree(seed);
    ControlLoop loop(model);
    Random random(seed);
    VecX q(model->nq);
    integrate(*model, model->q0, randomVector(random, model->nv, 0.8), q);
    const VecX v = randomVector(random, model->nv);
    const auto u = [&](const VecX& at, const VecX& speed) {
      VecX out = VecX::Zero(model->nu);
      loop.evaluate(0, at, speed, out);
      return out;
    };
    MatX byPosition(model->nu, model->nv), byVelocity = byPosition;
    loop.derivatives(0, q, v, byPosition, byVelocity);
    EXPECT_LE(relativeError(byPosition, differences(*model, q, [&](const VecX& at) { return u(at, v); })), 1e-9);
    EXPECT_LE(relativeError(byVelocity, plainDifferences(v, [&](const VecX& speed) { return u(q, speed); })), 1e-9);
  }
}

TEST(Lqr, HoldsFloatingRobotsWhereTheyBegin) {
  const auto model = heldTree(2);
  State start = initialState(*model);
  Random random(3);
  integrate(*model, model->q0, randomVector(random, model->nv, 0.05), start.q);
  ControlledRun run(model, start);
  run.steps(2000, 0.01);
  ASSERT_FALSE(run.failure) << run.failure->message();
  EXPECT_LT(away(run), 1e-3);
}

std::string told(const Model& model, const std::vector<int>& outputs, const LqrSettings& settings) {
  try {
    designLqr(model, outputs, settings, 0);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(Lqr, NamesThePoleThatItCannotMove) {
  ModelSpec spec = cartPoleSpec();
  ModelSpec other = pendulumSpec(0.3, -pi / 2);
  other.links[0].name = "second", other.links[0].id = 77;
  spec.links.push_back(other.links[0]);
  const auto model = withController(std::move(spec), {}, "bdf", 0.01);
  const std::string message = told(*model, {0}, settingsFor(3, 1));
  EXPECT_THAT(message, HasSubstr("cannot be stabilised: the pole 5.718 1/s"));  // √(9.81 / 0.3)
  EXPECT_THAT(message, HasSubstr("second"));
}

TEST(Lqr, NamesThePoleThatItsWeightsDoNotSee) {
  const auto model = withController(cartPoleSpec(), {}, "bdf", 0.01);
  LqrSettings settings = settingsFor(2, 1);
  settings.positionWeights(0, 0) = 0;  // where the cart is does not matter
  EXPECT_THAT(told(*model, {0}, settings), HasSubstr("not seen by the weights"));
}

TEST(Lqr, SaysWhatItCannotHold) {
  ModelSpec lying = pendulumSpec(0.6, 0.3);
  lying.actuators.push_back([](const Model& model) {
    auto motor = std::make_unique<JointActuator>("motor", model, 0);
    motor->ranges[0] = {-1, 1};
    return motor;
  });
  const auto model = withController(std::move(lying), {}, "bdf", 0.01);
  LqrSettings settings = settingsFor(1, 1);
  settings.initial = true;
  EXPECT_THAT(told(*model, {0}, settings), HasSubstr("range ends at"));
  ModelSpec leaning = cartPoleSpec();
  leaning.links[1].jointQ0 = VecX::Constant(1, -1.3);
  const auto cart = withController(std::move(leaning), {}, "bdf", 0.01);
  settings = settingsFor(2, 1);
  settings.initial = true;
  EXPECT_THAT(told(*cart, {0}, settings), HasSubstr("cannot hold the initial configuration"));
}

}  // namespace
}  // namespace tendril
