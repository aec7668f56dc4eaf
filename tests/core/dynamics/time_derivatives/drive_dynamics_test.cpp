// SPDX-License-Identifier: BSD-3-Clause
// From the motion of links and of the stiffness of joints to motors, against the equations that these solve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/math/jet.hpp"
#include "tests/core/dynamics/motor_models.hpp"

namespace tendril::tests {
namespace {

using ::testing::HasSubstr;

/// A law that is no CubicSpring, with the numbers of one.
class PlainSpring : public SpringLaw {
 public:
  PlainSpring(double linear, double cubic) : law_(linear, cubic) {}
  SpringTorque evaluate(double phi) const override { return law_.evaluate(phi); }
  double energy(double phi) const override { return law_.energy(phi); }
  void series(const double* phi, int order, double* torque) const override { law_.series(phi, order, torque); }

 private:
  CubicSpring law_;
};

/// sinh: stiffens more and more.
class SinhSpring : public SpringLaw {
 public:
  SpringTorque evaluate(double phi) const override {
    return {30 * std::sinh(5 * phi), 150 * std::cosh(5 * phi), 750 * std::sinh(5 * phi), 3750 * std::cosh(5 * phi)};
  }
  double energy(double phi) const override { return 6 * (std::cosh(5 * phi) - 1); }
  void series(const double* phi, int order, double* torque) const override {
    Jet<kMostOrder> x;
    std::copy(phi, phi + order + 1, x.c.begin());
    const Jet<kMostOrder> y = sinh(x * 5.0) * 30.0;
    std::copy(y.c.begin(), y.c.begin() + order + 1, torque);
  }
};

/// Largest |τ| at a stiffness. trees.md §9
double mostTorque(double K, double C, double stiffness) {
  const double R = std::sqrt((stiffness - 2 * K) / (3 * C));
  return std::sqrt(2.0) * K * R * (1 + (stiffness - 2 * K) / (6 * K));
}

TEST(PairDeflections, HoldTorqueAndStiffness) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double K = std::exp(uniform(random, 0, 7)), C = std::exp(uniform(random, 0, 9));
    const double stiffness = 2 * K * (1 + std::exp(uniform(random, -12, 1)));
    const double torque = uniform(random, -0.999, 0.999) * mostTorque(K, C, stiffness);
    const CubicSpring law(K, C);
    const auto phi = pairDeflections(law, torque, stiffness);
    const SpringTorque a = law.evaluate(phi[0]), b = law.evaluate(phi[1]);
    const double size = std::abs(a.torque) + std::abs(b.torque);
    EXPECT_NEAR(a.torque + b.torque, torque, 2e-13 * size) << K << ' ' << C << ' ' << stiffness;
    EXPECT_NEAR(a.stiffness + b.stiffness, stiffness, 1e-12 * stiffness) << K << ' ' << C << ' ' << torque;
    EXPECT_GT(phi[0], phi[1]);
  }
}

TEST(PairDeflections, NewtonsMethodFindsTheClosedForm) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const double stiffness = 850 + uniform(random, 0, 1000);
    const double torque = uniform(random, -0.95, 0.95) * mostTorque(400, 2000, stiffness);
    const auto closed = pairDeflections(CubicSpring(400, 2000), torque, stiffness);
    const PlainSpring law(400, 2000);
    const auto found = pairDeflections(law, torque, stiffness);
    EXPECT_NEAR(found[0], closed[0], 1e-11);
    EXPECT_NEAR(found[1], closed[1], 1e-11);
    const auto followed = pairDeflections(law, torque, stiffness, {closed[0] + 0.01, closed[1] - 0.01});
    EXPECT_NEAR(followed[0], closed[0], 1e-11);
  }
}

TEST(PairDeflections, OfAnotherLaw) {
  const SinhSpring law;
  const auto phi = pairDeflections(law, 35, 420);
  EXPECT_NEAR(law.evaluate(phi[0]).torque + law.evaluate(phi[1]).torque, 35, 1e-11);
  EXPECT_NEAR(law.evaluate(phi[0]).stiffness + law.evaluate(phi[1]).stiffness, 420, 1e-10);
}

std::string whyNot(const SpringLaw& law, double torque, double stiffness) {
  try {
    pairDeflections(law, torque, stiffness);
  } catch (const InfeasibleDrive& why) {
    return why.what();
  }
  return {};
}

TEST(PairDeflections, SayWhatCannotBe) {
  const CubicSpring law(400, 2000);
  const double most = mostTorque(400, 2000, 1000);
  EXPECT_THAT(whyNot(law, 0, 799), HasSubstr("a stiffness of 799 is wanted, the springs give 800 or more"));
  EXPECT_THAT(whyNot(law, 1.001 * most, 1000), HasSubstr("the springs hold up to"));
  EXPECT_EQ(whyNot(law, 0.999999 * most, 1000), "");
  EXPECT_THAT(whyNot(CubicSpring(400), 0, 900), HasSubstr("do not stiffen"));
  EXPECT_THAT(whyNot(law, NAN, 900), HasSubstr("no numbers"));
  EXPECT_THAT(whyNot(SinhSpring(), 0, 299), HasSubstr("300 or more"));
  EXPECT_THAT(whyNot(SinhSpring(), 1e5, 420), HasSubstr("the springs hold about"));
}

/// Motions of motors and joint as series, from which torque and stiffness follow with their derivatives.
template <class Law>
void expectMotion(const Law& law) {
  const Jet<2> joint({0.2, -0.7, 0.5});
  const std::array<Jet<2>, 2> phi = {Jet<2>({0.31, 0.4, -0.9}), Jet<2>({-0.12, -0.6, 0.35})};
  Jet<2> torque(0.0), stiffness(0.0);
  for (const Jet<2>& p : phi) {
    const SpringTorque at = law.evaluate(p[0]);
    const Jet<2> d = p - Jet<2>(p[0]);
    torque += Jet<2>(at.torque) + d * at.stiffness + d * d * (at.slope / 2);
    stiffness += Jet<2>(at.stiffness) + d * at.slope + d * d * (at.curvature / 2);
  }
  const auto derivatives = [](const Jet<2>& x) {
    return Derivatives2{x.derivative(0), x.derivative(1), x.derivative(2)};
  };
  const auto shared = std::make_shared<Law>(law);
  const std::array<Motor, 2> motors = {Motor{shared, 0.8, 0.1, 0}, Motor{shared, 1.3, 0.2, 0}};
  const auto found = pairMotion(motors, {phi[0][0], phi[1][0]}, derivatives(torque), derivatives(stiffness),
                                {joint.derivative(1), joint.derivative(2)});
  for (std::size_t k = 0; k < 2; ++k) {
    const Jet<2> motor = phi[k] + joint;
    EXPECT_NEAR(found[k].speed, motor.derivative(1), 1e-12);
    EXPECT_NEAR(found[k].acceleration, motor.derivative(2), 1e-11);
    EXPECT_NEAR(found[k].torque,
                motors[k].inertia * motor.derivative(2) + motors[k].friction * motor.derivative(1) +
                    law.evaluate(phi[k][0]).torque,
                1e-11);
  }
}

TEST(PairMotion, IsThatOfTheSprings) {
  expectMotion(CubicSpring(40, 200));
  expectMotion(SinhSpring());
}

TEST(PairMotion, AlikeSpringsHaveNone) {
  const auto law = std::make_shared<CubicSpring>(40, 200);
  EXPECT_THROW(pairMotion({Motor{law, 1, 0, 0}, Motor{law, 1, 0, 0}}, {0.2, 0.2}, {}, {}, {}), InfeasibleDrive);
}

TEST(SpringMotion, IsThatOfTheSpring) {
  const SinhSpring law;
  const double phi = springDeflection(law, 12);
  EXPECT_NEAR(law.evaluate(phi).torque, 12, 1e-12);
  EXPECT_NEAR(springDeflection(CubicSpring(50), 12), 0.24, 1e-15);
  EXPECT_NEAR(springDeflection(CubicSpring(50, 10), 50 * 0.3 + 10 * 0.027), 0.3, 1e-13);
}

/// Links and motors under the torques that were found accelerate as wanted, and so do the springs.
TEST(DriveDynamics, MovesRobotsAsWanted) {
  for (const bool pairs : {false, true}) {
    Random random(7);
    ModelSpec spec = randomTree(
        random,
        {"dry", {JointType::kRevolute, JointType::kPrismatic, JointType::kUniversal, JointType::kHelical}, false});
    addMotors(spec, random, pairs), addTorques(spec);
    const Model linkSide{ModelSpec(spec)};
    appendMotors(spec);
    const Model model(std::move(spec));
    DriveDynamics drives(linkSide);
    const VecX q = randomConfiguration(random, linkSide, 0.2);
    const MatX v = MatX::NullaryExpr(linkSide.nv, 4, [&] { return uniform(random, -0.3, 0.3); });
    MatX stiffness(drives.pairs(), 3);
    for (const DrivenCoordinate& c : drives.coordinates()) {
      if (c.pair < 0) continue;
      const auto* law = dynamic_cast<const CubicSpring*>(c.motors[0].spring.get());
      stiffness.row(c.pair) << 20 * law->linear, uniform(random, -9, 9), uniform(random, -9, 9);
    }
    drives.inverseDynamics(q, v, stiffness);
    ASSERT_EQ(drives.failure, "");
    Data data(model);
    VecX all(model.nq), rates(model.nv), u(model.nu);
    all.head(linkSide.nq) = q, rates.head(linkSide.nv) = v.col(0);
    for (std::size_t i = 0; i < drives.motors.size(); ++i) {
      const DriveSpring& spring = model.driveSprings[i];
      all[spring.motorQ] = all[spring.jointQ] + drives.motors[i].deflection;
      rates[spring.motorV] = drives.motors[i].speed;
      u[static_cast<Eigen::Index>(i)] = drives.motors[i].torque;
    }
    forwardDynamics(model, data, all, rates, {.u = &u});
    EXPECT_LT((data.acceleration.head(linkSide.nv) - v.col(1)).cwiseAbs().maxCoeff(), 1e-9);
    for (std::size_t i = 0; i < drives.motors.size(); ++i)
      EXPECT_NEAR(data.acceleration[model.driveSprings[i].motorV], drives.motors[i].acceleration,
                  1e-9 * (1 + std::abs(drives.motors[i].acceleration)));
  }
}

/// Links and motors as one robot: forces of order 0…6 against a quotient of differences of lower orders is what the
/// other suites do; here inverse and forward dynamics must agree, and order 2 with the pair's own formulas.
TEST(DriveDynamics, AgreesWithTheSeriesOfTheWholeRobot) {
  for (const bool pairs : {false, true}) {
    Random random(11);
    ModelSpec spec =
        randomTree(random, {"dry", {JointType::kRevolute, JointType::kPrismatic, JointType::kUniversal}, false});
    addMotors(spec, random, pairs);
    const Model linkSide{ModelSpec(spec)};
    appendMotors(spec);
    const Model model(std::move(spec));
    constexpr int kOrder = 6;
    TimeDerivatives forward(model, kOrder), inverse(model, kOrder), link(linkSide, 2);
    Data data(model);
    const VecX q = randomConfiguration(random, model, 0.2), v = randomVector(random, model.nv, 0.5);
    const MatX tau = MatX::NullaryExpr(model.nv, kOrder + 1, [&] { return uniform(random, -1, 1); });
    forward.forwardDynamics(data, q, v, tau);
    MatX motion(model.nv, kOrder + 2);
    motion << v, forward.acceleration;
    inverse.inverseDynamics(q, motion, {.internal = true});
    for (int k = 0; k <= kOrder; ++k)
      EXPECT_LT((inverse.tau.col(k) - tau.col(k)).cwiseAbs().maxCoeff(),
                1e-10 * (1 + motion.col(k + 1).cwiseAbs().maxCoeff()))
          << k;
    // What the springs exert on the links is what the links need.
    link.inverseDynamics(q.head(linkSide.nq), motion.topLeftCorner(linkSide.nv, 4), {.internal = true});
    MatX spring = tau.topLeftCorner(linkSide.nv, 3);
    for (const DriveSpring& s : model.driveSprings) {
      const SpringTorque at = s.law->evaluate(q[s.motorQ] - q[s.jointQ]);
      const double rate = motion(s.motorV, 0) - motion(s.jointV, 0), second = motion(s.motorV, 1) - motion(s.jointV, 1);
      spring.row(s.jointV) +=
          Eigen::RowVector3d(at.torque, at.stiffness * rate, at.slope * rate * rate + at.stiffness * second);
    }
    EXPECT_LT((spring - link.tau).cwiseAbs().maxCoeff(), 1e-9 * (1 + spring.cwiseAbs().maxCoeff()));
  }
}

TEST(DriveDynamics, TellsTheJointWhoseMotorsCannot) {
  Random random(8);
  ModelSpec spec = randomTree(random, {"dry", {JointType::kRevolute, JointType::kRevolute}, true});
  addMotors(spec, random, true);
  const Model linkSide(std::move(spec));
  DriveDynamics drives(linkSide);
  MatX stiffness = MatX::Zero(2, 3);
  stiffness.col(0) << 2000, 1;
  const VecX q = VecX::Zero(2);
  drives.inverseDynamics(q, MatX::Zero(2, 4), stiffness);
  EXPECT_THAT(drives.failure, HasSubstr("joint of \"" + linkSide.links[1].name + "\": a stiffness of 1 is wanted"));
  EXPECT_TRUE(drives.feasible[0]);
  EXPECT_FALSE(drives.feasible[1]);
}

TEST(DriveDynamics, IsRefusedWhereMotorsAreLinks) {
  Random random(9);
  ModelSpec spec = randomTree(random, {"dry", {JointType::kRevolute}, true});
  addMotors(spec, random, true);
  appendMotors(spec);
  const Model model(std::move(spec));
  EXPECT_THROW(DriveDynamics{model}, std::invalid_argument);
}

}  // namespace
}  // namespace tendril::tests
