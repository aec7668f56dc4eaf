// SPDX-License-Identifier: BSD-3-Clause
// Actuators in time, of all kinds and with inputs that change: against the engine's residual along the motion, which
// knows nothing of series; forward and hybrid dynamics by what they leave of the inverse.
#include <gtest/gtest.h>

#include "core/model/propellers.hpp"
#include "tests/core/dynamics/time_derivatives/world_series.hpp"

namespace tendril::tests {
namespace {

/// A tendon that is a helix, a chamber, and a cable on a spool along the body of link i.
void addAlongBody(ModelSpec& spec, int i) {
  const auto piece = [i](const Model& m, auto route, double from, double to) {
    std::vector<Tendon::BodyPiece> pieces;
    pieces.push_back({i, m.links[static_cast<std::size_t>(i)].body->makeTendonPiece(route, from, to)});
    return pieces;
  };
  spec.actuators.push_back([piece](const Model& m) {
    const auto route = [](double X) {
      return RoutePoint{0.01 * std::cos(3 * X), 0.01 * std::sin(3 * X), -0.03 * std::sin(3 * X),
                        0.03 * std::cos(3 * X)};
    };
    return std::make_unique<Tendon>("tendon", piece(m, route, 0, 0.9), std::vector<Tendon::Segment>(), true);
  });
  spec.actuators.push_back([i](const Model& m) {
    const auto route = [](double X) { return RoutePoint{0.006, -0.004 * X, 0, -0.004, 0.3 * (1 + X)}; };
    return std::make_unique<PressureChamber>(
        "chamber", i, m.links[static_cast<std::size_t>(i)].body->makeTendonPiece(route, 0.1, 0.9));
  });
  spec.actuators.push_back([piece](const Model& m) {
    const auto route = [](double) { return RoutePoint{-0.01, 0.004, 0, 0}; };
    const Spool spool{.stiffness = 90, .damping = 0.4, .pretension = 30};
    return std::make_unique<Tendon>("spool", piece(m, route, 0, 1), std::vector<Tendon::Segment>(), true, spool);
  });
}

/// Straight ways between two links, one of them with a spool; propellers on the first.
void addBetween(Random& random, ModelSpec& spec, int i, int j) {
  const Tendon::Point a{i, randomVector(random, 3, 0.3)}, b{j, randomVector(random, 3, 0.3)};
  for (const std::optional<Spool>& spool : {std::optional<Spool>(), std::optional<Spool>({70, 0.3, 40})})
    spec.actuators.push_back([a, b, spool](const Model&) {
      return std::make_unique<Tendon>("straight", std::vector<Tendon::BodyPiece>(),
                                      std::vector<Tendon::Segment>{{a, b}}, false, spool);
    });
  std::vector<Rotor> rotors;
  for (const double spin : {1.0, -1.0})
    rotors.push_back({.position = randomVector(random, 3, 0.3),
                      .axis = randomVector(random, 3).normalized(),
                      .spin = spin,
                      .thrust = 2e-5,
                      .drag = 1e-5});
  spec.actuators.push_back([i, rotors](const Model&) { return std::make_unique<Propellers>("rotors", i, rotors); });
}

class ActuationInTime : public ::testing::TestWithParam<SoftBodies> {
 protected:
  /// `lines`: links along whose bodies something pulls, of those with one.
  Model robot(std::initializer_list<int> lines) {
    const std::vector<JointType> types = {JointType::kFree, JointType::kRevolute, JointType::kSpherical,
                                          JointType::kRevolute, JointType::kHelical};
    ModelSpec spec = randomTree(random, {"tree", types, false, GetParam()});
    spec.actuators.push_back([](const Model& m) { return std::make_unique<JointActuator>("drive", m, 2); });
    for (const int i : lines)
      if (spec.links[static_cast<std::size_t>(i)].body) addAlongBody(spec, i);
    addBetween(random, spec, 4, 0);
    return Model(std::move(spec));
  }
  static VecX at(const MatX& derivatives, double t) {
    VecX sum = VecX::Zero(derivatives.rows());
    double by = 1;
    for (int k = 0; k < derivatives.cols(); by *= t / ++k) sum += by * derivatives.col(k);
    return sum;
  }

  Random random{21};
};

TEST_P(ActuationInTime, SeriesSumsToTheResidualAlongTheMotion) {
  const Model model = robot({1, 3});
  Data data(model);
  const VecX q = randomConfiguration(random, model, 0.6);
  MatX v = MatX::Zero(model.nv, kMostTimeDerivatives + 2);
  v.leftCols(4) = randomDerivatives(random, model.nv, 4, 0.4);
  const MatX u = 5 * randomDerivatives(random, model.nu, 3);
  TimeDerivatives time(model, kMostTimeDerivatives), plain(model, 0);
  time.inverseDynamics(q, v, {.internal = true, .u = &u});
  const Motion motion(model, q, v);
  const auto error = [&](double t, int order) {
    VecX later = Motion::at(motion.q, t);
    normalize(model, later);
    const VecX inputs = at(u, t);
    residual(model, data, later, Motion::at(motion.v, t), Motion::at(motion.v, t, 1), {.t = t, .u = &inputs});
    return relativeError(at(time.tau.leftCols(order + 1), t), data.tau);
  };
  EXPECT_LE(error(0, 0), 1e-12);
  EXPECT_LE(error(0.02, kMostTimeDerivatives), 1e-11);
  for (int order = 0; order <= 4; ++order) {
    const double coarse = error(0.04, order), fine = error(0.02, order);
    if (fine > 1e-10) {
      EXPECT_GT(std::log2(coarse / fine), order + 0.4) << "order " << order;
    }
  }
  plain.inverseDynamics(q, v.leftCols(2), {.u = &u});  // they belong to internal forces
  inverseDynamics(model, data, q, v.col(0), v.col(1));
  EXPECT_LE(relativeError(plain.tau.col(0), data.tau), 1e-12);
}

TEST_P(ActuationInTime, ForwardAndHybridTakeThemAlong) {
  constexpr int kOrder = 3;
  const Model model = robot({1});
  Data data(model);
  const VecX q = randomConfiguration(random, model, 0.6), v = randomVector(random, model.nv);
  const MatX u = 5 * randomDerivatives(random, model.nu, 3), tau = randomDerivatives(random, model.nv, kOrder + 1);
  TimeDerivatives forward(model, kOrder), inverse(model, kOrder);
  forward.forwardDynamics(data, q, v, tau, {.u = &u});
  inverse.inverseDynamics(q, motionOf(v, forward.acceleration), {.internal = true, .u = &u});
  const MatX first = inverse.tau;
  expectForces(first, tau, forward.acceleration);
  const VecX now = u.col(0), force = tau.col(0);
  forwardDynamics(model, data, q, v, {.u = &now, .tau = &force});
  EXPECT_LE(relativeError(forward.acceleration.col(0), data.acceleration), 1e-9);

  const MatX given = randomDerivatives(random, model.nv, kOrder + 2);
  std::vector<int> prescribed;
  for (int i = 1; i < model.nv; i += 3) prescribed.push_back(i);
  forward.hybridDynamics(data, q, given, prescribed, tau, {.u = &u});
  inverse.inverseDynamics(q, motionOf(given.col(0), forward.acceleration), {.internal = true, .u = &u});
  expectForces(forward.tau, inverse.tau, forward.acceleration);
}

std::string nameOf(const ::testing::TestParamInfo<SoftBodies>& info) {
  constexpr std::array kNames = {"rigid", "rods", "arcs", "mixed", "volumes", "fields"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(All, ActuationInTime,
                         ::testing::Values(SoftBodies::kNone, SoftBodies::kRods, SoftBodies::kArcs,
                                           SoftBodies::kVolumes, SoftBodies::kFields),
                         nameOf);

/// A cable that is slack does not pull, whatever moves.
TEST(ActuatorsInTime, SlackCablesDoNothing) {
  Random random(3);
  ModelSpec spec = randomTree(random, {"pair", {JointType::kFree, JointType::kFree}, false, SoftBodies::kNone});
  const Tendon::Segment way{{0, Vec3(0.1, 0, 0)}, {1, Vec3(0, 0.1, 0)}};
  spec.actuators.push_back([way](const Model&) {
    return std::make_unique<Tendon>("slack", std::vector<Tendon::BodyPiece>(), std::vector<Tendon::Segment>{way}, false,
                                    Spool{.stiffness = 10, .damping = 0, .pretension = -100});
  });
  const Model model(std::move(spec));
  TimeDerivatives time(model, 3);
  const VecX q = randomConfiguration(random, model);
  const MatX v = randomDerivatives(random, model.nv, 5), u = MatX::Zero(1, 1);
  time.inverseDynamics(q, v, {.internal = true});
  const MatX free = time.tau;
  time.inverseDynamics(q, v, {.internal = true, .u = &u});
  EXPECT_LE(worstColumn(time.tau, free), 1e-13);
}

TEST(ActuatorsInTime, InputsOfAnotherRobotAreRefused) {
  Random random(4);
  const Model model(randomTree(random, {"one", {JointType::kRevolute}, false, SoftBodies::kNone}));
  TimeDerivatives time(model, 0);
  const MatX u = MatX::Zero(2, 1);
  EXPECT_THROW(time.inverseDynamics(model.q0, MatX::Zero(1, 2), {.internal = true, .u = &u}), std::invalid_argument);
}

}  // namespace
}  // namespace tendril::tests
