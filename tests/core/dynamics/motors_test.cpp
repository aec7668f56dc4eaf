// SPDX-License-Identifier: BSD-3-Clause
// Robots with motors behind springs, as links of the model: their equations and derivatives.
#include <gtest/gtest.h>

#include "core/dynamics/dynamics.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/motor_models.hpp"

namespace tendril::tests {
namespace {

const std::vector<JointType> kJoints = {JointType::kRevolute, JointType::kPrismatic, JointType::kUniversal,
                                        JointType::kHelical,  JointType::kSpherical, JointType::kCylindrical};

struct Robot {
  explicit Robot(int seed, bool pairs) : random(static_cast<Random::result_type>(seed)) {
    ModelSpec spec = randomTree(random, {"dry", kJoints, false});
    addMotors(spec, random, pairs), addTorques(spec);
    linkSide = std::make_unique<Model>(ModelSpec(spec));
    appendMotors(spec);
    model = std::make_unique<Model>(std::move(spec));
    q = randomConfiguration(random, *model, 0.4), v = randomVector(random, model->nv),
    a = randomVector(random, model->nv);
    u = randomVector(random, model->nu, 5);
  }
  Random random;
  std::unique_ptr<Model> linkSide, model;
  VecX q, v, a, u;
};

class Motors : public ::testing::TestWithParam<bool> {};

TEST_P(Motors, AreTheLastLinksAndFollowTheirJoints) {
  const Robot robot(1, GetParam());
  const Model& m = *robot.model;
  EXPECT_EQ(m.nqRobot, robot.linkSide->nq);
  EXPECT_EQ(m.nvRobot, robot.linkSide->nv);
  EXPECT_EQ(m.nv - m.nvRobot, static_cast<int>(m.driveSprings.size()));
  EXPECT_EQ(m.nu, static_cast<int>(m.driveSprings.size()));
  EXPECT_EQ(robot.linkSide->nu, m.nu) << "inputs are the same without motors";
  EXPECT_TRUE(robot.linkSide->driveSprings.empty());
  for (std::size_t i = 0; i < m.driveSprings.size(); ++i) {
    const DriveSpring& spring = m.driveSprings[i];
    const Link& link = m.links[static_cast<std::size_t>(m.firstMotor) + i];
    const Joint& joint = m.links[static_cast<std::size_t>(link.motorOf->link)].joint;
    EXPECT_EQ(m.qOfV[static_cast<std::size_t>(spring.jointV)], spring.jointQ);
    const std::size_t at =
        static_cast<std::size_t>(link.motorOf->coordinate * joint.motorsPerCoordinate + link.motorOf->number);
    EXPECT_NEAR(m.q0[spring.motorQ] - m.q0[spring.jointQ], joint.motors[at].deflection, 1e-15);
  }
}

/// The equations of links and motors written down: M q̈ + h = Σ t(φ), B θ̈ + D θ̇ + t(φ) = u.
TEST_P(Motors, ObeyTheEquationsOfTheirPaper) {
  Robot robot(2, GetParam());
  const Model& m = *robot.model;
  Data data(m), link(*robot.linkSide);
  residual(m, data, robot.q, robot.v, robot.a, {.u = &robot.u});
  const VecX q = robot.q.head(m.nqRobot), v = robot.v.head(m.nvRobot), a = robot.a.head(m.nvRobot);
  residual(*robot.linkSide, link, q, v, a, {});
  VecX expected = VecX::Zero(m.nv);
  expected.head(m.nvRobot) = link.tau;
  for (std::size_t i = 0; i < m.driveSprings.size(); ++i) {
    const DriveSpring& s = m.driveSprings[i];
    const Link& motor = m.links[static_cast<std::size_t>(m.firstMotor) + i];
    const double torque = s.law->evaluate(robot.q[s.motorQ] - robot.q[s.jointQ]).torque;
    expected[s.jointV] -= torque;
    expected[s.motorV] = motor.joint.driveInertia[0] * robot.a[s.motorV] +
                         motor.joint.driveFriction[0] * robot.v[s.motorV] + torque -
                         robot.u[static_cast<Eigen::Index>(i)];
  }
  EXPECT_LT((data.tau - expected).cwiseAbs().maxCoeff(), 1e-11);
}

TEST_P(Motors, HaveTheDerivativesOfDifferences) {
  Robot robot(3, GetParam());
  const Model& m = *robot.model;
  Data data(m);
  const Inputs inputs{.u = &robot.u};
  residualDerivatives(m, data, robot.q, robot.v, robot.a, inputs);
  const MatX dq = data.dIDdq, dv = data.dIDdv;
  Data other(m);
  const auto byPosition = [&](const VecX& q) {
    residual(m, other, q, robot.v, robot.a, inputs);
    return other.tau;
  };
  const auto byVelocity = [&](const VecX& v) {
    residual(m, other, robot.q, v, robot.a, inputs);
    return other.tau;
  };
  EXPECT_LT((dq - differences(m, robot.q, byPosition)).cwiseAbs().maxCoeff(), 1e-7 * dq.cwiseAbs().maxCoeff());
  EXPECT_LT((dv - plainDifferences(robot.v, byVelocity)).cwiseAbs().maxCoeff(), 1e-8 * dv.cwiseAbs().maxCoeff());
  forwardDynamics(m, data, robot.q, robot.v, inputs);
  residual(m, other, robot.q, robot.v, data.acceleration, inputs);
  EXPECT_LT(other.tau.cwiseAbs().maxCoeff(), 1e-9);
}

TEST_P(Motors, StoreWhatTheirSpringsDo) {
  Robot robot(4, GetParam());
  const Model& m = *robot.model;
  Data data(m), other(m);
  elasticForce(m, data, robot.q);
  const VecX still = VecX::Zero(m.nv);
  const MatX gradient = differences(
      m, robot.q, [&](const VecX& q) { return VecX(VecX::Constant(1, energy(m, other, q, still).elastic)); });
  EXPECT_LT((gradient.row(0).transpose() - data.elastic).cwiseAbs().maxCoeff(),
            1e-8 * data.elastic.cwiseAbs().maxCoeff());
}

INSTANTIATE_TEST_SUITE_P(All, Motors, ::testing::Bool(), [](const auto& info) { return info.param ? "pairs" : "one"; });

}  // namespace
}  // namespace tendril::tests
