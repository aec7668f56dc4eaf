// SPDX-License-Identifier: BSD-3-Clause
// What 100 s leave of the energy, per integrator, against what its theory says.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/dynamics/loops.hpp"
#include "tests/core/integrators/machines.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kDuration = 100;

/// Spectral radius of one step of generalized-α on q̈ = −Ω² q with h = 1: what is left of the amplitude.
double amplification(double rho, double Omega) {
  const double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), gamma = 0.5 - am + af;
  const double beta = 0.25 * (1 - am + af) * (1 - am + af), W = Omega * Omega;
  // (d, v, a)₊ from (d, v, a): implicit in a₊
  Mat3 left, right;
  left << 1, 0, -beta, 0, 1, -gamma, (1 - af) * W, 0, 1 - am;
  right << 1, 1, 0.5 - beta, 0, 1, 1 - gamma, -af * W, 0, -am;
  return Eigen::EigenSolver<Mat3>(left.inverse() * right).eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Conservation, OfAnOscillatorIsThatOfTheSpectralRadius) {
  const double omega = 2 * M_PI, h = 0.01;
  for (const double rho : {0.0, 0.5, 0.8, 0.9, 1.0}) {
    ModelSpec spec = springChainSpec(1, 2, 2 * omega * omega);
    spec.links[0].jointQ0 = VecX::Constant(1, 0.3);
    SimulationSettings chosen = settings("generalized_alpha", h, rho);
    chosen.newtonTolerance = 1e-12;
    Runner run(build(std::move(spec), chosen));
    const double start = run.energyNow().total();
    run.run(kDuration, h);
    const double left = run.energyNow().total() / start;
    const double expected = std::pow(amplification(rho, omega * h), 2 * kDuration / h);
    EXPECT_NEAR(left / expected, 1, 5e-3) << rho << ": " << left << " of the energy is left, expected " << expected;
    EXPECT_NEAR(left, expected, rho == 1 ? 1e-8 : 1);
    // what the method took is all that the balance lacks
    EXPECT_NEAR(run.integrator->balanceResidual(run.energyNow()) / start, left - 1, 1e-8) << rho;
  }
}

/// Nothing flows in or out: the residual of the balance is the method's error. Numerical damping of generalized-α acts
/// on slow modes with the third power of ωh (1 − ρ∞ … ): a tenth of the step, a thousandth of the loss.
TEST(Conservation, OfADoublePendulum) {
  struct Case {
    const char* name;
    double step, rho, bound;  ///< bound: % of what flowed
  };
  for (const Case& c : {Case{"runge_kutta_4", 2e-3, 1, 1e-5},
                        {"newmark", 2e-3, 1, 0.5},
                        {"generalized_alpha", 2e-3, 1, 0.5},
                        {"generalized_alpha", 2e-3, 0.8, 1},
                        {"bdf", 2e-3, 1, 1e-2},
                        {"adams", 2e-3, 1, 1e-3},
                        {"ida", 2e-3, 1, 1e-2}}) {
    SimulationSettings chosen = settings(c.name, c.step, c.rho);
    chosen.rtol = 1e-9, chosen.atol = 1e-11;
    Runner run(build(doublePendulumSpec(), chosen));
    run.run(kDuration, c.step);
    EXPECT_LE(std::abs(run.balance()), c.bound) << c.name << " " << c.rho;
  }
}

TEST(Conservation, OfAFourBarAndItsLoop) {
  struct Case {
    const char* name;
    double step, bound, open;  ///< % of what flowed; m, rad
  };
  for (const Case& c :
       {Case{"generalized_alpha", 1e-3, 0.5, 1e-9}, {"adams", 1e-2, 0.1, 1e-6}, {"ida", 1e-2, 0.1, 1e-6}}) {
    SimulationSettings chosen = settings(c.name, c.step, 0.9);
    chosen.rtol = 1e-8, chosen.atol = 1e-10;
    Runner run(build(fourBarSpec(0.7), chosen));
    double widest = 0;
    for (int k = 0; k < 100; ++k) {
      run.run(0.1, c.step);
      kinematics(*run.model, run.data, run.state.q, run.state.v);
      loopErrors(*run.model, run.data);
      widest = std::max(widest, run.data.loopError.cwiseAbs().maxCoeff());
    }
    EXPECT_LE(widest, c.open) << c.name;
    EXPECT_LE(std::abs(run.balance()), c.bound) << c.name;
  }
}

}  // namespace
}  // namespace tendril
