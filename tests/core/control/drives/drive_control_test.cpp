// SPDX-License-Identifier: BSD-3-Clause
// Control through motors behind springs: the equations that errors are to obey, and whole runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/control/drives/drive_control.hpp"
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "tests/core/control/controlled_robots.hpp"
#include "tests/core/dynamics/motor_models.hpp"

namespace tendril::tests {
namespace {

using ::testing::HasSubstr;

std::vector<int> allInputs(const Model& model) {
  std::vector<int> inputs(static_cast<std::size_t>(model.nu));
  for (int i = 0; i < model.nu; ++i) inputs[static_cast<std::size_t>(i)] = i;
  return inputs;
}

ReferencePtr sines(int n, double amplitude, double center = 0) {
  std::vector<GivenReference::Motion> motions;
  for (int i = 0; i < n; ++i) motions.push_back(sine(amplitude * (1 + 0.1 * i), 2 + 0.3 * i, 0.4 * i, center));
  return std::make_shared<GivenReference>(std::move(motions));
}

/// (s + rate)⁴ and (s + rate)².
DriveControlSettings settingsOf(int nv, int pairs, double rate, bool feedback = true) {
  const double r2 = rate * rate;
  const auto all = [&](double gain) { return VecX(VecX::Constant(nv, gain)); };
  return {feedback,
          {all(r2 * r2), all(4 * r2 * rate), all(6 * r2), all(4 * rate)},
          {VecX::Constant(pairs, r2), VecX::Constant(pairs, 2 * rate)}};
}

/// An arm with motors behind springs, as it is and without its motors.
struct Arm {
  explicit Arm(bool pairs, int seed = 3) : random(static_cast<Random::result_type>(seed)) {
    spec = randomTree(random, {"dry", {JointType::kRevolute, JointType::kPrismatic, JointType::kRevolute}, true});
    addMotors(spec, random, pairs), addTorques(spec);
    linkSide = std::make_shared<Model>(ModelSpec(spec));
    appendMotors(spec);
    this->pairs = pairs ? linkSide->nv : 0;
  }
  /// Stiffnesses about 20 times those of the springs at rest.
  ReferencePtr stiffness(double amplitude) const { return pairs ? sines(pairs, amplitude, 800) : nullptr; }
  MakeController controller(double amplitude, double swelling, DriveControlSettings settings,
                            std::optional<double> period = {}) const {
    return [*this, amplitude, swelling, settings, period](const Model& plant) {
      auto made = makeDriveControl("drives", allInputs(plant), plant, linkSide, sines(linkSide->nv, amplitude),
                                   stiffness(swelling), settings);
      made->period = period;
      return made;
    };
  }
  /// Where links and springs are as the references want them at t = 0, and as fast.
  State start(const Model& plant, double amplitude, double swelling) const {
    DriveDynamics drives(*linkSide);
    MatX q(linkSide->nv, 5), sigma(pairs, 3);
    sines(linkSide->nv, amplitude)->evaluate(0, 4, q);
    if (pairs) stiffness(swelling)->evaluate(0, 2, sigma);
    drives.inverseDynamics(q.col(0), q.rightCols(4), sigma);
    EXPECT_EQ(drives.failure, "");
    State state;
    state.q = plant.q0, state.v = plant.v0;
    state.q.head(linkSide->nv) = q.col(0), state.v.head(linkSide->nv) = q.col(1);
    for (std::size_t i = 0; i < drives.motors.size(); ++i) {
      const DriveSpring& spring = plant.driveSprings[i];
      state.q[spring.motorQ] = state.q[spring.jointQ] + drives.motors[i].deflection;
      state.v[spring.motorV] = drives.motors[i].speed;
    }
    return state;
  }
  Random random;
  ModelSpec spec;
  std::shared_ptr<const Model> linkSide;
  int pairs = 0;
};

class DriveControlOf : public ::testing::TestWithParam<bool> {};

/// The snap of the links and σ̈ under the torques that are demanded, from the plant's own equations.
TEST_P(DriveControlOf, ErrorsObeyTheirLinearEquations) {
  Arm arm(GetParam());
  const DriveControlSettings settings = settingsOf(arm.linkSide->nv, arm.pairs, 6);
  const Model plant{ModelSpec(arm.spec)};
  const auto controller = arm.controller(0.2, 40, settings)(plant);
  const int n = arm.linkSide->nv;
  const double t = 0.37;
  const VecX z = VecX::Zero(controller->stateSize());
  for (int round = 0; round < 5; ++round) {
    VecX q = plant.q0, v = randomVector(arm.random, plant.nv, 0.5);
    q += randomVector(arm.random, plant.nq, 0.05);
    VecX state = z, u(plant.nu), signals(static_cast<Eigen::Index>(controller->signals().size()));
    const auto workspace = controller->makeWorkspace(plant);
    controller->update(*workspace, {.t = t, .q = q, .v = v}, {state, u, signals});
    for (std::size_t i = 0; i < arm.linkSide->links.size(); ++i)
      ASSERT_EQ(signals[signals.size() - 1 - static_cast<Eigen::Index>(i)], 1);
    Data data(plant), link(*arm.linkSide);
    forwardDynamics(plant, data, q, v, {.t = t, .u = &u});
    MatX torque = MatX::Zero(n, 3), sigma = MatX::Zero(arm.pairs, 3);
    std::size_t next = 0;
    for (const DrivenCoordinate& c : drivenCoordinates(*arm.linkSide))
      for (std::size_t m = 0; m < c.motors.size(); ++m, ++next) {
        const DriveSpring& s = plant.driveSprings[next];
        const double rate = v[s.motorV] - v[s.jointV],
                     second = data.acceleration[s.motorV] - data.acceleration[s.jointV];
        const SpringTorque at = s.law->evaluate(q[s.motorQ] - q[s.jointQ]);
        torque.row(c.v) +=
            Eigen::RowVector3d(at.torque, at.stiffness * rate, at.slope * rate * rate + at.stiffness * second);
        if (c.pair >= 0)
          sigma.row(c.pair) +=
              Eigen::RowVector3d(at.stiffness, at.slope * rate, at.curvature * rate * rate + at.slope * second);
      }
    TimeDerivatives forward(*arm.linkSide, 2);
    forward.forwardDynamics(link, q.head(n), v.head(n), torque, {.t = t});
    MatX wanted(n, 5), stiff(arm.pairs, 3), motion(n, 5);
    sines(n, 0.2)->evaluate(t, 4, wanted);
    if (arm.pairs) arm.stiffness(40)->evaluate(t, 2, stiff);
    motion << q.head(n), v.head(n), forward.acceleration;
    VecX left = wanted.col(4) - motion.col(4);
    for (int k = 0; k < 4; ++k)
      left += settings.gains[static_cast<std::size_t>(k)].cwiseProduct(wanted.col(k) - motion.col(k));
    EXPECT_LT(left.cwiseAbs().maxCoeff(), 1e-8 * motion.col(4).cwiseAbs().maxCoeff());
    if (arm.pairs == 0) continue;
    VecX stiffLeft = stiff.col(2) - sigma.col(2);
    for (int k = 0; k < 2; ++k)
      stiffLeft += settings.stiffnessGains[static_cast<std::size_t>(k)].cwiseProduct(stiff.col(k) - sigma.col(k));
    EXPECT_LT(stiffLeft.cwiseAbs().maxCoeff(), 1e-8 * sigma.col(2).cwiseAbs().maxCoeff());
  }
}

TEST_P(DriveControlOf, BringsLinksAndStiffnessToTheirReferences) {
  const Arm arm(GetParam());
  ControlledRun run(withController(ModelSpec(arm.spec),
                                   {arm.controller(0.2, 40, settingsOf(arm.linkSide->nv, arm.pairs, 12), 5e-4)},
                                   "runge_kutta_4", 5e-4));
  run.steps(4000, 5e-4);
  ASSERT_FALSE(run.failure) << run.failure->message();
  MatX wanted(arm.linkSide->nv, 2);
  sines(arm.linkSide->nv, 0.2)->evaluate(run.state.t, 1, wanted);
  EXPECT_LT((wanted.col(0) - run.state.q.head(arm.linkSide->nv)).cwiseAbs().maxCoeff(), 2e-3);
  if (arm.pairs == 0) return;
  MatX stiff(arm.pairs, 1);
  arm.stiffness(40)->evaluate(run.state.t, 0, stiff);
  VecX sigma = VecX::Zero(arm.pairs);
  for (const DriveSpring& s : run.model->driveSprings)
    sigma[s.jointV] += s.law->evaluate(run.state.q[s.motorQ] - run.state.q[s.jointQ]).stiffness;
  EXPECT_LT((stiff.col(0) - sigma).cwiseAbs().maxCoeff(), 1);
}

/// Without samples, by explicit and implicit methods: the references are met, not only approached.
TEST_P(DriveControlOf, RunsWithoutSamples) {
  const Arm arm(GetParam());
  for (const char* integrator : {"runge_kutta_4", "generalized_alpha", "bdf"}) {
    const auto model = withController(
        ModelSpec(arm.spec), {arm.controller(0.1, 40, settingsOf(arm.linkSide->nv, arm.pairs, 12))}, integrator, 5e-4);
    ControlledRun run(model, arm.start(*model, 0.1, 40));
    run.steps(1000, 5e-4);
    ASSERT_FALSE(run.failure) << integrator << ": " << run.failure->message();
    MatX wanted(arm.linkSide->nv, 1);
    sines(arm.linkSide->nv, 0.1)->evaluate(run.state.t, 0, wanted);
    EXPECT_LT((wanted.col(0) - run.state.q.head(arm.linkSide->nv)).cwiseAbs().maxCoeff(),
              integrator == std::string("generalized_alpha") ? 1e-5 : 1e-8)
        << integrator;
  }
}

/// The equations of links and motors under torques of the reference alone: [vsa] Algorithm VSA-NEA.
TEST_P(DriveControlOf, TorquesOfTheReferenceReproduceIt) {
  const Arm arm(GetParam());
  const Model plant{ModelSpec(arm.spec)};
  DriveDynamics drives(*arm.linkSide);
  Data data(plant);
  const int n = arm.linkSide->nv;
  MatX wanted(n, 5), sigma(arm.pairs, 3);
  VecX u(plant.nu);
  const auto torques = [&](double t) {
    sines(n, 0.1)->evaluate(t, 4, wanted);
    if (arm.pairs) arm.stiffness(40)->evaluate(t, 2, sigma);
    drives.inverseDynamics(wanted.col(0), wanted.rightCols(4), sigma, {.t = t});
    for (std::size_t i = 0; i < drives.motors.size(); ++i) u[static_cast<Eigen::Index>(i)] = drives.motors[i].torque;
  };
  State state = arm.start(plant, 0.1, 40);
  VecX x(2 * plant.nv);
  x << state.q, state.v;
  const auto rates = [&](double t, const VecX& at) {
    torques(t);
    forwardDynamics(plant, data, at.head(plant.nv), at.tail(plant.nv), {.t = t, .u = &u});
    VecX out(x.size());
    out << at.tail(plant.nv), data.acceleration;
    return out;
  };
  constexpr double h = 2e-4;  // classical Runge–Kutta steps
  for (int i = 0; i < 2500; ++i) {
    const double t = i * h;
    const VecX a = rates(t, x), b = rates(t + h / 2, x + h / 2 * a), c = rates(t + h / 2, x + h / 2 * b),
               d = rates(t + h, x + h * c);
    x += h / 6 * (a + 2 * b + 2 * c + d);
  }
  torques(2500 * h);
  EXPECT_LT((wanted.col(0) - x.head(n)).cwiseAbs().maxCoeff(), 1e-9);
  for (std::size_t i = 0; i < drives.motors.size(); ++i) {
    const DriveSpring& s = plant.driveSprings[i];
    EXPECT_NEAR(x[s.motorQ] - x[s.jointQ], drives.motors[i].deflection, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DriveControlOf, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "pairs" : "one"; });

TEST(DriveControl, HoldsTheLastTorquesWhereNoneDo) {
  const Arm arm(true);
  const Model plant{ModelSpec(arm.spec)};
  const auto impossible = [&](double stiffness) {
    return makeDriveControl("drives", allInputs(plant), plant, arm.linkSide, makeConstantReference(VecX::Zero(3)),
                            makeConstantReference(VecX::Constant(3, stiffness)), settingsOf(3, 3, 10, false));
  };
  VecX state = VecX::Zero(6), u(6), signals(static_cast<Eigen::Index>(impossible(800)->signals().size()));
  const VecX v = VecX::Zero(plant.nv);
  const auto good = impossible(800), bad = impossible(1);
  good->period = bad->period = 1e-3;
  EXPECT_EQ(good->stateSize(), 6);
  const auto workspace = good->makeWorkspace(plant);
  good->update(*workspace, {.t = 0, .q = plant.q0, .v = v}, {state, u, signals});
  const VecX held = u;
  EXPECT_GT(held.cwiseAbs().minCoeff(), 0);
  EXPECT_EQ(signals[signals.size() - 1], 1);
  bad->update(*workspace, {.t = 1, .q = plant.q0, .v = v}, {state, u, signals});
  EXPECT_EQ(u, held);
  EXPECT_EQ(signals[signals.size() - 1], 0);
  bad->period.reset();
  VecX none(bad->stateSize());
  EXPECT_THROW(bad->update(*workspace, {.t = 1, .q = plant.q0, .v = v}, {none, u, signals}), std::runtime_error);
  ASSERT_EQ(good->feasibility().size(), 3u);
  EXPECT_THAT(good->feasibility()[1].text, HasSubstr(arm.linkSide->links[1].name));
}

std::string refusal(const Arm& arm, const Model& plant, std::vector<int> outputs) {
  try {
    makeDriveControl("drives", std::move(outputs), plant, arm.linkSide, sines(3, 0.1), arm.stiffness(0),
                     settingsOf(3, arm.pairs, 10));
  } catch (const std::invalid_argument& why) {
    return why.what();
  }
  return {};
}

TEST(DriveControl, SaysWhatDoesNotFit) {
  const Arm arm(true);
  const Model plant{ModelSpec(arm.spec)};
  EXPECT_EQ(refusal(arm, plant, {0, 1, 2, 3, 4, 5}), "");
  EXPECT_THAT(refusal(arm, plant, {0, 1, 2, 3, 4}), HasSubstr("does not drive"));
  Arm half(true);
  ModelSpec spec = half.spec;
  spec.links.resize(3);
  spec.links[1].joint.motors.clear(), spec.links[1].joint.motorsPerCoordinate = 0;
  spec.actuators.clear();
  half.linkSide = std::make_shared<Model>(ModelSpec(spec));
  EXPECT_THAT(refusal(half, plant, {0, 1, 2, 3, 4, 5}), HasSubstr("all of whose joints have motors behind springs"));
}

}  // namespace
}  // namespace tendril::tests
