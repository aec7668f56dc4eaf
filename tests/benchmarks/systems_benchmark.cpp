// SPDX-License-Identifier: BSD-3-Clause
// The six systems of [gvs], ten seconds each, and their equilibria, beside what the paper says (rods.md §14, Table 3:
// MATLAB R2024a on a Core i9-13900HX). Times are of the processor, so that a busy machine disturbs them little.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "core/equilibria/statics.hpp"
#include "core/session/simulate.hpp"
#include "tests/benchmarks/robots.hpp"

namespace tendril::benchmarks {
namespace {

/// Seconds for ten, and milliseconds per equilibrium; 0: not given.
struct Paper {
  const char* example;
  double step;                        ///< of its Newmark's method, s
  double without, adaptive, newmark;  ///< ode15s or ode113 by differences; ode15s, Newmark with derivatives
  double staticsWithout = 0, statics = 0;
  double best() const { return std::min(adaptive, newmark); }
};

constexpr Paper kPapers[] = {
    {"soft-manipulator", 0.002, 5.4, 1.25, 24.43, 28.2, 3.3},
    {"hybrid-arm", 0.001, 7.08, 2.49, 231, 49.9, 6.3},
    {"fin-ray-finger", 0.01, 0, 994, 69},
    {"parallel-platform", 0.01, 4500, 2.46, 17.62, 166.39, 8.97},
    {"contact-in-cylinder", 0.002, 30.61, 7.8, 46.64},
    {"underwater-swimmer", 0.01, 496, 1.17, 69},
};
constexpr int kRepetitions = 3;

double processorSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

using Changes = std::vector<std::pair<std::string, std::string>>;

/// Processor seconds for ten of the simulated ones, the best of a few; negative if the run failed, which is said.
double simulateSystem(const Paper& paper, const std::string& integrator, bool analytic) {
  const Changes changes = {
      {"simulation.integrator", integrator}, {"simulation.step", std::to_string(paper.step)},
      {"simulation.rtol", "1e-3"},           {"simulation.atol", "1e-6"},
      {"simulation.threads", "1"},           {"simulation.jacobian", analytic ? "analytic" : "difference"}};
  double best = -1;
  for (int k = 0; k < kRepetitions && (k == 0 || best < 5); ++k) {
    Program program(exampleRobot(paper.example, changes).model);
    SimulationRequest request;
    request.duration = 10;
    const double begin = processorSeconds();
    const SimulationResult result = simulate(program, request);
    const double seconds = processorSeconds() - begin;
    if (result.failure) {
      std::printf("<!-- %s, %s: %s -->\n", paper.example, integrator.c_str(), result.failure->message().c_str());
      return -1;
    }
    best = best < 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

std::string seconds(double value) {
  if (value <= 0) return "–";
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", value < 10 ? 3 : 1, value);
  return text;
}

std::string ratio(double a, double b) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", a / b);
  return a > 0 && b > 0 ? text : "–";
}

void printTimes() {
  std::printf(
      "| system, 10 s | DoF | method | s with derivatives | s by differences | × | paper with | paper by differences | "
      "paper's best / ours |\n|---|---:|---|---:|---:|---:|---:|---:|---:|\n");
  for (const Paper& paper : kPapers) {
    if (!hasExample(paper.example)) continue;
    const int dof = exampleRobot(paper.example).model->nv;
    double best = -1;
    for (const std::string& method : integratorNames()) {
      const bool fixed = method == "newmark";
      if (!fixed && method != "bdf" && method != "ida") continue;
      const double with = simulateSystem(paper, method, true), without = simulateSystem(paper, method, false);
      if (with > 0) best = best < 0 ? with : std::min(best, with);
      std::printf("| %s | %d | `%s` | %s | %s | %s | %s | %s | %s |\n", paper.example, dof, method.c_str(),
                  seconds(with).c_str(), seconds(without).c_str(), ratio(without, with).c_str(),
                  seconds(fixed ? paper.newmark : paper.adaptive).c_str(), fixed ? "–" : seconds(paper.without).c_str(),
                  ratio(paper.best(), with).c_str());
      std::fflush(stdout);
    }
    std::printf("<!-- %s: paper's best %.2f s, ours %.3f s: 1/%.0f of it, goal 1/20 %s -->\n", paper.example,
                paper.best(), best, paper.best() / best, paper.best() / best >= 20 ? "reached" : "NOT reached");
  }
}

// ---- equilibria

constexpr int kDraws = 1000;

struct Draw {
  std::shared_ptr<const Model> model;
  VecX u;
};

struct Study {
  int found = 0;
  double ms = 0;
};

Study study(int count, bool analytic, const std::function<Draw(std::mt19937&)>& draw) {
  std::mt19937 random(1);
  Study out;
  for (int k = 0; k < count; ++k) {
    const Draw drawn = draw(random);
    Data data(*drawn.model);
    StaticsProblem problem;
    problem.u = drawn.u;
    const double begin = processorSeconds();
    const StaticsResult result = solveStatics(*drawn.model, data, problem, {.analyticTangent = analytic});
    out.ms += 1e3 * (processorSeconds() - begin) / count;
    out.found += result.converged;
  }
  return out;
}

void printStudy(const Paper& paper, const char* what, const std::function<Draw(std::mt19937&)>& draw) {
  const Study with = study(kDraws, true, draw), without = study(kDraws, false, draw);
  std::printf("| %s, %s | %.1f %% | %.2f | %.2f | %.1f | %.2f | %.1f |\n", paper.example, what,
              100.0 * with.found / kDraws, with.ms, without.ms, without.ms / with.ms, paper.statics,
              paper.staticsWithout);
  std::fflush(stdout);
}

std::function<Draw(std::mt19937&)> uniformInputs(const char* example, double least, double most) {
  return [model = exampleRobot(example).model, least, most](std::mt19937& random) {
    std::uniform_real_distribution<double> input(least, most);
    return Draw{model, VecX::NullaryExpr(model->nu, [&] { return input(random); })};
  };
}

/// Forces to 0.5 N, moments to 0.05 N·m.
Draw drawWrench(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::string wrench;
  for (int k = 0; k < 6; ++k) wrench += (k ? ", " : "[") + std::to_string((k < 3 ? 0.05 : 0.5) * unit(random));
  return {exampleRobot("parallel-platform", Changes{{"loads.push.wrench", wrench + "]"}}).model, VecX()};
}

void printStatics() {
  std::printf(
      "\n| %d equilibria | found | ms with derivatives | ms by differences | × | paper with | paper by differences |\n"
      "|---|---:|---:|---:|---:|---:|---:|\n",
      kDraws);
  constexpr double kQuarter = std::numbers::pi / 4;
  for (const Paper& paper : kPapers) {
    const std::string name = paper.example;
    if (paper.statics <= 0 || !hasExample(name)) continue;
    if (name == "soft-manipulator") printStudy(paper, "tensions 0…100 N", uniformInputs(paper.example, 0, 100));
    if (name == "hybrid-arm") printStudy(paper, "angles to π/4", uniformInputs(paper.example, -kQuarter, kQuarter));
    if (name == "parallel-platform") printStudy(paper, "wrenches", drawWrench);
  }
}

}  // namespace
}  // namespace tendril::benchmarks

int main() {
  tendril::benchmarks::printTimes();
  tendril::benchmarks::printStatics();
}
