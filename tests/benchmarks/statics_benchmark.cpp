// SPDX-License-Identifier: BSD-3-Clause
// Equilibria: how many of random loads are solved from the rest shape, and how fast; and following a slider.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <vector>

#include "core/control/inverse_statics/equilibrium_lead.hpp"
#include "core/equilibria/statics.hpp"
#include "tests/benchmarks/robots.hpp"

namespace tendril::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

struct Sum {
  int draws = 0, found = 0, stable = 0, iterations = 0, steps = 0;
  double worst = 0;
  std::vector<double> ms;

  void add(const StaticsResult& result, double time) {
    ++draws, found += result.converged, stable += result.stable;
    iterations += result.iterations, steps += result.loadSteps;
    if (result.converged) worst = std::max(worst, result.residual);
    ms.push_back(time);
  }
  void print(const char* what) {
    std::sort(ms.begin(), ms.end());
    std::printf("| %s | %d | %.1f %% | %.1f %% | %.1f | %.1f | %.1e | %.3f | %.3f |\n", what, draws,
                100.0 * found / draws, 100.0 * stable / draws, double(iterations) / draws, double(steps) / draws, worst,
                ms[ms.size() / 2], ms.back());
  }
};

StaticsResult timed(const Robot& robot, Data& data, const StaticsProblem& problem, Sum& sum) {
  const auto start = Clock::now();
  StaticsResult result = solveStatics(*robot.model, data, problem);
  sum.add(result, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  if (!result.converged) std::printf("<!-- %s -->\n", result.failure.c_str());
  return result;
}

/// Inputs uniform in 0 … largest, from the rest shape.
void draws(const char* what, const Robot& robot, double largest, int count) {
  Data data(*robot.model);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> input(0, largest);
  Sum sum;
  for (int k = 0; k < count; ++k) {
    StaticsProblem problem;
    problem.u = VecX::NullaryExpr(robot.model->nu, [&] { return input(random); });
    timed(robot, data, problem, sum);
  }
  sum.print(what);
}

/// One input from 0 to `largest` and back in steps of a slider at 60 Hz over 2 s, each from the last equilibrium.
void slider(const char* what, const Robot& robot, double largest) {
  Data data(*robot.model);
  Sum sum;
  StaticsProblem problem;
  problem.u = VecX::Zero(robot.model->nu);
  for (int k = 0; k <= 240; ++k) {
    problem.u[0] = largest * (1 - std::abs(1 - k / 120.0));
    const StaticsResult result = timed(robot, data, problem, sum);
    if (result.converged) problem.q = result.q;
  }
  sum.print(what);
}

/// The tip of the last link led along a circle of `radius` (m) in its plane z = const, 1 mm per picture of which there
/// are to be 30 a second, from rest; on the points that the window takes.
void lead(const char* name, double radius) {
  const Robot robot = exampleRobot(name, {}, true);
  const Model& model = *robot.model;
  EquilibriumLeadProblem problem;
  problem.link = static_cast<int>(model.links.size()) - 1;
  problem.place.at = 1;
  problem.gravity = model.gravity, problem.q = model.q0, problem.u = VecX::Zero(model.nu);
  model.clipInputs(problem.u);
  EquilibriumLead led(robot.model, problem);
  if (const std::string failure = led.begin(); !failure.empty()) {
    std::printf("<!-- %s: %s -->\n", name, failure.c_str());
    return;
  }
  const Vec3 start = led.state().point;
  std::vector<double> ms;
  double left = 0;
  const int count = static_cast<int>(2 * std::numbers::pi * radius / 1e-3);
  for (int k = 1; k <= count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    const auto begin = Clock::now();
    led.aim(start + radius * Vec3(std::cos(angle) - 1, std::sin(angle), 0));
    while (led.step()) {
    }
    ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    left = std::max(left, led.state().left);
  }
  std::sort(ms.begin(), ms.end());
  std::printf("| %s | %d | %d | %d | %.2f | %.1f | %.1f | %.0f |\n", name, model.nv, model.nu, count, 1e3 * left,
              ms[ms.size() / 2], ms.back(), 1e3 / ms[ms.size() / 2]);
}

}  // namespace
}  // namespace tendril::benchmarks

int main() {
  using namespace tendril::benchmarks;
  std::printf("| equilibria | solved | found | stable | iterations | load steps | residual | median ms | worst ms |\n");
  std::printf("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  const Robot arm = goldenRobot("soft manipulator", "rods/CDM.json");
  draws("soft manipulator, tensions to 15 N", arm, 15, 1000);
  draws("soft manipulator, tensions to 100 N", arm, 100, 1000);
  slider("soft manipulator, a slider to 100 N", arm, 100);
  draws("revolute, spherical, rod; torques to 0.2", goldenRobot("hybrid", "rods/hybrid_R_rigid_S_kirchhoff.json"), 0.2,
        1000);
  std::printf(
      "\n| led by its tip | DoF | inputs | pictures | farthest off, mm | median ms | worst ms | per second |\n");
  std::printf("|---|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const char* name : {"soft-manipulator", "tendon-arm-3-segments", "helicoid-pulling"}) lead(name, 0.01);
}
