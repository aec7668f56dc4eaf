// SPDX-License-Identifier: BSD-3-Clause
// Joints that follow positions, through every method.
#include "core/constraints/prescribed_motion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/loops.hpp"
#include "core/equilibria/statics.hpp"
#include "core/math/jet.hpp"
#include "core/model/rod/rod.hpp"
#include "core/text/expression.hpp"
#include "tests/core/integrators/machines.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kLength = 0.5, kGravity = 9.81;

InputSignal signal(int input, const std::string& text) {
  const std::vector<std::string> names = {"t"};
  const Expression expression = Expression::parse(text, names);
  const auto motion = [expression](double t) {
    const auto time = Jet<2>::parameter(t);
    const auto x = expression.evaluate<Jet<2>>(std::span<const Jet<2>>(&time, 1));
    return Vec3(x.derivative(0), x.derivative(1), x.derivative(2));
  };
  return {input, [motion](double t) { return motion(t)[0]; }, motion};
}

/// Drives the joints of links by expressions of time, one per velocity coordinate in order.
void drive(ModelSpec& spec, std::vector<int> links, std::vector<std::string> texts) {
  for (const int link : links)
    spec.actuators.push_back([link](const Model& model) {
      return std::make_unique<JointPosition>("drive " + model.links[static_cast<std::size_t>(link)].name, model, link);
    });
  spec.signals = [texts](const Model&) {
    std::vector<InputSignal> out;
    for (std::size_t i = 0; i < texts.size(); ++i) out.push_back(signal(static_cast<int>(i), texts[i]));
    return out;
  };
}

LinkSpec body(std::uint64_t id, const std::string& name, int parent, JointType type, const Vec3& axis) {
  LinkSpec link;
  link.id = id, link.name = name, link.parent = parent;
  link.joint.type = type, link.joint.axis = axis;
  link.rigid = {0.7, Vec3(0.1, 0.02, -0.03), Mat3(Vec3(2e-3, 3e-3, 4e-3).asDiagonal())};
  link.rigidTip.p = Vec3(0.2, 0, 0);
  return link;
}

/// A point mass on a massless arm under a slide along `axis` that is driven. The angle from hanging is q − π/2.
ModelSpec drivenPendulum(const Vec3& axis, const std::string& motion) {
  ModelSpec spec = pendulumSpec(kLength, 2.0);
  LinkSpec slide = body(99, "slide", kWorld, JointType::kPrismatic, axis);
  slide.rigidTip = Pose();
  LinkSpec arm = spec.links[0];
  arm.parent = 0, arm.station = 0;
  spec.links = {slide, arm};
  drive(spec, {0}, {motion});
  return spec;
}

/// Angle and rate of that pendulum (arm along (cos q, 0, −sin q)) by the formula, with tiny steps.
std::pair<double, double> pendulumByFormula(const Vec3& axis, double t, const std::string& text) {
  const InputSignal motion = signal(0, text);
  const auto acceleration = [&](double time, double q) {
    const Vec3 felt = axis * motion.motion(time)[2] + Vec3(0, 0, kGravity);
    return -felt.dot(Vec3(-std::sin(q), 0, -std::cos(q))) / kLength;
  };
  double q = 2.0, w = 0;
  const int count = 40000;
  const double h = t / count;
  for (int k = 0; k < count; ++k) {
    const double s = k * h;
    const double a1 = acceleration(s, q), a2 = acceleration(s + h / 2, q + h / 2 * w);
    const double a3 = acceleration(s + h / 2, q + h / 2 * w + h * h / 4 * a1);
    const double a4 = acceleration(s + h, q + h * w + h * h / 2 * a2);
    q += h * w + h * h / 6 * (a1 + a2 + a3);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {q, w};
}

SimulationSettings sharp(const std::string& name, double step) {
  SimulationSettings out = settings(name, step, 1.0);
  out.rtol = 1e-8, out.atol = 1e-10;
  return out;
}

class PrescribedMotionOf : public ::testing::TestWithParam<std::string> {
 protected:
  std::string name = GetParam();
  bool secondOrder = name == "generalized_alpha" || name == "newmark";
};
INSTANTIATE_TEST_SUITE_P(All, PrescribedMotionOf,
                         ::testing::Values("generalized_alpha", "newmark", "bdf", "runge_kutta_4"));

TEST_P(PrescribedMotionOf, ShakenPendulumFollowsItsFormula) {
  const Vec3 axis = Vec3(0.6, 0, 0.8);
  const std::string text = "0.03*sin(25*t) + 0.01*t^2";
  Runner run(build(drivenPendulum(axis, text), sharp(name, 0.0005)));
  run.run(1.5, 0.0005);
  const auto [q, w] = pendulumByFormula(axis, 1.5, text);
  const double bound = secondOrder ? 2e-4 : 1e-6;
  EXPECT_NEAR(run.state.q[1], q, bound);
  EXPECT_NEAR(run.state.v[1], w, 20 * bound);
  const Vec3 wanted = signal(0, text).motion(run.state.t);
  EXPECT_EQ(run.state.q[0], wanted[0]);  // exactly where it is wanted
  EXPECT_EQ(run.state.v[0], wanted[1]);
  EXPECT_NEAR(run.integrator->acceleration()[0], wanted[2], secondOrder ? 1e-2 : 1e-9);
  EXPECT_LE(std::abs(run.balance()), secondOrder ? 0.05 : 0.01);
}

/// Methods whose steps are those that are asked for.
class FixedStepPrescribedMotion : public PrescribedMotionOf {};
INSTANTIATE_TEST_SUITE_P(All, FixedStepPrescribedMotion,
                         ::testing::Values("generalized_alpha", "newmark", "runge_kutta_4"));

TEST_P(FixedStepPrescribedMotion, ConvergesInItsOrder) {
  const Vec3 axis = Vec3::UnitX();
  const std::string text = "0.1*sin(6*t)";
  const auto [q, w] = pendulumByFormula(axis, 1, text);
  const auto error = [&, q = q](double h) {
    Runner run(build(drivenPendulum(axis, text), sharp(name, h)));
    run.run(1, h);
    return std::abs(run.state.q[1] - q);
  };
  EXPECT_GE(error(0.02) / error(0.01), secondOrder ? 3.5 : 13);
}

/// A kink of the position is a blow: the arm turns against it at once.
TEST(DrivenMultistep, HoldsTightTolerances) {
  const auto end = [](const char* method, double rtol) {
    SimulationSettings simulation = settings(method, 0.005);
    simulation.rtol = rtol, simulation.atol = 0.01 * rtol;
    Runner run(build(drivenPendulum(Vec3::UnitX(), "0.1*sin(7*t) + 0.2*t"), simulation));
    run.run(5, 0.005);
    return run.state;
  };
  const State exact = end("runge_kutta_4", 1e-6);
  for (const char* method : {"adams", "bdf", "ida"})
    for (const double rtol : {1e-5, 1e-6, 1e-8}) {
      const State state = end(method, rtol);
      ASSERT_NEAR(state.t, 5, 1e-9) << method << ' ' << rtol;
      EXPECT_LE((state.q - exact.q).cwiseAbs().maxCoeff(), 1000 * rtol + 1e-6) << method << ' ' << rtol;
    }
}

TEST_P(PrescribedMotionOf, KinkIsABlow) {
  constexpr double kSpeed = 0.4;
  ModelSpec spec = drivenPendulum(Vec3::UnitX(), "max(0, 0.4*(t - 0.1003))");
  spec.gravity.setZero();
  Runner run(build(spec, sharp(name, 0.001)));
  run.run(0.2, 0.001);
  // the mass keeps the velocity across the blow that the slide has along the arm only
  EXPECT_NEAR(std::abs(run.state.v[1]), kSpeed * std::sin(2.0) / kLength, 0.02 * kSpeed / kLength);
  EXPECT_EQ(run.state.v[0], kSpeed);
}

TEST_P(PrescribedMotionOf, JumpIsRefused) {
  Runner run(build(drivenPendulum(Vec3::UnitX(), "if(t < 0.0505, 0, 0.2)"), sharp(name, 0.001)));
  StepResult bad;
  for (int k = 0; k < 100 && !bad; ++k) bad = run.integrator->step(*run.model, run.data, run.state, 0.001, run.inputs);
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->kind, Failure::Kind::kMotionJumps);
  EXPECT_EQ(bad->linkName, "slide");
  EXPECT_NE(bad->message().find("\"drive slide\" goes from 0 to 0.2"), std::string::npos) << bad->message();
  EXPECT_NEAR(run.state.t, 0.05, 1e-9);
}

TEST_P(PrescribedMotionOf, NumbersThatAreNone) {
  for (const char* text : {"0.1*sqrt(0.05 - t)", "0.1*abs(0.05-t)^0.5"}) {
    Runner run(build(drivenPendulum(Vec3::UnitX(), text), sharp(name, 0.01)));
    StepResult bad;
    for (int k = 0; k < 20 && !bad; ++k) bad = run.integrator->step(*run.model, run.data, run.state, 0.01, run.inputs);
    if (!bad) continue;  // stepped over an infinite rate
    EXPECT_TRUE(bad->kind == Failure::Kind::kNotFinite || bad->kind == Failure::Kind::kMotionJumps);
    EXPECT_NE(bad->message().find("drive slide"), std::string::npos) << bad->message();
    EXPECT_TRUE(run.state.q.allFinite());
  }
  const ModelPtr model = build(drivenPendulum(Vec3::UnitX(), "sqrt(t)"), sharp(name, 0.01));
  Data data(*model);
  State state = initialState(*model);
  const auto integrator = makeIntegrator(model->simulation);
  const StepResult bad = integrator->reset(*model, data, state, SignalInputs(*model));
  ASSERT_TRUE(bad);
  EXPECT_NE(bad->message().find("has a rate that is not a finite number"), std::string::npos) << bad->message();
}

TEST_P(PrescribedMotionOf, ResumesFromItsState) {
  const ModelPtr model = build(drivenPendulum(Vec3(0.6, 0, 0.8), "0.05*sin(9*t)"), sharp(name, 0.002));
  Runner whole(model), first(model);
  whole.steps(100, 0.002);
  first.steps(50, 0.002);
  Runner second(model, first.state);
  second.steps(50, 0.002);
  if (name == "bdf") {
    EXPECT_LE(stateError(*model, whole.state, second.state), 1e-5);
    return;
  }
  EXPECT_EQ(whole.state.q, second.state.q);
  EXPECT_EQ(whole.state.v, second.state.v);
  EXPECT_EQ(whole.state.z, second.state.z);
}

TEST_P(PrescribedMotionOf, StateIsPutWhereTheSignalWantsIt) {
  const ModelPtr model = build(drivenPendulum(Vec3::UnitX(), "0.3 + 0.2*t"), sharp(name, 0.002));
  State state = initialState(*model);
  state.q[0] = -5, state.v[0] = 7;
  Runner run(model, state);
  EXPECT_EQ(run.state.q[0], 0.3);
  EXPECT_EQ(run.state.v[0], 0.2);
  EXPECT_EQ(run.state.q[1], model->q0[1]);
}

/// All joints of one to three coordinates whose velocities are rates, driven in a chain with a free joint and a rod.
ModelSpec zoo() {
  ModelSpec spec;
  const std::array types = {JointType::kRevolute,  JointType::kPrismatic, JointType::kHelical,
                            JointType::kUniversal, JointType::kPlanar,    JointType::kCylindrical};
  for (std::size_t i = 0; i < types.size(); ++i) {
    LinkSpec link = body(i + 1, "link" + std::to_string(i), static_cast<int>(i) - 1, types[i], Vec3::UnitY());
    link.joint.axis2 = Vec3::UnitX(), link.joint.pitch = 0.05;
    spec.links.push_back(link);
  }
  spec.links.push_back(body(7, "free", 5, JointType::kRevolute, Vec3::UnitZ()));
  RodDivisionSpec division;
  division.length = 0.3;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.012; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5, division.viscosity = 1e4;
  for (std::size_t k = 0; k < 4; ++k) division.strain[k] = makeStrainBasis("legendre", k < 3 ? 2 : 1);
  LinkSpec rod;
  rod.id = 8, rod.name = "rod", rod.parent = 6;
  rod.body = std::make_shared<Rod>(RodSpec{{division}, 4});
  spec.links.push_back(rod);
  std::vector<std::string> texts;
  for (int k = 0; k < 10; ++k)
    texts.push_back("0.1*sin(" + std::to_string(3 + k) + "*t) + 0.05*(1-cos(" + std::to_string(2 + k) + "*t))");
  drive(spec, {0, 1, 2, 3, 4, 5}, texts);
  return spec;
}

/// The forces of the drives, put in as forces, move the machine as the drives do.
TEST_P(PrescribedMotionOf, ForcesAreThoseOfTheMotion) {
  const bool explicitly = name == "runge_kutta_4";  // the rod is stiff
  const double step = explicitly ? 2e-5 : 5e-4;
  Runner run(build(zoo(), sharp(name, step)));
  ASSERT_EQ(run.model->nu, 10);
  run.run(explicitly ? 0.05 : 0.4, step);
  const Model& model = *run.model;
  Data data(model);
  const VecX forces = driveForcesAt(model, data, run.state, run.inputs);
  VecX rate(model.nu), wanted(model.nu), tau = VecX::Zero(model.nv);
  run.inputs.rates(run.state.t, rate, wanted);
  for (const PrescribedJoint& d : model.prescribedJoints) tau[d.v] = forces[d.input];
  ModelSpec open = zoo();
  open.actuators.clear(), open.signals = nullptr;
  const ModelPtr other = build(open, settings("newmark", 0.001));
  Data openData(*other);
  forwardDynamics(*other, openData, run.state.q, run.state.v, {.t = run.state.t, .tau = &tau});
  for (const PrescribedJoint& d : model.prescribedJoints)
    EXPECT_NEAR(openData.acceleration[d.v], wanted[d.input], 1e-7 * (1 + wanted.cwiseAbs().maxCoeff()));
  const VecX& a = run.integrator->acceleration();
  const double bound = secondOrder ? 1 : 1e-2;  // soft coordinates ring where nothing is damped
  EXPECT_LE((a - openData.acceleration).norm(), bound * a.norm());
  EXPECT_LE(std::abs(run.balance()), secondOrder ? 0.5 : 0.05);
}

TEST(DrivenDynamics, DerivativesAreThoseOfDifferences) {
  const ModelPtr model = build(zoo(), settings("newmark", 0.001));
  Data data(*model);
  VecX v = VecX::LinSpaced(model->nv, -1, 1), motion = VecX::LinSpaced(model->nv, 2, -2), q = model->q0;
  const VecX u = VecX::Zero(model->nu);
  integrate(*model, model->q0, VecX::LinSpaced(model->nv, 0.3, -0.2), q);
  const Inputs inputs{.u = &u, .motion = &motion};
  forwardDynamicsDerivatives(*model, data, q, v, inputs);
  const MatX dq = data.dFDdq, dv = data.dFDdv;
  constexpr double kStep = 1e-6;
  const double scale = dq.cwiseAbs().maxCoeff();
  for (int k = 0; k < model->nv; ++k) {
    const auto at = [&](double h, bool velocity) {
      VecX moved = q, other = v;
      velocity ? void(other[k] += h) : integrate(*model, q, h * VecX::Unit(model->nv, k), moved);
      forwardDynamics(*model, data, moved, other, inputs);
      return data.acceleration;
    };
    const VecX byQ = (at(kStep, false) - at(-kStep, false)) / (2 * kStep);
    const VecX byV = (at(kStep, true) - at(-kStep, true)) / (2 * kStep);
    EXPECT_LE((byQ - dq.col(k)).cwiseAbs().maxCoeff(), 1e-5 * scale) << k;
    EXPECT_LE((byV - dv.col(k)).cwiseAbs().maxCoeff(), 1e-5 * scale) << k;
  }
  for (const PrescribedJoint& d : model->prescribedJoints) EXPECT_EQ(dq.row(d.v).cwiseAbs().maxCoeff(), 0);
}

// ---- loops

constexpr double kGround = 0.40, kCrank = 0.12, kCoupler = 0.35, kRocker = 0.30;

ModelSpec fourBar(std::vector<int> driven, std::vector<std::string> texts) {
  ModelSpec spec = fourBarSpec(0.7);
  for (LinkSpec& link : spec.links)  // not balanced about anything
    link.rigid = body(link.id, link.name, link.parent, JointType::kRevolute, Vec3::UnitZ()).rigid;
  drive(spec, std::move(driven), std::move(texts));
  return spec;
}

/// Angle of the rocker at a crank angle, by the circles around the two hinges.
double rockerAngle(double crank) {
  const double dx = kCrank * std::cos(crank) - kGround, dy = kCrank * std::sin(crank), d = std::hypot(dx, dy);
  const double cosine = (d * d + kRocker * kRocker - kCoupler * kCoupler) / (2 * d * kRocker);
  return std::atan2(dy, dx) - std::acos(cosine);
}

TEST_P(PrescribedMotionOf, DrivenFourBarFollowsItsGeometry) {
  const std::string text = "0.7 + 4*(t - 0.25*(1 - exp(-4*t)))";
  Runner run(build(fourBar({0}, {text}), sharp(name, 0.001)));
  Data data(*run.model);
  double largest = 0;  // force of the drive, Nm
  for (int k = 0; k < 20; ++k) {
    run.run(0.1, 0.001);
    largest = std::max(largest, std::abs(driveForcesAt(*run.model, data, run.state, run.inputs)[0]));
    const double error = std::remainder(run.state.q[2] - rockerAngle(run.state.q[0]), 2 * M_PI);
    EXPECT_NEAR(error, 0, secondOrder ? 1e-9 : 1e-6);
  }
  EXPECT_LE(std::abs(run.balance()), 0.5);
  // the power of the drive is the change of energy
  const VecX force = driveForcesAt(*run.model, data, run.state, run.inputs);
  forwardDynamics(*run.model, data, run.state.q, run.state.v, {.t = run.state.t});
  VecX motion = VecX::Zero(3);
  motion[0] = signal(0, text).motion(run.state.t)[2];
  forwardDynamics(*run.model, data, run.state.q, run.state.v, {.t = run.state.t, .motion = &motion});
  const VecX a = data.acceleration;
  constexpr double h = 1e-5;
  const auto energyAt = [&](double s) {
    const VecX q = run.state.q + s * run.state.v + s * s / 2 * a, v = run.state.v + s * a;
    return energy(*run.model, data, q, v).total();
  };
  const double bound = secondOrder ? 1e-3 : 1e-5;  // at index 3 velocities leave the loop by what the step is worth
  EXPECT_NEAR((energyAt(h) - energyAt(-h)) / (2 * h), force[0] * run.state.v[0], bound * largest);
}

TEST_P(PrescribedMotionOf, SaysWhatTheLoopDoesNotAllow) {
  // Both ends of a linkage with one freedom: all is well while they agree.
  const ModelPtr model = build(fourBar({0, 2}, {"0.7 + t", "1.692405915504768 + 0*t"}), sharp(name, 0.001));
  Data data(*model);
  State state = initialState(*model);
  const auto integrator = makeIntegrator(model->simulation);
  const SignalInputs inputs(*model);
  StepResult bad = integrator->reset(*model, data, state, inputs);
  for (int k = 0; k < 300 && !bad; ++k) bad = integrator->step(*model, data, state, 0.001, inputs);
  ASSERT_TRUE(bad);
  EXPECT_TRUE(bad->kind == Failure::Kind::kMotionBlocked || bad->kind == Failure::Kind::kLoopOpen) << bad->message();
  EXPECT_NE(bad->message().find("hinge"), std::string::npos) << bad->message();
}

// ---- statics

TEST(DrivenStatics, HoldsWhatIsGiven) {
  const ModelPtr model = build(zoo(), settings("newmark", 0.001));
  Data data(*model);
  StaticsProblem problem;
  problem.u = VecX::LinSpaced(model->nu, -0.4, 0.5);
  const StaticsResult result = solveStatics(*model, data, problem);
  ASSERT_TRUE(result.converged) << result.failure;
  EXPECT_LE(result.residual, 1e-12);
  for (const PrescribedJoint& d : model->prescribedJoints) EXPECT_EQ(result.q[d.q], problem.u[d.input]);
  // the same rod on a robot whose joints are stuck there
  const VecX rest = VecX::Zero(model->nv);
  residual(*model, data, result.q, rest, rest, {});
  const double load = data.tau.cwiseAbs().maxCoeff();
  for (const PrescribedJoint& d : model->prescribedJoints) data.tau[d.v] = 0;
  EXPECT_LE(data.tau.cwiseAbs().maxCoeff(), 1e-11 * load);
}

TEST(DrivenStatics, HoldsTheSignalAtItsTime) {
  const ModelPtr model = build(fourBar({0}, {"0.7 + 0.3*t"}), settings("newmark", 0.001));
  Data data(*model);
  const StaticsResult now = solveStatics(*model, data);
  ASSERT_TRUE(now.converged) << now.failure;
  EXPECT_EQ(now.q[0], 0.7);
  EXPECT_NEAR(now.q[2], rockerAngle(0.7), 1e-9);
  StaticsProblem problem;
  problem.t = 2;
  const StaticsResult later = solveStatics(*model, data, problem);
  ASSERT_TRUE(later.converged) << later.failure;
  EXPECT_DOUBLE_EQ(later.q[0], 1.3);
  EXPECT_NEAR(later.q[2], rockerAngle(1.3), 1e-9);
}

TEST(DrivenModel, NeedsDerivativesAndCoordinates) {
  ModelSpec spec = drivenPendulum(Vec3::UnitX(), "t");
  spec.signals = [](const Model&) { return std::vector<InputSignal>{{0, [](double t) { return t; }}}; };
  EXPECT_THROW(Model{spec}, std::invalid_argument);
  ModelSpec ball = sphericalPendulumSpec();
  drive(ball, {0}, {});
  EXPECT_THROW(Model{ball}, std::invalid_argument);
}

/// Where a range clips a position the joint stands still.
TEST(DrivenModel, RangeStopsTheJoint) {
  ModelSpec spec = drivenPendulum(Vec3::UnitX(), "t");
  const auto make = spec.actuators[0];
  spec.actuators[0] = [make](const Model& model) {
    auto actuator = make(model);
    actuator->ranges[0] = {-1, 0.05};
    return actuator;
  };
  Runner run(build(spec, sharp("generalized_alpha", 0.001)));
  run.run(0.2, 0.001);
  EXPECT_EQ(run.state.q[0], 0.05);
  EXPECT_EQ(run.state.v[0], 0);
}

}  // namespace
}  // namespace tendril
