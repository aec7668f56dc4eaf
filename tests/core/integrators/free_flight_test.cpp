// SPDX-License-Identifier: BSD-3-Clause
// Free trees that nothing but gravity acts on: their centre flies as a thrown point does, whatever they do about it.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/rod/rod.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

const Vec3 kGravity(0, 0, -9.81);

LinkSpec link(const char* name, int parent, JointType type, const RigidInertia& rigid) {
  LinkSpec out;
  out.name = name;
  out.parent = parent;
  out.station = kBaseStation;
  out.joint.type = type;
  out.rigid = rigid;
  return out;
}

/// A body whose centre is 5 cm off its frame and which tumbles.
ModelSpec bodySpec(const Vec3& gravity = Vec3::Zero()) {
  ModelSpec spec;
  spec.gravity = gravity;
  const Mat3 inertia = Vec3(0.01, 0.02, 0.03).asDiagonal();
  spec.links.push_back(link("body", kWorld, JointType::kFree, {1.5, Vec3(0.05, 0, 0), inertia}));
  spec.links[0].pose.R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  spec.links[0].pose.p = Vec3(0.2, -0.1, 0.4);
  spec.links[0].jointV0.resize(6);
  spec.links[0].jointV0 << 0.3, 2, 5, 0.1, 0.2, -0.1;
  return spec;
}

/// The body with a soft arm that swings, perhaps in a fluid.
ModelSpec armSpec(const Vec3& gravity = Vec3::Zero(), const std::optional<BodyFluid>& fluid = {}) {
  ModelSpec spec = bodySpec(gravity);
  RodDivisionSpec division;
  division.length = 0.4;
  division.section = SectionLaw::shape("circle", {[](double s) { return 0.02 - 0.01 * s; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5, division.viscosity = 100;
  for (std::size_t k = 0; k < 3; ++k) division.strain[k] = makeStrainBasis("legendre", 1);
  division.quadrature = 5;
  LinkSpec arm = link("arm", 0, JointType::kFixed, {});
  arm.pose.p = Vec3(0, 0.1, 0);
  const auto rod = std::make_shared<Rod>(RodSpec{{division}, 4});
  if (fluid) rod->immerse(*fluid);
  arm.body = rod;
  arm.bodyQ0 = VecX::LinSpaced(arm.body->size(), -0.3, 0.4);
  spec.links.push_back(arm);
  return spec;
}

/// The body with a hoop of two arms that a loop closes.
ModelSpec hoopSpec() {
  ModelSpec spec = bodySpec();
  const Mat3 inertia = 1e-3 * Mat3::Identity();
  LinkSpec first = link("first", 0, JointType::kRevolute, {0.3, Vec3(0.1, 0, 0), inertia});
  LinkSpec second = link("second", 1, JointType::kRevolute, {0.2, Vec3(0.1, 0, 0), inertia});
  first.jointQ0 = VecX::Constant(1, 1.2), first.jointV0 = VecX::Constant(1, 2.0);
  second.pose.p = Vec3(0.2, 0, 0);
  second.jointQ0 = VecX::Constant(1, -2.0);
  spec.links.push_back(first), spec.links.push_back(second);
  LinkSpec third = link("third", 0, JointType::kRevolute, {0.3, Vec3(0.1, 0, 0), inertia});
  third.pose.p = Vec3(0.25, 0, 0);
  third.jointQ0 = VecX::Constant(1, 1.9);
  spec.links.push_back(third);
  LoopSpec loop;
  loop.name = "hoop";
  loop.joint.type = JointType::kRevolute;
  loop.a.link = 2, loop.a.pose.p = Vec3(0.25, 0, 0);
  loop.b.link = 3, loop.b.pose.p = Vec3(0.2, 0, 0);
  spec.loops.push_back(loop);
  return spec;
}

/// The same with a damper at the root, far too weak to be felt: its flight is the method's.
ModelSpec held(ModelSpec spec) {
  for (LinkSpec& l : spec.links)
    if (l.parent == kWorld && l.joint.type == JointType::kFree) l.joint.damping = VecX::Constant(6, 1e-300);
  return spec;
}

/// Of all links together; world.
struct Flight {
  double mass = 0;
  Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero();
};
Flight flightOf(Runner& run) {
  Flight out;
  out.momentum = momentum(*run.model, run.data, run.state.q, run.state.v).tail<3>();
  for (std::size_t i = 0; i < run.model->links.size(); ++i) {
    const RigidInertia& rigid = run.model->links[i].rigid;
    const BodyData* body = run.data.bodies[i].get();
    const double mass = body ? body->mass : rigid.mass;
    const Vec3 moment = body ? body->firstMoment : Vec3(rigid.mass * rigid.com);
    const Pose X = worldPose(run.data, static_cast<int>(i) + 1);
    out.mass += mass;
    out.centre += X.R * moment + mass * X.p;
  }
  out.centre /= out.mass;
  return out;
}

/// J, of a point of this mass with this momentum.
double flightEnergy(const Flight& flight, const Vec3& gravity) {
  return 0.5 * flight.momentum.squaredNorm() / flight.mass - flight.mass * gravity.dot(flight.centre);
}

/// How far a run of `duration` (s) is from the flight of a thrown point, relative to the momentum and way of the run,
/// and what its energy balance lacks, relative to the kinetic energy at the start.
struct Error {
  double momentum = 0, centre = 0, energy = 0;
  double own = 0;  ///< of the energy, without that of the flight
};
Error errorOf(const ModelSpec& spec, const SimulationSettings& simulation, double duration) {
  Runner run(build(spec, simulation));
  const Flight start = flightOf(run);
  const double kinetic = run.energyNow().kinetic, flight = flightEnergy(start, spec.gravity);
  Error out;
  double fastest = start.momentum.norm(), farthest = 0.1;
  for (int k = 0; k < 50; ++k) {
    run.run(duration / 50, simulation.step);
    const Flight now = flightOf(run);
    const double t = run.state.t;
    const Vec3 P = start.momentum + t * start.mass * spec.gravity;
    const Vec3 way = (t / start.mass) * start.momentum + (0.5 * t * t) * spec.gravity;
    fastest = std::max(fastest, P.norm()), farthest = std::max(farthest, way.norm());
    out.momentum = std::max(out.momentum, (now.momentum - P).norm() / fastest);
    out.centre = std::max(out.centre, (now.centre - start.centre - way).norm() / farthest);
    const double lacking = run.integrator->balanceResidual(run.energyNow());
    out.energy = std::max(out.energy, std::abs(lacking) / kinetic);
    out.own = std::max(out.own, std::abs(lacking - flightEnergy(now, spec.gravity) + flight) / kinetic);
  }
  return out;
}

struct Case {
  const char* name;
  double rho;
};
const std::vector<Case> kMethods = {
    {"newmark", 1}, {"generalized_alpha", 1}, {"generalized_alpha", 0.8}, {"generalized_alpha", 0}};

TEST(FreeFlight, OfABodyWhoseCentreIsOffItsFrame) {
  for (const Vec3& gravity : {Vec3(0, 0, 0), kGravity})
    for (const Case& c : kMethods) {
      SCOPED_TRACE(std::string(c.name) + " " + std::to_string(c.rho) + ", gravity " + std::to_string(gravity.z()));
      const SimulationSettings chosen = settings(c.name, 0.01, c.rho);
      const Error now = errorOf(bodySpec(gravity), chosen, 100), before = errorOf(held(bodySpec(gravity)), chosen, 100);
      EXPECT_LE(now.momentum, 1e-9);
      EXPECT_LE(now.centre, 1e-9);
      EXPECT_LE(now.energy, before.energy);
      EXPECT_NEAR(now.energy, before.own, 1e-6);  // what is left is the method's
      EXPECT_GE(before.momentum, 1e-3);           // what it is for
    }
}

TEST(FreeFlight, OfABodyWithASoftArm) {
  for (const Vec3& gravity : {Vec3(0, 0, 0), kGravity})
    for (const Case& c : kMethods) {
      SCOPED_TRACE(std::string(c.name) + " " + std::to_string(c.rho) + ", gravity " + std::to_string(gravity.z()));
      const SimulationSettings chosen = settings(c.name, 0.01, c.rho);
      const Error now = errorOf(armSpec(gravity), chosen, 10), before = errorOf(held(armSpec(gravity)), chosen, 10);
      EXPECT_LE(now.momentum, 1e-9);
      EXPECT_LE(now.centre, 1e-9);
      EXPECT_NEAR(now.energy, before.own, 1e-6);  // what is left is the method's
      EXPECT_GE(before.momentum, 1e-3);
    }
}

TEST(FreeFlight, OfAMachineWithALoopOfItsOwn) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    const SimulationSettings chosen = settings(name, 0.005);
    const Error now = errorOf(hoopSpec(), chosen, 5), before = errorOf(held(hoopSpec()), chosen, 5);
    EXPECT_LE(now.momentum, 1e-9) << name;
    EXPECT_LE(now.centre, 1e-9) << name;
    EXPECT_LE(now.energy, before.energy) << name;
    EXPECT_GE(before.momentum, 1e-4) << name;
  }
}

/// What a tree does about its centre (shape, spin, in any frame) is that of the method.
TEST(FreeFlight, LeavesTheMotionAboutTheCentreToTheMethod) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    SimulationSettings chosen = settings(name, 0.01);
    chosen.newtonTolerance = 1e-12;
    Runner flies(build(armSpec(kGravity), chosen)), falls(build(held(armSpec(kGravity)), chosen));
    flies.run(1, 0.01), falls.run(1, 0.01);
    const auto own = [](const Runner& run) {
      VecX out(run.model->nq - 3 + run.model->nv - 3);
      out << run.state.q.tail(run.model->nq - 3), run.state.v.head<3>(), run.state.v.tail(run.model->nv - 6);
      return out;
    };
    EXPECT_LE((own(flies) - own(falls)).cwiseAbs().maxCoeff(), 1e-8) << name;
    EXPECT_GE((flies.state.v - falls.state.v).norm(), 1e-4) << name;
  }
}

TEST(FreeFlight, AccelerationsBelongToTheState) {
  Runner run(build(armSpec(kGravity), settings("newmark", 0.01)));
  for (int k = 0; k < 100; ++k) {
    run.steps(1, 0.01);
    forwardDynamics(*run.model, run.data, run.state.q, run.state.v, {.t = run.state.t});
    const VecX difference = run.integrator->acceleration() - run.data.acceleration;
    ASSERT_LE(difference.segment<3>(3).norm(), 1e-4) << k;
    ASSERT_EQ(run.state.block("integrator.algorithmic_acceleration"), run.integrator->acceleration()) << k;
  }
}

TEST(FreeFlight, ResumesBitByBit) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    const ModelPtr model = build(armSpec(kGravity), settings(name, 0.01));
    Runner whole(model), first(model);
    whole.steps(60, 0.01), first.steps(23, 0.01);
    Runner second(model, first.state);
    second.steps(37, 0.01);
    EXPECT_EQ(whole.state.q, second.state.q) << name;
    EXPECT_EQ(whole.state.v, second.state.v) << name;
    EXPECT_EQ(whole.state.z, second.state.z) << name;
  }
}

TEST(FreeFlight, OfTwoBodies) {
  ModelSpec spec = bodySpec(kGravity);
  spec.links.push_back(bodySpec().links[0]);
  spec.links[1].name = "other";
  spec.links[1].pose.p = Vec3(100, 20, 3);
  spec.links[1].jointV0 << -3, 1, 0.2, 1, -2, 3;
  const Error now = errorOf(spec, settings("generalized_alpha", 0.01), 10);
  EXPECT_LE(now.momentum, 1e-9);
  EXPECT_LE(now.centre, 1e-9);
}

void hangOnALoop(ModelSpec& spec) {
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint.type = JointType::kSpherical;
  loop.a.link = 0;
  loop.b.pose = spec.links[0].pose;
  spec.loops.push_back(loop);
}

void hangOnATendon(ModelSpec& spec) {
  const auto tendon = [](const Model&) {
    std::vector<Tendon::Segment> way = {{{kWorld, Vec3(0, 0, 2)}, {0, Vec3(0.1, 0, 0)}}};
    return std::make_unique<Tendon>("rope", std::vector<Tendon::BodyPiece>{}, std::move(way), true);
  };
  spec.actuators.push_back(tendon);
  spec.signals = [](const Model&) { return std::vector<InputSignal>{{0, [](double) { return 5.0; }}}; };
}

/// Pressed against the floor for as long as the test looks.
void layOnAFloor(ModelSpec& spec) {
  ContactSpec floor;
  floor.name = "floor";
  floor.law = {.stiffness = 300, .damping = 0.1, .friction = 0.3};
  floor.linkA = 0;
  BallSpec ball;
  ball.link = 0, ball.radius = 0.5;
  floor.ballsA = {ball};
  floor.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  floor.surfacePose.p.z() = spec.links[0].pose.p.z() - 0.3;
  spec.contacts.push_back(floor);
}

void push(ModelSpec& spec, double until) {
  const auto wrench = [until](double t) { return t < until ? Vec6(0.1, 0, 0, 3, 2, 1) : Vec6(Vec6::Zero()); };
  spec.loads.push_back({"push", 0, kBaseStation, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, wrench)});
}

constexpr double kDigits = 1e-12;  // m, rad, m/s, rad/s

TEST(FreeFlight, ShowsInTwentySteps) {  // what the tests of its absence would see
  for (const char* name : {"generalized_alpha", "newmark"}) {
    const SimulationSettings chosen = settings(name, 0.01);
    Runner run(build(bodySpec(kGravity), chosen)), method(build(held(bodySpec(kGravity)), chosen));
    run.steps(20, 0.01), method.steps(20, 0.01);
    EXPECT_GE(stateError(*run.model, run.state, method.state), 1e6 * kDigits) << name;
  }
}

TEST(FreeFlight, IsNoneWhereSomethingElseActs) {
  const std::vector<std::pair<const char*, std::function<void(ModelSpec&)>>> others = {
      {"loop", hangOnALoop},
      {"tendon", hangOnATendon},
      {"floor", layOnAFloor},
      {"load", [](ModelSpec& spec) { push(spec, 100); }},
      {"drive",
       [](ModelSpec& spec) {
         spec.actuators.push_back([](const Model& m) { return std::make_unique<JointActuator>("motor", m, 0); });
       }},
      {"spring", [](ModelSpec& spec) { spec.links[0].joint.stiffness = VecX::Constant(6, 2.0); }},
      {"fluid",
       [](ModelSpec& spec) {
         spec.links[0].fluid = LinkFluid{0.2 * Mat6::Identity(), 0, Vec3::Zero()};
       }},
  };
  for (const auto& [what, act] : others)
    for (const char* name : {"generalized_alpha", "newmark"}) {
      ModelSpec spec = bodySpec(kGravity);
      act(spec);
      Runner run(build(spec, settings(name, 0.01))), method(build(held(spec), settings(name, 0.01)));
      run.steps(20, 0.01), method.steps(20, 0.01);
      EXPECT_LE(stateError(*run.model, run.state, method.state), kDigits) << what << " " << name;
    }
}

TEST(FreeFlight, IsNoneInAFluidAroundASoftArm) {
  const BodyFluid moves{.density = 500, .buoyancy = false, .added = Vec6(0, 0, 0, 0, 1, 1).asDiagonal()};
  const BodyFluid lifts{.density = 500, .buoyancy = true};
  for (const BodyFluid& fluid : {moves, lifts}) {
    const ModelSpec spec = armSpec(kGravity, fluid);
    Runner run(build(spec, settings("newmark", 0.01))), method(build(held(spec), settings("newmark", 0.01)));
    run.steps(20, 0.01), method.steps(20, 0.01);
    EXPECT_LE(stateError(*run.model, run.state, method.state), 100 * kDigits) << fluid.buoyancy;
  }
}

TEST(FreeFlight, IsNotStoppedByATendonOfItsOwn) {
  ModelSpec spec = hoopSpec();
  const auto tendon = [](const Model&) {
    std::vector<Tendon::Segment> way = {{{0, Vec3(0, 0.1, 0)}, {1, Vec3(0.1, 0.1, 0)}}};
    return std::make_unique<Tendon>("muscle", std::vector<Tendon::BodyPiece>{}, std::move(way), true);
  };
  spec.actuators.push_back(tendon);
  spec.signals = [](const Model&) { return std::vector<InputSignal>{{0, [](double t) { return 1 + t; }}}; };
  EXPECT_LE(errorOf(spec, settings("newmark", 0.01), 2).momentum, 1e-12);
}

TEST(FreeFlight, IsNoneUnderForcesOfTheJoint) {
  struct Push : InputsProvider {
    void evaluate(double, VecXMut, VecXMut tau) const override { tau.setZero(), tau[4] = 2; }
  } inputs;
  Runner run(build(bodySpec(), settings("newmark", 0.01))), method(build(held(bodySpec()), settings("newmark", 0.01)));
  for (Runner* r : {&run, &method}) {
    ASSERT_FALSE(r->integrator->reset(*r->model, r->data, r->state, inputs));
    for (int k = 0; k < 20; ++k) ASSERT_FALSE(r->integrator->step(*r->model, r->data, r->state, 0.01, inputs));
  }
  EXPECT_LE(stateError(*run.model, run.state, method.state), kDigits);
}

TEST(FreeFlight, BeginsWhenALoadEnds) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    ModelSpec spec = bodySpec();
    push(spec, 0.5);
    Runner run(build(spec, settings(name, 0.01)));
    const Flight start = flightOf(run);
    run.run(0.55, 0.01);
    const Flight thrown = flightOf(run);
    EXPECT_NEAR((thrown.momentum - start.momentum).norm(), 0.5 * std::sqrt(14.0), 0.05) << name;
    run.run(20, 0.01);
    EXPECT_LE((flightOf(run).momentum - thrown.momentum).norm(), 1e-10 * thrown.momentum.norm()) << name;
  }
}

/// What is read between steps is a cubic through their ends, so the momentum is that of the walk within the tolerance.
TEST(FreeFlight, WithStepsOfTheMethodsOwnChoice) {
  for (const char* name : {"generalized_alpha", "newmark"}) {
    SimulationSettings chosen = settings(name, 0.01);
    chosen.adaptive = true, chosen.rtol = 1e-4, chosen.atol = 1e-6;
    const Error now = errorOf(bodySpec(), chosen, 100), before = errorOf(held(bodySpec()), chosen, 100);
    EXPECT_LE(now.momentum, chosen.rtol) << name;
    EXPECT_LE(now.centre, 1e-6) << name;
    EXPECT_LE(now.energy, before.energy) << name;
    EXPECT_GE(before.momentum, 1e-2) << name;
  }
}

}  // namespace
}  // namespace tendril
