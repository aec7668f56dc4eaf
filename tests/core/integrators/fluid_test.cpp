// SPDX-License-Identifier: BSD-3-Clause
// Motions in a fluid, and equilibria of chambers and of tendons that are driven by their length, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/equilibria/statics.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/core/integrators/slider.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

class InFluid : public ::testing::TestWithParam<const char*> {};

TEST_P(InFluid, ASinkingBodyReachesItsTerminalVelocity) {
  // (m + mₐ) v' = (m − ρV) g − D v²: v = v∞ tanh(t / τ)
  const double mass = 2, displaced = 1.5, added = 0.8, drag = 4;
  ModelSpec spec;
  LinkSpec link;
  link.name = "stone";
  link.joint.type = JointType::kFree;
  link.rigid.mass = mass;
  link.rigid.inertia = 0.01 * Mat3::Identity();
  link.fluid = LinkFluid{Vec6(0, 0, 0, added, added, added).asDiagonal(), displaced, Vec3::Zero()};
  spec.links.push_back(link);
  const Mat6 D = Vec6(0, 0, 0, drag, drag, drag).asDiagonal();
  spec.loads.push_back({"water", 0, kBaseStation, std::make_shared<FluidDrag>(D)});
  Runner runner(build(std::move(spec), settings(GetParam(), 0.001)));
  const double weight = (mass - displaced) * 9.81, limit = std::sqrt(weight / drag);
  const double tau = (mass + added) * limit / weight;
  for (int k = 1; k <= 8; ++k) {
    runner.run(0.25 * tau, 0.001);
    EXPECT_NEAR(runner.state.v[5], -limit * std::tanh(runner.state.t / tau), 2e-3 * limit);
  }
  runner.run(10, 0.001);
  EXPECT_NEAR(runner.state.v[5], -limit, 1e-4 * limit);
  EXPECT_LT(std::abs(runner.balance()), 0.1);
  EXPECT_GT(runner.integrator->statistics().dissipated, 0);
}

INSTANTIATE_TEST_SUITE_P(Integrators, InFluid,
                         ::testing::Values("generalized_alpha", "newmark", "bdf", "runge_kutta_4"),
                         [](const auto& info) { return std::string(info.param); });

/// A clamped straight rod along x with constant bending about z and constant stretch.
struct Beam {
  double length = 0.4, radius = 0.01, young = 1e6;
  double area() const { return pi * radius * radius; }
  double moment() const { return pi * std::pow(radius, 4) / 4; }
  std::shared_ptr<Rod> rod() const {
    RodDivisionSpec division;
    division.length = length;
    division.section = SectionLaw::shape("circle", {[r = radius](double) { return r; }});
    division.density = 1000, division.young = young, division.poisson = 0.3;
    division.strain[2] = division.strain[3] = makeStrainBasis("constant", 0);
    return std::make_shared<Rod>(RodSpec{{division}, 4});
  }
  using MakeActuator = std::function<std::unique_ptr<Actuator>(std::unique_ptr<TendonPiece>)>;
  /// With one actuator along a line at y = offset, whose points have the weight.
  ModelPtr model(double offset, double weight, const MakeActuator& make) const {
    ModelSpec spec;
    spec.gravity.setZero();
    LinkSpec link;
    link.id = 1, link.name = "beam", link.body = rod();
    spec.links.push_back(link);
    spec.actuators.push_back([=](const Model& m) {
      const auto route = [=](double) { return RoutePoint{offset, 0, 0, 0, weight}; };
      return make(m.links[0].body->makeTendonPiece(route, 0, 1));
    });
    return tests::build(std::move(spec), settings("generalized_alpha", 0.001));
  }
};

VecX equilibrium(const Model& model, double u) {
  Data data(model);
  StaticsProblem problem;
  problem.u = VecX::Constant(1, u);
  const StaticsResult result = solveStatics(model, data, problem);
  EXPECT_TRUE(result.converged) << result.failure;
  EXPECT_TRUE(result.stable);
  return result.q;
}

double coordinate(const Model& model, const VecX& q) {
  Data data(model);
  VecX y(1);
  actuationCoordinates(model, data, q, y);
  return y[0];
}

std::unique_ptr<Actuator> chamber(std::unique_ptr<TendonPiece> piece) {
  return std::make_unique<PressureChamber>("chamber", 0, std::move(piece));
}

TEST(Pressure, OnTheAxisItStretches) {
  const Beam beam;
  const double a = 2e-5, p = 2e5;
  const ModelPtr model = beam.model(0, a, chamber);
  const VecX q = equilibrium(*model, p);
  EXPECT_NEAR(q[0], 0, 1e-13);
  EXPECT_NEAR(q[1], p * a / (beam.young * beam.area()), 1e-12);
  EXPECT_NEAR(coordinate(*model, q), a * beam.length * q[1], 1e-17);  // m³
}

TEST(Pressure, OffTheAxisItBends) {
  const Beam beam;
  const double a = 2e-5, p = 5e4, offset = 0.006;
  const ModelPtr model = beam.model(offset, a, chamber);
  const VecX q = equilibrium(*model, p);
  const double curvature = q[0] / beam.length;
  EXPECT_NEAR(curvature, -p * a * offset / (beam.young * beam.moment()), 1e-10);  // away from the chamber
  EXPECT_NEAR(q[1], p * a / (beam.young * beam.area()), 1e-12);
}

TEST(Pressure, CannotPull) {
  const Beam beam;
  const ModelPtr model = beam.model(0, 1e-5, chamber);
  VecX u = VecX::Constant(1, -3);
  model->clipInputs(u);
  EXPECT_EQ(u[0], 0);
}

Beam::MakeActuator spool(const Spool& given) {
  return [given](std::unique_ptr<TendonPiece> piece) {
    std::vector<Tendon::BodyPiece> pieces;
    pieces.push_back({0, std::move(piece)});
    return std::make_unique<Tendon>("cable", std::move(pieces), std::vector<Tendon::Segment>{}, false, given);
  };
}

TEST(Spool, CompressesASpring) {
  const Beam beam;
  const double k = 5e4, taken = 0.003, spring = beam.young * beam.area() / beam.length;
  const ModelPtr model = beam.model(0, 1, spool({.stiffness = k}));
  const VecX q = equilibrium(*model, taken);
  const double tension = k * taken / (1 + k / spring);  // two springs in a row
  EXPECT_NEAR(q[1], -tension / (beam.young * beam.area()), 1e-12);
  EXPECT_NEAR(coordinate(*model, q), tension / spring, 1e-13);
  Data data(*model);
  const VecX u = VecX::Constant(1, taken), zero = VecX::Zero(2);
  const Energy with = energy(*model, data, q, zero, &u);
  EXPECT_NEAR(with.cables, 0.5 * tension * tension / k, 1e-12);
  EXPECT_NEAR(with.elastic, 0.5 * tension * tension * (1 / k + 1 / spring), 1e-12);
  EXPECT_NEAR(energy(*model, data, q, zero).elastic, with.elastic - with.cables, 1e-15);
}

TEST(Spool, PretensionAndSlack) {
  const Beam beam;
  const double k = 5e4, spring = beam.young * beam.area() / beam.length;
  const ModelPtr tight = beam.model(0, 1, spool({.stiffness = k, .pretension = 10}));
  EXPECT_NEAR(coordinate(*tight, equilibrium(*tight, 0)), 10 / (k + spring), 1e-13);
  const ModelPtr loose = beam.model(0, 1, spool({.stiffness = k}));
  EXPECT_EQ(equilibrium(*loose, -0.01).norm(), 0);  // a cable does not push
}

TEST(Spool, BendsARodOffTheAxis) {
  // T = k (u − y), y = L (d κ − e) with EA e = −T and EI κ = T d
  const Beam beam;
  const double k = 2e3, d = 0.008, taken = 0.01;
  const ModelPtr model = beam.model(d, 1, spool({.stiffness = k}));
  const VecX q = equilibrium(*model, taken);
  const double give = beam.length * (d * d / (beam.young * beam.moment()) + 1 / (beam.young * beam.area()));
  const double tension = k * taken / (1 + k * give);
  EXPECT_NEAR(q[0] / beam.length, tension * d / (beam.young * beam.moment()), 1e-9);
}

/// A slider of 2 kg along x that a cable pulls to the origin's side and a spring to where it starts.
ModelPtr slider(const char* integrator, const Spool& given, double spring, const std::function<double(double)>& taken) {
  ModelSpec spec = sliderSpec(given, spring, {.lower = 0});
  spec.signals = [taken](const Model&) { return std::vector<InputSignal>{{0, taken}}; };
  return build(std::move(spec), settings(integrator, 0.0005, 1));
}

class OnASpool : public ::testing::TestWithParam<const char*> {};

TEST_P(OnASpool, ASliderSwingsAboutWhereTheCableWantsIt) {
  // taut all the time: m x'' = −(k (u + x) + T₀) with y = −x
  const double k = 800, force = 100, taken = 0.01;
  Runner runner(slider(GetParam(), {.stiffness = k, .pretension = force}, 0, [=](double) { return taken; }));
  const double omega = std::sqrt(k / 2), middle = -(taken + force / k),
               before = energy(*runner.model, runner.data, runner.state.q, runner.state.v, &runner.integrator->inputs())
                            .total();
  runner.run(0.03, 0.0005);
  EXPECT_NEAR(runner.state.q[0], middle * (1 - std::cos(omega * runner.state.t)), 2e-3 * std::abs(middle));
  const Energy after = energy(*runner.model, runner.data, runner.state.q, runner.state.v, &runner.integrator->inputs());
  EXPECT_NEAR(after.total(), before, 2e-3 * before);
  EXPECT_LT(std::abs(runner.balance()), 0.5);
}

TEST_P(OnASpool, ADampedCableComesToRest) {
  Runner runner(slider(GetParam(), {.stiffness = 800, .damping = 60, .pretension = 1}, 50,
                       [](double t) { return t < 1 ? 0.05 * t : 0.05; }));
  runner.run(3, 0.0005);
  EXPECT_NEAR(runner.state.q[0], -(800 * 0.05 + 1) / (800 + 50), 1e-4);
  EXPECT_GT(runner.integrator->statistics().dissipated, 0);
  EXPECT_LT(std::abs(runner.balance()), 1);
}

INSTANTIATE_TEST_SUITE_P(Integrators, OnASpool,
                         ::testing::Values("generalized_alpha", "newmark", "bdf", "runge_kutta_4"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tendril
