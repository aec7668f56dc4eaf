// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/integrators/robots.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/model/rod/rod.hpp"

namespace tendril::tests {
namespace {

using std::numbers::pi;

LinkSpec link(int index, int parent, JointType type, const Vec3& axis, const RigidInertia& rigid) {
  LinkSpec out;
  out.id = static_cast<std::uint64_t>(index) + 1;
  out.name = "link" + std::to_string(index);
  out.parent = parent;
  out.joint.type = type;
  out.joint.axis = axis;
  out.rigid = rigid;
  return out;
}

RigidInertia inertia(double mass, const Vec3& com, const Vec3& diagonal) {
  return {mass, com, Mat3(diagonal.asDiagonal())};
}

RodSpec manipulatorRod() {
  RodDivisionSpec division;
  division.length = 0.5;
  division.section = SectionLaw::shape("circle", {[](double s) { return 0.03 - 0.015 * s; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5, division.viscosity = 1e4;
  for (std::size_t k = 0; k < 6; ++k) division.strain[k] = makeStrainBasis("legendre", k < 3 ? 4 : 2);
  division.quadrature = 5;
  return {{division}, 4};
}

using Offset = std::function<double(double)>;

/// A route whose slopes are exact differences of smooth functions (only the tests' own; files give derivatives).
std::function<RoutePoint(double)> route(Offset y, Offset z, Offset dy, Offset dz) {
  return [=](double X) { return RoutePoint{y(X), z(X), dy(X), dz(X)}; };
}

std::vector<std::function<RoutePoint(double)>> manipulatorRoutes() {
  const auto r = [](double X) { return 0.03 - 0.015 * X; };
  const double s3 = std::sqrt(3.0) / 2, w = 4 * pi;
  std::vector<std::function<RoutePoint(double)>> routes;
  for (const auto& [cy, cz] : {std::pair{0.0, 1.0}, {-s3, -0.5}, {s3, -0.5}}) {
    const double y = cy, z = cz;
    routes.push_back(route([=](double X) { return y * r(X); }, [=](double X) { return z * r(X); },
                           [=](double) { return -0.015 * y; }, [=](double) { return -0.015 * z; }));
  }
  for (const double sign : {1.0, -1.0}) {
    routes.push_back(route([=](double X) { return 0.015 * std::sin(w * X); },
                           [=](double X) { return sign * 0.015 * std::cos(w * X); },
                           [=](double X) { return 0.015 * w * std::cos(w * X); },
                           [=](double X) { return -sign * 0.015 * w * std::sin(w * X); }));
  }
  return routes;
}

std::unique_ptr<Actuator> tendon(const Model& model, int index) {
  const Body& body = *model.links[0].body;
  std::vector<Tendon::BodyPiece> pieces;
  pieces.push_back({0, body.makeTendonPiece(manipulatorRoutes()[static_cast<std::size_t>(index)], 0, 1)});
  return std::make_unique<Tendon>("tendon " + std::to_string(index + 1), std::move(pieces),
                                  std::vector<Tendon::Segment>{}, true);
}

}  // namespace

ModelSpec pendulumSpec(double length, double q0, double v0) {
  ModelSpec spec;
  spec.links.push_back(link(0, kWorld, JointType::kRevolute, Vec3::UnitY(), inertia(2, {length, 0, 0}, Vec3::Zero())));
  spec.links[0].jointQ0 = VecX::Constant(1, q0);
  spec.links[0].jointV0 = VecX::Constant(1, v0);
  return spec;
}

ModelSpec sphericalPendulumSpec() {
  ModelSpec spec;
  spec.links.push_back(
      link(0, kWorld, JointType::kSpherical, Vec3::UnitZ(), inertia(1.5, {0.3, 0.05, -0.1}, {0.02, 0.05, 0.06})));
  spec.links[0].jointV0 = Vec3(3, -2, 5);
  return spec;
}

ModelSpec oscillatorSpec() {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.id = 1;
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = Vec3::UnitX();
  link.joint.stiffness = VecX::Constant(1, 100);
  link.jointQ0 = VecX::Constant(1, 1);
  link.rigid.mass = 1;
  spec.links.push_back(link);
  return spec;
}

ModelSpec freeBodySpec() {
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links.push_back(link(0, kWorld, JointType::kFree, Vec3::UnitZ(), inertia(2, Vec3::Zero(), {0.1, 0.2, 0.3})));
  spec.links[0].jointV0.resize(6);
  spec.links[0].jointV0 << 0.01, 2, 0.02, 0.1, 0.2, -0.1;
  return spec;
}

ModelSpec doublePendulumSpec() {
  ModelSpec spec;
  spec.links.push_back(
      link(0, kWorld, JointType::kRevolute, Vec3::UnitY(), inertia(1.3, {0, 0, -0.4}, {0.05, 0.05, 0.01})));
  spec.links.push_back(
      link(1, 0, JointType::kRevolute, Vec3::UnitY(), inertia(0.9, {0, 0, -0.3}, {0.03, 0.03, 0.008})));
  spec.links[1].station = kBaseStation;
  spec.links[1].pose.p = Vec3(0, 0, -0.8);
  spec.links[0].jointQ0 = VecX::Constant(1, 1.0), spec.links[0].jointV0 = VecX::Constant(1, 0.2);
  spec.links[1].jointQ0 = VecX::Constant(1, -0.4), spec.links[1].jointV0 = VecX::Constant(1, -0.5);
  return spec;
}

ModelSpec floatingRobotSpec(int arms) {
  ModelSpec spec = freeBodySpec();
  spec.links[0].rigid.com = Vec3(0.05, -0.02, 0.03);
  int index = 1;
  for (int arm = 0; arm < arms; ++arm) {
    int parent = 0;
    for (const JointType type : {JointType::kSpherical, JointType::kRevolute, JointType::kHelical}) {
      LinkSpec next = link(index, parent, type, Vec3(1, 2, arm + 1).normalized(),
                           inertia(0.4, {0.1, 0.02 * arm, 0}, {0.002, 0.004, 0.005}));
      next.pose.p = Vec3(0.1, 0.05 * arm, -0.1);
      next.joint.pitch = 0.05;
      next.jointV0 = VecX::LinSpaced(type->velocities(), -1.0, 1.5 + arm);
      spec.links.push_back(next);
      parent = index++;
    }
  }
  return spec;
}

ModelSpec softManipulatorSpec() {
  ModelSpec spec;
  LinkSpec rod = link(0, kWorld, JointType::kFixed, Vec3::UnitZ(), {});
  rod.name = "rod";
  rod.pose.R << 0, 0, 1, 0, 1, 0, -1, 0, 0;  // forward is down
  rod.body = std::make_shared<Rod>(manipulatorRod());
  spec.links.push_back(rod);
  for (int k = 0; k < 5; ++k) spec.actuators.push_back([k](const Model& model) { return tendon(model, k); });
  return spec;
}

std::function<std::vector<InputSignal>(const Model&)> steadyTensions() {
  return [](const Model&) {
    const std::array values = {3.4549150281252627, 5.999999999999998, 5.999999999999999, 5.4270509831248415,
                               1.4999999999999996};
    std::vector<InputSignal> signals;
    for (int k = 0; k < 5; ++k)
      signals.push_back({k, [value = values[static_cast<std::size_t>(k)]](double) { return value; }});
    return signals;
  };
}

std::function<std::vector<InputSignal>(const Model&)> goldenTensions() {
  return [](const Model&) {
    const std::array amplitudes = {10.0, 12.0, 8.0, 6.0, 6.0}, periods = {5.0, 4.0, 3.0, 2.5, 6.0};
    std::vector<InputSignal> signals;
    for (int k = 0; k < 5; ++k) {
      const double a = amplitudes[static_cast<std::size_t>(k)], period = periods[static_cast<std::size_t>(k)];
      signals.push_back({k, [=](double t) { return a * std::pow(std::sin(pi * (t + 1) / period), 2); }});
    }
    return signals;
  };
}

SimulationSettings settings(const std::string& integrator, double step, double rhoInf) {
  SimulationSettings out;
  out.integrator = integrator;
  out.step = step;
  out.rhoInf = rhoInf;
  return out;
}

ModelPtr build(ModelSpec spec, const SimulationSettings& simulation) {
  spec.simulation = simulation;
  return std::make_shared<const Model>(std::move(spec));
}

Runner::Runner(ModelPtr m) : Runner(m, initialState(*m)) {}

Runner::Runner(ModelPtr m, State start)
    : model(std::move(m)), data(*model), integrator(makeIntegrator(model->simulation)), inputs(*model), state(start) {
  const StepResult bad = integrator->reset(*model, data, state, inputs);
  if (bad) ADD_FAILURE() << bad->message();
}

void Runner::steps(int count, double step) {
  for (int k = 0; k < count; ++k) {
    const StepResult bad = integrator->step(*model, data, state, step, inputs);
    if (bad) {
      ADD_FAILURE() << bad->message();
      return;
    }
  }
}

void Runner::run(double duration, double step) {
  const int whole = static_cast<int>(std::floor(duration / step + 1e-9));
  steps(whole, step);
  const double rest = duration - whole * step;
  if (rest > 1e-9 * step) steps(1, rest);
}

Energy Runner::energyNow() {
  return energy(*model, data, state.q, state.v);
}

double stateError(const Model& model, const State& a, const State& b) {
  VecX delta(model.nv);
  difference(model, b.q, a.q, delta);
  return std::max(delta.cwiseAbs().maxCoeff(), (a.v - b.v).cwiseAbs().maxCoeff());
}

}  // namespace tendril::tests
