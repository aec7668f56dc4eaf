// SPDX-License-Identifier: BSD-3-Clause
// The trimmed helicoid of [kane], simulation 1: three bodies of 2,749 tetrahedra, and as the window runs it, on fitted
// points. Wall time, best of some rounds.
#include <tbb/global_control.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <thread>

#include "core/dynamics/dynamics.hpp"
#include "tests/benchmarks/robots.hpp"

namespace tendril::benchmarks {
namespace {

constexpr const char* kExample = "trimmed-helicoid-passive";

/// Microseconds of one call, the best of some rounds of at least 20 ms.
double microseconds(const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double best = HUGE_VAL;
  for (int round = 0; round < 20; ++round) {
    int calls = 0;
    const auto begin = Clock::now();
    double spent = 0;
    do {
      work();
      ++calls;
      spent = std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
    } while (spent < 20000);
    best = std::min(best, spent / calls);
  }
  return best;
}

struct Work {
  const char* name;
  std::function<void(const Robot&, Data&)> run;
};

const Work kWorks[] = {
    {"inverse dynamics", [](const Robot& r, Data& d) { inverseDynamics(*r.model, d, r.q, r.v, r.a); }},
    {"inverse dynamics and mass matrix",
     [](const Robot& r, Data& d) { inverseDynamicsWithMass(*r.model, d, r.q, r.v, r.a); }},
    {"forward dynamics with elasticity and damping",
     [](const Robot& r, Data& d) { forwardDynamics(*r.model, d, r.q, r.v, {}); }},
    {"elastic force", [](const Robot& r, Data& d) { elasticForce(*r.model, d, r.q); }},
    {"equation of motion and all its derivatives",
     [](const Robot& r, Data& d) { residualDerivatives(*r.model, d, r.q, r.v, r.a, {}); }},
};

Robot robot(bool live) {
  // [kane] takes the centres of the tetrahedra.
  Robot out = exampleRobot(kExample,
                           {{"links.upper.body.quadrature", "1"},
                            {"links.middle.body.quadrature", "1"},
                            {"links.lower.body.quadrature", "1"}},
                           live);
  out.v.setConstant(0.1), out.a.setConstant(0.2);
  return out;
}

double time(const Work& work, const Robot& robot, std::size_t threads) {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  Data data(*robot.model);
  return microseconds([&] { work.run(robot, data); });
}

void run() {
  const Robot full = robot(false), live = robot(true);
  const std::size_t threads = std::max(2U, std::thread::hardware_concurrency());
  std::printf("| trimmed helicoid, 24 DoF, µs | all points, one thread | %zu threads | live points, one thread |\n",
              threads);
  std::printf("|---|---:|---:|---:|\n");
  for (const Work& work : kWorks)
    std::printf("| %s | %.0f | %.0f | %.0f |\n", work.name, time(work, full, 1), time(work, full, threads),
                time(work, live, 1));
}

}  // namespace
}  // namespace tendril::benchmarks

int main() {
  tendril::benchmarks::run();
}
