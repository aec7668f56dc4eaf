// SPDX-License-Identifier: BSD-3-Clause
// Step responses against closed forms, and times that suit them.
#include "core/control/linear/step_response.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tendril {
namespace {

/// y'' + 2 ζ ω y' + ω² y = u; y and y'.
LinearSystem oscillator(double omega, double zeta) {
  LinearSystem out;
  out.A.resize(2, 2);
  out.A << 0, 1, -omega * omega, -2 * zeta * omega;
  out.B.resize(2, 1);
  out.B << 0, 1;
  out.C = MatX::Identity(2, 2);
  out.D = MatX::Zero(2, 1);
  return out;
}

/// The fast one as output 0, the slow one as output 1, both driven.
LinearSystem fastAndSlow(double fast, double slow) {
  LinearSystem out;
  out.A = MatX::Zero(2, 2);
  out.A.diagonal() << -fast, -slow;
  out.B.resize(2, 1);
  out.B << fast, slow;
  out.C = MatX::Identity(2, 2);
  out.D = MatX::Zero(2, 1);
  return out;
}

TEST(StepResponse, IsThatOfADampedOscillator) {
  const double omega = 7, zeta = 0.2, damped = omega * std::sqrt(1 - zeta * zeta);
  const StepResponse found = stepResponse(oscillator(omega, zeta), 0, {0, 1}, 4, 201);
  ASSERT_EQ(found.t.size(), 201);
  EXPECT_EQ(found.t[200], 4);
  for (Eigen::Index k = 0; k < found.t.size(); ++k) {
    const double t = found.t[k], decay = std::exp(-zeta * omega * t);
    const double y =
        (1 - decay * (std::cos(damped * t) + zeta * omega / damped * std::sin(damped * t))) / (omega * omega);
    EXPECT_NEAR(found.y(0, k), y, 1e-14);
    EXPECT_NEAR(found.y(1, k), decay / damped * std::sin(damped * t), 1e-13);
  }
}

TEST(StepResponse, KnowsStiffSystemsInBadUnits) {
  // Two lags in series whose states are in units 1e9 apart.
  LinearSystem system = fastAndSlow(1e6, 1);
  system.A(1, 0) = 1e-9, system.B(1, 0) = 0;
  system.B(0, 0) = 1e15;
  const StepResponse found = stepResponse(system, 0, {1}, 5, 51);
  for (Eigen::Index k = 0; k < found.t.size(); ++k) {
    const double t = found.t[k];
    const double y = 1 - (std::exp(-t) * 1e6 - std::exp(-1e6 * t)) / (1e6 - 1);
    EXPECT_NEAR(found.y(0, k), y, 1e-10);
  }
}

TEST(StepResponse, BeginsWithWhatInputsReachAtOnce) {
  LinearSystem system = fastAndSlow(2, 1);
  system.D << 3, 0;
  const StepResponse found = stepResponse(system, 0, {0}, 1, 2);
  EXPECT_EQ(found.y(0, 0), 3);
  EXPECT_NEAR(found.y(0, 1), 3 + 1 - std::exp(-2), 1e-14);
}

TEST(StepResponse, RefusesWhatThereIsNot) {
  const LinearSystem system = oscillator(1, 0);
  EXPECT_THROW((void)stepResponse(system, 1, {0}, 1, 2), std::invalid_argument);
  EXPECT_THROW((void)stepResponse(system, -1, {0}, 1, 2), std::invalid_argument);
  EXPECT_THROW((void)stepResponse(system, 0, {2}, 1, 2), std::invalid_argument);
  EXPECT_THROW((void)stepResponse(system, 0, {0}, 0, 2), std::invalid_argument);
  EXPECT_THROW((void)stepResponse(system, 0, {0}, std::numeric_limits<double>::quiet_NaN(), 2), std::invalid_argument);
  EXPECT_THROW((void)stepResponse(system, 0, {0}, 1, 1), std::invalid_argument);
  EXPECT_EQ(stepResponse(system, 0, {}, 1, 2).y.rows(), 0);
}

TEST(StepDuration, ShowsWhatThePolesDo) {
  const auto duration = [](const LinearSystem& system) { return stepDuration(analysePoles(system)); };
  EXPECT_NEAR(duration(fastAndSlow(100, 0.5)), 10, 1e-9);
  EXPECT_NEAR(duration(oscillator(2 * M_PI, 0)), 12, 1e-6) << "periods of what does not decay";
  EXPECT_NEAR(duration(oscillator(2 * M_PI, 1e-4)), 12, 1e-6) << "not hundreds of them";
  EXPECT_NEAR(duration(fastAndSlow(-3, 1)), 4.0 / 3, 1e-9) << "what grows";
  LinearSystem mass = oscillator(0, 0);
  EXPECT_EQ(duration(mass), 1) << "a free mass has no time of its own";
  EXPECT_EQ(stepDuration({}), 1);
}

TEST(StepDuration, IsThatOfTheOutputsThatAreShown) {
  const LinearSystem system = fastAndSlow(1000, 0.1);
  const PoleAnalysis poles = analysePoles(system);
  const StepResponse slow = settlingStepResponse(system, poles, 0, {0, 1}, 400);
  EXPECT_NEAR(slow.t[399], 50, 1e-9);
  const StepResponse fast = settlingStepResponse(system, poles, 0, {0}, 400);
  EXPECT_LT(fast.t[399], 0.012);
  EXPECT_GT(fast.t[399], 0.0039) << "until it is within 2 %";
  EXPECT_NEAR(fast.y(0, 399), 1, 0.02);
  LinearSystem still = system;
  still.B.setZero();
  EXPECT_NEAR(settlingStepResponse(still, poles, 0, {0}, 400).t[399], 50, 1e-9) << "nothing moves, nothing to fit";
}

TEST(PoleAnalysis, IsGivenUpWhereSomebodySaysSo) {
  const LinearSystem system = fastAndSlow(3, 2);
  std::vector<double> shares;
  const auto all = [&](double share) { return shares.push_back(share), true; };
  EXPECT_EQ(analysePoles(system, PoleTests::kAll, all).poles.size(), 2u);
  EXPECT_EQ(shares, (std::vector<double>{0, 0.5}));
  EXPECT_TRUE(analysePoles(system, PoleTests::kAll, [](double share) { return share < 0.4; }).poles.empty());
}

}  // namespace
}  // namespace tendril
