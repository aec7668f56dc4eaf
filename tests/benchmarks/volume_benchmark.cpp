// SPDX-License-Identifier: BSD-3-Clause
// The trimmed helicoid of [kane], simulation 1: three bodies of 2,749 tetrahedra, and as the window runs it, on fitted
// points. Wall time, best of some rounds.
#include <tbb/global_control.h>

#include <cstdio>
#include <functional>
#include <thread>

#include "core/dynamics/dynamics.hpp"
#include "tests/benchmarks/call_times.hpp"
#include "tests/benchmarks/robots.hpp"

namespace tendril::benchmarks {
namespace {

constexpr const char* kExample = "trimmed-helicoid-passive";

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
  Robot other = robot;  // by turns: what is asked for twice at one state is not computed twice
  other.q.array() += 1e-9;
  bool odd = false;
  return microseconds(
      20, [&] { work.run((odd = !odd) ? robot : other, data); }, 20000);
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
