// SPDX-License-Identifier: BSD-3-Clause
// Linearised robots against differences of the equations of motion, closed forms and modes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/constraints/loop_projection.hpp"
#include "core/dynamics/loops.hpp"
#include "core/equilibria/linearization.hpp"
#include "core/equilibria/modes.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;
using ::testing::HasSubstr;

constexpr double kGravity = 9.81;
constexpr double kDifference = 1e-7;  // relative: what differences of fourth order are known to

/// x' of the deviation from a motion with velocity v: δ' = T_r(δ)⁻¹ (v + δv) − T_r(−δ)⁻¹ v.
VecX deviationRate(const Model& model, const VecX& v, const VecX& delta, const VecX& change) {
  MatX right = MatX::Identity(model.nv, model.nv), left = right;
  multiplyByTangent(model, delta, right), multiplyByTangent(model, -delta, left);
  return right.partialPivLu().solve(v + change) - left.partialPivLu().solve(v);
}

/// A state at which a model is linearised, and the equations of motion about it.
struct Case {
  explicit Case(const Model& given) : model(given), data(given) {}
  VecX acceleration(const VecX& q, const VecX& v, const VecX& u) {
    forwardDynamics(model, data, q, v, {.t = t, .u = &u});
    return data.acceleration;
  }
  Linearization linearized(const std::vector<LinearOutput>& outputs = {}) {
    OperatingPoint point;
    point.t = t, point.q = q, point.v = v, point.u = u;
    return linearize(model, data, point, outputs);
  }
  const Model& model;
  Data data;
  double t = 0.3;
  VecX q, v, u;
};

const std::vector<JointType> kAllJoints = {JointType::kFree,      JointType::kRevolute,    JointType::kSpherical,
                                           JointType::kUniversal, JointType::kPlanar,      JointType::kPrismatic,
                                           JointType::kHelical,   JointType::kCylindrical, JointType::kFixed};

/// Motors on all joints that have coordinates.
void addMotors(ModelSpec& spec) {
  spec.actuators.clear(), spec.signals = {};
  for (int i = 0; i < static_cast<int>(spec.links.size()); ++i)
    spec.actuators.push_back(
        [i](const Model& model) { return std::make_unique<JointActuator>("m" + std::to_string(i), model, i); });
}

class EveryBody : public ::testing::TestWithParam<TreePlan> {};

TEST_P(EveryBody, MatchesDifferencesWhereItMoves) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    ModelSpec spec = randomTree(random, GetParam());
    addMotors(spec);
    const Model model(std::move(spec));
    Case at(model);
    at.q = randomConfiguration(random, model, 0.5), at.v = randomVector(random, model.nv, 1.2);
    at.u = randomVector(random, model.nu, 3);
    const Linearization found = at.linearized();
    const int n = model.nv;
    ASSERT_EQ(found.system.A.rows(), 2 * n);
    EXPECT_TRUE(found.Z.isIdentity(0));
    const VecX zero = VecX::Zero(n);
    const MatX kinematic = plainDifferences(zero, [&](const VecX& d) { return deviationRate(model, at.v, d, zero); });
    EXPECT_LE((found.system.A.topLeftCorner(n, n) - kinematic).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_TRUE(found.system.A.topRightCorner(n, n).isIdentity(0));
    constexpr double kStep = 4e-4;  // volumes are not linear enough for more
    const MatX byQ = differences(
        model, at.q, [&](const VecX& q) { return at.acceleration(q, at.v, at.u); }, kStep);
    const MatX byV = plainDifferences(at.v, [&](const VecX& v) { return at.acceleration(at.q, v, at.u); });
    const MatX byU = plainDifferences(at.u, [&](const VecX& u) { return at.acceleration(at.q, at.v, u); });
    EXPECT_LE(relativeError(found.system.A.bottomLeftCorner(n, n), byQ), kDifference) << seed;
    EXPECT_LE(relativeError(found.system.A.bottomRightCorner(n, n), byV), kDifference) << seed;
    EXPECT_LE(relativeError(found.system.B.bottomRows(n), byU), kDifference) << seed;
    EXPECT_TRUE(found.system.B.topRows(n).isZero(0));
  }
}

std::string planName(const ::testing::TestParamInfo<TreePlan>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Linearization, EveryBody,
                         ::testing::Values(TreePlan{"rigid", kAllJoints},
                                           TreePlan{"rods", kAllJoints, false, SoftBodies::kRods},
                                           TreePlan{"arcs", kAllJoints, true, SoftBodies::kArcs},
                                           TreePlan{"volumes", kAllJoints, false, SoftBodies::kVolumes},
                                           TreePlan{"telescopes", kAllJoints, false, SoftBodies::kTelescopes},
                                           TreePlan{"wet", kAllJoints, true, SoftBodies::kAll, true}),
                         planName);

/// Every kind of output against differences of the same numbers.
TEST(LinearOutputs, MatchDifferencesWhereItMoves) {
  Random random(5);
  ModelSpec spec = randomTree(random, {"tree", kAllJoints, true, SoftBodies::kMixed});
  addMotors(spec);
  const Model model(std::move(spec));
  Case at(model);
  at.q = randomConfiguration(random, model, 0.5), at.v = randomVector(random, model.nv);
  at.u = randomVector(random, model.nu, 3);
  std::vector<LinearOutput> outputs;
  using Kind = LinearOutput::Kind;
  for (int i = 0; i < model.nq; ++i) outputs.push_back({{"q", ""}, Kind::kPosition, i});
  for (int link = 0; link < static_cast<int>(model.links.size()); ++link)
    for (const int station : {kBaseStation, 0})
      for (const Kind kind : {Kind::kPlacePosition, Kind::kPlaceVelocity, Kind::kPlaceSpin})
        for (int c = 0; c < 3; ++c) outputs.push_back({{"place", ""}, kind, link, station, c});
  const int n = model.nv;
  const Linearization found = at.linearized(outputs);
  const auto values = [&](const VecX& q, const VecX& v) {
    VecX y(static_cast<Eigen::Index>(outputs.size()));
    kinematics(model, at.data, q, v);
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      const LinearOutput& o = outputs[static_cast<std::size_t>(k)];
      if (o.kind == Kind::kPosition) {
        y[k] = q[o.index];
        continue;
      }
      const auto [frame, offset] = model.place(o.index, o.station);
      const Frame& f = at.data.frames[static_cast<std::size_t>(frame)];
      const Vec3 p = (f.X * offset).p, w = f.V.head<3>(), velocity = f.V.tail<3>() + w.cross(p);
      y[k] = o.kind == Kind::kPlacePosition ? Vec3(p + at.data.origin)[o.component]
             : o.kind == Kind::kPlaceSpin   ? w[o.component]
                                            : velocity[o.component];
    }
    return y;
  };
  const MatX byQ = differences(model, at.q, [&](const VecX& q) { return values(q, at.v); });
  const MatX byV = plainDifferences(at.v, [&](const VecX& v) { return values(at.q, v); });
  EXPECT_LE(relativeError(found.system.C.leftCols(n), byQ), kDifference);
  EXPECT_LE(relativeError(found.system.C.rightCols(n), byV), kDifference);
  EXPECT_TRUE(found.system.D.isZero(0));
  // Accelerations are rows of A and B, inputs those of the identity.
  const Linearization others = at.linearized({{{"a", ""}, Kind::kAcceleration, 3}, {{"u", ""}, Kind::kInput, 2}});
  EXPECT_EQ(others.system.C.row(0), others.system.A.row(n + 3));
  EXPECT_EQ(others.system.D.row(0), others.system.B.row(n + 3));
  EXPECT_EQ(others.system.D(1, 2), 1);
  EXPECT_TRUE(others.system.C.row(1).isZero(0));
}

class EveryLoop : public ::testing::TestWithParam<std::tuple<JointType, bool>> {};

/// Along curves of states that keep the loop closed, x' changes as A says.
TEST_P(EveryLoop, MatchesDifferencesAlongWhatItAllows) {
  const auto [type, rods] = GetParam();
  Random random(11);
  ModelSpec spec = randomTree(random, {"loop",
                                       {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                        JointType::kUniversal, JointType::kPlanar, JointType::kCylindrical},
                                       false,
                                       rods ? SoftBodies::kRods : SoftBodies::kNone});
  addMotors(spec);
  LoopSpec loop;
  loop.name = "loop";
  loop.joint = randomJoint(random, type);
  loop.a = {5, rods ? 1 : 0, randomPose(random)};
  loop.b = {3, 0, randomPose(random)};
  loop.stabilization = 0.3;
  spec.loops.push_back(loop);
  const Model model(std::move(spec));
  Case at(model);
  LoopProjection projection;
  projection.resize(model);
  const auto closed = [&](VecX q, VecX v) {
    State state;
    state.q = std::move(q), state.v = std::move(v);
    massMatrix(model, at.data, state.q);
    projection.weigh(at.data.massMatrix);
    for (int k = 0; k < 10; ++k) {  // from far away in several goes
      kinematics(model, at.data, state.q, state.v);
      projection.close(model, at.data, state);
    }
    return state;
  };
  const State start = closed(randomConfiguration(random, model, 0.4), randomVector(random, model.nv, 0.7));
  at.q = start.q, at.v = start.v, at.u = randomVector(random, model.nu, 2);
  const Linearization found = at.linearized();
  const std::vector<int>& kept = found.coordinates;
  const auto n = static_cast<Eigen::Index>(kept.size());
  ASSERT_EQ(n, model.nv - model.nl);
  const VecX d = randomVector(random, static_cast<int>(n)), c = randomVector(random, static_cast<int>(n));
  struct Sample {
    VecX x, rate;
  };
  const auto sample = [&](double s) {
    VecX q(model.nq), delta(model.nv);
    integrate(model, at.q, s * (found.Z * d), q);
    const State state = closed(q, at.v + s * (found.W * d + found.Z * c));
    difference(model, at.q, state.q, delta);
    const VecX change = state.v - at.v;
    Sample out{VecX(2 * n), VecX(2 * n)};
    out.x << delta(kept), change(kept);
    out.rate << deviationRate(model, at.v, delta, change)(kept), at.acceleration(state.q, state.v, at.u)(kept);
    return out;
  };
  const double h = 1e-3;
  const Sample a = sample(h), b = sample(-h), a2 = sample(2 * h), b2 = sample(-2 * h);
  const VecX x = (8 * (a.x - b.x) - (a2.x - b2.x)) / (12 * h),
             rate = (8 * (a.rate - b.rate) - (a2.rate - b2.rate)) / (12 * h);
  EXPECT_LE(relativeError(found.system.A * x, rate), kDifference);
  const MatX byU = plainDifferences(at.u, [&](const VecX& u) { return VecX(at.acceleration(at.q, at.v, u)(kept)); });
  EXPECT_LE(relativeError(found.system.B.bottomRows(n), byU), kDifference);
  // What it says of all coordinates keeps the loop closed.
  kinematics(model, at.data, at.q, at.v);
  loopErrors(model, at.data);
  EXPECT_LE((at.data.loopJacobian * found.Z).cwiseAbs().maxCoeff(), 1e-9 * found.Z.cwiseAbs().maxCoeff());
}

INSTANTIATE_TEST_SUITE_P(
    Linearization, EveryLoop,
    ::testing::Combine(::testing::Values(JointType(JointType::kFixed), JointType(JointType::kRevolute),
                                         JointType(JointType::kSpherical), JointType(JointType::kUniversal),
                                         JointType(JointType::kPrismatic), JointType(JointType::kHelical)),
                       ::testing::Bool()));

ModelPtr built(ModelSpec spec) {
  return build(std::move(spec), settings("generalized_alpha", 1e-3));
}

PoleAnalysis polesAt(const ModelPtr& model, const VecX& q) {
  Data data(*model);
  OperatingPoint point;
  point.q = q;
  const Linearization found = linearize(*model, data, point);
  EXPECT_LE(found.unbalanced, 1e-6);
  return analysePoles(found.system);
}

TEST(Poles, OfAPendulum) {
  const double length = 0.7, damping = 0.1, inertia = 2 * length * length, omega = std::sqrt(kGravity / length);
  ModelSpec spec = pendulumSpec(length, pi / 2);
  spec.links[0].joint.damping = VecX::Constant(1, damping);
  const ModelPtr model = built(std::move(spec));
  const PoleAnalysis hanging = polesAt(model, VecX::Constant(1, pi / 2));
  const double decay = damping / (2 * inertia);
  EXPECT_NEAR(hanging.poles[0].value.real(), -decay, 1e-12);
  EXPECT_NEAR(hanging.poles[0].value.imag(), std::sqrt(omega * omega - decay * decay), 1e-12);
  EXPECT_NEAR(hanging.poles[0].frequency, omega / (2 * pi), 1e-13);
  EXPECT_NEAR(hanging.poles[0].damping, decay / omega, 1e-13);
  EXPECT_EQ(hanging.poles[1].value, std::conj(hanging.poles[0].value));
  EXPECT_TRUE(hanging.stable);
  const PoleAnalysis upright = polesAt(model, VecX::Constant(1, -pi / 2));
  EXPECT_FALSE(upright.stable);
  for (const Pole& pole : upright.poles) {
    const double s = pole.value.real();
    EXPECT_NEAR(s * s + 2 * decay * s - omega * omega, 0, 1e-11);
  }
}

/// Two equal masses on equal rods: ω² = (2 ± √2) g/l.
TEST(Poles, OfADoublePendulum) {
  const double length = 0.4;
  ModelSpec spec = pendulumSpec(length, pi / 2);
  LinkSpec second = spec.links[0];
  second.name = "second", second.id = 2, second.parent = 0, second.jointQ0 = VecX::Zero(1);
  second.pose.p = Vec3(length, 0, 0), second.station = kBaseStation;
  spec.links.push_back(second);
  const ModelPtr model = built(std::move(spec));
  const PoleAnalysis found = polesAt(model, model->q0);
  ASSERT_EQ(found.poles.size(), 4u);
  for (const auto& [k, factor] : {std::pair{0, 2 - std::sqrt(2)}, {2, 2 + std::sqrt(2)}}) {
    const Pole& pole = found.poles[static_cast<std::size_t>(k)];
    EXPECT_NEAR(pole.value.imag(), std::sqrt(factor * kGravity / length), 1e-11);
    EXPECT_NEAR(pole.value.real(), 0, 1e-12);
  }
}

/// A pole (m, l) that stands on a cart (M): 0, 0 and ±√((M + m) g / (M l)).
TEST(Poles, OfAPoleOnACart) {
  const double cart = 1.5, mass = 2, length = 0.6;
  ModelSpec spec = pendulumSpec(length, -pi / 2);  // 2 kg
  LinkSpec slide;
  slide.name = "cart", slide.id = 9;
  slide.joint.type = JointType::kPrismatic, slide.joint.axis = Vec3::UnitX();
  slide.rigid = {cart, Vec3::Zero(), 0.01 * Mat3::Identity()};
  spec.links[0].parent = 0, spec.links[0].station = kBaseStation;
  spec.links.insert(spec.links.begin(), slide);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  const ModelPtr model = built(std::move(spec));
  Data data(*model);
  OperatingPoint point;
  point.q = model->q0;
  const Linearization at = linearize(*model, data, point);
  const PoleAnalysis found = analysePoles(at.system);
  const double rate = std::sqrt((cart + mass) * kGravity / (cart * length));
  EXPECT_EQ(found.poles[0].value, 0.0);
  EXPECT_EQ(found.poles[1].value, 0.0);
  EXPECT_NEAR(found.poles[2].value.real(), rate, 1e-10);
  EXPECT_NEAR(found.poles[3].value.real(), -rate, 1e-10);
  EXPECT_EQ(found.controllableRank, 4);
  EXPECT_NEAR(at.system.B(2, 0), 1 / cart, 1e-14);
  EXPECT_NEAR(std::abs(at.system.B(3, 0)), 1 / (cart * length), 1e-13);
  EXPECT_EQ(at.system.states[1].name, "link0.q[0]");
  EXPECT_EQ(at.system.states[0].unit, "m");
  EXPECT_EQ(at.system.states[2].unit, "m/s");
  EXPECT_EQ(at.system.inputs[0].unit, "N");
}

/// Machines that are not damped vibrate with the frequencies of their modes, in their shapes.
TEST(Poles, AreThoseOfModes) {
  ModelSpec linkage = fourBarSpec(0.7);
  linkage.links[0].joint.stiffness = VecX::Constant(1, 30.0);
  for (const ModelPtr& model :
       {built(std::move(linkage)), built(floatingPairSpec(2, 3, 70)), built(springChainSpec(12, 0.3, 50))}) {
    Data data(*model);
    StaticsProblem problem;
    problem.q = solveStatics(*model, data).q;
    const Modes modes = modalAnalysis(*model, data, problem);
    ASSERT_TRUE(modes.failure.empty()) << modes.failure;
    OperatingPoint point;
    point.q = problem.q;
    const Linearization at = linearize(*model, data, point);
    const PoleAnalysis found = analysePoles(at.system);
    ASSERT_EQ(static_cast<int>(found.poles.size()), 2 * modes.count());
    for (int k = 0; k < modes.count(); ++k) {
      const Pole& pole = found.poles[static_cast<std::size_t>(2 * k)];
      EXPECT_NEAR(pole.frequency, modes.frequencies[k], 1e-9 * (1 + modes.frequencies[k])) << k;
      if (modes.rigid(k)) continue;
      const VecX shape = at.Z * found.shapes.col(2 * k).head(at.Z.cols()).real();
      const VecX other = at.Z * found.shapes.col(2 * k).head(at.Z.cols()).imag();
      const VecX larger = shape.norm() > other.norm() ? shape : other;
      const double along = std::abs(larger.dot(modes.shapes.col(k))) / (larger.norm() * modes.shapes.col(k).norm());
      EXPECT_NEAR(along, 1, 1e-8) << k;
    }
  }
}

/// With damping proportional to stiffness the poles are those of the modes' frequencies and damping ratios.
TEST(Poles, OfASoftRobotAreThoseOfModes) {
  ModelSpec spec = softManipulatorSpec();
  spec.gravity.setZero();
  const ModelPtr model = built(std::move(spec));
  Data data(*model);
  StaticsProblem problem;
  problem.q = solveStatics(*model, data).q;
  const Modes modes = modalAnalysis(*model, data, problem);
  OperatingPoint point;
  point.q = problem.q;
  const PoleAnalysis found = analysePoles(linearize(*model, data, point).system);
  EXPECT_TRUE(found.stable);
  for (int k = 0; k < 6; ++k) {
    const double omega = 2 * pi * modes.frequencies[k], zeta = modes.damping[k];
    const std::complex<double> wanted = omega * (-zeta + std::sqrt(std::complex<double>(zeta * zeta - 1)));
    double nearest = 1e9;
    for (const Pole& pole : found.poles) nearest = std::min(nearest, std::abs(pole.value - wanted));
    EXPECT_LE(nearest, 1e-6 * omega) << k;
  }
}

TEST(Hautus, NamesWhatInputsDoNotMove) {
  ModelSpec spec = springChainSpec(2, 1, 40);
  spec.links[1].parent = kWorld;  // two oscillators beside each other, only one is pushed
  spec.links[1].joint.stiffness = VecX::Constant(1, 90.0);
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("push", model, 0); });
  const ModelPtr model = built(std::move(spec));
  Data data(*model);
  using Kind = LinearOutput::Kind;
  const Linearization at = linearize(*model, data, {}, {{{"second", "m"}, Kind::kPosition, 1}});
  const PoleAnalysis found = analysePoles(at.system);
  for (std::size_t k = 0; k < 4; ++k) {
    const bool first = k < 2;  // √40 is slower than √90
    EXPECT_EQ(found.poles[k].controllable, first) << k;
    EXPECT_EQ(found.poles[k].observable, !first) << k;
    EXPECT_EQ(found.poles[k].controllability > 1e-3, first) << k;
  }
  EXPECT_EQ(found.controllableRank, 2);
  EXPECT_EQ(found.observableRank, 2);
}

/// Two equal oscillators under one input: each alone is moved, their difference is not.
TEST(Hautus, FindsEqualPolesThatOneInputCannotTellApart) {
  LinearSystem system;
  system.A = MatX::Zero(4, 4);
  system.A(0, 1) = system.A(2, 3) = 1, system.A(1, 0) = system.A(3, 2) = -4;
  system.B = MatX::Zero(4, 1);
  system.B(1, 0) = system.B(3, 0) = 1;
  system.C = MatX::Identity(4, 4), system.D = MatX::Zero(4, 1);
  EXPECT_EQ(analysePoles(system).controllableRank, 0);
  EXPECT_EQ(analysePoles(system).observableRank, 4);
  system.B.conservativeResize(4, 2);
  system.B.col(1) = VecX::Unit(4, 3);
  EXPECT_EQ(analysePoles(system).controllableRank, 4);
}

/// The test does not depend on units: the same system in other scales.
TEST(Hautus, DoesNotDependOnUnits) {
  Random random(4);
  LinearSystem system;
  const int n = 9;
  system.A = MatX::NullaryExpr(n, n, [&] { return uniform(random); });
  system.B = MatX::NullaryExpr(n, 2, [&] { return uniform(random); });
  system.C = MatX::NullaryExpr(3, n, [&] { return uniform(random); });
  const PoleAnalysis before = analysePoles(system);
  VecX scales(n);
  for (int i = 0; i < n; ++i) scales[i] = std::pow(10.0, uniform(random, -6, 6));
  system.A = scales.asDiagonal() * MatX(system.A) * scales.cwiseInverse().asDiagonal();
  system.B = 1e7 * scales.asDiagonal() * MatX(system.B);
  system.C = 1e-5 * MatX(system.C) * scales.cwiseInverse().asDiagonal();
  const PoleAnalysis after = analysePoles(system);
  for (std::size_t k = 0; k < before.poles.size(); ++k) {
    EXPECT_LE(std::abs(before.poles[k].value - after.poles[k].value), 1e-9);
    EXPECT_NEAR(after.poles[k].controllability / before.poles[k].controllability, 1, 0.5);
    EXPECT_NEAR(after.poles[k].observability / before.poles[k].observability, 1, 0.5);
  }
}

/// A joint that follows positions keeps to them: the rest is a pendulum.
TEST(Linearization, LeavesOutWhatIsDriven) {
  ModelSpec spec = doublePendulumSpec();
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointPosition>("drive", model, 0); });
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("motor", model, 1); });
  const ModelPtr model = built(std::move(spec));
  Data data(*model);
  OperatingPoint point;
  point.q = model->q0;
  const Linearization found = linearize(*model, data, point);
  EXPECT_EQ(found.coordinates, std::vector<int>{1});
  EXPECT_EQ(found.held, std::vector<int>{0});
  EXPECT_EQ(found.inputs, std::vector<int>{1});
  massMatrix(*model, data, model->q0);
  EXPECT_NEAR(found.system.B(1, 0), 1 / data.massMatrix(1, 1), 1e-12);
}

TEST(Linearization, SaysWhatDoesNotFit) {
  const ModelPtr model = built(fourBarSpec(0.7));
  Data data(*model);
  const auto told = [&](const Model& robot, const OperatingPoint& point) {
    try {
      Data own(robot);
      linearize(robot, own, point);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  OperatingPoint point;
  point.q = VecX::Zero(7);
  EXPECT_THAT(told(*model, point), HasSubstr("q has 7 entries"));
  point.q = VecX::Constant(model->nq, std::nan(""));
  EXPECT_THAT(told(*model, point), HasSubstr("not finite"));
  point.q = model->q0 + VecX::Constant(model->nq, 0.3);
  EXPECT_THAT(told(*model, point), HasSubstr("loops are open"));
  point.q = solveStatics(*model, data).q;
  point.v = VecX::Ones(model->nv);
  EXPECT_THAT(told(*model, point), HasSubstr("velocities open"));
  // A linkage that is driven holds still: what its loops balance leaves accelerations of rounding alone.
  ModelSpec driven = fourBarSpec(0.7);
  driven.actuators.push_back([](const Model& robot) { return std::make_unique<JointPosition>("drive", robot, 0); });
  const ModelPtr linkage = built(std::move(driven));
  point = {};
  Data there(*linkage);
  point.q = solveStatics(*linkage, there).q;
  EXPECT_THAT(told(*linkage, point), HasSubstr("joints in mode position leave no coordinate free"));
  ModelSpec none;
  EXPECT_THAT(told(Model(none), {}), HasSubstr("nothing can move"));
}

}  // namespace
}  // namespace tendril
